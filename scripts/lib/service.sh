# shellcheck shell=bash
# Sourced, after jdk.sh, by the scripts that test the built service: starts it on free ports of this machine. Services
# still running at the end of the script are stopped.
: "${root:?}" "${java_options:?}"
services=" "

# launch_service LOG [VARIABLE=VALUE ...]: starts a service as ./serve does, with the tiny checkpoints unless told
# otherwise, and does not wait for it. The caller's SERVICE_* variables apply, except for host and port. Sets
# service_pid.
launch_service() {
    local log=$1
    shift
    find_jdk java || return 1
    [ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; return 1; }
    # Emptied here, because await_service may read it before the new process opens it.
    : >"$log"
    env SERVICE_HOST=127.0.0.1 SERVICE_PORT=0 SERVICE_CHECKPOINTS="${SERVICE_CHECKPOINTS:-$root/testdata/tiny}" "$@" \
        "$JAVA_HOME/bin/java" "${java_options[@]}" -jar "$root/server/target/decision-service.jar" 2>"$log" &
    service_pid=$!
    services+="$service_pid "
}

# await_service LOG PID [SECONDS]: sets service_url once the service listens. Returns 1 if it ends or does not listen within a
# minute, or as many seconds.
await_service() {
    for _ in $(seq $((${3:-60} * 10))); do
        service_url=$(sed -n 's/^Decision Service on \(http:[^ ]*\).*/\1/p' "$1")
        [ -z "$service_url" ] || return 0
        kill -0 "$2" 2>/dev/null || break
        sleep 0.1
    done
    return 1
}

# start_service LOG [VARIABLE=VALUE ...]: launches a service and awaits it. Prints the log if it does not start.
start_service() {
    launch_service "$@" || return 1
    await_service "$1" "$service_pid" || { cat "$1" >&2; return 1; }
}

# stop_service [PID]: stops this service, or the one started last. Sets service_status to its exit status.
# shellcheck disable=SC2034 # Callers read service_status.
stop_service() {
    local pid=${1:-$service_pid}
    kill "$pid" 2>/dev/null || true
    service_status=0
    wait "$pid" 2>/dev/null || service_status=$?
    services=${services/ $pid / }
}

stop_services() {
    local pid
    for pid in $services; do kill "$pid" 2>/dev/null || true; done
    for pid in $services; do wait "$pid" 2>/dev/null || true; done
    services=" "
}
trap stop_services EXIT

# free_ports COUNT: prints this many different free ports, one per line.
free_ports() {
    PYTHONPATH=$root/scripts/lib python3 -B -c 'import running, sys; print(*running.free_ports(int(sys.argv[1])), sep="\n")' "$1"
}
