#!/usr/bin/env bash
# Runs two instances of the built service behind the documented files of deploy/proxy, with other ports: a real nginx and a
# real HAProxy. Both instances are stopped and started again in turn while clients send requests at 4 and at 20 a second, and
# without a pause. No request may fail or get a different answer. Then 60 batches come at once, and no request of the calm
# after them may fail.
#   scripts/check/rolling.sh [--short]     the short form sends a few hundred requests to each proxy instead of 2,000
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
work=$root/target/rolling
short=${1:-}
mkdir -p "$work"
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
. "$root/scripts/lib/nginx.sh"
# The caller's settings must not affect the instances, and loopback must not go through a proxy.
unset "${!SERVICE_@}" "${!HF_@}" JAVA_TOOL_OPTIONS
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

pids=()
load=""
proxy=""
# shellcheck disable=SC2329 # The trap calls it.
finish() {
    for pid in $load $proxy; do kill "$pid" 2>/dev/null || true; done
    stop_services
    wait
}
trap finish EXIT

mapfile -t ports < <(free_ports 5)
public=http://127.0.0.1:${ports[4]}
batch='{"states": ['$(printf '"%s Where is my parcel?", ' {1..63})'"Hello"], "questions": {"late": {"type": "noul", "instructions": "A parcel is late."}}}'
failed=0

# The documented file $1 with the ports of this run.
documented() {
    sed -e "s/127.0.0.1:8001/127.0.0.1:${ports[0]}/; s/127.0.0.1:8002/127.0.0.1:${ports[1]}/; s/127.0.0.1:8000/127.0.0.1:${ports[4]}/" \
        -e "s/port 8081/port ${ports[2]}/; s/port 8082/port ${ports[3]}/" "$root/deploy/proxy/$1"
}

start() {
    start_service "$work/instance-$1.log" "SERVICE_PORT=${ports[$1]}" "SERVICE_ADMIN_PORT=${ports[$(($1 + 2))]}" \
        "SERVICE_MODEL_PATH=$root/testdata/tiny/english" SERVICE_THREADS=1 SERVICE_DRAIN_S=4 || return 1
    pids[$1]=$service_pid
}

restart() {
    stop_service "${pids[$1]}"
    [ "$service_status" = 143 ] || { echo "failed   instance $1 ended with status $service_status"; cat "$work/instance-$1.log"; exit 1; }
    start "$1" || exit 1
    # A proxy that probes once a second has to know before the other one stops.
    sleep 3
}

# restarts PROXY CLIENTS SECONDS RATE: restarts the instances in turn as long as the clients send.
restarts() {
    local status=0 count=0
    python3 "$root/scripts/measure/load.py" "$public/v1/systemone" "$root/deploy/image/request.json" "$2" "$3" "$4" >"$work/load.log" &
    load=$!
    while kill -0 "$load" 2>/dev/null; do
        restart $((count % 2))
        count=$((count + 1))
    done
    wait "$load" || status=1
    load=
    if [ $status = 0 ]; then echo -n "passed"; else echo -n "failed" && failed=1; fi
    echo "   $count restarts of 2 instances behind $1, $([ "$4" = 0 ] && echo "without a pause" || echo "$4 requests a second"): $(cat "$work/load.log")"
}

# burst PROXY: 60 batches at once, of which a busy service refuses some; then requests that it has time for.
burst() {
    local senders=() pid
    for _ in $(seq 60); do
        curl --silent --output /dev/null --write-out '%{http_code}\n' --data "$batch" "$public/v1/systemone/batch" &
        senders+=($!)
    done >"$work/burst.log"
    for pid in "${senders[@]}"; do wait "$pid" || true; done
    if python3 "$root/scripts/measure/load.py" "$public/v1/systemone" "$root/deploy/image/request.json" 4 10 20 >"$work/load.log"; then
        echo -n "passed"
    else
        echo -n "failed" && failed=1
    fi
    echo "   the calm after 60 batches behind $1 ($(sort "$work/burst.log" | uniq -c | awk '{ printf "%s%s × %s", sep, $1, $2; sep = ", " }')): $(cat "$work/load.log")"
}

behind() {
    for _ in $(seq 50); do
        ! curl --silent --output /dev/null "$public/health" || break
        sleep 0.1
    done
    if [ "$short" = --short ]; then
        restarts "$1" 4 24 20
    else
        restarts "$1" 4 120 4
        restarts "$1" 4 100 20
        restarts "$1" 16 60 0
    fi
    burst "$1"
    kill "$proxy" && wait "$proxy" 2>/dev/null || true
    proxy=
}

for i in 0 1; do start $i || exit 1; done
if reason=$(need_nginx); then
    mkdir -p "$work/nginx"
    {
        echo "daemon off; user root; pid $work/nginx/nginx.pid; error_log $work/nginx/error.log;"
        echo "events { } http { access_log off;"
        for path in client_body proxy fastcgi uwsgi scgi; do echo "${path}_temp_path $work/nginx/$path;"; done
        documented nginx.conf
        echo "}"
    } >"$work/nginx/nginx.conf"
    nginx -c "$work/nginx/nginx.conf" -e "$work/nginx/error.log" -p "$work/nginx" &
    proxy=$!
    behind nginx
else
    missing "restarts behind nginx" "$reason"
fi
if command -v haproxy >/dev/null || install_packages haproxy; then
    documented haproxy.cfg >"$work/haproxy.cfg"
    haproxy -db -q -f "$work/haproxy.cfg" &
    proxy=$!
    behind HAProxy
else
    missing "restarts behind HAProxy" "HAProxy is missing and could not be installed (on Debian, as root: apt-get install haproxy)"
fi
exit $failed
