#!/usr/bin/env bash
# Builds and runs the benchmarks of a request's cost outside the engine, and prints the time and allocation of each
# case.
#   benchmarks/run.sh [arguments of JMH, such as a pattern of names: language, packing, decoding, reading, writing]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk javac && need_maven || exit 2
(cd "$root" && mvn --batch-mode --quiet -Pbenchmarks -pl benchmarks -am -DskipTests package) >&2
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -Dai.djl.offline=true -Dtestdata="$root/testdata" \
    -cp "$root/benchmarks/target/classes:$root/benchmarks/target/libs/*" org.decisionservice.benchmarks.Benchmarks "$@"
