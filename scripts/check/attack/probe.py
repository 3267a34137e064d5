"""Requests pages repeatedly until its input ends, in a separate process so that the attack does not slow it down.

  probe.py PORT/PATH…      prints one JSON list of [start in seconds, seconds taken, status] per page
"""
import http.client
import json
import sys
import threading
import time

EVERY_S = 0.02
PATIENCE_S = 20


def ask(page, seen, over):
    port, path = page.split("/", 1)
    while not over.is_set():
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE_S)
        try:
            connection.request("GET", "/" + path)
            response = connection.getresponse()
            response.read()
            status = response.status
        except (OSError, http.client.HTTPException):
            status = 0
        finally:
            connection.close()
        taken = time.monotonic() - began
        seen.append((began, taken, status))
        over.wait(max(0.0, EVERY_S - taken))


def main():
    over = threading.Event()
    seen = [[] for _ in sys.argv[1:]]
    threads = [threading.Thread(target=ask, args=(page, list_, over)) for page, list_ in zip(sys.argv[1:], seen, strict=True)]
    for thread in threads:
        thread.start()
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join()
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
