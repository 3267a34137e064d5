#!/usr/bin/env bash
# Runs three replicas of the built service behind a real nginx. Each is stopped and started again while 32 clients send
# requests without a pause. No request may fail or get a different answer.
#   scripts/check/rolling.sh [rounds over all replicas, default 5; 1 is the short form]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
work=$root/target/rolling
rounds=${1:-5}
clients=32
mkdir -p "$work"
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
. "$root/scripts/lib/nginx.sh"
if ! reason=$(need_nginx); then
    missing "rolling restart" "$reason"
    exit 0
fi
# The caller's settings must not affect the replicas, and loopback must not go through a proxy.
unset "${!SERVICE_@}" "${!HF_@}" JAVA_TOOL_OPTIONS
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

pids=() load=
# shellcheck disable=SC2329 # The trap calls it.
finish() {
    [ -z "$load" ] || kill "$load" 2>/dev/null || true
    stop_nginx
    stop_services
    wait
}
trap finish EXIT

mapfile -t ports < <(free_ports 4)
public=${ports[3]}

# A replica may get all the requests that the others no longer accept, so each has as many slots as there are clients.
start() {
    start_service "$work/replica-$1.log" "SERVICE_PORT=${ports[$1]}" "SERVICE_MODEL_PATH=$root/testdata/tiny/english" \
        SERVICE_THREADS=1 SERVICE_MAX_CONCURRENT=$clients || return 1
    pids[$1]=$service_pid
}

# behind NGINX-SETTING ROUNDS: restarts each replica in turn, ROUNDS times, under load. The clients' report is in
# load.log.
behind() {
    local i status
    start_nginx "$public" "location / {
        proxy_pass http://replicas;
        proxy_http_version 1.1;
        proxy_set_header Connection '';
        proxy_set_header Host \$http_host;
        $1
    }" "upstream replicas { least_conn; $upstreams keepalive 32; }
    log_format tries '\$status \$upstream_status';
    access_log $work/access.log tries;"
    : >"$work/access.log"
    python3 "$root/scripts/measure/load.py" "http://127.0.0.1:$public/v1/systemone" "$root/deploy/image/request.json" $clients >"$work/load.log" &
    load=$!
    sleep 2
    for _ in $(seq "$2"); do
        for i in 0 1 2; do
            stop_service "${pids[$i]}"
            [ "$service_status" = 143 ] || { echo "failed   replica $i ended with status $service_status"; cat "$work/replica-$i.log"; exit 1; }
            start $i || exit 1
            sleep 1
        done
    done
    kill "$load"
    status=0
    wait "$load" || status=$?
    load=
    stop_nginx
    return $status
}

for i in 0 1 2; do start $i || exit 1; done
upstreams=$(for i in 0 1 2; do echo "server 127.0.0.1:${ports[$i]} max_fails=1 fail_timeout=1s;"; done)
failed=0

# A decision changes nothing, so a request that a stopping replica refuses or drops may be sent to another replica;
# non_idempotent allows this for POST.
if behind 'proxy_next_upstream error timeout http_503 non_idempotent; proxy_next_upstream_tries 3;' "$rounds"; then
    outcome=passed
else
    outcome=failed failed=1
fi
echo "$outcome   $((3 * rounds)) restarts of 3 replicas behind nginx: $(cat "$work/load.log")"
echo "         nginx asked a second replica $(grep -c , "$work/access.log" || true) times"

if [ "$rounds" -gt 1 ]; then
    # Shows that the clients would notice failures: without this, a run without failures would prove nothing.
    if behind 'proxy_next_upstream off;' 1; then
        echo "failed   the same without a second replica: nothing failed, so these clients would not notice failures"
        failed=1
    else
        echo "passed   the same without a second replica: the clients notice failures: $(head -n 1 "$work/load.log")"
    fi
else
    echo "skipped  the same without a second replica, where clients must notice failures: not in the short form"
fi
exit $failed
