#!/usr/bin/env python3
"""Writes deploy/monitoring/dashboard.json, the dashboard for Grafana, from the table below: scripts/dashboard.py

scripts/check/monitoring.sh sees that the file is what this writes, and that every query returns data from a loaded service."""
import json
import pathlib

FILE = pathlib.Path(__file__).resolve().parents[1] / "deploy/monitoring/dashboard.json"
WIDTH, HEIGHT = 8, 7
ONE = '{instance=~"$instance"}'


def rate(name, by, more=""):
    return f'sum by ({by}) (rate({name}{{instance=~"$instance"{more}}}[$__rate_interval]))'


def quantile(q, name, by="le"):
    return f"histogram_quantile({q}, {rate(name + '_bucket', by)})"


def mean(name):
    total = f'sum(rate({name}_sum{{instance=~"$instance"}}[$__rate_interval]))'
    count = f'sum(rate({name}_count{{instance=~"$instance"}}[$__rate_interval]))'
    return f"{total} / {count}"


ABSTAINED = rate("decision_answers_total", "question", ',gate="abstained"')
GATED = rate("decision_answers_total", "question", ',gate=~"abstained|passed"')

# Title of a row -> its panels: title, what it is for, unit, and its lines as query and legend.
ROWS = {
    "Traffic": [
        ("Requests", "By how they ended. busy: the service is full; gone: the client left", "reqps",
         [(rate("decision_requests_total", "outcome"), "{{outcome}}")]),
        ("Time of a request", "From its head to the last byte of its answer", "s",
         [(quantile(q, "decision_request_latency_seconds"), label) for q, label in ((0.5, "middle"), (0.95, "95 %"), (0.99, "99 %"))]),
        ("Where it goes", "Mean time on a preparation thread, in the queue and on the inference thread", "s",
         [(mean(f"decision_{name}_seconds"), label)
          for name, label in (("pack", "packing"), ("queue_wait", "waiting"), ("inference", "inference"))]),
    ],
    "Load": [
        ("Admitted and waiting", "Admitted requests beside their limit; of them, those that wait for the inference thread", "short",
         [(f"decision_active_requests{ONE}", "admitted {{instance}}"), (f"decision_queue_depth{ONE}", "queue {{instance}}"),
          (f"decision_limit_requests{ONE}", "limit {{instance}}")]),
        ("Tokens", "What requests need, by checkpoint", "short", [(rate("decision_tokens_total", "checkpoint"), "{{checkpoint}}")]),
        ("Pass or load in progress", "Long while large checkpoints load; a pass takes a second or so", "s",
         [(f"decision_pass_running_seconds{ONE}", "{{instance}}")]),
    ],
    "Answers": [
        ("Confidence by question", "Mean probability of the reported answers. It moves when the traffic changes", "percentunit",
         [(f"{rate('decision_answer_confidence_sum', 'question')} / {rate('decision_answer_confidence_count', 'question')}",
           "{{question}}")]),
        ("Held back", "Share of answers below the threshold of their question or request, of those that have one", "percentunit",
         [(f"({ABSTAINED} or 0 * {GATED}) / {GATED}", "{{question}}")]),
        ("States that were cut off", "By checkpoint", "reqps", [(rate("decision_truncations_total", "checkpoint"), "{{checkpoint}}")]),
    ],
    "Drift": [
        ("Distance from the baseline", "Share of answers that would have to be others; with SERVICE_DRIFT_BASELINE only", "percentunit",
         [(f'max by (question, trait) (decision_drift_distance{ONE})', "{{question}} {{trait}}")]),
        ("Drift alarms", "1 if the distance is large and more than chance and the difference of days explain", "short",
         [(f'max by (question, trait) (decision_drift_alarm{ONE})', "{{question}} {{trait}}")]),
        ("Answers compared", "In the last window, by question", "short",
         [(f'sum by (question) (decision_drift_answers{ONE})', "{{question}}")]),
    ],
    "Checkpoints and process": [
        ("Weights in memory", "By checkpoint, in the precision that serves", "bytes",
         [(f"decision_resident_bytes{ONE}", "{{checkpoint}} {{instance}}")]),
        ("Loads and failures", "Loads that succeeded and that failed", "short",
         [(f'sum by (checkpoint) (increase(decision_checkpoint_loads_total{ONE}[5m]))', "loaded {{checkpoint}}"),
          (f'sum by (checkpoint) (increase(decision_checkpoint_load_failures_total{ONE}[5m]))', "failed {{checkpoint}}")]),
        ("Memory", "Resident memory of the process, and the part of Java's heap that is in use", "bytes",
         [(f"process_resident_memory_bytes{ONE}", "resident {{instance}}"),
          ('sum by (instance) (jvm_memory_used_bytes{instance=~"$instance",area="heap"})', "heap {{instance}}")]),
    ],
}


def panels():
    y = 0
    for row, charts in ROWS.items():
        yield {"type": "row", "title": row, "collapsed": False, "gridPos": {"h": 1, "w": 24, "x": 0, "y": y}, "panels": []}
        for place, (title, why, unit, lines) in enumerate(charts):
            yield {
                "type": "timeseries", "title": title, "description": why, "datasource": {"type": "prometheus", "uid": "${datasource}"},
                "gridPos": {"h": HEIGHT, "w": WIDTH, "x": WIDTH * place, "y": y + 1},
                "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
                "targets": [{"refId": chr(ord("A") + n), "expr": expr, "legendFormat": legend} for n, (expr, legend) in enumerate(lines)]}
        y += HEIGHT + 1


def dashboard():
    return {
        "title": "Decision Service", "uid": "decision-service", "schemaVersion": 39, "version": 1, "editable": True, "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"}, "tags": ["decision-service"],
        "templating": {"list": [
            {"name": "datasource", "type": "datasource", "query": "prometheus", "label": "Data source"},
            {"name": "instance", "type": "query", "label": "Instance", "datasource": {"type": "prometheus", "uid": "${datasource}"},
             "query": "label_values(decision_service_info, instance)", "includeAll": True, "allValue": ".*", "multi": True, "refresh": 2,
             "current": {"text": "All", "value": "$__all"}}]},
        "panels": [{"id": number, **panel} for number, panel in enumerate(panels(), 1)]}


def text():
    return json.dumps(dashboard(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
