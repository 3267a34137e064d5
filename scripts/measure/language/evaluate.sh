#!/bin/sh
# Judges the states of a JSONL file of {text | state, expect} and prints the confusion table:
#     scripts/measure/language/evaluate.sh FILE
# With --evidence as the second argument, it prints the evidence instead, for fit_thresholds.py.
set -eu
cd "$(dirname "$(readlink -f "$0")")/../../.."
case "${2-}${1-}" in
    --evidence*) main=EvidenceDump ;;
    ?*) main=ConfusionTable ;;
    *) echo "usage: $0 FILE [--evidence]" >&2; exit 2 ;;
esac
class_path=core/target/evaluate.classpath
mvn -B -q -pl core -am test-compile dependency:build-classpath -Dmdep.outputFile=target/evaluate.classpath \
    -Dmdep.includeScope=test >&2
exec "${JAVA_HOME:?set JAVA_HOME to a JDK 25}/bin/java" \
    -cp "core/target/test-classes:core/target/classes:$(cat "$class_path")" \
    "org.decisionservice.core.routing.language.$main" "$1"
