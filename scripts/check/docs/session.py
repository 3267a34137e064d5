"""Runs the blocks of one page, in order, in a folder of their own, with the services that they start or need."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import compare
import examples
import packages
import running

# Ports that the pages name; each is replaced by a free one.
PORTS = ("8000", "8081", "9000", "9464")
PROGRAMS = {"python": ([sys.executable], "snippet.py"), "js": (["node"], "snippet.mjs"), "java": (["java"], "Snippet.java")}
# ./serve as a service: not with a command, which follows it as a word or a flag of its own.
SERVES = re.compile(r"^(?:[A-Z_]+=\S+ )*\./serve(?: --(?:port|host|checkpoints|engine|api-key-file)[= ]\S+)*\s*(?:#.*)?$")
LINKED = ("benchmarks", "conf", "deploy", "pom.xml", "scripts", "starter", "testdata")


class Failure(Exception):
    """What a page says does not hold."""


class Session:
    """The folder and the current service of a page; a context manager that stops the service at the end."""

    def __init__(self, folder, renew=False):
        self.folder = pathlib.Path(folder)
        self.ports = dict(zip(PORTS, map(str, running.free_ports(len(PORTS))), strict=True))
        self.service = self.settings = None
        self.output = None
        self.renewed = {} if renew else None
        """By line, the text of a block and the text that it has to have."""
        self.programs = None
        """The folder with the programs of the packages that the current block names."""

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for name in LINKED:
            (self.folder / name).symlink_to(running.ROOT / name)
        # Copied, because a command on a page draws its picture there.
        shutil.copytree(running.ROOT / "docs", self.folder / "docs")
        self.program_file("serve", f'exec "{running.SERVE}" "$@"')
        # By itself curl succeeds whatever the status of the answer.
        self.program_file("bin/curl", f'exec "{shutil.which("curl")}" --fail-with-body "$@"')
        return self

    def program_file(self, name, command):
        file = self.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\n{command}\n")
        file.chmod(0o755)

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.service is not None:
            running.stop(self.service)
            self.service = None

    def environment(self):
        java = os.environ["JAVA_HOME"] + "/bin"
        first = [str(self.programs)] if self.programs else []
        path = os.pathsep.join([*first, str(self.folder / "bin"), str(pathlib.Path(sys.executable).parent), java, os.environ["PATH"]])
        return running.environment(self.ports["8000"], SERVICE_CHECKPOINTS=None, PATH=path)

    def here(self, block, text):
        """The text with the ports and paths of this machine."""
        for shown, path in block.pairs("map").items():
            text = text.replace(shown, str(running.ROOT / path))
        return re.sub(r"\b(%s)\b" % "|".join(PORTS), lambda port: self.ports[port[1]], text)

    def start(self, command):
        """Starts the service of this line and waits until it listens."""
        self.stop()
        command = command.strip()
        log = self.folder / "service.log"
        with open(log, "w") as out:
            self.service = running.start(["bash", "-c", "exec env " + command], self.environment(), out, directory=self.folder)
        self.settings = command

        def over():
            return self.service.poll() is not None or "Decision Service on http" in log.read_text()

        running.until(over, 300, 0.1)
        if self.service.poll() is not None or not over():
            raise Failure(f"`{command}` does not serve: {log.read_text()[-600:]}")

    def run(self, block):
        """Runs a block; its standard output is kept for the block after it."""
        for name, path in block.pairs("files").items():
            shutil.copy(running.ROOT / path, self.folder / name)
        self.use(block)
        text = self.here(block, block.text)
        starts = "serves" in block.words or any(SERVES.match(line) for line in text.splitlines())
        if re.search(r"127\.0\.0\.1|localhost", text) and not starts:
            self.need_service(self.here(block, block.values.get("service", "") + " ./serve").strip(), "service" in block.values)
        if "serves" in block.words:
            self.start(text)
            self.output = ""
        elif block.language == "sh":
            self.output = self.shell(text, int(block.values.get("status", 0)))
        else:
            self.output = self.program(block, text)
        if "right" in block.values:
            # A block may print more than the answer that it is about.
            answer = json.loads(self.output[self.output.index("{"):])
            if found := examples.faults(answer, examples.pairs(block.values["right"])):
                raise Failure("; ".join(found))

    def use(self, block):
        """Makes the packages that a block names importable, and their programs callable."""
        name = block.values.get("with")
        self.programs = packages.python(name) if name and block.language in ("python", "sh") else None
        modules = self.folder / "node_modules"
        modules.unlink(missing_ok=True)
        if name and block.language == "js":
            modules.symlink_to(packages.node(name))

    def write(self, block):
        """Writes the block to its file; each line of a .jsonl file must be JSON."""
        name, text = block.values["file"], self.here(block, block.text)
        for line in text.splitlines() if name.endswith(".jsonl") else []:
            json.loads(line)
        self.put(name, text)

    def put(self, name, text):
        """Writes a file of the session's own: its folder has links to the repository's."""
        file = self.folder / name
        if file.is_symlink() or self.folder.resolve() not in file.resolve().parents:
            raise Failure(f"'{name}' is a file of the repository")
        file.write_text(text)

    def need_service(self, command, exactly):
        """Starts this service if there is none, or another than this one and it has to be exactly this one."""
        if self.service is None or exactly and self.settings != command:
            self.start(command)

    def shell(self, text, status):
        """Runs the lines between those that start a service."""
        output, part = "", []
        for line in [*text.splitlines(), None]:
            if line is not None and not SERVES.match(line):
                part.append(line)
                continue
            if "".join(part).strip():
                output += self.command(["bash", "-euo", "pipefail", "-c", "\n".join(part)], status)
            part = []
            if line is not None:
                self.start(line.split("#")[0].strip())
        return output

    def program(self, block, text):
        command, name = PROGRAMS[block.language]
        if "jars" in block.values:
            jars = [str(running.ROOT / jar) for jar in block.values["jars"].split()]
            command = [*command, "-cp", os.pathsep.join(jars)]
        name = block.values.get("file", name)
        self.put(name, text)
        if "with" in block.values and block.language == "python":
            command = [str(self.programs / "python")]
        elif "with" in block.values and block.language == "java":
            command = [*command, "-cp", packages.java(block.values["with"])]
        output = self.command([*command, name], int(block.values.get("status", 0)))
        promised = "\n".join(compare.printed(block.text))
        if promised and not compare.same_text(promised, output):
            self.renew(block, compare.renewed_program(block.text, output), f"it prints {output.strip()!r}, the page says {promised!r}")
        return output

    def command(self, command, status):
        try:
            done = subprocess.run(command, cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, timeout=600)
        except subprocess.TimeoutExpired as error:
            raise Failure("it takes longer than ten minutes") from error
        if done.returncode != status:
            raise Failure(f"status {done.returncode}, not {status}: {(done.stdout + done.stderr).strip()[-600:]}")
        return done.stdout

    def compare(self, block):
        """Compares the output of the block before with what this block shows."""
        if self.output is None:
            raise Failure("no block before it has printed anything")
        shown = self.here(block, block.text)
        if block.kind == "answer":
            found = list(compare.differences(json.loads(shown), json.loads(self.output), "part" in block.words))
            if found:
                self.renew(block, compare.renewed_answer(block.text, json.loads(self.output)), "; ".join(found))
        elif not compare.same_text(shown, self.output):
            self.renew(block, compare.renewed_text(block.text, shown, self.output), f"it prints\n{self.output}")

    def renew(self, block, text, wrong):
        """Keeps what the block has to show; it fails if nobody asked for that, or if more than words and numbers changed."""
        if self.renewed is None or text is None:
            raise Failure(wrong)
        self.renewed[block.line] = (block.text, text)
