#!/usr/bin/env python3
"""Clients that each send one request after the other until SIGTERM; any answer but the expected one is a failure.

    load.py URL REQUEST CLIENTS [SECONDS [RATE]]

With RATE, all clients together send that many requests a second; each waits for its turn, and is late if an answer is.

Prints one line: requests, failures with the first reasons, and the longest time. The status is 0 if nothing failed.
"""

import collections
import http.client
import itertools
import json
import signal
import sys
import threading
import time
import urllib.parse

PATIENCE_S = 30


class Clients:
    def __init__(self, url, request):
        self.url = urllib.parse.urlsplit(url)
        self.request = request
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.asked = 0
        self.failures = collections.Counter()
        self.longest = 0.0
        self.expected = None

    def connect(self):
        return http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=PATIENCE_S)

    def ask(self, connection):
        """The answers of one decision; raises an exception with the reason if there are none."""
        connection.request("POST", self.url.path, self.request, {"Content-Type": "application/json"})
        response = connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise AssertionError("status %d %s" % (response.status, body[:100]))
        return json.loads(body)["answers"]

    def turns(self, number, count, rate):
        """Waits for each turn of a client."""
        begun = time.monotonic() + number / rate if rate else 0
        for turn in itertools.count():
            if rate and self.stopping.wait(max(0.0, begun + turn * count / rate - time.monotonic())):
                return
            if self.stopping.is_set():
                return
            yield

    def client(self, turns):
        connection = self.connect()
        for _ in turns:
            started = time.monotonic()
            failure = None
            try:
                if self.ask(connection) != self.expected:
                    failure = "another answer"
            except (OSError, http.client.HTTPException, AssertionError, ValueError) as e:
                failure = "%s: %s" % (type(e).__name__, e)
                connection.close()
                connection = self.connect()
            with self.lock:
                self.asked += 1
                self.longest = max(self.longest, time.monotonic() - started)
                if failure:
                    self.failures[failure] += 1
        connection.close()

    def run(self, count, seconds, rate):
        self.expected = self.ask(self.connect())
        threads = [threading.Thread(target=self.client, args=(self.turns(n, count, rate),)) for n in range(count)]
        for thread in threads:
            thread.start()
        self.stopping.wait(seconds)
        self.stopping.set()
        for thread in threads:
            thread.join()
        failed = sum(self.failures.values())
        print("%d requests of %d clients, %d failed, the longest took %.2f s" % (self.asked, count, failed, self.longest))
        for reason, times in self.failures.most_common(5):
            print("  %d x %s" % (times, reason))
        return 1 if failed or self.asked < count else 0


def main():
    url, request, count = sys.argv[1:4]
    with open(request, "rb") as file:
        clients = Clients(url, file.read())
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: clients.stopping.set())
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else None
    sys.exit(clients.run(int(count), seconds, float(sys.argv[5]) if len(sys.argv) > 5 else 0))


if __name__ == "__main__":
    main()
