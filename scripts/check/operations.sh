#!/usr/bin/env bash
# The operator's port of the built service, on the tiny checkpoints: probes from the start to the end of the process, /metrics read
# by the parsers of Prometheus' own Python client after a known load, and by promtool; nothing on the public port;
# traces as a stand-in collector receives them.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
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
