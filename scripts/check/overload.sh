#!/usr/bin/env bash
# Lets more clients than are admitted ask the built service, on the tiny english checkpoint: every request has to be
# answered, with the answer of the quiet service or with 503 and Retry-After, while /health answers at once.
#   scripts/check/overload.sh [seconds, default 60; 5 is the short form] [clients, default 64] \
#       [milliseconds a refused client waits before it asks again, default 0: the rudest there is]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
target=$root/server/target
mkdir -p "$root/target"

# Threads and resident memory of the service, where the system tells.
footprint() {
    [ ! -r "/proc/$service_pid/status" ] || awk -v when="$1" '/^Threads|^VmRSS/ { v[$1] = $2 }
        END { printf "%s: %d threads, %.0f MB resident\n", when, v["Threads:"], v["VmRSS:"] / 1000 }' "/proc/$service_pid/status"
}

SERVICE_MODEL_PATH=$root/testdata/tiny/english SERVICE_MAX_CONCURRENT=16 start_service "$root/target/overload.log"
footprint "before"
status=0
"$JAVA_HOME/bin/java" -XX:+UseSerialGC -Dtestdata="$root/testdata" -cp "$target/test-classes:$target/classes:$target/libs/*" \
    org.decisionservice.server.load.OverloadMain "${service_url##*:}" "${1:-60}" "${2:-64}" "${3:-0}" || status=$?
footprint "after"
if grep ' ERROR ' "$root/target/overload.log"; then
    status=1
fi
exit $status
