#!/bin/sh
# The type checker of the pages, which run without it: fetched where npm is.
place=.venv/typescript
[ -x $place/node_modules/.bin/tsc ] && exit 0
if command -v npm >/dev/null; then
  npm install --silent --no-audit --no-fund --prefix $place typescript@7.0.2 >/dev/null && exit 0
fi
echo "the pages' types are not checked: that needs Node.js with npm (as root: apt-get install nodejs npm)"
