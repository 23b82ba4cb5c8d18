#!/usr/bin/env bash
# Installs a Debian package, looks at what came, and removes it again: debian.sh PACKAGE.
set -euo pipefail
# A check that fails says which it was.
trap 'echo "${0##*/}: line $LINENO failed: $BASH_COMMAND" >&2' ERR
package=$1

if dpkg --status bgo >/dev/null 2>&1; then
    echo "bgo is installed; remove it to check the package" >&2
    exit 1
fi
# A static program depends on nothing, which cargo-deb says with an empty field; Debian has no bug
# that asks for the package.
lintian --allow-root --fail-on error,warning --suppress-tags empty-field,initial-upload-closes-no-bugs "$package"
echo "lintian has no errors and warnings"

home=$(mktemp -d)
trap 'dpkg --purge bgo >/dev/null 2>&1 || true; rm -rf "$home"' EXIT
dpkg-deb --extract "$package" "$home/files"
diff --recursive docs "$home/files/usr/share/doc/bgo/docs"
.ci/packages.d/links.sh "$home/files/usr/share/doc/bgo"
echo "all of docs/ is in it, and its links lead somewhere"

dpkg --install "$package" >/dev/null
export HOME=$home XDG_DATA_HOME=$home
cd "$home"
test "$(command -v bgo)" = /usr/bin/bgo
bgo demo -c 'play pd; search' </dev/null 2>/dev/null | grep -q "^Total count: "
echo "installed: $(bgo --version) runs demo"

desktop-file-validate /usr/share/applications/bgo.desktop
test -s /usr/share/doc/bgo/LICENSE-THIRD-PARTY
test -s /usr/share/icons/hicolor/scalable/apps/bgo.svg
echo "its desktop file is valid, and its icon is there"

# The pages of all commands are there, and `man` formats them without a warning. The program makes
# the same pages.
bgo man --out pages
pages=0
for page in pages/*.1; do
    installed=/usr/share/man/man1/${page##*/}.gz
    # Some images of Debian leave manual pages out of what dpkg installs.
    [ -e "$installed" ] || dpkg-deb --fsys-tarfile "$package" | tar --extract --directory="$home" ".${installed}"
    [ -e "$installed" ] || installed=$home$installed
    zcat "$installed" | cmp - "$page"
    warnings=$(man --warnings --local-file "$page" 2>&1 >/dev/null)
    if [ -n "$warnings" ]; then
        echo "$page: $warnings" >&2
        exit 1
    fi
    pages=$((pages + 1))
done
commands=$(bgo --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\).*/\1/p')
for command in $commands; do
    [ "$command" = help ] || test -e "pages/bgo-$command.1"
done
test "$pages" -gt "$(wc -w <<<"$commands")"
echo "man: $pages pages, with all of: $(echo $commands)"

# Each shell completes with what is installed.
asked=$(bash -c '
    . /usr/share/bash-completion/bash_completion
    _comp_load bgo 2>/dev/null || _completion_loader bgo || true
    COMP_WORDS=(bgo sea) COMP_CWORD=1 COMP_LINE="bgo sea" COMP_POINT=7
    _bgo bgo sea bgo
    echo "${COMPREPLY[@]}"')
test "$asked" = search
echo "bash completes: bgo sea -> $asked"
asked=$(fish --command 'complete --do-complete "bgo sea"' | cut -f1)
test "$asked" = search
echo "fish completes: bgo sea -> $asked"
# zsh completes on a terminal only; that it finds the function and can read it is asked for here.
asked=$(zsh -f -c '
    fpath=(/usr/share/zsh/vendor-completions $fpath)
    autoload -Uz compinit && compinit -u -D
    autoload +X _bgo && echo "${_comps[bgo]}"')
test "$asked" = _bgo
grep -q "'search:" /usr/share/zsh/vendor-completions/_bgo
echo "zsh completes bgo by $asked"

# Folders may be other packages', too.
listed=$(dpkg --listfiles bgo | grep -E '/(bgo|_bgo|bgo\.(fish|desktop|svg)|bgo[^/]*\.gz)$')
test -n "$listed"
dpkg --purge bgo >/dev/null
for file in $listed; do
    if [ -e "$file" ]; then
        echo "$file is left" >&2
        exit 1
    fi
done
echo "removed: none of $(wc -w <<<"$listed") files and folders is left"
