#!/usr/bin/env bash
# Checks that all of Rust's code compiles for macOS, without a compiler of C and a linker for it: a
# check needs nothing of what they make, so that a script stands in for them.
set -euo pipefail
# A check that fails says which it was.
trap 'echo "${0##*/}: line $LINENO failed: $BASH_COMMAND" >&2' ERR
triple=aarch64-apple-darwin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/tool" <<'TOOL'
#!/bin/sh
# Says that it is Clang, and makes each file that it is asked for, without content.
case " $* " in
    *" -E "*) echo "clang" ;;
esac
while [ $# -gt 0 ]; do
    case $1 in
        -o) : >"$2" ;;
        *.a) : >"$1" ;;
    esac
    shift
done
TOOL
chmod +x "$folder/tool"

if command -v rustup >/dev/null && ! rustup target list --installed | grep -qx "$triple"; then
    rustup target add "$triple"
fi
export "CC_${triple//-/_}=$folder/tool" "CXX_${triple//-/_}=$folder/tool" "AR_${triple//-/_}=$folder/tool"
# Otherwise a tool of macOS is asked for it.
export SDKROOT=/
cargo check --quiet --locked --workspace --exclude bgo-python --all-targets --target "$triple" \
    --config 'build.rustflags=["--deny=warnings"]'
echo "everything but the Python package compiles for $triple, tests included"
