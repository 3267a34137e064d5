#!/usr/bin/env bash
# Checks the operator's port of the built service with the tiny checkpoints: the probes from the start to the end of the
# process; /metrics after a known load, read by the parsers of Prometheus' own Python client and by promtool; that the
# public port has none of it; the traces that a stand-in collector receives; that every line of a life with
# SERVICE_LOG_FORMAT=json is an object; and starts in odd environments.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/tools.sh"
find_jdk java || exit 2
[ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
work=$root/target/operations
mkdir -p "$work"
python_environment "$work/venv" "$root/scripts/check/operations/requirements.txt" || exit 2
promtool=$(find_tool promtool prometheus) || missing "promtool check metrics" "there is no promtool (Debian's package prometheus has it)"
"$work/venv/bin/python" -B "$root/scripts/check/operations/check_operations.py" "$JAVA_HOME/bin/java" ${promtool:+"$promtool"}
"$work/venv/bin/python" -B "$root/scripts/check/operations/check_traces.py" "$JAVA_HOME/bin/java"
"$work/venv/bin/python" -B "$root/scripts/check/operations/check_json.py"
"$work/venv/bin/python" -B "$root/scripts/check/operations/check_starts.py" "$JAVA_HOME/bin/java"
