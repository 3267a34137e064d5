#!/usr/bin/env bash
# Times passes of a checkpoint in float32 and in every variant of int8 that the engine offers, in turn. Which of them the
# gate accepts is in the log of a service.
#   benchmarks/variants.sh CHECKPOINT THREADS ROUNDS SHAPE...
# 16x60 is sixteen rows of 60 tokens.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
target=$root/server/target
tests=$root/engine-onnx/target/test-classes
[ $# -gt 3 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ -e "$target/decision-service.jar" ] && [ -d "$tests" ] ||
    { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx1g --enable-native-access=ALL-UNNAMED \
    -cp "$tests:$target/engines/onnx/*:$target/libs/*" \
    org.decisionservice.engine.onnx.VariantRunner "$@"
