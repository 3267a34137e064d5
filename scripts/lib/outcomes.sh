# shellcheck shell=bash
# Sourced, after tools.sh, by the scripts that run public clients: counts the lines that the programs of checks print.
: "${log:?}"

say() { echo "$*" | tee -a "$log"; }

# checks COMMAND ...: runs a program of checks. It prints its own lines, so only a crash is reported here.
checks() {
    local before
    before=$(count failed)
    "$@" | tee -a "$log" || [ "$(count failed)" -gt "$before" ] || say "failed   $(basename "${@: -1}"): it stopped before its last check"
}

# left_out WHAT WHY: like missing, but the line is counted.
left_out() { missing "$@" | tee -a "$log"; }

count() { grep -c "^$1 " "$log" || true; }

# Prints how many checks passed; returns 1 if one failed.
closing_count() {
    local failed skipped
    failed=$(count failed) skipped=$(count skipped)
    echo
    echo "$(count passed) passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
    [ "$failed" -eq 0 ]
}
