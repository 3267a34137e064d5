#!/usr/bin/env python3
"""Measures answers over a link with a round trip, beside laya-serve or another build of this service.

  long_link.py --ours 'java -jar server/target/decision-service.jar' [--before 'java -jar OTHER/server/target/decision-service.jar'] \
               [--laya-python PATH/TO/venv/bin/python] [--round-trip 1 --round-trip 50 ...] [--rounds 5] [--json OUT]

Everything that is measured on loopback has its bytes at once; clients elsewhere wait a round trip for each window of them.
Servers and client get a network of their own each, joined by a relay that holds every packet for half the round trip. Each
request has a connection of its own, and `kept` are the last of twenty on one. Needs root on Linux, with /dev/net/tun. Uses
the tiny checkpoint, so that the link takes the time.
"""
import argparse
import ctypes
import fcntl
import heapq
import http.client
import json
import os
import pathlib
import select
import shlex
import struct
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
from side_by_side import QUEUE, text

SERVERS, CLIENT = "10.9.0.1", "10.9.0.2"
NEW_NETWORK, SET_DEVICE, DEVICE_OF_PACKETS = 0x40000000, 0x400454CA, 0x1001


def end_of_link(address):
    """Moves this process into a new network, with one device; returns what its packets are read from and written to."""
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_NETWORK):
        sys.exit("a network of its own: " + os.strerror(ctypes.get_errno()))
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, SET_DEVICE, struct.pack("16sH22s", b"far", DEVICE_OF_PACKETS, b""))
    for words in ("link set lo up", "address add %s/24 dev far" % address, "link set far txqueuelen 10000 up"):
        subprocess.run(["ip", *words.split()], check=True)
    return device


def relay(ends, seconds):
    """Passes packets between the ends, each after so many seconds, until the client's process ends."""
    under_way, count = [], 0
    parent = os.getppid()
    while os.getppid() == parent:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else 1.0
        for end in select.select(ends, [], [], wait)[0]:
            count += 1
            heapq.heappush(under_way, (time.monotonic() + seconds, count, ends[end == ends[0]], os.read(end, 70_000)))
        while under_way and under_way[0][0] <= time.monotonic():
            _, _, end, packet = heapq.heappop(under_way)
            os.write(end, packet)


def batch(states, words):
    body = {"states": [text(words, seed) for seed in range(states)], "questions": {"queue": QUEUE, "again": QUEUE}, "model": "english"}
    return "/v1/systemone/batch", json.dumps(body).encode()


REQUESTS = {"small": batch(1, 30), "40 KB": batch(1, 6500), "1 MB": batch(24, 6500), "64 states, kept": batch(64, 5)}


class Server:
    def __init__(self, name, command, env, port):
        self.name, self.port = name, port
        self.log = open("%s-%d.log" % (name, port), "wb")
        self.process = subprocess.Popen(shlex.split(command), env=env, stdout=self.log, stderr=subprocess.STDOUT)

    def connect(self):
        return http.client.HTTPConnection(SERVERS, self.port, timeout=120)

    def ready(self):
        return self.once(REQUESTS["small"]) is not None

    @staticmethod
    def ask(connection, path, body):
        """Milliseconds to the last byte of the answer; None if it is refused or the connection breaks."""
        began = time.perf_counter()
        try:
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
        except (ConnectionError, http.client.HTTPException):
            return None
        return 1000 * (time.perf_counter() - began) if answer.status == 200 else None

    def once(self, request):
        connection = self.connect()
        try:
            return self.ask(connection, *request)
        finally:
            connection.close()

    def kept(self, request):
        connection = self.connect()
        try:
            return [self.ask(connection, *request) for _ in range(20)][-1]
        finally:
            connection.close()


def measured(servers, rounds):
    """By request and server: the spread of the milliseconds, or how many were refused."""
    table = {}
    for name, request in REQUESTS.items():
        times = {server.name: [] for server in servers}
        for _ in range(rounds):
            for server in servers:
                times[server.name].append((server.kept if "kept" in name else server.once)(request))
        table[name] = {server: "%d refused" % of.count(None) if None in of else machine.spread(of, 1) for server, of in times.items()}
        print("  %-16s %s" % (name, table[name]), flush=True)
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--before")
    parser.add_argument("--laya-python")
    parser.add_argument("--round-trip", type=float, action="append", help="milliseconds")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json")
    args = parser.parse_args()
    begun = machine.begin(running.TINY / "english")
    ports = running.free_ports(3)
    first = end_of_link(SERVERS)
    servers = []
    try:
        for name, command in (("ours", args.ours), ("before", args.before)):
            if command:
                port = ports.pop()
                servers.append(Server(name, command, running.environment(port, SERVICE_HOST="0.0.0.0", SERVICE_PRELOAD=1), port))
        if args.laya_python:
            port = ports.pop()
            servers.append(Server("laya", args.laya_python + " -m laya.serve", {
                **os.environ, "LAYA_HOST": "0.0.0.0", "LAYA_PORT": str(port), "LAYA_MODELS": "english", "LAYA_PRELOAD": "1",
                "LAYA_EXTRA_MODELS": json.dumps({"english": str(running.TINY / "english")}), "LAYA_DEFAULT_MODEL": "english",
                "LAYA_DEVICE": "cpu", "HF_HUB_OFFLINE": "1"}, port))
        ends = first, end_of_link(CLIENT)
        report = {"rounds": args.rounds, "bytes": {name: len(body) for name, (_, body) in REQUESTS.items()}}
        for milliseconds in args.round_trip or (1, 10, 50, 100):
            link = os.fork()
            if link == 0:
                relay(ends, milliseconds / 2000)
                os._exit(0)
            for server in servers:
                running.until(server.ready, 120)
            print("round trip of %g ms" % milliseconds)
            report["%g ms" % milliseconds] = measured(servers, args.rounds)
            os.kill(link, 9)
            os.waitpid(link, 0)
    finally:
        for server in servers:
            running.stop(server.process)
    if args.json:
        with open(args.json, "w") as f:
            json.dump({**machine.end(begun), **report}, f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    main()
