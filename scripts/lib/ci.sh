# shellcheck shell=bash
# Sourced by .ci/run and .ci/nightly, which name their log first: runs steps one after another or two at once, and lists what
# was skipped. A tool that is missing and cannot be installed is a failure; with REQUIRE_ALL=0 it is an entry in that list.
: "${log:?}"
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

# together "COMMAND" "COMMAND" ...: runs commands at the same time, for steps that measure nothing and share no port, file or
# package manager; prints the output of each as one piece. Fails if one fails, after all have ended.
together() {
    local command piece status=0 begun=$SECONDS pids=() pieces=() i
    for command in "$@"; do
        piece=$(mktemp target/ci-piece.XXXXXX)
        (if eval "$command" >"$piece" 2>&1; then echo 0; else echo 1; fi >"$piece.status") &
        pids+=($!)
        pieces+=("$piece")
    done
    for i in "${!pids[@]}"; do
        command=${*:i + 1:1} piece=${pieces[i]}
        wait "${pids[i]}" || true
        echo "=== $command" | tee -a "$log"
        tee -a "$log" <"$piece"
        [ "$(cat "$piece.status" 2>/dev/null)" = 0 ] || { echo "--- failed: $command" | tee -a "$log"; status=1; }
        rm -f "$piece" "$piece.status"
    done
    echo "--- $((SECONDS - begun)) s" | tee -a "$log"
    return $status
}

list_skipped() {
    echo "=== skipped"
    awk '/^=== /{ script = $2 } /^skipped  / || /Skipped: [1-9].* -- in /{ print script ": " $0; some = 1 } END { if (!some) print "nothing" }' "$log"
}
trap list_skipped EXIT
