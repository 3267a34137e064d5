"""Row 11: pages of other sites, and host names that resolve to this machine."""
import wires
from harness import ALLOWED, BODY, KEY, post
from report import attack


def ask(service, *lines, method="POST", body=BODY):
    """Status and headers of one request on a separate connection."""
    with wires.connect(service.port, 10) as s:
        wires.send_all(s, post(body, *lines, method=method))
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
