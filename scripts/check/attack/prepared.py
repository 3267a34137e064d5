"""A store with one prepared checkpoint, as somebody changes it who knows how its sums are made."""
import hashlib
import json
import subprocess

import running

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    TABLE.append(byte)


def crc32c(content):
    crc = 0xFFFFFFFF
    for byte in content:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return "%x" % (crc ^ 0xFFFFFFFF)


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def varint(number):
    return bytes([number]) if number < 0x80 else bytes([number & 0x7F | 0x80]) + varint(number >> 7)


def field(number, content):
    """A member of a protobuf message: a number, or bytes."""
    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    return varint(number << 3 | 2) + varint(len(content)) + content


def fields(message):
    """Those of a message, which has numbers and bytes only."""
    at = 0

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = message[at]
            at += 1
            value, shift = value | (byte & 0x7F) << shift, shift + 7
            if byte < 0x80:
                return value

    while at < len(message):
        key, content = number(), number()
        if key & 7 == 2:
            content, at = message[at:at + content], at + content
        yield key >> 3, content


def node(operator, inputs, output, *attributes):
    return field(1, b"".join(field(1, name) for name in inputs) + field(2, output) + field(4, operator) + b"".join(attributes))


def cast(name, output, kind):
    return node(b"Cast", [name], output, field(5, field(1, b"to") + field(3, kind) + field(20, 2)))


def broken(model):
    """The ONNX model with the same inputs and outputs, whose only computation takes a shape from the tokens."""
    members = list(fields(model))
    graph = list(fields(dict(members)[7]))
    names = {number: [dict(fields(content))[1] for each, content in graph if each == number] for number in (11, 12)}
    tokens = names[11][0]
    nodes = cast(tokens, b"shape", 7) + node(b"Reshape", [tokens, b"shape"], b"reshaped")
    nodes += b"".join(cast(b"reshaped", output, 1) for output in names[12])
    kept = b"".join(field(*each) for each in graph if each[0] in (2, 11, 12))
    return b"".join(field(number, nodes + kept if number == 7 else content) for number, content in members)


def as_java(members):
    return "{%s}" % ", ".join("%s=%s" % item for item in members.items())


class Prepared:
    def __init__(self, folder):
        self.folder = folder

    def make(self, bench, directory):
        """Prepares a checkpoint in float32, so that nothing is judged when it is opened."""
        env = running.environment(0, None, SERVICE_PORT=None, SERVICE_PREPARED=None)
        done = subprocess.run([*bench.command, "prepare", str(directory), "--precision", "float32", "--out", str(self.folder)],
                              env=env, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode:
            raise RuntimeError("not prepared: " + done.stderr[-300:])

    def only(self):
        """The folder of the one checkpoint."""
        return next(path.parent for path in self.folder.glob("*/manifest.json"))

    def change_weights(self):
        """Other answers, and all sums in order."""
        path = self.only() / "files" / "weights.bin"
        content = bytearray(path.read_bytes())
        for at in range(3, len(content), 4):
            content[at] ^= 0x80  # the sign of a number
        self.write(path, bytes(content))

    def break_graph(self):
        """A graph that can be opened, and not computed."""
        path = self.only() / "files" / "model.onnx"
        self.write(path, broken(path.read_bytes()))

    def write(self, path, content):
        path.chmod(0o644)
        path.write_bytes(content)
        manifest = self.only() / "manifest.json"
        facts = json.loads(manifest.read_text())
        sums = facts["files"]
        digest = ", sha256 " + sha256(path) if "sha256" in sums[path.name] else ""
        sums[path.name] = "%d bytes, crc32c %s%s" % (len(content), crc32c(content), digest)
        text = as_java(facts["identity"]) + as_java(facts["about"]) + as_java(sums)
        facts["sum"]["crc32c"] = crc32c(text.encode())
        manifest.write_text(json.dumps(facts, indent=2))
