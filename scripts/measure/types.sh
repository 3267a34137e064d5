#!/usr/bin/env bash
# Counts the project's types that one POST /v1/systemone enters, from its head to its last byte, in a service that has
# answered others before:
#     scripts/measure/types.sh [REQUEST.json]
# Prints every type, and then how many types, files and packages there are. A type is entered if one of its methods or
# constructors begins; a nested type counts as a type, and its file once.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
find_jdk javac || exit 2
work=$root/target/types
rm -rf "$work" && mkdir -p "$work/classes"
"$JAVA_HOME/bin/javac" -d "$work/classes" "$root/scripts/measure/types/Entered.java"
printf 'Premain-Class: Entered\n' >"$work/manifest"
"$JAVA_HOME/bin/jar" --create --file "$work/entered.jar" --manifest "$work/manifest" -C "$work/classes" .
request=${1:-$work/request.json}
[ $# -gt 0 ] || cat >"$request" <<'JSON'
{"state": "I was charged twice this month, I want my money back", "questions": {
 "queue": {"type": "choice", "instructions": "Which team?", "criteria": {"billing": "charges", "tech": "errors", "other": null}},
 "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["low", "high"]},
 "refund": {"type": "noul", "instructions": "The customer asks for money back."}}}
JSON
# Each type is loaded from its jar, so that the agent sees it.
java_options=(-Xshare:off "-javaagent:$work/entered.jar=$work")
start_service "$work/service.log" SERVICE_THREADS=1
ask() { curl --silent --fail --output /dev/null --data-binary "@$request" "$service_url/v1/systemone"; }
for _ in $(seq 5); do ask; done
touch "$work/begin"
until [ ! -e "$work/begin" ]; do sleep 0.05; done
ask
sleep 0.5
touch "$work/end"
until [ -e "$work/types.txt" ]; do sleep 0.05; done
cat "$work/types.txt"
printf '%d types in %d files and %d packages\n' "$(wc -l <"$work/types.txt")" \
    "$(sed 's/\$.*//' "$work/types.txt" | sort -u | wc -l)" "$(sed 's/\.[^.]*$//' "$work/types.txt" | sort -u | wc -l)"
