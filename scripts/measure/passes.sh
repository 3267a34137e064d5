#!/usr/bin/env bash
# Times single passes of the ONNX engine on a ModernBERT checkpoint, and compares them with matrix products alone.
#   scripts/measure/passes.sh CHECKPOINT float32|int8 THREADS ROUNDS SHAPE...
# 16x60 is sixteen rows of 60 tokens; 1x8192! is one row whose sliding attention is not split into chunks. With
# PROFILES=FOLDER, the runtime writes its profiles there, for scripts/measure/operators.py.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
target=$root/server/target
tests=$root/engine-onnx/target/test-classes
[ -e "$target/decision-service.jar" ] && [ -d "$tests" ] ||
    { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx1g --enable-native-access=ALL-UNNAMED \
    -cp "$tests:$target/engines/onnx/*:$target/libs/*" \
    org.decisionservice.engine.onnx.PassRunner "$1" "$2" "$3" "$4" "${PROFILES:--}" "${@:5}"
