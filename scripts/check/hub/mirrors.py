"""Checks with mirrors and with the variables of Hugging Face tools: the service does what huggingface_hub does."""
import json
import os
import pathlib
import subprocess
import threading

from mirror import COMMIT, Mirror
from refused import refuse
from stand_in import (
    CHECKPOINTS,
    FILES,
    Hub,
    answer,
    clean,
    digest,
    finish,
    need,
    need_genuine,
    once,
    size,
    start_python,
    start_service,
)

ENGLISH = CHECKPOINTS / "english"

# What fetches as huggingface_hub does it: every file by itself, because not every mirror lists folders.
PYTHON = """
import sys, huggingface_hub as h
for name in sys.argv[2:]:
    h.hf_hub_download(sys.argv[1], name)
"""

# A mode of the mirror, and whether huggingface_hub can use it.
MODES = {"plain": True, "gzip": True, "unsized": True, "chunked": True, "both": True, "weak": True, "md5": True, "sha256": True,
         "nocommit": False}
# What the service can use beside that: a mirror that has another host answer, and a storage of the hub's own host.
MORE = {"elsewhere": False, "storage": False}


def variables(mirror, mode, **more):
    return {**clean(), "HF_ENDPOINT": mirror.url, "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1",
            "HF_HUB_DISABLE_XET": "1", "SERVICE_EXTRA_MODELS": json.dumps({"english": "owner/" + mode}), **more}


def python(env, mode):
    return subprocess.Popen([os.sys.executable, "-c", PYTHON, "owner/" + mode, *FILES], env=env,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def need_files(cache, mode):
    folder = pathlib.Path(cache) / ("models--owner--" + mode) / "snapshots" / COMMIT
    for file in FILES:
        need(digest(folder / file) == digest(ENGLISH / file), "%s: %s has other bytes" % (mode, file))


def odd_mirrors(directory):
    """Mirrors that compress, say no length or send elsewhere: the same outcome, and one's cache is the other's."""
    with Mirror(ENGLISH) as mirror:
        for mode, usable in {**MODES, **MORE}.items():
            ours, theirs = directory / (mode + "-ours"), directory / (mode + "-theirs")
            finish(once(variables(mirror, mode, HF_HUB_CACHE=str(ours)), directory), 0 if usable or mode in MORE else 2)
            process = python(variables(mirror, mode, HF_HUB_CACHE=str(theirs)), mode)
            process.communicate(timeout=300)
            if mode in MODES:
                need((process.returncode == 0) == usable, "%s: huggingface_hub ends with %s" % (mode, process.returncode))
            if not usable:
                continue
            need_files(ours, mode)
            need_files(theirs, mode)
            offline = {"HF_HUB_OFFLINE": "1", "SERVICE_REVISION": COMMIT}
            finish(once(variables(mirror, mode, HF_HUB_CACHE=str(theirs), **offline), directory))
            names = sorted(blob.name for blob in (ours / ("models--owner--" + mode) / "blobs").iterdir())
            others = sorted(blob.name for blob in (theirs / ("models--owner--" + mode) / "blobs").iterdir())
            need(names == others, "%s: blobs %s and %s" % (mode, names, others))
    return "%d kinds" % len({**MODES, **MORE})


def tokens_and_folders(directory):
    """The same token is sent, and the same folder used, with the variables that Hugging Face tools read."""
    home, elsewhere = directory / "home", directory / "elsewhere"
    home.mkdir()
    (home / "token").write_text("hf_login\n")
    elsewhere.write_text("hf_elsewhere")
    login = {"HF_HOME": str(home)}
    # For each set of variables: the token to be sent, and the folder of the cache.
    cases = [
        (login, "hf_login", home / "hub"),
        ({**login, "HF_TOKEN": "hf_plain"}, "hf_plain", home / "hub"),
        ({**login, "HUGGING_FACE_HUB_TOKEN": "hf_old"}, "hf_old", home / "hub"),
        ({**login, "HF_TOKEN_PATH": str(elsewhere)}, "hf_elsewhere", home / "hub"),
        ({**login, "HF_TOKEN_PATH": str(directory / "none")}, None, home / "hub"),
        ({**login, "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1"}, None, home / "hub"),
        ({**login, "HUGGINGFACE_HUB_CACHE": str(directory / "older")}, "hf_login", directory / "older"),
        ({"XDG_CACHE_HOME": str(directory / "xdg")}, None, directory / "xdg" / "huggingface" / "hub"),
    ]
    for number, (given, token, cache) in enumerate(cases):
        sent = []
        for start in (lambda env: once(env, directory), lambda env: python(env, "plain")):
            with Mirror(ENGLISH) as mirror:
                finish(start(variables(mirror, "plain", **given)))
                need_files(cache, "plain")
                sent.append({authorization for _, authorization in mirror.asked})
                subprocess.run(["rm", "-rf", str(cache)], check=True)
        wanted = {"Bearer " + token if token else None}
        need(sent == [wanted, wanted], "%d: %s were sent, not %s" % (number, sent, wanted))
    with Mirror(ENGLISH) as mirror:
        env = variables(mirror, "plain", **login)
        finish(python(env, "plain"))
        asked = len(mirror.asked)
        finish(once({**env, "TRANSFORMERS_OFFLINE": "1", "SERVICE_REVISION": COMMIT}, directory))
        need(len(mirror.asked) == asked, "TRANSFORMERS_OFFLINE: the hub was asked")
    return "%d sets of variables" % (len(cases) + 1)


def proxies(directory):
    """The proxy of the environment is asked for a hub that nobody else could reach."""
    with Mirror(ENGLISH) as mirror:
        for name, start in {"ours": lambda env: once(env, directory), "theirs": lambda env: python(env, "plain")}.items():
            env = variables(mirror, "plain", HF_HUB_CACHE=str(directory / name), HTTP_PROXY=mirror.url)
            finish(start({**env, "HF_ENDPOINT": "http://hub.invalid"}))
            need_files(directory / name, "plain")
        need(all(path.startswith("http://hub.invalid/") for path, _ in mirror.asked), "not all was asked through the proxy")
    return "%d requests" % len(mirror.asked)


def file_systems_without(directory):
    """No locks, no links: the service goes on with one line for each, and what is there can be used by both."""
    told = {}
    for name, calls in {"locks": {"flock": "ENOLCK"}, "links": {"symlink": "EPERM"},
                        "both": {"flock": "ENOSYS", "symlink": "EOPNOTSUPP"}}.items():
        place = directory / name
        place.mkdir()
        cache = place / "cache"
        with Hub(place) as hub:
            said = finish(start_service(hub, cache, before=refuse(**calls)))
            told[name] = (said.count("without a lock"), said.count("no symbolic links"))
            need_genuine(cache)
            need(hub.sent() == size(), "%s: %d bytes for %d" % (name, hub.sent(), size()))
            finish(start_service(hub, cache, before=refuse(**calls), HF_HUB_OFFLINE="1"))
            finish(start_python(hub, cache, HF_HUB_OFFLINE="1"))
    need(told == {"locks": (1, 0), "links": (0, 1), "both": (1, 1)}, "lines of the log: %s" % told)
    said = finish(answer(directory, before=refuse(setlk="ENOLCK")))
    need(said.count("cannot be locked") == 1, said)
    need('"noul"' in (directory / "answers.jsonl").read_text(), "nothing was answered")
    return "4 kinds"


def two_at_once_without_locks(directory):
    """Nobody waits, and nobody breaks what the other writes."""
    cache = directory / "cache"
    with Hub(directory, 600_000) as hub:
        calls = refuse(flock="ENOLCK", symlink="EPERM")
        for process in [start_service(hub, cache, before=calls) for _ in range(3)]:
            finish(process)
        need_genuine(cache)
        return "%d bytes for %d" % (hub.sent(), size())


def a_hub_that_comes_back(directory):
    """A hub that is away for 15 s at the first start is waited for; one that stays away ends it with 75."""
    with Mirror(ENGLISH) as mirror:
        port = mirror.go()
        process = once(variables(mirror, "plain", HF_HUB_CACHE=str(directory / "cache")), directory)
        threading.Timer(15, mirror.serve, [port]).start()
        finish(process)
        need_files(directory / "cache", "plain")
    with Mirror(ENGLISH) as mirror:
        mirror.go()
        said = finish(once(variables(mirror, "plain", HF_HUB_CACHE=str(directory / "away")), directory), 75)
        need("cannot be reached" in said.strip().splitlines()[-1], said)
    return json.dumps({"back after 15 s": 0, "away": 75})
