#!/usr/bin/env bash
# Builds the application of docs/spring-boot.md, with Spring Boot from Maven Central and the client as it was built, and runs
# it beside the service: answers, refusals, health, many requests at once, a service that is away and comes back.
#     scripts/check/spring.sh
# Build first. It keeps its Maven repository under target/spring and listens on free ports of this machine.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
work=$root/target/spring
log=$work/outcomes.txt
. "$root/scripts/lib/outcomes.sh"
find_jdk javac && need_maven && find_python || exit 2
rm -rf "$work/app"
mkdir -p "$work/app"
: >"$log"
unset "${!SERVICE_@}" "${!DECISIONS_@}" "${!SPRING_@}"
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

maven() { (cd "$work/app" && mvn --batch-mode --quiet -Dmaven.repo.local="$work/repository" "$@") >>"$work/maven.log" 2>&1; }
: >"$work/maven.log"
"$python" -B "$root/scripts/check/spring/files.py" "$root/docs/spring-boot.md" "$work/app"
maven install:install-file -Dfile="$root/client/target/decision-client.jar" -DgroupId=org.decisionservice -DartifactId=client \
    -Dversion=0.1.0 -Dpackaging=jar || { tail "$work/maven.log" >&2; exit 1; }
maven package || { tail -20 "$work/maven.log" >&2; say "failed   the application builds"; closing_count; exit 1; }
say "passed   the application builds"

start_service "$work/service.log" SERVICE_CHECKPOINTS=starter || exit 1
port=${service_url##*:}
[[ $(free_ports 1) =~ ([0-9]+) ]]
app=http://127.0.0.1:${BASH_REMATCH[1]}
DECISIONS_URL=$service_url DECISIONS_TIMEOUT=30s "$JAVA_HOME/bin/java" -Xmx256m -jar "$work/app/target/tickets-1.jar" --server.port="${app##*:}" >"$work/app.log" 2>&1 &
services+="$! "
for _ in $(seq 600); do
    curl -s --fail "$app/actuator/health" >/dev/null && break
    sleep 0.1
done

# expect WHAT STATUS PATTERN CURL-WORDS...: what the application answers.
expect() {
    local what=$1 status=$2 pattern=$3 got
    shift 3
    got=$(curl -s --max-time 60 -w ' %{http_code}' "$@") || true
    if [[ $got == *" $status" ]] && grep -qE "$pattern" <<<"$got"; then say "passed   $what"; else say "failed   $what: $got"; fi
}
ticket=(-H "Content-Type: text/plain" -d "I was charged twice. Please refund one payment." "$app/tickets")

expect "a ticket is sorted" 200 '"queue":"billing"' "${ticket[@]}"
expect "the service's health is part of the application's" 200 '"decisions":\{"details":\{"loaded":\[".*"status":"UP"' "$app/actuator/health"
expect "a refusal is the client's fault, with the service's words" 422 "50,000|50000" -H "Content-Type: text/plain" -d "$(printf 'x%.0s' $(seq 50001))" "$app/tickets"
answered=$(seq 100 | xargs -P 50 -I{} curl -s -o /dev/null -w '%{http_code}\n' --max-time 60 -H "Content-Type: text/plain" -d "ticket {}: where is my parcel?" "$app/tickets" | grep -c 200 || true)
if [ "$answered" = 100 ]; then say "passed   a hundred requests, fifty at once"; else say "failed   of a hundred requests $answered are answered"; fi

stop_service
expect "without the service the application is down" 503 '"decisions":\{"details":\{"reason":"UNREACHABLE"' "$app/actuator/health"
expect "a ticket gets 503 within the client's time" 503 "" "${ticket[@]}"
curl -s --max-time 60 -w ' %{http_code}' "${ticket[@]}" >"$work/waiting" &
waiting=$!
start_service "$work/again.log" SERVICE_CHECKPOINTS=starter SERVICE_PORT="$port" || exit 1
wait "$waiting" || true
if grep -q 'billing.* 200$' "$work/waiting"; then say "passed   one that comes during a restart waits and is answered"; else say "failed   one that comes during a restart: $(cat "$work/waiting")"; fi
expect "then the application is up again" 200 '"status":"UP"' "$app/actuator/health"
closing_count
