"""The alerts and the dashboard against running services; see ../monitoring.sh.

  JAVA PROMETHEUS [--picture OUT.svg] [ALERT ...]     only these alerts"""
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import dashboard
import faults
import picture
import prometheus
import running

GONE = "DecisionServiceGone"


def named():
    return re.findall(r"- alert: (\w+)", prometheus.RULES.read_text())


class Report:
    def __init__(self):
        self.failed = False

    def line(self, good, text):
        self.failed |= not good
        print(f"{'passed' if good else 'failed':<8} {text}", flush=True)


def cause(java, server, alert, port, admin, report):
    """Whether the alert fires for this service while its fault is caused."""
    subject = faults.Subject(java, port, admin, lambda: (alert, f"127.0.0.1:{admin}") in server.firing())
    begun = time.monotonic()
    try:
        fired = faults.FAULTS[alert](subject)
    finally:
        subject.stop()
    report.line(fired, f"{alert} fires, {time.monotonic() - begun:.0f} s after the start of the service")


def ordinary(java, server, port, admin, report, out):
    """A service that is asked now and then: no alert fires, and the dashboard has data everywhere."""
    subject = faults.Subject(java, port, admin, lambda: False)
    subject.start(SERVICE_CHECKPOINTS="starter", SERVICE_DRIFT_BASELINE=f"{faults.baseline(subject, 'starter')},window=10")
    begun = time.time()
    try:
        for n in range(40):
            if not faults.ordinary(subject, n):
                report.line(False, "a request of ordinary traffic was not answered")
            time.sleep(0.5)
        fired = {alert for alert, instance in server.firing() if instance == f"127.0.0.1:{admin}"}
        report.line(not fired, f"ordinary traffic fires nothing {sorted(fired) or ''}")
        panels = queried(server, admin, begun)
    finally:
        subject.stop()
    for title, lines in panels.items():
        for expr, series in lines:
            report.line(bool(series), f"dashboard: {title}: {expr}" if not series else f"dashboard: {title}")
    if out:
        pathlib.Path(out).write_text(picture.svg(dashboard.ROWS, panels))


def queried(server, admin, begun):
    """The title of each panel -> its queries, with the series that they return."""
    found = {}
    for charts in dashboard.ROWS.values():
        for title, _, _, lines in charts:
            found[title] = []
            for expr, legend in lines:
                query = expr.replace("$__rate_interval", "5s").replace("$instance", f"127.0.0.1:{admin}").replace("[5m]", "[30s]")
                data = server.ask("query_range", query=query, start=begun, end=time.time(), step="1s")["result"]
                series = [(picture.legend(legend, one["metric"]), values) for one in data
                          if (values := [(float(t), float(v)) for t, v in one["values"] if v != "NaN"])]
                found[title].append((expr, series))
    return found


def main():
    java, program, *rest = sys.argv[1:]
    out = rest[rest.index("--picture") + 1] if "--picture" in rest else None
    wanted = [word for word in rest if word in named()]
    report = Report()
    report.line(set(named()) == {*faults.FAULTS, GONE}, "each alert has a fault that is caused here")
    report.line(dashboard.FILE.read_text() == dashboard.text(), "dashboard.json is what scripts/dashboard.py writes")
    alerts = [alert for alert in faults.FAULTS if not wanted or alert in wanted]
    ports = running.free_ports(2 * len(alerts) + 2)
    public, admin = ports[::2], ports[1::2]
    with prometheus.Prometheus(program, admin) as server:
        if not wanted:
            ordinary(java, server, public[-1], admin[-1], report, out)
        for n, alert in enumerate(alerts):
            cause(java, server, alert, public[n], admin[n], report)
        if not wanted:
            report.line(running.until(lambda: (GONE, None) in server.firing(), 30, 0.5), f"{GONE} fires when the last service has stopped")
    sys.exit(report.failed)


if __name__ == "__main__":
    main()
