"""Has the built service send its traces to a stand-in collector, which reads them with OTLP's own protobuf."""
import http.server
import json
import pathlib
import sys
import threading

from harness import QUESTIONS, call, expect, service
from openinference.semconv.trace import OpenInferenceDecisionSystemValues, OpenInferenceSpanKindValues, SpanAttributes
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
spans, resources = [], []


class Collector(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        sent = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
        for resource in sent.resource_spans:
            resources.append({a.key: a.value.string_value for a in resource.resource.attributes})
            for scope in resource.scope_spans:
                spans.extend(scope.spans)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def attributes(span):
    return {a.key: a.value.string_value or a.value.int_value for a in span.attributes}


collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
threading.Thread(target=collector.serve_forever, daemon=True).start()
endpoint = "http://127.0.0.1:%d" % collector.server_address[1]
body = json.dumps({"state": "The app crashes on start.", "questions": QUESTIONS, "model": "english"})
with service(sys.argv[1], OTEL_EXPORTER_OTLP_ENDPOINT=endpoint) as served:
    served.await_ready()
    port = served.port
    for flags in ("01", "00"):
        traceparent = "00-%s-%s-%s" % (TRACE, PARENT, flags)
        call(port, "POST", "/v1/systemone", body, {"traceparent": traceparent, "X-Request-Id": "traced-" + flags})
    call(port, "POST", "/v1/systemone", "{", {"X-Request-Id": "no-parent"})
    served.stop()

requests = {attributes(span)["decision.request_id"]: span for span in spans if span.kind == span.SPAN_KIND_SERVER}
expect("requests that were traced (00 is not to be sampled)", sorted(requests), ["no-parent", "traced-01"])
traced = requests["traced-01"]
expect("trace and parent of the client", (traced.trace_id.hex(), traced.parent_span_id.hex()), (TRACE, PARENT))
shown = attributes(traced)
told = [shown[key] for key in ("http.response.status_code", "decision.outcome", "decision.checkpoint", "decision.rows")]
expect("what it says", (traced.name, *told), ("POST /v1/systemone", 200, "answered", "english", 2))
expect("the model, as OpenInference and OpenTelemetry say it",
       [shown[key] for key in (SpanAttributes.OPENINFERENCE_SPAN_KIND, SpanAttributes.DECISION_SYSTEM, SpanAttributes.DECISION_MODEL_NAME,
                               "gen_ai.operation.name", "gen_ai.response.model")],
       [OpenInferenceSpanKindValues.DECISION.value, OpenInferenceDecisionSystemValues.TYPESAFE.value, "english", "decision", "english"])
tokens = [shown[key] for key in (SpanAttributes.DECISION_TOKEN_COUNT_INPUT, "gen_ai.usage.input_tokens", "decision.tokens")]
expect("its tokens", len(set(tokens)) == 1 and tokens[0] > 0, True)
steps = sorted((span for span in spans if span.parent_span_id == traced.span_id), key=lambda span: span.start_time_unix_nano)
expect("its steps, in time", [span.name for span in steps], ["pack", "queue", "inference"])
within = [t for s in steps for t in (s.start_time_unix_nano, s.end_time_unix_nano)]
times = [traced.start_time_unix_nano, *within, traced.end_time_unix_nano]
expect("every step after the one before, within the request", times == sorted(times), True)
expect("a trace of its own for a request without a parent", requests["no-parent"].parent_span_id, b"")
log = pathlib.Path(served.log).read_text()
expect("its log line names that trace", "request_id=no-parent trace_id=" + requests["no-parent"].trace_id.hex() in log, True)
expect("the line of a client's trace", "request_id=traced-01 trace_id=" + TRACE in log, True)
expect("outcome of the refused one", attributes(requests["no-parent"])["decision.outcome"], "malformed")
expect("the service", resources[0]["service.name"], "decision-service")
