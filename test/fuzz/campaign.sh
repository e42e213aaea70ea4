#!/usr/bin/env bash
# campaign.sh [FUZZER...] - every fuzzer, or those named, until it has run RUNS inputs, JOBS of them at a time.
#
#   RUNS=10000000 JOBS=2 test/fuzz/campaign.sh
#   RUNS=1000000 test/fuzz/campaign.sh csv gzip
#
# Prints a line for each and leaves the corpora that were found in BUILD/corpora, where the next campaign goes on. Exit
# code 1 when one had a finding; its last line names the input.
set -euo pipefail
cd "$(dirname "$0")/../.."

RUNS=${RUNS:-10000000}
JOBS=${JOBS:-2}
BUILD=${BUILD:-build-fuzz}

if [ ! -e "$BUILD/build.ninja" ]; then
    CC=clang meson setup "$BUILD" --buildtype=debugoptimized --werror -Dfuzz=true -Dtests=false -Dbench=false \
        -Db_sanitize=address,undefined -Db_lundef=false
fi
meson compile -C "$BUILD"

if [ $# -eq 0 ]; then
    for source in test/fuzz/*.c; do
        set -- "$@" "$(basename "$source" .c)"
    done
fi
printf '%s\n' "$@" | xargs -P "$JOBS" -I NAME nice -n 19 \
    python3 test/fuzz/fuzz.py "$BUILD/test/fuzz/fuzz_NAME" --program "$BUILD/src/cli/swarmcl" --runs "$RUNS" \
    --keep "$BUILD/corpora"
