"""A Spark of its own on loopback: a master and workers as processes, and programs given to it with spark-submit."""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import urllib.request

import pyspark
import running

HOME = pathlib.Path(pyspark.__file__).parent


def environment(work):
    """A clean one: of this machine only the JDK, and a home without caches of native libraries."""
    return {"PATH": os.environ["PATH"], "JAVA_HOME": os.environ["JAVA_HOME"], "SPARK_HOME": str(HOME), "HOME": str(work),
            "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_WORKER_DIR": str(work / "workers"), "PYSPARK_PYTHON": sys.executable, "LANG": "C.UTF-8"}


class Cluster:
    """Workers with one core each, on addresses of their own, because Spark speculates on other hosts only."""

    def __init__(self, workers, log, memory="1g"):
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="cluster-", dir=log.parent))
        self.env = environment(self.work)
        self.memory = memory
        self.log = log.open("w")
        self.processes = []
        self.jobs = []
        port, web, *own = running.free_ports(2 + 2 * workers)
        self.master = f"spark://127.0.0.1:{port}"
        self.daemon("master.Master", "127.0.0.1", port, web)
        for index in range(workers):
            host = f"127.0.0.{2 + index}"
            self.daemon("worker.Worker", host, own[2 * index], own[2 * index + 1], "--cores", "1", "--memory", memory, self.master)
        self.web = web
        if not running.until(lambda: self.alive() == workers, 300, 0.3):
            self.close()
            sys.exit(f"the cluster did not start, see {log}")

    def daemon(self, kind, host, port, web, *more):
        command = [HOME / "bin" / "spark-class", f"org.apache.spark.deploy.{kind}",
                   "--host", host, "--port", port, "--webui-port", web, *more]
        env = {**self.env, "SPARK_LOCAL_IP": host}
        self.processes.append(subprocess.Popen([str(word) for word in command], env=env, stdout=self.log, stderr=self.log))

    def alive(self):
        try:
            return sum(worker["state"] == "ALIVE" for worker in fetched(f"http://127.0.0.1:{self.web}/json/")["workers"])
        except (OSError, ValueError):
            return 0

    def executors(self):
        """Process ids, which are children of the workers."""
        return [pid for worker in self.processes[1:] for pid in children(worker.pid) if "CoarseGrainedExecutorBackend" in command_of(pid)]

    def submit(self, *words, log, **settings):
        """Starts a program with spark-submit; its pages are on `ui`."""
        self.jobs.append(Submitted(self.master, self.env, words, log, {"spark.executor.memory": self.memory, **settings}))
        return self.jobs[-1]

    def close(self):
        for process in [*(job.process for job in self.jobs), *reversed(self.processes)]:
            running.stop(process)
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Submitted:
    """A program that runs on a cluster."""

    def __init__(self, master, env, words, log, settings):
        [self.ui] = running.free_ports(1)
        settings = {"spark.ui.port": self.ui, "spark.ui.showConsoleProgress": "false", "spark.driver.host": "127.0.0.1",
                    "spark.driver.memory": "1g", "spark.executor.extraJavaOptions": "--enable-native-access=ALL-UNNAMED",
                    "spark.driver.extraJavaOptions": "--enable-native-access=ALL-UNNAMED", **settings}
        confs = [word for name, value in settings.items() for word in ("--conf", f"{name}={value}")]
        self.log = log
        with log.open("w") as out:
            self.process = subprocess.Popen([str(word) for word in (HOME / "bin" / "spark-submit", "--master", master, *confs, *words)],
                                            env=env, stdout=out, stderr=subprocess.STDOUT)

    def stages(self):
        """What the program's pages say of its stages; none before it has started and after it has ended."""
        with contextlib.suppress(OSError, ValueError, LookupError):
            base = f"http://127.0.0.1:{self.ui}/api/v1/applications"
            return fetched(f"{base}/{fetched(base)[0]['id']}/stages")
        return []

    def await_tasks(self, count, seconds=900):
        """Waits until this many tasks of the stage that scores are done and the stage is not."""
        def reached():
            return self.process.poll() is not None or any(
                count <= stage["numCompleteTasks"] < stage["numTasks"] and scores(stage) for stage in self.stages())
        return running.until(reached, seconds, 0.02) and self.process.poll() is None

    def status(self, seconds=900):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def scores(stage):
    """Whether it is a stage with this module's counters, rather than one that looks at the files."""
    return any(update["name"] == "decisions: rows" for update in stage.get("accumulatorUpdates", []))


def fetched(url):
    with urllib.request.urlopen(url, timeout=5) as response:
        return json.load(response)


def children(pid):
    with contextlib.suppress(OSError):
        return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    return []


def command_of(pid):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
    return ""


@contextlib.contextmanager
def standing_still(pid):
    """Stops a process for the length of a block."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
