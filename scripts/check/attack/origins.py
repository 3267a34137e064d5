"""Row 11: pages of other sites, and host names that resolve to this machine."""
import wires
from harness import ALLOWED, BODY, KEY, PATH, post
from report import attack


def ask(service, *lines, method="POST", body=BODY, path=PATH, port=None):
    """Status and headers of one request on a separate connection."""
    with wires.connect(port or service.port, 10) as s:
        wires.send_all(s, post(body, *lines, method=method, path=path))
        return wires.Answers(s).next(method)[:2]


def try_all(report, service, cases, *more):
    for name, lines, wanted in cases:
        report.equal(name, ask(service, *lines, *more)[0], wanted)


@attack("11-foreign", "a keyless service on loopback, asked by other sites", "open")
def foreign(bench, report, service):
    own = "localhost:%d" % service.port
    try_all(report, service, [
        ("no origin", [], 200),
        ("foreign origin", ["Origin: https://evil.example"], 403),
        ("its own origin", ["Host: " + own, "Origin: http://" + own], 200),
        ("the origin of another port", ["Host: " + own, "Origin: http://localhost:1"], 403),
        ("origin null", ["Origin: null"], 403),
        ("host of an attacker's name", ["Host: evil.example"], 403),
        ("that host as origin too", ["Host: evil.example:80", "Origin: http://evil.example"], 403),
        ("host 127.0.0.1", ["Host: 127.0.0.1:%d" % service.port], 200),
        ("host [::1]", ["Host: [::1]:%d" % service.port], 200),
    ])
    status, headers = ask(service, "Origin: https://evil.example", "Access-Control-Request-Method: POST", method="OPTIONS", body=b"")
    report.hold("preflight of a foreign origin %s, %s" % (status, headers.get("Access-Control-Allow-Origin", "no permission")),
                "Access-Control-Allow-Origin" not in headers)


@attack("11-allowed", "a keyless service with SERVICE_ALLOWED_ORIGINS", "tight")
def allowed(bench, report, service):
    status, headers = ask(service, "Origin: " + ALLOWED)
    report.equal("allowed origin", status, 200)
    report.equal("Access-Control-Allow-Origin", headers.get("Access-Control-Allow-Origin"), ALLOWED)
    status, headers = ask(service, "Origin: " + ALLOWED, "Access-Control-Request-Method: POST",
                          "Access-Control-Request-Headers: content-type", method="OPTIONS", body=b"")
    report.one_of("preflight", [status], (200, 204))
    report.equal("preflight names", headers.get("Access-Control-Allow-Origin"), ALLOWED)
    report.equal("foreign origin", ask(service, "Origin: https://evil.example")[0], 403)


@attack("11-keyed", "with a key, origins and hosts decide nothing", "keyed")
def keyed(bench, report, service):
    try_all(report, service, [
        ("foreign origin", ["Origin: https://evil.example"], 200),
        ("foreign host", ["Host: evil.example"], 200),
    ], "Authorization: Bearer " + KEY)
    report.equal("foreign origin without the key", ask(service, "Origin: https://evil.example")[0], 401)


@attack("11-rebound", "a name of an attacker's that leads here, for services bound to 0.0.0.0, 127.1 and ::ffff:127.0.0.1")
def rebound(bench, report):
    for bound in bench.pick(["0.0.0.0"], ["0.0.0.0", "127.1", "::ffff:127.0.0.1"]):
        with bench.start(report, SERVICE_HOST=bound, SERVICE_ALLOWED_HOSTS="decision-service,.svc") as service:
            asked = [ask(service, "Host: " + host, *more)[0] for host in ("evil", "evil.example", "evil.example:80", "x.svc.evil.example")
                     for more in ([], ["Origin: http://" + host])]
            asked += [ask(service, "Host: evil", method="GET", body=b"", path=path)[0] for path in ("/health", "/docs", "/openapi.json")]
            report.one_of("%s: foreign names" % bound, asked, (403,))
            names = ("localhost", "127.0.0.1", "10.0.0.1:80", "[::1]", "decision-service", "a.b.svc")
            own = [ask(service, "Host: " + host)[0] for host in names]
            report.one_of("own names", own, (200,))


@attack("11-operator", "pages of other sites at the operator's port", "open")
def operator(bench, report, service):
    def at(path, *lines, method="GET"):
        return ask(service, *lines, method=method, body=b"", path=path, port=service.admin)

    pages = ("/", "/info", "/metrics", "/health", "/health/ready")
    report.one_of("pages under a foreign name", [at(page, "Host: evil.example")[0] for page in pages], (403,))
    reloads = [at(path, "Origin: " + origin, method="POST")[0] for path in ("/checkpoints/english/reload", "/calibration/reload")
               for origin in ("https://evil.example", "null", "http://localhost:1")]
    report.one_of("reloads by a form", reloads, (403,))
    report.one_of("probes and scrapes", [at(page, "Host: 10.0.0.1:8081")[0] for page in pages], (200,))
    report.equal("a reload by the operator", at("/checkpoints/english/reload", method="POST")[0], 200)
    answers = [at(page, *lines)[1] for page in (*pages, "/nope") for lines in ([], ["Host: evil"])]
    report.hold("nosniff on %d of %d answers" % (sum(a.get("X-Content-Type-Options") == "nosniff" for a in answers), len(answers)),
                all(a.get("X-Content-Type-Options") == "nosniff" for a in answers))
