#!/usr/bin/env bash
# Compares what checkpoints answer in 16 bits, as a GPU computes them, with what they answer in float32, over the bundled
# sentences. Needs no GPU: ONNX Runtime's part rounds every value that is 16 bits wide there to 16 bits here; PyTorch's
# computes with libtorch's own 16-bit products on the CPU.
#   benchmarks/sixteen-bits.sh onnx|pytorch CHECKPOINT...
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
target=$root/server/target
[ $# -gt 1 ] && [[ $1 = onnx || $1 = pytorch ]] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
engine=$1
shift
classes=$root/engine-$engine/target/test-classes:$root/engine-testkit/target/classes
[ -e "$target/decision-service.jar" ] && [ -d "$target/engines/$engine" ] && [ -d "${classes%%:*}" ] ||
    { echo "Build first: ./check, or mvn -Ppytorch -DskipTests package" >&2; exit 2; }
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx2g --enable-native-access=ALL-UNNAMED \
    -cp "$classes:$target/engines/$engine/*:$target/libs/*" \
    "org.decisionservice.engine.$engine.SixteenBitRunner" "$@"
