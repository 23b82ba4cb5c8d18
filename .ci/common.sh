# What the scripts of this folder share; they run at the top of the project.

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tools=$target/tools

step() { printf '\n== %s\n' "$1"; }

# Installs Debian packages, if there are any to install and apt-get may.
install() {
    if [ $# -gt 0 ] && command -v apt-get >/dev/null; then
        apt-get update && apt-get install --yes --no-install-recommends "$@"
    fi
}

# Installs a version of a cargo tool unless it is present. Options replace the default, `--debug`.
tool() {
    local crate=$1 required=$2
    shift 2
    if ! grep -qs "\"$crate $required " "$tools/.crates2.json"; then
        cargo install --locked "${@:---debug}" --root "$tools" --target-dir "$tools/build" "$crate@$required"
    fi
}

# Prints the path of the browser, if there is one.
browser() {
    echo "${BGO_CHROMIUM:-$(type -P chromium || type -P chromium-browser || true)}"
}
