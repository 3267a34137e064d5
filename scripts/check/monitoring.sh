#!/usr/bin/env bash
# Checks what deploy/monitoring has for Prometheus and Grafana: the unit tests of the alert rules; that each alert fires when the
# fault that it names is caused in a running service, and none on ordinary traffic; that every query of the dashboard returns
# data. A real Prometheus scrapes the services; all times of the rules are divided by 30 for that.
#   scripts/check/monitoring.sh [--picture OUT.svg]     draws the dashboard from what its queries returned
# Build first; it listens on free ports of this machine, and needs root for a full disk.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/tools.sh"
find_jdk java || exit 2
find_python || exit 2
mkdir -p "$root/target/monitoring"
if ! prometheus=$(find_tool prometheus prometheus) || ! promtool=$(find_tool promtool prometheus); then
    missing "the checks of deploy/monitoring" "there is no Prometheus with promtool (Debian's package prometheus has both)"
    exit 0
fi
"$promtool" check rules "$root/deploy/monitoring/alerts.yaml"
"$promtool" test rules "$root/deploy/monitoring/alerts_test.yaml"
exec "$python" -B "$root/scripts/check/monitoring" "$JAVA_HOME/bin/java" "$prometheus" "$@"
