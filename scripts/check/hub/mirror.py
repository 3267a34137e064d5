"""A mirror of a hub that sends the same files another way than the hub does."""
import contextlib
import gzip
import hashlib
import http.server
import json
import threading
import urllib.parse

COMMIT = "a" * 40


def digest(name, content):
    """The hub's name for a file."""
    if name.endswith(".safetensors"):
        return hashlib.sha256(content).hexdigest()
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


ETAGS = {
    "weak": lambda name, content: 'W/"%s-gzip"' % digest(name, content),
    "md5": lambda name, content: '"%s"' % hashlib.md5(content).hexdigest(),
    "sha256": lambda name, content: '"%s"' % hashlib.sha256(content).hexdigest(),
}


class Mirror:
    """Serves the files of a directory as the repository owner/MODE for every mode below, until the end of a `with` block.

    plain: as the hub does. gzip: small files and listings come compressed. unsized: HEAD without a length. chunked: GET
    without one, too. both: gzip and chunked. storage: the weights lie at another path of the same host, which does not
    know the commit. elsewhere: another host answers. weak, md5, sha256: other etags. nocommit: no commit is said.
    """

    def __init__(self, directory):
        self.files = {str(path.relative_to(directory)): path.read_bytes()
                      for path in sorted(directory.rglob("*")) if path.is_file()}
        self.asked = []
        self.servers = []
        self.url, self.other = self.serve(), self.serve()

    def serve(self, port=0):
        mirror = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                mirror.asked.append((self.path, self.headers.get("Authorization")))
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    mirror.answer(self)

            do_HEAD = do_GET

        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.servers.append(server)
        return "http://127.0.0.1:%d" % server.server_port

    def go(self):
        """Closes the port of the hub, which is still its own."""
        self.servers[0].shutdown()
        self.servers[0].server_close()
        return self.servers[0].server_port

    def answer(self, request):
        # As a proxy, it is asked for whole addresses.
        path = urllib.parse.unquote(urllib.parse.urlsplit(request.path).path)
        if path.startswith("/storage/"):
            return self.send(request, self.files[path.removeprefix("/storage/")], {"ETag": '"other"'})
        parts = path.strip("/").split("/")
        mode = parts[3] if path.startswith("/api/models/") else parts[1] if len(parts) > 1 else ""
        here = "http://" + request.headers["Host"]
        if mode == "elsewhere" and here == self.url:
            return self.send(request, b"", {"Location": self.other + request.path}, 308)
        if path.startswith("/api/models/"):
            listing = {"id": "owner/" + mode, "sha": COMMIT, "siblings": [{"rfilename": name} for name in self.files]}
            return self.send(request, json.dumps(listing).encode(), {}, coded=mode in ("gzip", "both"))
        name = "/".join(parts[4:])
        if parts[2:3] != ["resolve"] or name not in self.files:
            return self.send(request, b"", {"X-Error-Code": "EntryNotFound"}, 404)
        content = self.files[name]
        headers = {"ETag": ETAGS.get(mode, lambda *_: '"%s"' % digest(name, content))(name, content),
                   "X-Repo-Commit": COMMIT}
        if mode == "nocommit":
            del headers["X-Repo-Commit"]
        if mode == "storage" and name.endswith(".safetensors"):
            linked = {"X-Linked-ETag": headers["ETag"], "X-Linked-Size": str(len(content)), "Location": here + "/storage/" + name}
            return self.send(request, b"", {**headers, **linked}, 302)
        get = request.command == "GET"
        return self.send(request, content, headers, coded=get and mode in ("gzip", "both") and not name.endswith(".safetensors"),
                         sized=mode not in ("chunked", "both") if get else mode not in ("unsized", "chunked", "both"))

    @staticmethod
    def send(request, content, headers, status=200, coded=False, sized=True):
        if coded:
            content = gzip.compress(content)
            headers = {**headers, "Content-Encoding": "gzip"}
        request.send_response(status)
        for name, value in {**headers, **({"Content-Length": str(len(content))} if sized else {"Transfer-Encoding": "chunked"})}.items():
            request.send_header(name, value)
        request.end_headers()
        if request.command == "HEAD":
            return
        request.wfile.write(content if sized else b"%x\r\n%s\r\n0\r\n\r\n" % (len(content), content))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.shutdown()
            server.server_close()
