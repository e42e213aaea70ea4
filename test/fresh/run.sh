#!/usr/bin/env bash
# run.sh [COMMAND...] - the promise of the README's first command, kept in a root that has nothing but a minimal Debian.
#
#   sudo test/fresh/run.sh                      runs ./quickstart, then .ci/run
#   sudo test/fresh/run.sh ./quickstart         runs that alone
#
# Makes the root with debootstrap in a new folder below TMPDIR, clones the last commit into it, and runs the commands
# there with an empty environment. Prints how long each took and its last lines; the whole of what they said is in LOG.
# Everything is removed at the end, on failure too. Takes half an hour and 3 GB. Exit code 1 when a command failed.
#
#   SUITE    the release, bookworm by default
#   MIRROR   where its packages come from; by default where this machine's come from, else deb.debian.org
#   LOG      fresh.log in the working folder by default
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
SUITE=${SUITE:-bookworm}
LOG=$(realpath "${LOG:-fresh.log}")

die() {
    printf 'fresh/run.sh: %s\n' "$*" >&2
    exit 2
}

# The first address of a Debian archive in this machine's lists, in either of apt's two formats.
host_mirror() {
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2> /dev/null |
        sed -n -e 's/^URIs:[[:space:]]*\([^[:space:]]*\).*/\1/p' \
            -e 's/^deb[[:space:]]\(\[[^]]*\][[:space:]]*\)\{0,1\}\([^[:space:]]*\).*/\2/p' |
        grep -m 1 '/debian/\{0,1\}$' || true
}

[ "$(id -u)" -eq 0 ] || die 'needs root, for chroot and mounts'
for tool in debootstrap git unshare; do
    command -v "$tool" > /dev/null || die "$tool is missing"
done

# The outer run makes the root, waits for the inner one and removes the root. The inner one has mounts and processes of
# its own, which are gone with it, however it ends.
if [ "${1:-}" != --inside ]; then
    root=$(mktemp -d -t swarmcl-fresh-XXXXXX)
    trap 'rm -rf --one-file-system "$root"' EXIT
    unshare --mount --pid --fork --kill-child "$0" --inside "$root" "$@" &
    inner=$!
    trap 'kill "$inner"; wait "$inner" || true; exit 130' INT TERM
    wait "$inner"
    exit 0
fi
root=$2
shift 2
[ $# -gt 0 ] || set -- ./quickstart .ci/run
MIRROR=${MIRROR:-$(host_mirror)}
MIRROR=${MIRROR:-http://deb.debian.org/debian}

# timed NAME COMMAND...: runs it into the log; prints its time and its last lines.
timed() {
    local name=$1 status=0 start=$SECONDS
    shift
    printf '== %s\n' "$name" >> "$LOG"
    "$@" >> "$LOG" 2>&1 < /dev/null || status=$?
    printf '== %s: exit code %d, %d s\n' "$name" "$status" $((SECONDS - start))
    tail -n 12 "$LOG" | sed 's/^/   /'
    return "$status"
}

: > "$LOG"
timed "debootstrap $SUITE from $MIRROR" debootstrap --variant=minbase "$SUITE" "$root" "$MIRROR"
chmod 755 "$root" # mktemp makes it for root alone; it is the / of everybody inside
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount --rbind /dev "$root/dev"
cp /etc/hosts "$root/etc/hosts"
git -c safe.directory='*' clone -q --no-hardlinks "$repository" "$root/root/swarmcl"

failed=0
for command in "$@"; do
    timed "$command" chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
        ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
        sh -c "cd /root/swarmcl && exec $command" || failed=1
done
exit "$failed"
