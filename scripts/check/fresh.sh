#!/usr/bin/env bash
# Follows the first command of the README on fresh systems, made from Debian's packages under target/fresh:
#   scripts/check/fresh.sh [--stubs | --check] [SUITE ...]      default: trixie bookworm
# trixie (Debian 13) has a JDK 25: ./serve installs it and Maven, builds, and answers a question, for root and for a user
# with sudo. bookworm (Debian 12) has none, and a user without sudo can install none: ./serve must end with status 2 and
# name the way. With --check, root of trixie runs ./check first, with nothing installed or built, and goes on from there.
# The transcripts are kept in target/fresh. First, and with --stubs only that, with stand-ins: which package every
# package manager is asked for, and what Maven is. Needs root, mmdebstrap and the network, and for trixie some ten minutes, with
# --check half an hour, so .ci/run runs it with --stubs and .ci/nightly in full.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
# What is mounted below is gone when this script ends, however it ends.
if [ "${1:-}" != --stubs ] && [ "$(id -u)" = 0 ] && [ -z "${FRESH_MOUNTS:-}" ]; then
    FRESH_MOUNTS=own exec unshare --mount --propagation private "$0" "$@"
fi
work=$root/target/fresh
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/tools.sh"
failed=0
mkdir -p "$work"

# expect WHAT FILE TEXT: FILE contains TEXT.
expect() {
    if grep -qF -- "$3" "$2"; then echo "passed   $1"; else echo "failed   $1: no \"$3\" in"; cat "$2"; failed=1; fi
}

# expect_none WHAT FILE TEXT: FILE does not contain TEXT.
expect_none() {
    if grep -F -- "$3" "$2"; then echo "failed   $1: \"$3\" is in $2"; failed=1; else echo "passed   $1"; fi
}

# expect_status WHAT WANTED SEEN
expect_status() {
    if [ "$2" = "$3" ]; then echo "passed   $1: status $2"; else echo "failed   $1: status $3"; failed=1; fi
}

# with_stub MANAGER STATUS: what need_jdk says and does where only this package manager is there.
with_stub() (
    bin=$work/bin
    rm -rf "$bin" "$work/installed"
    mkdir -p "$bin"
    for tool in bash env id uname; do ln -s "$(command -v "$tool")" "$bin/$tool"; done
    printf '#!/bin/bash\necho "%s $*" >>"%s"\nexit %s\n' "$1" "$work/installed" "$2" >"$bin/$1"
    printf '#!/bin/bash\nexit %s\n' "$2" >"$bin/apt-cache"
    # shellcheck disable=SC2016 # The stand-in expands them.
    printf '#!/bin/bash\n[ "$1" != -n ] || shift\nexec "$@"\n' >"$bin/sudo"
    chmod +x "$bin"/{"$1",sudo,apt-cache}
    # Finds what the stand-in has installed, and nothing that this machine has.
    find_jdk() { [[ -s $work/installed && $stub_status = 0 ]]; }
    stub_status=$2
    # shellcheck disable=SC2030 # Only for this function, which is a subshell.
    PATH=$bin
    need_jdk javac 2>&1 || echo "status $?"
)

for stub in "apt-get install -y -qq --no-install-recommends openjdk-25-jdk-headless" "dnf install -y -q java-25-openjdk-devel" \
    "apk add -q openjdk25" "brew install -q openjdk@25"; do
    with_stub "${stub%% *}" 0 >"$work/stub.txt"
    expect "${stub%% *} is asked for the JDK" "$work/installed" "$stub"
    with_stub "${stub%% *}" 1 >"$work/stub.txt"
    expect "${stub%% *} without it: a command that needs no root" "$work/stub.txt" "| tar xz -C ~/.jdks"
    [[ $stub != apt-get* ]] || expect "apt-get without curl: it is installed first" "$work/stub.txt" "apt-get install -y curl"
    expect "${stub%% *} without it: status 1" "$work/stub.txt" "status 1"
done
. "$root/scripts/check/fresh/building.sh"
[ "${1:-}" != --stubs ] || exit $failed
check=
[ "${1:-}" != --check ] || { check=1; shift; }

[ "$(id -u)" = 0 ] || { missing "fresh systems" "it takes root to make them"; exit $failed; }
command -v mmdebstrap >/dev/null || install_packages mmdebstrap || { missing "fresh systems" "mmdebstrap is not installed"; exit $failed; }

# fresh SUITE: a system with this checkout in /src.
fresh() {
    local system=$work/$1
    rm -rf --one-file-system "$system"
    [ -e "$work/$1.tar" ] || mmdebstrap --quiet --variant=minbase --include=ca-certificates "$1" "$work/$1.tar"
    mkdir -p "$system/src"
    tar --extract --file "$work/$1.tar" --directory "$system" --exclude './dev/*'
    cp --dereference /etc/resolv.conf "$system/etc/resolv.conf"
    # A network that inspects TLS has certificates of its own.
    cp -r /usr/local/share/ca-certificates/. "$system/usr/local/share/ca-certificates/"
    chroot "$system" update-ca-certificates >/dev/null 2>&1
    mount --bind /dev "$system/dev"
    mount --bind /dev/pts "$system/dev/pts"
    mount -t proc proc "$system/proc"
    (cd "$root" && git ls-files -z | tar --create --null --files-from -) | tar --extract --directory "$system/src"
}

# timed: puts the seconds since the start before every line.
timed() { local start=$SECONDS line; while IFS= read -r line; do printf '%4d s  %s\n' $((SECONDS - start)) "$line"; done; }

# follow TRANSCRIPT USER [COMMAND ...]: follows the README's command, or another, as this user of $system, whose home is
# $home; the status is its own.
follow() {
    local transcript=$1 user=$2
    shift 2
    [ $# -gt 0 ] || set -- /src/serve --once
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" SERVICE_REQUEST_FILE=/request.json \
        chroot --userspec="$user" "$system" "$@" 2>&1 | timed >"$transcript"
}

# without_jdk: takes the JDK and Maven away again, so that the next user has to get them; what is built stays.
without_jdk() {
    chroot "$system" env DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq --autoremove 'openjdk-*' maven >/dev/null 2>&1
    rm -rf "$system/usr/lib/jvm"
}

[ $# -gt 0 ] || set -- trixie bookworm
for suite in "$@"; do
    fresh "$suite"
    system=$work/$suite
    printf '%s\n' '{"state": "I was charged twice", "questions": {"refund": {"type": "noul", "instructions": "The customer asks for money back."}}}' \
        >"$system/request.json"
    chroot "$system" useradd --create-home plain
    chroot "$system" useradd --create-home sudoer
    if [ -n "$check" ] && [ "$suite" != bookworm ]; then
        status=0
        home=/root follow "$work/$suite-check.txt" root /src/check || status=$?
        expect "$suite, root, ./check: a JDK is installed" "$work/$suite-check.txt" "installing one with the system's package manager"
        expect_status "$suite, root, ./check" 0 $status
        chroot "$system" sh -c 'cd /src && rm -rf target ./*/target /root/.m2'
        without_jdk
    fi
    status=0
    home=/root follow "$work/$suite-root.txt" root || status=$?
    case $suite in
        bookworm)
            expect "$suite, root: the line that names the way" "$work/$suite-root.txt" "https://api.adoptium.net/v3/binary/latest/25/ga/"
            expect_status "$suite, root" 2 $status
            status=0
            home=/home/plain follow "$work/$suite-plain.txt" plain || status=$?
            expect "$suite, neither root nor sudo: the line that names the way" "$work/$suite-plain.txt" "tar xz -C ~/.jdks"
            expect_status "$suite, neither root nor sudo" 2 $status ;;
        *)
            expect "$suite, root: a line for every module" "$work/$suite-root.txt" "building server ["
            expect "$suite, root: lines while it downloads" "$work/$suite-root.txt" " files downloaded"
            expect "$suite, root: an answer" "$work/$suite-root.txt" '"refund"'
            # Checks, tests and what only they need.
            find "$system/src" "$system/root/.m2" -name '*.class' -path '*/target/test-*' -o -path '*/server/target/libs/sbom.json' \
                -o -name '*.jar' -a \( -name 'error_prone_core*' -o -name 'nullaway*' -o -name 'palantir*' -o -name 'spotless*' -o -name 'enforcer*' \
                -o -name 'cyclonedx*' -o -name 'junit*' -o -name 'surefire*' -o -name 'assertj*' -o -name 'archunit*' \) >"$work/$suite-more.txt"
            expect_none "$suite, root: nothing is compiled, made or downloaded that does not run" "$work/$suite-more.txt" /
            # The build is there, so what follows shows the JDK's installation and a start, not a second build.
            without_jdk
            chroot "$system" chown -R plain /src
            status=0
            home=/home/plain follow "$work/$suite-plain.txt" plain || status=$?
            expect "$suite, neither root nor sudo: the line that names the way" "$work/$suite-plain.txt" "tar xz -C ~/.jdks"
            expect_status "$suite, neither root nor sudo" 2 $status
            chroot "$system" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends sudo >/dev/null 2>&1
            echo 'sudoer ALL=(ALL) NOPASSWD: ALL' >"$system/etc/sudoers.d/sudoer"
            chroot "$system" chown -R sudoer /src
            home=/home/sudoer follow "$work/$suite-sudo.txt" sudoer || true
            expect "$suite, sudo: a JDK is installed" "$work/$suite-sudo.txt" "installing one with the system's package manager"
            expect "$suite, sudo: an answer" "$work/$suite-sudo.txt" '"refund"' ;;
    esac
done
exit $failed
