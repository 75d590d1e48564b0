#!/bin/sh
# A browser for the tests of the pages: used where it is, installed where that is allowed.
for each in chromium-headless-shell chromium chromium-browser google-chrome; do
  command -v $each >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing chromium-headless-shell for the browser tests"
  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-dejavu-core >/dev/null && exit 0
fi
echo "The browser tests need chromium. As root: apt-get install --no-install-recommends chromium-headless-shell fonts-dejavu-core"
