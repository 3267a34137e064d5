# shellcheck shell=bash
# Sourced by ./serve, ./check and the scripts: finds a JDK 25 or newer even if `java` on the PATH is older. Sets
# JAVA_HOME, or prints one line about what is missing and returns 1.

# With one inference thread and short-lived requests, the serial collector needs the least memory, and a heap that
# starts small stays small: by default Java would start with a 64th of the machine's memory and keep what it once took.
# The initial size is a share of the memory, because Java rejects a fixed size above an -Xmx in JAVA_TOOL_OPTIONS or
# JDK_JAVA_OPTIONS. A service that runs out of memory ends with status 3 and a line on standard error in the usual form.
# The zstd decoder reads memory through an API that newer JDKs warn about.
java_options=(-XX:+UseSerialGC -XX:InitialRAMPercentage=0.01 -XX:MaxHeapFreeRatio=40 -XX:-ShrinkHeapInSteps
    -XX:+ExitOnOutOfMemoryError -XX:+DisplayVMOutputToStderr --sun-misc-unsafe-memory-access=allow)

# Adds the archive of scripts/lib/class-archive.sh, $1. If it is missing or does not fit, Java continues without it; the
# log options suppress its message on standard output.
use_class_archive() {
    java_options+=("-XX:SharedArchiveFile=$1" -Xlog:cds=off -Xlog:cds+dynamic=off)
}

# Major version of the Java installation in $1, or nothing if there is none.
jdk_major() {
    [ -x "$1/bin/java" ] || return 0
    if [ -r "$1/release" ]; then
        sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
    else
        "$1/bin/java" -version 2>&1 | sed -n '1s/.*"\([0-9]*\).*/\1/p'
    fi
}

# $1 = javac if a compiler is needed, java if a runtime is enough.
find_jdk() {
    local tool=$1 home major on_path
    on_path=$(command -v java || true)
    [ -z "$on_path" ] || on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
    for home in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /usr/java/* /opt/java/* "${HOME:-}"/.sdkman/candidates/java/* \
        "${HOME:-}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [ -n "$home" ] && [ -x "$home/bin/$tool" ] || continue
        major=$(jdk_major "$home")
        if [ -n "$major" ] && [ "$major" -ge 25 ]; then
            export JAVA_HOME=$home
            return 0
        fi
    done
    echo "No JDK 25 or newer was found (looked at JAVA_HOME, the PATH and the usual folders): install one or set JAVA_HOME." >&2
    return 1
}

# Installs Maven with the system's package manager if it is missing. If that fails, prints one line about what to do.
need_maven() {
    local as_root=()
    command -v mvn >/dev/null && return 0
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    echo "Maven is missing: installing it with the system's package manager ..." >&2
    if command -v apt-get >/dev/null; then
        ${as_root[@]+"${as_root[@]}"} apt-get update -qq && DEBIAN_FRONTEND=noninteractive ${as_root[@]+"${as_root[@]}"} apt-get install -y -qq --no-install-recommends maven
    elif command -v dnf >/dev/null; then
        ${as_root[@]+"${as_root[@]}"} dnf install -y -q maven
    elif command -v apk >/dev/null; then
        ${as_root[@]+"${as_root[@]}"} apk add -q maven
    elif command -v brew >/dev/null; then
        brew install -q maven
    fi >&2 && command -v mvn >/dev/null && return 0
    echo "Maven 3.8.7 or newer is needed to build and could not be installed: install it and put mvn on the PATH." >&2
    return 1
}
