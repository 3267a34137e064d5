"""Rows about routes, headers, authentication, admission and health."""

import concurrent.futures
import gzip
import json
import socket
import zlib

import outcomes
from services import ALL, KEY, NOUL, SLOTS

ROUTES = ("/v1/systemone", "/v1/systemone/batch")
ASK = json.dumps({"state": "x", "questions": {"q": NOUL}}).encode()
BEARER = {"Authorization": "Bearer " + KEY}


def rows(s):
    yield from routes(s.open, s.keyed)
    yield from headers(s.open)
    yield from bodies(s.open, s.keyed)
    yield from authentication(s.keyed)
    yield from admission(s.keyed)
    yield from health(s.open, s.keyed, s.lazy)


def routes(s, keyed):
    for path in ("/nope", "/v1/systemone/", "/v1/decisions", "/v1/models", "/v1", "/redoc"):
        r = s.get(path)
        yield "routes", f"{path} is a 404", r.refuses(404), r
    for path in ROUTES:
        r = s.get(path)
        yield "routes", f"GET {path} is a 405 with Allow", r.refuses(405) and r.headers.get("allow") == "POST", r
    r = s.post(b"{}", path="/docs/try/learn")
    yield "routes", "nothing is learned by default: POST /docs/try/learn is a 404", r.refuses(404), r
    r = s.send("POST", "/health")
    yield "routes", "POST /health is a 405 with Allow", r.refuses(405) and r.headers.get("allow") == "GET, HEAD", r
    for path in ("/openapi.json", "/docs", "/docs/try"):
        yield "routes", f"{path} is there", s.get(path).status == 200, s.get(path)
        yield "routes", f"{path} is absent with a key", keyed.get(path).status == 404, keyed.get(path)
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        r = s.post(ASK, headers={"Content-Type": kind})
        yield "routes", f"Content-Type {kind} is not enforced", r.status == 200, r
    for name, coded in (("gzip", gzip.compress(ASK)), ("x-gzip", gzip.compress(ASK)), ("deflate", zlib.compress(ASK))):
        r = s.post(coded, headers={"Content-Encoding": name})
        yield "routes", f"a body in {name} is decoded", r.status == 200, r


def headers(s):
    r = s.post(ASK)
    yield (
        "headers",
        "a decision says how long it took",
        r.headers.get("server-timing", "").startswith("inference;dur=") or ", inference;dur=" in r.headers.get("server-timing", ""),
        r.headers,
    )
    yield "headers", "in two headers", float(r.headers["x-inference-time-ms"]) > 0, r.headers
    for name, got in (("an answer", r), ("an error", s.post(b"x")), ("a 404", s.get("/x")), ("health", s.get("/health"))):
        yield "headers", f"{name} has an X-Request-Id", len(got.headers.get("x-request-id", "")) == 32, got.headers
    r = s.ask(minconfidence=0.9, model="gpt-4")
    yield (
        "headers",
        "members that nobody reads are named",
        set(r.headers["x-ignored-members"].split(", ")) == {"minconfidence", "model"},
        r.headers,
    )
    yield "headers", "and only then", "x-ignored-members" not in s.ask().headers, "the header is there"
    r = s.send("GET", "/", headers={"Accept": "text/html"})
    yield "routes", "a browser at / is sent to the page", r.status == 303 and r.headers["location"] == "/docs/try", r.headers
    r = s.post(ASK, headers={"X-Request-Id": "mine, of 1"})
    yield "headers", "the client's own id comes back", r.headers["x-request-id"] == "mine, of 1", r.headers
    r = s.post(ASK, headers={"X-Request-Id": "x" * 129})
    yield "headers", "an id of 129 characters does not", len(r.headers["x-request-id"]) == 32, r.headers


def bodies(s, keyed):
    r = s.post(ASK, headers={"Content-Encoding": "br"})
    yield "errors", "another encoding is a 415", r.refuses(415), r
    r = s.post(ASK, headers={"Content-Encoding": "gzip"})
    yield "errors", "a broken gzip body is a 400", r.refuses(400), r
    bomb = gzip.compress(b'{"state":"%s"}' % (b"a" * (3 << 20)))
    r = s.post(bomb, headers={"Content-Encoding": "gzip"})
    yield "limits", "a body is counted decoded", r.refuses(413), r
    yield "limits", "a declared length over 2 MiB is a 413 before the body", status(s, b"Content-Length: 2097153\r\n\r\n") == 413, "no 413"
    chunks = b"Transfer-Encoding: chunked\r\n\r\n" + (b"10000\r\n" + b"a" * 65536 + b"\r\n") * 33
    yield "limits", "chunks cannot bypass the limit", status(s, chunks) == 413, "no 413"
    yield (
        "errors",
        "a body that does not arrive is a 408",
        status(keyed, b"Authorization: Bearer %s\r\nContent-Length: 10\r\n\r\n" % KEY.encode()) == 408,
        "no 408",
    )


def status(s, rest):
    """The status of a decision request whose head ends with these bytes."""
    with socket.create_connection(("127.0.0.1", s.port), timeout=30) as connection:
        try:
            connection.sendall(b"POST /v1/systemone HTTP/1.1\r\nHost: 127.0.0.1\r\n" + rest)
        except OSError:
            pass  # Refused before everything was sent; the answer may be there.
        return int(connection.makefile("rb").readline().split()[1])


def authentication(s):
    wrong = {
        "no header": {},
        "a wrong key": {"Authorization": "Bearer nope"},
        "a bare key": {"Authorization": KEY},
        "another scheme": {"Authorization": "Basic " + KEY},
        "X-API-Key": {"X-API-Key": KEY},
    }
    for path in ROUTES:
        for name, given in wrong.items():
            r = s.post(ASK, path, given)
            yield (
                "authentication",
                f"{path}: {name} is a 401",
                r.refuses(401, "invalid or missing bearer token") and r.headers.get("www-authenticate", "").startswith("Bearer"),
                r,
            )
    for scheme in ("Bearer", "bearer", "BEARER"):
        r = s.post(ASK, headers={"Authorization": f"{scheme} {KEY}"})
        yield "authentication", f"the scheme {scheme} is taken", r.status == 200, r
    r = s.post(b"nonsense")
    yield "authentication", "the key comes before the body", r.refuses(401), r


def admission(s):
    url = f"http://127.0.0.1:{s.port}"
    with outcomes.slots_taken(url, SLOTS, KEY):
        r = s.post(ASK, headers=BEARER)
        yield (
            "errors",
            "a full service is a 503 with Retry-After",
            r.refuses(503, "server busy, try again later") and r.headers.get("retry-after") == "1",
            r,
        )
        limit = r.headers.get("x-concurrency-limit", "")
        yield "headers", "and names the limit and its setting", limit == f"{SLOTS} (SERVICE_MAX_CONCURRENT)", r.headers
        r = s.post(ASK)
        yield "errors", "the key comes before admission", r.refuses(401), r
        r = s.get("/health")
        yield "health", "health answers when the service is full", r.status == 200, r


def health(s, keyed, lazy):
    r = s.get("/health")
    loaded = r.json["loaded"]
    yield (
        "health",
        "its members",
        list(r.json) == ["status", "loaded", "revisions", "device", "device_is_preference", "checkpoint_devices", "cpu_fallbacks"],
        r,
    )
    yield "health", "the preloaded checkpoints are loaded", sorted(loaded) == ["english", "multilingual", "typed-decisions"], r
    for name in ("revisions", "checkpoint_devices", "cpu_fallbacks"):
        yield "health", f"the names of {name} are those of loaded", list(r.json[name]) == loaded, r
    yield "health", "revisions are texts", all(x.startswith("sha256:") for x in r.json["revisions"].values()), r
    yield "health", "no fallback has happened", all(x == {"count": 0, "last_reason": None} for x in r.json["cpu_fallbacks"].values()), r
    yield "health", "the device is measured", r.json["device"] == "cpu" and r.json["device_is_preference"] is False, r
    for given in ({}, {"Authorization": "Bearer nope"}, BEARER):
        r = keyed.send("GET", "/health", headers=given)
        yield (
            "health",
            f"with a key set it is reduced for everybody ({len(given)} headers)",
            r.status == 200 and r.json == {"status": "ok"},
            r,
        )
    r = lazy.get("/health")
    yield "health", "idle unloading shows its window", r.json["idle_unload_seconds"] == 600 and r.json["idle_seconds"] >= 0, r
    with concurrent.futures.ThreadPoolExecutor() as pool:
        states = [f"{n} " + "word " * 2000 for n in range(16)]
        slow = pool.submit(s.post, {"states": states, "questions": ALL, "max_len": 2048}, "/v1/systemone/batch")
        r = s.get("/health")
        yield "health", "health does not wait for inference", r.status == 200 and not slow.done(), r
        yield "health", "the batch beside it is answered", slow.result().status == 200, slow.result()
    r = lazy.ask(max_len=301)
    yield "limits", "SERVICE_MAX_TOKEN_BUDGET bounds max_len", r.refuses(422, "'max_len'", "300"), r
