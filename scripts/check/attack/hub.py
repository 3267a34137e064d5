"""Row 9: a hub that announces wrong sizes, and one that never stops sending."""
import contextlib
import hashlib
import http.server
import json
import threading
import urllib.parse

import running
from harness import together
from report import attack

COMMIT = "0123456789abcdef0123456789abcdef01234567"
PIECE = b"\n" * 65536
SLACK = 1 << 20  # bytes that may be written beyond the announced size before it is noticed
CONFIG = "rl_agent_config.json"
# Most bytes that a hub without sizes may make the service write or keep.
UNANNOUNCED = 64 << 20


class LyingHub(http.server.ThreadingHTTPServer):
    """Serves the tiny english checkpoint as any repository; the repository's name selects the lie about one file."""

    daemon_threads = True

    def __init__(self, most):
        super().__init__(("127.0.0.1", 0), Talk)
        self.most, self.sent, self.asked = most, {}, {}
        files = [p for p in (running.TINY / "english").rglob("*") if p.is_file()]
        self.files = {p.relative_to(running.TINY / "english").as_posix(): p.read_bytes() for p in files}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    @property
    def endpoint(self):
        return "http://127.0.0.1:%d" % self.server_port

    def handle_error(self, request, client_address):
        """The client is expected to disconnect early."""


class Talk(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.answer(False)

    def do_GET(self):
        self.answer(True)

    def answer(self, body):
        path = urllib.parse.unquote(self.path)
        self.server.asked[path] = self.server.asked.get(path, 0) + 1
        if path.startswith("/api/models/"):
            return self.listing(path.split("/")[4])
        repo, name = path[1:].split("/resolve/%s/" % COMMIT)
        content, lie = self.server.files[name], repo.split("/")[1] if name == CONFIG else ""
        digest = (hashlib.sha256(content) if name.endswith(".safetensors")
                  else hashlib.sha1(b"blob %d\0" % len(content) + content)).hexdigest()
        self.send_response(200)
        self.send_header("ETag", '"%s"' % digest)
        self.send_header("X-Repo-Commit", COMMIT)
        size = {"negative": "-5", "more": str(len(content)), "without-end": str(len(content))}.get(lie)
        if size:
            self.send_header("X-Linked-Size", size)
        if not body and lie == "no-size" or body and lie in ("without-end", "no-size"):
            self.send_header("Connection", "close")
            self.close_connection = True
        else:
            self.send_header("Content-Length", str(self.server.most if body and lie == "more" else len(content)))
        self.end_headers()
        if body and lie in ("more", "without-end", "no-size"):
            self.endless(lie, content)
        elif body:
            self.wfile.write(content)

    def listing(self, repo):
        self.send_response(200)
        self.send_header("Connection", "close")
        self.close_connection = True
        self.end_headers()
        self.wfile.write(json.dumps({"sha": COMMIT, "siblings": [{"rfilename": n} for n in self.server.files]})[:-2].encode())
        if repo == "listing":
            self.endless("listing", b"", (b',{"rfilename":"%s"}' % (b"f" * 200)) * 300)
        self.wfile.write(b"]}")

    def endless(self, lie, start, piece=PIECE):
        """Almost endless: it stops before it fills this machine's disk."""
        self.wfile.write(start)
        sent = len(start)
        while sent < self.server.most:
            self.wfile.write(piece)
            sent += len(piece)
            self.server.sent[lie] = max(self.server.sent.get(lie, 0), sent)


class Written:
    """The largest file ever seen in a folder, checked every few milliseconds."""

    def __init__(self, folder):
        self.folder, self.most, self.over = folder, {}, threading.Event()

    def __enter__(self):
        self.thread = threading.Thread(target=self._look, daemon=True)
        self.thread.start()
        return self

    def _look(self):
        while not self.over.wait(0.005):
            for repo in self.folder.glob("models--*"):
                with contextlib.suppress(OSError):
                    most = max((p.stat().st_size for p in (repo / "blobs").iterdir() if p.is_file()), default=0)
                    self.most[repo.name] = max(self.most.get(repo.name, 0), most)

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def by(self, lie):
        return self.most.get("models--lies--" + lie, 0)


def start(bench, report, hub, cache, sources, **settings):
    return bench.start(report, HF_ENDPOINT=hub.endpoint, HF_HUB_CACHE=cache, SERVICE_CHECKPOINTS="hub",
                       SERVICE_EXTRA_MODELS=json.dumps(sources), **settings)


def wanted(model):
    return json.dumps({"state": "x", "model": model, "questions": {"q": {"type": "noul", "instructions": "Well?"}}}).encode()


def lie_about_sizes(bench, report, first, second):
    cache = bench.directory / ("hub-" + first)
    with LyingHub(bench.pick(256, 1024) << 20) as hub:
        announced = len(hub.files[CONFIG])
        sources = {"english": "honest/honest", "multilingual": "lies/" + first, "typed-decisions": "lies/" + second}
        with start(bench, report, hub, cache, sources) as service, Written(cache) as written:
            patience = bench.pick(30, 90)
            answers = together(lambda: service.ask(wanted("multilingual"), timeout=patience),
                               lambda: service.ask(wanted("typed-decisions"), timeout=patience))
            for lie, (status, _) in zip((first, second), answers, strict=True):
                size = written.by(lie)
                most = UNANNOUNCED if lie == "no-size" else announced + SLACK
                # The checkpoint's weights may be there, if the lie was detected and the file was fetched.
                report.at_most("%s: %d bytes announced, written" % (lie, announced), size / 1e6, max(most, 3e6) / 1e6, "MB")
                report.one_of(lie + ": status", [status], (200, 500, 502, 503))


@attack("9-more", "files larger than announced, and without end")
def more(bench, report):
    lie_about_sizes(bench, report, "more", "without-end")


@attack("9-negative", "a negative size, and none")
def negative(bench, report):
    if bench.short:
        report.note("only in the long form")
        return
    lie_about_sizes(bench, report, "negative", "no-size")


@attack("9-listing", "a file listing without end, at -Xmx96m")
def listing(bench, report):
    cache = bench.directory / "hub-listing"
    with LyingHub(bench.pick(512, 2048) << 20) as hub:
        sources = {"english": "honest/honest", "multilingual": "lies/listing"}
        with start(bench, report, hub, cache, sources, java="-Xmx96m") as service:
            status, _ = service.ask(wanted("multilingual"), timeout=bench.pick(30, 90))
            if service.statuses:
                report.note("the process ended")
            else:
                report.one_of("status", [status], (500, 502, 503))
            report.at_most("taken of the listing", hub.sent.get("listing", 0) / 1e6, UNANNOUNCED / 1e6, "MB")
            service.growth(report)
