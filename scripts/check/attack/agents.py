"""Messages of agents: many posts as large as they may be, at a small heap."""
import json
import time

from harness import Probes, together
from report import attack

PATH = "/mcp"
LIST = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode()
CALL = b'{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "decide", "arguments": {"state": [%s]}}}'


def objects(count):
    return CALL % b",".join([b"{}"] * count)


# Below and above the bound on the values of a post, as many messages as it may have, and one beyond its bytes.
BATCH = b"[" + b",".join([LIST] * 256) + b"]"
BODIES = [objects(199_000), objects(600_000), BATCH, b"[" * 1_000_000, b" " * 2_200_000]


@attack("21-agents", "a flood of posts of 199,000 {} and more for agents, at -Xmx128m")
def flood(bench, report):
    with bench.start(report, java="-Xmx128m", SERVICE_MCP=1) as service:
        process, patience = service.pid, service.patience_ms(bench)
        tools = service.ask(LIST, PATH)
        began = time.monotonic()
        with Probes(service) as probes:
            answers = [answer for _ in range(bench.pick(2, 20))
                       for answer in together(*[lambda body=body: service.ask(body, PATH, timeout=60) for body in BODIES * 4])]
        report.at_most("all %d after" % len(answers), time.monotonic() - began, bench.pick(40, 400), "s")
        report.one_of("statuses", [status for status, _ in answers], (200, 400, 413, 503))
        probes.hold(report, patience)
        report.hold("the tools are listed as before", tools[0] == 200 and service.ask(LIST, PATH) == tools)
        report.hold("same process" if not service.statuses else "ended with %s" % service.statuses,
                    not service.statuses and service.pid == process)


@attack("21-one", "batches of 256 messages for agents, answered on one processor")
def one(bench, report):
    with bench.start(report, java="-XX:ActiveProcessorCount=1", SERVICE_MCP=1) as service:
        patience = service.patience_ms(bench)
        with Probes(service) as probes:
            answers = [answer for _ in range(bench.pick(2, 12))
                       for answer in together(*[lambda: service.ask(BATCH, PATH, timeout=60)] * 16)]
        report.one_of("statuses", [status for status, _ in answers], (200, 503))
        probes.hold(report, patience)
