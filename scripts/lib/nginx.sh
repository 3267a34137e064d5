# shellcheck shell=bash
# Sourced, after tools.sh, by the scripts that put the service behind a real nginx, which runs only for the test, on
# loopback.
: "${work:?}"

# Debian installs nginx in a folder that only root's PATH contains.
PATH=$PATH:/usr/sbin

# Installs nginx if it is missing. If that fails, prints what to do and returns 1.
need_nginx() {
    command -v nginx >/dev/null || install_packages nginx-light || {
        echo "nginx is missing and could not be installed (on Debian, as root: apt-get install nginx-light)"
        return 1
    }
}

# start_nginx PORT LOCATIONS [HTTP-SETTINGS]: returns when it accepts connections.
start_nginx() {
    mkdir -p "$work/nginx"
    cat >"$work/nginx/nginx.conf" <<END
daemon off;
user root;
pid $work/nginx/nginx.pid;
error_log $work/nginx/error.log;
worker_processes 1;
events { worker_connections 1024; }
http {
    access_log $work/nginx/access.log;
    client_max_body_size 2m;
    client_body_temp_path $work/nginx/body;
    proxy_temp_path $work/nginx/proxy;
    fastcgi_temp_path $work/nginx/unused;
    uwsgi_temp_path $work/nginx/unused;
    scgi_temp_path $work/nginx/unused;
    ${3:-}
    server {
        listen 127.0.0.1:$1;
        $2
    }
}
END
    nginx -c "$work/nginx/nginx.conf" -e "$work/nginx/error.log" -p "$work/nginx" &
    for _ in $(seq 50); do
        ! curl --silent --output /dev/null "http://127.0.0.1:$1/" || return 0
        sleep 0.1
    done
    cat "$work/nginx/error.log"
    return 1
}

stop_nginx() {
    [ ! -s "$work/nginx/nginx.pid" ] || kill "$(cat "$work/nginx/nginx.pid")" 2>/dev/null || true
}
