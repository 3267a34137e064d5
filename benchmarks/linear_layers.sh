#!/usr/bin/env bash
# Times the linear layers of one encoder layer of a ModernBERT checkpoint, as the engine builds them: in float32, in 8 bits
# with each kind of activations, and as integer products alone, in turn, on the same numbers of rows.
#   benchmarks/linear_layers.sh CHECKPOINT [THREADS [ROUNDS [ROWS...]]]
# benchmarks/make_checkpoint.py makes a checkpoint of full size. Not included: norms, attention and activation functions,
# which are computed in float32 in both precisions.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
target=$root/server/target
tests=$root/engine-onnx/target/test-classes
[ $# -gt 0 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ -e "$target/decision-service.jar" ] && [ -d "$tests" ] ||
    { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx1g --enable-native-access=ALL-UNNAMED \
    -cp "$tests:$target/engines/onnx/*:$target/libs/*" \
    org.decisionservice.engine.onnx.LayerRunner "$1" "${2:-$(getconf _NPROCESSORS_ONLN)}" "${3:-30}" ${4:+"${@:4}"}
