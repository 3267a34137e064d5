# shellcheck shell=bash
# Sourced by .ci/run and .ci/nightly, which name their log first: runs steps one after another or two at once, and lists what
# was skipped. A tool that is missing and cannot be installed is a failure; with REQUIRE_ALL=0 it is an entry in that list.
: "${log:?}"
. scripts/lib/jdk.sh
export REQUIRE_ALL=${REQUIRE_ALL:-1}
mkdir -p target
: >"$log"

run() {
    local status=0 begun=$SECONDS
    echo "=== $*" | tee -a "$log"
    "$@" 2>&1 | tee -a "$log" || status=$?
    echo "--- $((SECONDS - begun)) s" | tee -a "$log"
    return $status
}

# build [ARGUMENT of Maven ...]: what checks of the packaged service need.
build() {
    need_jdk javac && need_maven || return 2
    mvn --batch-mode --no-transfer-progress --threads 2 -DskipTests "$@" package
}

# together "COMMAND" "COMMAND" ...: runs commands two at a time, in this order, for steps that measure nothing and share no port,
# file or package manager; prints the output of each as one piece when it ends. Fails if one fails, after all have ended.
together() {
    local command failed
    failed=$(mktemp target/ci-failed.XXXXXX)
    for command in "$@"; do
        while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
        apart "$command" "$failed" &
    done
    wait
    [ ! -s "$failed" ] || { rm -f "$failed"; return 1; }
    rm -f "$failed"
}

# apart COMMAND FAILED: runs a command and then prints what it printed; adds a line to the file FAILED if it fails.
apart() {
    local piece status=0 begun=$SECONDS
    piece=$(mktemp target/ci-piece.XXXXXX)
    (eval "$1") >"$piece" 2>&1 || status=$?
    # Not between the lines of another.
    exec 9>target/ci-lock && flock 9
    {
        echo "=== $1"
        cat "$piece"
        [ "$status" = 0 ] || { echo "--- failed: $1"; echo "$1" >>"$2"; }
        echo "--- $((SECONDS - begun)) s"
    } | tee -a "$log"
    rm -f "$piece"
}

# What the steps left out, a line each; a caller adds to it what it leaves out itself, in the function also_skipped.
list_skipped() {
    echo "=== skipped"
    {
        awk '/^=== / { step = substr($0, 5) } /^skipped  / || /Skipped: [1-9].* -- in / { print step ": " $0 }' "$log"
        ! declare -F also_skipped >/dev/null || also_skipped
    } | awk '{ print } END { if (!NR) print "nothing" }'
}
trap list_skipped EXIT
