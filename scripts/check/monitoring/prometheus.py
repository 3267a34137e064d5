"""A real Prometheus with the alert rules of deploy/monitoring, whose times are divided so that faults need seconds."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import running

FASTER = 30
UNITS = {"s": 1, "m": 60, "h": 3600}
RULES = running.ROOT / "deploy/monitoring/alerts.yaml"
FOLDER = running.ROOT / "target/monitoring"


def faster(rules):
    """The rules with every time divided by FASTER, the seconds of their thresholds included."""
    rules = re.sub(r"(\[|for: )(\d+)([smh])\b", lambda m: f"{m[1]}{int(m[2]) * UNITS[m[3]] // FASTER}s", rules)
    return re.sub(r"(decision_pass_running_seconds > )(\d+)", lambda m: m[1] + str(int(m[2]) / FASTER), rules)


class Prometheus:
    """Scrapes these ports every second until the end of a `with` block."""

    def __init__(self, program, ports):
        self.port = running.free_ports(1)[0]
        shutil.rmtree(FOLDER / "data", ignore_errors=True)
        (FOLDER / "alerts.yaml").write_text(faster(RULES.read_text()))
        (FOLDER / "prometheus.yaml").write_text(json.dumps({
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s", "scrape_timeout": "900ms"},
            "rule_files": [str(FOLDER / "alerts.yaml")],
            "scrape_configs": [{"job_name": "decision-service",
                                "static_configs": [{"targets": [f"127.0.0.1:{port}" for port in ports]}]}]}))
        with open(FOLDER / "prometheus.log", "w") as log:
            self.process = subprocess.Popen(
                [program, f"--config.file={FOLDER / 'prometheus.yaml'}", f"--storage.tsdb.path={FOLDER / 'data'}",
                 f"--web.listen-address=127.0.0.1:{self.port}"], stdout=log, stderr=log)

    def __enter__(self):
        if not running.until(self.ready, 60, 0.2):
            sys.exit("Prometheus did not start, see target/monitoring/prometheus.log")
        return self

    def __exit__(self, *_):
        running.stop(self.process)

    def ready(self):
        try:
            return running.call(self.port, "GET", "/-/ready")[0] == 200
        except OSError:
            return False

    def ask(self, path, **query):
        status, _, text = running.call(self.port, "GET", f"/api/v1/{path}?{urllib.parse.urlencode(query)}")
        if status != 200:
            sys.exit(f"{path} {query}: {text}")
        return json.loads(text)["data"]

    def firing(self):
        """The alerts that fire now, as pairs of name and instance."""
        return {(alert["labels"]["alertname"], alert["labels"].get("instance"))
                for alert in self.ask("alerts")["alerts"] if alert["state"] == "firing"}
