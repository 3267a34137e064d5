#!/usr/bin/env bash
# Compares what checkpoints answer in 16 bits, as a GPU computes them, with what they answer in float32, over the bundled
# sentences. Needs no GPU: every value that is 16 bits wide there is rounded to 16 bits here.
#   benchmarks/sixteen-bits.sh CHECKPOINT...
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
target=$root/server/target
tests=$root/engine-onnx/target/test-classes
[ $# -gt 0 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ -e "$target/decision-service.jar" ] && [ -d "$tests" ] ||
    { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx2g --enable-native-access=ALL-UNNAMED \
    -cp "$tests:$target/engines/onnx/*:$target/libs/*" \
    org.decisionservice.engine.onnx.SixteenBitRunner "$@"
