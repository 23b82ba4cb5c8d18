# What the scripts of this folder share; they run at the top of the project.

target=${CARGO_TARGET_DIR:-$PWD/target}

step() { printf '\n== %s\n' "$1"; }

# Installs Debian packages, if there are any to install and apt-get may.
install() {
    if [ $# -gt 0 ] && command -v apt-get >/dev/null; then
        apt-get update && apt-get install --yes --no-install-recommends "$@"
    fi
}

# Prints the path of the browser, if there is one.
browser() {
    echo "${BGO_CHROMIUM:-$(type -P chromium || type -P chromium-browser || true)}"
}
