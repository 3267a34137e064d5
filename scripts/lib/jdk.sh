# shellcheck shell=bash
# Sourced by ./serve, ./check and the scripts: finds a JDK 25 or newer even if `java` on the PATH is older. Sets
# JAVA_HOME, or prints one line about what is missing and returns 1. ./serve and ./check install what is missing.

# With it, `cd` would print where it goes and could go somewhere else.
unset CDPATH

# Java names files as the locale says, and says nothing of this after its start. Under cron or systemd there is no locale,
# and in a small image not the one that an SSH client names.
[ "$(locale charmap 2>/dev/null)" = UTF-8 ] || export LC_ALL=C.UTF-8

# With one inference thread and short-lived requests, the serial collector needs the least memory, and a heap that
# starts small stays small: by default Java would start with a 64th of the machine's memory and keep what it once took.
# The initial size is a share of the memory, because Java rejects a fixed size above an -Xmx in JAVA_TOOL_OPTIONS or
# JDK_JAVA_OPTIONS. The young generation has a least size: in a smaller one objects are promoted before they die, and the
# old generation grows instead of being collected. A service that runs out of memory ends with status 3 and a line on
# standard error in the usual form.
# The zstd decoder reads memory through an API that newer JDKs warn about.
java_options=(-XX:+UseSerialGC -XX:InitialRAMPercentage=0.01 -XX:MaxHeapFreeRatio=40 -XX:-ShrinkHeapInSteps -XX:NewSize=8m
    -XX:+ExitOnOutOfMemoryError -XX:+DisplayVMOutputToStderr --sun-misc-unsafe-memory-access=allow)

# Adds the archive of scripts/lib/class-archive.sh, $1. If it is missing or does not fit, Java continues without it; the
# log options suppress its message on standard output.
use_class_archive() {
    java_options+=("-XX:SharedArchiveFile=$1" -Xlog:cds=off -Xlog:cds+dynamic=off)
}

# Major version of the Java installation in $1, or nothing if there is none. Java prints a line about each of its
# variables that is set, and would not start with a wrong one.
jdk_major() {
    local major=
    [ -x "$1/bin/java" ] || return 0
    [ ! -r "$1/release" ] || major=$(sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
    [ -n "$major" ] || major=$({
        unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
        "$1/bin/java" -version
    } 2>&1 </dev/null | sed -n 's/^[^"]* version "\([0-9][0-9]*\).*/\1/p') || true
    echo "$major" | head -n 1
}

# $1 = javac if a compiler is needed, java if a runtime is enough.
find_jdk() {
    local tool=$1 home major on_path
    on_path=$(command -v java || true)
    [ -z "$on_path" ] || on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
    for home in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /usr/java/* /opt/java/* "${HOME:-}"/.sdkman/candidates/java/* \
        "${HOME:-}"/.jdks/* "${HOME:-}"/.jdks/*/Contents/Home /Library/Java/JavaVirtualMachines/*/Contents/Home \
        {/opt/homebrew,/usr/local,/home/linuxbrew/.linuxbrew}/opt/openjdk*/libexec{,/openjdk.jdk/Contents/Home}; do
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

# install_package APT DNF APK BREW: installs a package, by its name with each package manager, as root or with a sudo that
# asks for no password. Returns 1 if the system has no such package.
install_package() {
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    # brew needs no root; without sudo, the others cannot be asked.
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || command -v brew >/dev/null || return 1
    if command -v apt-get >/dev/null; then
        ${as_root[@]+"${as_root[@]}"} apt-get update -qq && apt-cache show "$1" >/dev/null 2>&1 &&
            ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
    elif command -v dnf >/dev/null; then
        ${as_root[@]+"${as_root[@]}"} dnf install -y -q "$2"
    elif command -v apk >/dev/null; then
        ${as_root[@]+"${as_root[@]}"} apk add -q "$3"
    elif command -v brew >/dev/null; then
        brew install -q "$4"
    else
        return 1
    fi >&2
}

# The command that fetches a URL to standard output here. A Debian without additions has none; the others have one.
fetch() {
    if ! command -v curl >/dev/null && command -v wget >/dev/null; then echo "wget -qO-"; else echo "curl -fsSL"; fi
}

# The beginning of a command that uses fetch: gets curl where there is nothing to fetch with.
fetch_first() {
    ! command -v curl >/dev/null && ! command -v wget >/dev/null && command -v apt-get >/dev/null || return 0
    local install="apt-get update && apt-get install -y curl ca-certificates"
    if [ "$(id -u)" = 0 ]; then
        echo "$install && "
    elif command -v sudo >/dev/null; then
        echo "sudo sh -c '$install' && "
    else
        echo "su -c '$install' && "
    fi
}

# The command that unpacks a JDK into a folder where find_jdk looks; only a missing curl takes root.
jdk_command() {
    local os=linux arch=x64
    [ "$(uname -s)" != Darwin ] || os=mac
    ! command -v apk >/dev/null || os=alpine-linux
    case $(uname -m) in aarch64 | arm64) arch=aarch64 ;; esac
    echo "$(fetch_first)mkdir -p ~/.jdks && $(fetch) https://api.adoptium.net/v3/binary/latest/25/ga/$os/$arch/jdk/hotspot/normal/eclipse | tar xz -C ~/.jdks"
}

# Like find_jdk, but installs a JDK with the system's package manager if there is none. If that fails, prints one line
# with a command that works without root and on systems whose packages have no JDK 25, such as Debian 12.
need_jdk() {
    ! find_jdk "$1" 2>/dev/null || return 0
    echo "No JDK 25 or newer was found: installing one with the system's package manager ..." >&2
    ! { install_package openjdk-25-jdk-headless java-25-openjdk-devel openjdk25 openjdk@25 && find_jdk "$1" 2>/dev/null; } || return 0
    echo "No JDK 25 could be installed: the system has no such package, or it takes root. Unpack one, then start again: $(jdk_command)" >&2
    return 1
}

# Installs Maven with the system's package manager if it is missing. If that fails, prints one line about what to do.
need_maven() {
    local version=3.9.9
    ! command -v mvn >/dev/null || return 0
    echo "Maven is missing: installing it with the system's package manager ..." >&2
    ! { install_package maven maven maven maven && command -v mvn >/dev/null; } || return 0
    echo "Maven 3.8.7 or newer is needed to build and could not be installed. Unpack it, then start again: $(fetch_first)mkdir -p ~/.local && $(fetch)" \
        "https://archive.apache.org/dist/maven/maven-3/$version/binaries/apache-maven-$version-bin.tar.gz | tar xz -C ~/.local &&" \
        "export PATH=~/.local/apache-maven-$version/bin:\$PATH" >&2
    return 1
}

# build_with_progress [ARGUMENT of Maven ...]: runs Maven and prints a line for every module, one every few seconds that says what it
# does and how much it has downloaded, and its errors.
build_with_progress() {
    local line doing="the project: starting" downloaded=0 told=$SECONDS
    local module='^\[INFO\] Building (Decision Service: )?(.*[^ ]) [^ ]+ +(\[[0-9]+/[0-9]+\])$'
    local goal='^\[INFO\] --- [^ ]+:([A-Za-z-]+) \([^)]*\) @ ([^ ]+) ---$'
    {
        # Instead of `read -t`, which cannot tell a pause from the end in the bash of macOS. A sleep that is left over must
        # not hold the pipe.
        while sleep 5 >/dev/null; do echo pulse; done &
        pulse=$!
        built=0
        mvn --batch-mode "$@" 2>&1 || built=$?
        kill "$pulse" && wait "$pulse" 2>/dev/null || true
        exit "$built"
    } | while IFS= read -r line; do
        if [[ $line =~ $module ]]; then
            doing="${BASH_REMATCH[2]}: preparing" told=$SECONDS
            echo "  building ${BASH_REMATCH[2]} ${BASH_REMATCH[3]}"
        elif [[ $line =~ $goal ]]; then
            doing="${BASH_REMATCH[2]}: ${BASH_REMATCH[1]}"
        elif [[ $line == *"Downloaded from "* ]]; then
            downloaded=$((downloaded + 1))
        elif [[ $line == pulse ]]; then
            if [ $((SECONDS - told)) -ge 2 ]; then
                echo "  ... $doing, $SECONDS s so far$([ $downloaded = 0 ] || echo ", $downloaded files downloaded")"
            fi
        elif [[ $line == "[ERROR]"* ]]; then
            echo "$line"
        fi
    done
}
