#!/usr/bin/env bash
# Checks what deploy/monitoring has for Prometheus and Grafana: the unit tests of the alert rules; that each alert fires when the
# fault that it names is caused in a running service, and none on ordinary traffic; that every query of the dashboard returns
# data, and the one that KEDA asks. A real Prometheus scrapes the services; all times of the rules are divided by 30 for that.
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
# What KEDA asks, of series with the labels that the PodMonitor gives them: the sum over the pods.
value() { sed -n "s/^ *$2: *//p" "$root/$1" | head -n 1; }
job=$(sed -n "s|^ *$(value deploy/monitoring/podmonitor.yaml jobLabel): *||p" "$root/deploy/kubernetes/base/deployment.yaml" | head -n 1)
cat >"$root/target/monitoring/keda_test.yaml" <<END
evaluation_interval: 30s
tests:
  - interval: 30s
    input_series:
      - {series: 'decision_queue_depth{job="$job",instance="a"}', values: 2x10}
      - {series: 'decision_queue_depth{job="$job",instance="b"}', values: 4x10}
    promql_expr_test:
      - {expr: '$(value deploy/kubernetes/overlays/keda/scaledobject.yaml query)', eval_time: 2m, exp_samples: [{labels: '{}', value: 6}]}
END
"$promtool" test rules "$root/target/monitoring/keda_test.yaml"
[ "$(value deploy/kubernetes/overlays/keda/scaledobject.yaml ignoreNullValues)" = '"false"' ] ||
    { echo "failed   KEDA takes an empty answer for 0 waiting requests"; exit 1; }
exec "$python" -B "$root/scripts/check/monitoring" "$JAVA_HOME/bin/java" "$prometheus" "$@"
