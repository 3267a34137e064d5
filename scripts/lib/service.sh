# Sourced by the scripts that try the built service: starts it on the tiny checkpoints, on a free port of this machine.

# The caller's SERVICE_* variables hold. Sets service_url and service_pid; the service's log is $1.
start_service() {
    local log=$1
    find_jdk java || return 1
    [ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; return 1; }
    SERVICE_HOST=127.0.0.1 SERVICE_PORT=0 SERVICE_CHECKPOINTS=${SERVICE_CHECKPOINTS:-$root/testdata/tiny} \
        "$JAVA_HOME/bin/java" -XX:+UseSerialGC -jar "$root/server/target/decision-service.jar" 2>"$log" &
    service_pid=$!
    trap stop_service EXIT
    for _ in $(seq 600); do
        service_url=$(sed -n 's/^Decision Service on \(http:[^ ]*\).*/\1/p' "$log")
        [ -z "$service_url" ] || return 0
        kill -0 "$service_pid" 2>/dev/null || break
        sleep 0.1
    done
    cat "$log" >&2
    return 1
}

stop_service() {
    [ -z "${service_pid:-}" ] || kill "$service_pid" 2>/dev/null || true
    wait "${service_pid:-}" 2>/dev/null || true
    service_pid=
}
