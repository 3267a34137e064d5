# shellcheck shell=bash
# Sourced by the checks: provides the tools they need. Missing tools are installed if possible.
: "${root:?}"

# missing WHAT WHY: reports that WHAT is skipped. With REQUIRE_ALL=1, as in .ci/run and .ci/nightly, that is a failure and ends the
# script.
missing() {
    if [ "${REQUIRE_ALL:-0}" = 1 ]; then
        echo "failed   $1: $2"
        exit 1
    fi
    echo "skipped  $1: $2"
}

# Sets python to a Python 3.11 or newer that can create environments.
find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        ! "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || return 0
    done
    echo "Python 3.11 or newer with its venv module is needed (on Debian: apt-get install python3-venv)." >&2
    return 1
}

# python_environment FOLDER REQUIREMENTS [OPTION of pip ...]: creates a Python environment with the packages that the
# file pins, if the file has changed.
python_environment() {
    ! cmp -s "$2" "$1/installed" || return 0
    find_python && "$python" -m venv --clear "$1" &&
        "$1/bin/pip" install --quiet --disable-pip-version-check "${@:3}" --requirement "$2" && cp "$2" "$1/installed"
}

# find_node MAJOR: puts Node.js of that version or newer, with npm, on the PATH. If there is none, it is installed from
# PyPI under target/node.
find_node() {
    local folder=$root/target/node
    ! node_is_new "$1" || return 0
    python_environment "$folder" "$root/scripts/lib/node.txt" && PATH=$folder/bin:$PATH && hash -r && node_is_new "$1"
}

node_is_new() {
    command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < process.argv[1] ? 1 : 0)' "$1" 2>/dev/null
}

# install_packages PACKAGE ...: installs packages with apt-get, as root. Its output goes to target/apt.log.
install_packages() {
    local status=0 policy=/usr/sbin/policy-rc.d
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    mkdir -p "$root/target"
    # Server packages would start their servers; this policy prevents that.
    if [ -e "$policy" ]; then policy=; else printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"; fi
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
        >"$root/target/apt.log" 2>&1 || status=1
    [ -z "$policy" ] || rm -f "$policy"
    return $status
}

# find_tool PROGRAM PACKAGE: prints the path of a program. If it is not on the PATH, its Debian package is unpacked
# under target/tools, which needs no root and does not change the system.
find_tool() {
    local folder=$root/target/tools/$2
    if ! command -v "$1"; then
        [ -x "$folder/usr/bin/$1" ] || (
            mkdir -p "$folder" && cd "$folder" &&
                { apt-get download "$2" || { apt-get update && apt-get download "$2"; }; } && dpkg -x "$2"_*.deb .
        ) >"$root/target/apt.log" 2>&1 || return 1
        echo "$folder/usr/bin/$1"
    fi
}
