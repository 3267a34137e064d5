"""Compares what the operator's port of the built service reports with what was actually done."""
import http.client
import json
import socket
import subprocess
import sys
import threading
import time

from harness import QUESTIONS, ROOT, call, expect, service, until
from prometheus_client.openmetrics import parser as openmetrics
from prometheus_client.parser import text_string_to_metric_families

PROBES = ("/health/started", "/health/ready", "/health/live")
KEY = "a-key-of-nobody"


def probe(port):
    try:
        return " ".join(str(call(port, "GET", path)[0]) for path in PROBES)
    except (OSError, http.client.HTTPException):
        return "closed"


class ProbeLog(threading.Thread):
    """Polls the three probes and records every change."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.seen, self.go_on = port, [], True

    def run(self):
        while self.go_on:
            # Read twice, because the three are requested one after the other and the service may change in between.
            now = probe(self.port)
            if now != (self.seen or [""])[-1] and now == probe(self.port):
                self.seen.append(now)
            time.sleep(0.005)


def samples(page):
    return [sample for family in text_string_to_metric_families(page) for sample in family.samples]


def total(page, name, **labels):
    return sum(s.value for s in samples(page) if s.name == name and labels.items() <= s.labels.items())


def known_load(port):
    """Sends 7 single requests that are answered, 2 batches and 5 that are refused; returns the number."""
    auth = {"Authorization": "Bearer " + KEY}

    def ask(**more):
        return json.dumps({"state": "The app crashes on start.", "questions": QUESTIONS, "model": "english", **more})

    for _ in range(7):
        assert call(port, "POST", "/v1/systemone", ask(), auth)[0] == 200
    for _ in range(2):
        batch = json.dumps({"states": ["С меня списали деньги", "The app crashes on start."], "questions": QUESTIONS})
        assert call(port, "POST", "/v1/systemone/batch", batch, auth)[0] == 200
    refused = [(ask(), {}), ("{", auth), ("[]", auth), (ask(task="nonsense"), auth), (ask(state="x" * 50_001), auth)]
    assert [call(port, "POST", "/v1/systemone", body, headers)[0] for body, headers in refused] == [401, 400, 400, 422, 413]
    return 14


def check_metrics(java, promtool=None):
    with service(java, SERVICE_PRELOAD="0", SERVICE_API_KEY=KEY) as served:
        port, admin = served.port, served.admin
        until(lambda: probe(admin) == "200 200 200", "the service")
        before = call(admin, "GET", "/metrics")[2]
        expect("requests before the load", total(before, "decision_requests_total"), 0)
        expected = known_load(port)
        until(lambda: total(call(admin, "GET", "/metrics")[2], "decision_requests_total") >= expected, "the counts")
        status, content_type, page = call(admin, "GET", "/metrics")
        print("Content-Type", content_type)
        (ROOT / "target" / "operations" / "metrics.txt").write_text(page)
        expect("decision_requests_total", total(page, "decision_requests_total"), 14)
        expect("  answered, by english", total(page, "decision_requests_total", outcome="answered", checkpoint="english"), 7)
        expect("  answered, by several (batches)", total(page, "decision_requests_total", route="batch", checkpoint="several"), 2)
        expect("decision_rejections_total", total(page, "decision_rejections_total"), 5)
        for reason, count in {"unauthorized": 1, "malformed": 2, "invalid": 1, "too_large": 1, "busy": 0}.items():
            expect("  " + reason, total(page, "decision_rejections_total", reason=reason), count)
        expect("decision_request_latency_seconds, observations", total(page, "decision_request_latency_seconds_count"), 14)
        for name in ("decision_pack_seconds", "decision_queue_wait_seconds", "decision_inference_seconds"):
            expect(name + ", observations", total(page, name + "_count"), 9)
        expect("decision_rows_total: 7 × 2 questions, 2 × 2 states × 2", total(page, "decision_rows_total"), 22)
        expect("batch_size: rows of all passes", total(page, "decision_batch_size_sum"), 22)
        expect("decision_models_loaded: english and multilingual", total(page, "decision_models_loaded"), 2)
        expect("decision_checkpoint_loads_total", total(page, "decision_checkpoint_loads_total"), 2)
        expect("decision_active_requests", total(page, "decision_active_requests"), 0)
        weights = sum((ROOT / "testdata/tiny" / name / "model.safetensors").stat().st_size for name in ("english", "multilingual"))
        # The files hold two bytes a weight, and passes are computed in float32.
        expect("decision_resident_bytes: twice the two weights files", total(page, "decision_resident_bytes"), 2 * weights)
        for name in ("english", "multilingual"):
            expect("decision_checkpoint_precision", total(page, "decision_checkpoint_precision", checkpoint=name, precision="float32"), 1)
        expect("decision_checkpoint_load_seconds_total is positive", total(page, "decision_checkpoint_load_seconds_total") > 0, True)
        expect("decision_limit_requests", total(page, "decision_limit_requests"), 16)
        expect("decision_pass_running_seconds", total(page, "decision_pass_running_seconds"), 0)
        expect("label values that a client sent", [s for s in samples(page) if "nonsense" in str(s.labels)], [])
        for name in {s.name for s in samples(page) if s.name.endswith("_bucket")}:
            series = {}
            for s in samples(page):
                if s.name == name:
                    others = tuple(sorted((k, v) for k, v in s.labels.items() if k != "le"))
                    series.setdefault(others, []).append((float(s.labels["le"]), s.value))
            assert all(sorted(v) == sorted(v, key=lambda bucket: bucket[1]) for v in series.values()), name
        metrics_page = call(admin, "GET", "/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
        families = list(openmetrics.text_string_to_metric_families(metrics_page[2]))
        print("OpenMetrics, %s: %d families" % (metrics_page[1], len(families)))
        if promtool:
            lint = subprocess.run([promtool, "check", "metrics"], input=page, text=True, capture_output=True)
            expect("promtool check metrics", (lint.returncode, lint.stdout + lint.stderr), (0, ""))
        expect("the key in /info", KEY in call(admin, "GET", "/info")[2], False)
        for path in ("/metrics", "/info", *PROBES):
            expect("public " + path, call(port, "GET", path)[0], 404)


def check_probes(java):
    with service(java, SERVICE_BODY_READ_TIMEOUT="2") as served:
        process, port, admin = served.process, served.port, served.admin
        log = ProbeLog(admin)
        log.start()
        until(lambda: "200 200 200" in log.seen, "the service")
        with socket.create_connection(("127.0.0.1", port)) as slow:
            slow.sendall(b"POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
            until(lambda: total(call(admin, "GET", "/metrics")[2], "decision_active_requests") == 1, "the slow request")
            process.terminate()
            until(lambda: log.seen[-1] == "200 503 200", "the end of readiness")
            expect("a newcomer while stopping", call(port, "POST", "/v1/systemone", "{}")[0], 503)
            expect("the slow request is answered", slow.makefile().readline().strip(), "HTTP/1.1 408 Request Timeout")
        expect("exit status", process.wait(60), 143)
        until(lambda: log.seen[-1] == "closed", "the port to close")
        log.go_on = False
        expect("started ready live, from start to end", " → ".join(log.seen), "closed → 503 503 200 → 200 200 200 → 200 503 200 → closed")


check_metrics(*sys.argv[1:])
check_probes(sys.argv[1])
