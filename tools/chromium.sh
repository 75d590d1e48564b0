#!/bin/sh
# Debian's chromium for the browser tests: used where it is, installed where that is allowed.
command -v chromium >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing chromium for the browser tests"
  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null && exit 0
fi
echo "the browser tests need chromium; as root: apt-get install --no-install-recommends chromium fonts-dejavu-core"
