#!/usr/bin/env bash
# Sends mutated request bodies to the built service on the tiny checkpoints: each must be answered or refused in time,
# and the process must not grow. ./check includes a short form.
#   scripts/check/fuzz.sh [messages, default 200000] [seed, default 1]
# Message n of seed s is message 0 of seed s+n, so `scripts/check/fuzz.sh 1 <s+n>` repeats a failed one. Then a tenth of as
# many follows, with everything on that is off by default and answers at once.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
target=$root/server/target
[ -e "$target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
messages=${1:-200000}
seed=${2:-1}
# fuzz MESSAGES [all]
fuzz() {
    # Where tests run, too: question sets are named by a path from there.
    (cd "$root/server" && "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx1g --enable-native-access=ALL-UNNAMED \
        -Djava.util.logging.config.file="$target/conf/logging.properties" -Dtestdata="$root/testdata" -Dstarter="$root/starter" \
        -cp "$target/test-classes:$root/testing/target/classes:$target/classes:$target/libs/*" \
        org.decisionservice.server.fuzz.FuzzMain "$1" "$seed" "$target" "${2:-}")
}
fuzz "$messages"
# Explained answers take as long as thirty others.
fuzz $(((messages + 9) / 10)) all
