"""A stand-alone Spark cluster on this machine: a master and workers, each a process of its own, on loopback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import pyspark
from pyspark.sql import SparkSession

# Imports archives as a driver of its own.
DRIVER = """
import sys
from pathlib import Path
import bgo.spark
from pyspark.sql import SparkSession

settings, out, *paths = sys.argv[1:]
builder = SparkSession.builder
for setting in settings.split("\\n"):
    builder = builder.config(*setting.split("=", 1))
spark = builder.getOrCreate()
bgo.spark.import_archives(spark, paths, out)
"""

HOME = Path(pyspark.__file__).parent
# Keeps a test from running for ever; nothing waits this long.
DEADLINE = 300.0

Found = TypeVar("Found")


def wait_for(what: str, condition: Callable[[], Found | None]) -> Found:
    """Returns the first value of a condition that is true."""
    end = time.monotonic() + DEADLINE
    while not (found := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {DEADLINE:.0f} seconds for {what}")
        time.sleep(0.01)
    return found


def session_members(leader: int) -> list[int]:
    """Returns the live processes of the session that a process began."""
    members = []
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split() if folder.name.isdigit() else []
        except OSError:
            continue
        if fields and fields[0] not in "ZX" and int(fields[3]) == leader:
            members.append(int(folder.name))
    return members


class Process:
    """A daemon of the cluster, which leads a session with everything that it starts."""

    def __init__(self, folder: Path, name: str, arguments: list[str], memory: str) -> None:
        self.log = folder / f"{name}.log"
        environment = {
            **os.environ,
            "SPARK_HOME": str(HOME),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_DAEMON_MEMORY": memory,
            "SPARK_LOCAL_DIRS": str(folder / "scratch"),
            "PYSPARK_PYTHON": sys.executable,
        }
        # The daemon dies with this process, even if that is killed, and executors with their worker.
        command = ["setpriv", "--pdeathsig", "KILL", str(HOME / "bin" / "spark-class"), *arguments]
        with self.log.open("wb") as log:
            self.popen = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def logged(self, pattern: str) -> str:
        """Waits for a line of the log, and returns the group in its pattern."""

        def found() -> re.Match[str] | None:
            if self.popen.poll() is not None:
                raise RuntimeError(f"{self.log.name}: the process ended:\n{self.log.read_text(errors='replace')}")
            return re.search(pattern, self.log.read_text(errors="replace"))

        return wait_for(f"{pattern} in {self.log.name}", found)[1]

    def kill(self) -> None:
        """Kills the process and all that it started with SIGKILL."""
        while members := session_members(self.popen.pid):
            for member in members:
                try:
                    os.kill(member, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.popen.poll()
        self.popen.wait()


class Cluster:
    """A running cluster. It ends with the ``with``, whatever happens there."""

    def __init__(self, folder: Path, workers: int = 3, memory: str = "1g") -> None:
        self.folder = folder
        self.memory = memory
        self.size = workers
        self.workers: list[Process] = []
        self.started = 0

    def __enter__(self) -> Cluster:
        (self.folder / "scratch").mkdir(parents=True)
        arguments = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        self.master = Process(self.folder, "master", ["org.apache.spark.deploy.master.Master", *arguments], "256m")
        try:
            self.url = self.master.logged(r"Starting Spark master at (spark://\S+)")
            self.state_url = self.master.logged(r"started at (http://\S+)") + "/json/"
            for _ in range(self.size):
                self.start_worker()
            self.wait_for_workers(self.size)
        except BaseException:
            print(self.logs())
            self.stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends all processes."""
        for process in [*self.workers, self.master]:
            process.kill()

    def start_worker(self) -> Process:
        """Starts a worker with one core. It registers a moment later."""
        self.started += 1
        name = f"worker-{self.started}"
        place = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0", "--work-dir", str(self.folder / name)]
        size = ["--cores", "1", "--memory", self.memory]
        worker = Process(self.folder, name, ["org.apache.spark.deploy.worker.Worker", *place, *size, self.url], "256m")
        self.workers.append(worker)
        return worker

    def kill_worker(self, worker: Process | None = None) -> None:
        """Kills a worker with its executors and their Python, by default the oldest."""
        worker = worker or self.workers[0]
        self.workers.remove(worker)
        worker.kill()

    def state(self) -> Any:
        """Returns what the master says of itself."""
        with urllib.request.urlopen(self.state_url, timeout=DEADLINE) as answer:
            return json.load(answer)

    def wait_for_workers(self, number: int) -> None:
        """Waits until the master has exactly so many workers."""

        def registered() -> bool:
            return [worker["state"] for worker in self.state()["workers"]].count("ALIVE") == number

        wait_for(f"{number} workers", registered)

    def restore(self) -> None:
        """Replaces workers that were killed."""
        while len(self.workers) < self.size:
            self.start_worker()

    def logs(self) -> str:
        """Returns the ends of all logs."""
        files = sorted(self.folder.glob("*.log")) + sorted(self.folder.glob("worker-*/*/*/stderr"))
        ends = [(file, file.read_text(errors="replace").splitlines()[-30:]) for file in files]
        return "\n".join(f"--- {file.relative_to(self.folder)}\n" + "\n".join(end) for file, end in ends)

    def driver(self) -> SparkSession:
        """Starts a driver in this process."""
        os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = SparkSession.builder
        for name, value in self.settings().items():
            builder = builder.config(name, value)
        return builder.getOrCreate()

    def start_import(self, log: Path, out: Path, archives: list[Path]) -> subprocess.Popen[bytes]:
        """Starts a driver in a process of its own, which imports archives."""
        settings = "\n".join(f"{name}={value}" for name, value in self.settings().items())
        with log.open("wb") as file:
            return subprocess.Popen(
                [sys.executable, "-c", DRIVER, settings, str(out), *map(str, archives)],
                stdout=file,
                stderr=file,
                start_new_session=True,
                env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable},
            )

    def settings(self) -> dict[str, str]:
        """Returns the configuration of a driver of this cluster."""
        return {
            "spark.master": self.url,
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "1g",
            "spark.executor.memory": self.memory,
            "spark.executor.cores": "1",
            # An extra worker is for another driver.
            "spark.cores.max": str(self.size),
            "spark.sql.warehouse.dir": str(self.folder / "warehouse"),
            # The data of tests are small.
            "spark.sql.shuffle.partitions": "6",
            # Spark's metrics leave out what is read in this way.
            "spark.hadoop.parquet.hadoop.vectored.io.enabled": "false",
            "spark.ui.port": "0",
            "spark.ui.showConsoleProgress": "false",
            # A task may die with its executor as often as a test kills one.
            "spark.task.maxFailures": "100",
            "spark.stage.maxConsecutiveAttempts": "100",
        }
