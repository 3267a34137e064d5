"""A reverse proxy in front of the service that strips a prefix and, if given a key, requires it."""

import contextlib
import http.server
import threading
import urllib.error
import urllib.request


@contextlib.contextmanager
def front(service, prefix, key=None, alter=None):
    """The address of the proxy, which answers decisions without `key` with 401, and passes what the service answers
    through `alter`."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def answer(self, status, headers, body):
            self.send_response(status)
            for name in ("Content-Type", "Content-Security-Policy", "X-Inference-Time-Ms"):
                if headers.get(name):
                    self.send_header(name, headers[name])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def relay(self, body=None):
            if not self.path.startswith(prefix):
                return self.answer(404, {}, b"")
            if key and body is not None and self.headers["Authorization"] != f"Bearer {key}":
                return self.answer(401, {"Content-Type": "application/json"}, b'{"detail": "invalid or missing bearer token"}')
            request = urllib.request.Request(service + self.path[len(prefix) :], body, {"Content-Type": "application/json"})
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    answer = response.read()
                    return self.answer(response.status, response.headers, alter(answer) if alter and body is not None else answer)
            except urllib.error.HTTPError as refusal:
                return self.answer(refusal.code, refusal.headers, refusal.read())

        def do_GET(self):
            self.relay()

        def do_POST(self):
            self.relay(self.rfile.read(int(self.headers["Content-Length"])))

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
    finally:
        server.shutdown()
        server.server_close()
