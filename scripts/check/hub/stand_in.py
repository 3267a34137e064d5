"""Helpers of the checks: the stand-in hub, the service and the cache."""

import glob
import hashlib
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
CHECKPOINTS = ROOT / "testdata" / "tiny"
REPO = "convaiinnovations/laya"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
FILES = ["rl_agent_config.json", "encoder/config.json", "tokenizer/tokenizer.json",
         "tokenizer/tokenizer_config.json", "model.safetensors"]
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
REQUEST = ('{"state": "The app crashes on start.", "questions": {"angry": {"type": "noul",'
           ' "instructions": "Is the customer angry?"}}}')


def need(condition, text):
    if not condition:
        raise AssertionError(text)


class Hub:
    """A running stand-in hub; its exchanges are read from its log."""

    def __init__(self, directory, rate=10**12):
        self.log = pathlib.Path(directory) / "exchanges.log"
        self.log.write_text("")
        self.process = subprocess.Popen(
            [JAVA, "-cp", str(ROOT / "testing/target/classes"), "org.decisionservice.testing.hub.StandInMain",
             str(CHECKPOINTS), str(self.log), str(rate)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.endpoint = self.process.stdout.readline().strip()
        need(self.endpoint, "the stand-in hub does not start")

    def sent(self):
        """Bytes of content sent so far."""
        return sum(int(line.split("\t")[6]) for line in self.log.read_text().splitlines())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def clean():
    """This process's variables without those that say where the hub and its cache are."""
    return {k: v for k, v in os.environ.items()
            if not k.startswith(("SERVICE_", "HF_", "HUGGING", "TRANSFORMERS_")) and not k.lower().endswith("_proxy")
            and k != "XDG_CACHE_HOME"}


def environment(hub, cache, **more):
    return {**clean(), "HF_ENDPOINT": hub.endpoint, "HF_HUB_CACHE": str(cache), "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_HUB_DISABLE_PROGRESS_BARS": "1", **more}


def start_service(hub, cache, model="english", before=None, **more):
    """A process that fetches and loads one checkpoint, answers once and ends; `before` is run in it first."""
    return once(environment(hub, cache, SERVICE_MODEL=model, **more), pathlib.Path(cache).parent, before)


def once(env, directory, before=None):
    """The service with these variables and checkpoints from the hub, for one answer."""
    request = pathlib.Path(directory) / "request.json"
    request.write_text(REQUEST)
    return subprocess.Popen(
        [JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(ROOT / "server/target/decision-service.jar"), "--once"],
        env={"SERVICE_CHECKPOINTS": "hub", "SERVICE_MODEL": "english", "SERVICE_REQUEST_FILE": str(request), **env},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before)


def answer(directory, before=None):
    """The command that answers a file, with the tiny checkpoints."""
    requests = pathlib.Path(directory) / "requests.jsonl"
    requests.write_text(REQUEST + "\n")
    return subprocess.Popen(
        [JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(ROOT / "server/target/decision-service.jar"), "answer",
         str(requests), str(requests.with_name("answers.jsonl"))],
        env={**clean(), "SERVICE_CHECKPOINTS": str(CHECKPOINTS)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=before)


def finish(process, status=0):
    """The output of a process, after it has ended with the expected status."""
    out, err = process.communicate(timeout=300)
    need(process.returncode == status, "status %s, expected %s:\n%s%s" % (process.returncode, status, out, err))
    return out + err


def start_python(hub, cache, folder="", **more):
    """snapshot_download of one checkpoint, as Python users call it."""
    prefix = folder + "/" if folder else ""
    patterns = [prefix + p for p in ("rl_agent_config.json", "model.safetensors", "tokenizer/*", "encoder/*")]
    return subprocess.Popen(
        [os.sys.executable, "-c",
         "import sys, huggingface_hub as h; print(h.snapshot_download(sys.argv[1], allow_patterns=sys.argv[2:]))",
         REPO, *patterns],
        env=environment(hub, cache, **more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def snapshot(cache, folder=""):
    return pathlib.Path(cache) / ("models--" + REPO.replace("/", "--")) / "snapshots" / COMMIT / folder


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def need_genuine(cache, name="english"):
    """Every file of a cached checkpoint has the same bytes as the original, and no partial file is left."""
    directory = snapshot(cache, "" if name == "english" else name)
    for file in FILES:
        need(digest(directory / file) == digest(CHECKPOINTS / name / file), file + " has other bytes")
    need(not incomplete(cache), "something incomplete is left")


def incomplete(cache):
    return glob.glob(str(pathlib.Path(cache) / "models--*" / "blobs" / "*.incomplete"))


def size(name="english"):
    return sum((CHECKPOINTS / name / file).stat().st_size for file in FILES)
