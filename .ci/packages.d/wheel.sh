#!/usr/bin/env bash
# Installs the wheel in an environment of its own, runs the program and the module in it, and removes it:
# wheel.sh WHEEL.
set -euo pipefail
trap 'echo "${0##*/}: line $LINENO failed: $BASH_COMMAND" >&2' ERR
wheel=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
cd "$folder"
export HOME=$folder
bin=$folder/python/bin
"$bin/pip" install --quiet --no-deps "$wheel"
"$bin/bgo" --version
"$bin/pip" show --files bgo-db | grep licenses/LICENSE-THIRD-PARTY >/dev/null
games=$("$bin/python" -m bgo demo --color never -c 'play pd; search' 2>/dev/null </dev/null | sed -n 's/^Total count: //p' | tail -n 1)
test "$games" -gt 0
"$bin/python" -c 'import bgo; print("bgo", bgo.__version__, bgo.open("a.sqlite", create=True).import_([]))'
"$bin/pip" uninstall --quiet --yes bgo-db
test ! -e "$bin/bgo"
echo "${wheel##*/}: $(wc -c <"$wheel") bytes; installed, ran demo ($games games after pd), and removed"
