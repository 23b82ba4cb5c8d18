#!/usr/bin/env bash
# Installs bgo-cli from the packed crates, as `cargo install bgo-cli` does once they are published,
# and runs it far from the repository: crates.sh FOLDER TARGET.
set -euo pipefail
# A check that fails says which it was.
trap 'echo "${0##*/}: line $LINENO failed: $BASH_COMMAND" >&2' ERR
packages=$1 target=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for crate in "$packages"/*.crate; do
    tar --extract --gzip --file="$crate" --directory="$folder"
done
cli=$(echo "$folder"/bgo-cli-*)
version=${cli##*/bgo-cli-}
for package in bgo bgo-research; do
    for licence in MIT APACHE; do
        test -s "$folder/$package-$version/LICENSE-$licence"
    done
done
# In place of the registry. Not optimised, which takes less time and shows as much.
cargo install --quiet --debug --root "$folder/installed" --target-dir "$target" --path "$cli" \
    --config "patch.crates-io.bgo.path='$folder/bgo-$version'" \
    --config "patch.crates-io.bgo-research.path='$folder/bgo-research-$version'"
cd "$folder/installed"
rm -r "$folder"/bgo-*"$version"
export HOME=$folder/home
mkdir "$HOME"
games=$(bin/bgo demo --color never -c 'play pd; search' 2>/dev/null </dev/null | sed -n 's/^Total count: //p' | tail -n 1)
test "$games" -gt 0
bin/bgo demo -c 'help recipes' 2>/dev/null </dev/null | grep -q "How do I"
echo "bgo-cli $version, installed from its crate, runs demo: $games games after pd; it has the recipes"
