#!/usr/bin/env bash
# Asks the built service on the tiny english checkpoint, which costs next to nothing to compute, with one compute thread: what is
# left is the service itself. Prints answers per second, their times, and what a request allocates.
#   benchmarks/load.sh [seconds of each measurement, default 10]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/scripts/jdk.sh"
. "$root/scripts/service.sh"
mkdir -p "$root/target"
seconds=${1:-10}
gc=$root/target/load.gc

# $1 = what to ask, $2 = clients. A collection frees what was allocated since the one before, but for what is still in use.
ask() {
    local before line
    before=$(freed)
    line=$("$JAVA_HOME/bin/java" -XX:+UseSerialGC -cp "$root/benchmarks/target/classes:$root/benchmarks/target/libs/*" \
        org.decisionservice.benchmarks.Load "${service_url##*:}" "$1" "$2" "$seconds")
    sed 's/, [0-9]* answers$//' <<<"$line" | tr '\n' ','
    awk -v before="$before" -v after="$(freed)" -v answers="$(sed -n 's/.* \([0-9]*\) answers$/\1/p' <<<"$line")" \
        'BEGIN { printf " %.0f kB allocated each\n", (after - before) * 1024 / answers }'
}

# Megabytes that the collections so far have freed.
freed() {
    sed -n 's/.*Pause .* \([0-9]*\)M->\([0-9]*\)M(.*/\1 \2/p' "$gc" | awk '{ freed += $1 - $2 } END { print freed + 0 }'
}

export SERVICE_MODELS=english SERVICE_THREADS=1
JDK_JAVA_OPTIONS="-Xlog:gc:file=$gc:none" start_service "$root/target/load.log"
for questions in 1 3 64; do
    ask "$questions" 1
    ask "$questions" 16
done
ask health 1
ask health 16
