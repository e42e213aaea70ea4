#!/bin/sh
# localize.sh ARCHIVE - makes the functions of the library's rooms local in the installed static library, below $DESTDIR,
# so that only those of the public headers can clash with names of a program.
set -eu
archive=${DESTDIR:-}$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ld -r -o "$folder/swarmcl.o" --whole-archive "$archive"
objcopy --localize-hidden "$folder/swarmcl.o"
if ! nm "$folder/swarmcl.o" | grep -q ' T swarm_solve$'; then # objects for link-time optimisation have no code yet
    echo "$archive keeps all its names"
    exit 0
fi
rm "$archive"
ar rcs "$archive" "$folder/swarmcl.o"
