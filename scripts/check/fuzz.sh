#!/usr/bin/env bash
# Sends mutated request bodies to the built service on the tiny checkpoints: every one has to be decided or refused, in
# time, and the process must not grow. A short form of it is part of ./check.
#   scripts/check/fuzz.sh [messages, default 200000] [seed, default 1]
# Message n of seed s is message 0 of seed s+n: `scripts/check/fuzz.sh 1 <s+n>` sends a failed one again.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
target=$root/server/target
[ -e "$target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx1g --enable-native-access=ALL-UNNAMED \
    -Djava.util.logging.config.file="$target/conf/logging.properties" -Dtestdata="$root/testdata" -Dstarter="$root/starter" \
    -cp "$target/test-classes:$target/classes:$target/libs/*" \
    org.decisionservice.server.fuzz.FuzzMain "${1:-200000}" "${2:-1}" "$target"
