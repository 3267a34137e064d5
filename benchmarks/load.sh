#!/usr/bin/env bash
# Sends requests to the built service, with the tiny english checkpoint and one compute thread. The model costs almost
# nothing to compute, so the service itself is measured. Prints answers per second, their times, and the memory that a
# request allocates.
#   benchmarks/load.sh [seconds of each measurement, default 10]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
mkdir -p "$root/target"
seconds=${1:-10}
gc=$root/target/load.gc

# $1 = what to request, $2 = number of clients.
ask() {
    local before line
    before=$(allocated)
    line=$("$JAVA_HOME/bin/java" -XX:+UseSerialGC -cp "$root/benchmarks/target/classes:$root/benchmarks/target/libs/*" \
        org.decisionservice.benchmarks.Load "${service_url##*:}" "$1" "$2" "$seconds")
    printf '%s,' "${line%, * answers}"
    awk -v before="$before" -v after="$(allocated)" -v answers="$(sed -n 's/.* \([0-9]*\) answers$/\1/p' <<<"$line")" \
        'BEGIN { printf " %.0f kB allocated each\n", (after - before) / answers }'
}

# Kilobytes allocated so far in the space of new objects, counted at each of its collections.
allocated() {
    sed -n 's/.*Eden: \([0-9]*\)K.*->0K.*/\1/p' "$gc" | awk '{ sum += $1 } END { print sum + 0 }'
}

export SERVICE_MODELS=english SERVICE_THREADS=1
# A small space of new objects is collected often, so the count is off by at most its size.
JDK_JAVA_OPTIONS="-Xmn8m -Xlog:gc+heap:file=$gc:none" start_service "$root/target/load.log"
for questions in 1 3 64; do
    ask "$questions" 1
    ask "$questions" 16
done
ask health 1
ask health 16
