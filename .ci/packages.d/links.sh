#!/usr/bin/env bash
# Fails if a link in a document leads to a file that is not in the folder: links.sh FOLDER.
set -euo pipefail
cd "$1"
grep -roP '\]\(\K[^)#:]+(?=[)#])' --include='*.md' . | while IFS=: read -r document link; do
    if [ ! -e "${document%/*}/$link" ]; then
        echo "${document#./}: there is no $link" >&2
        exit 1
    fi
done
