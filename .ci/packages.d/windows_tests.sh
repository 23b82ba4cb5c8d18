#!/usr/bin/env bash
# Runs the tests for Windows under Wine, in the prefix that windows.py makes: windows_tests.sh PREFIX [NAME]...
# Without names it runs the tests of single modules; the tests of the program take Wine half an hour.
set -euo pipefail
cd "$(dirname "$0")/../.."
WINEPREFIX=$(realpath "$1")
export WINEPREFIX WINEDEBUG=-all LC_ALL=C.UTF-8
shift
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
# There is no cargo in Wine, which insta would ask where its snapshots are.
export INSTA_WORKSPACE_ROOT=$PWD INSTA_UPDATE=no

tests=(--lib)
[ $# = 0 ] || tests+=(--bin bgo --test program --test library)
cargo test --locked --target x86_64-pc-windows-gnu --package bgo --package bgo-cli --package bgo-research \
    "${tests[@]}" --no-fail-fast -- --test-threads=2 "$@" </dev/null
