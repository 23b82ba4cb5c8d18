#!/usr/bin/env python3
"""Checks that a running `bgo serve` does what its OpenAPI description says.

Schemathesis makes requests from the description, right and wrong ones, for about a minute.
It is installed into a virtual environment under the target folder.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import venv

SCHEMATHESIS = "schemathesis==4.32.5"
SECONDS = 60
ROOT = pathlib.Path(__file__).parents[1]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
BGO = TARGET / "debug/bgo"


def installed():
    """Returns the path of the program, which is installed unless it is there."""
    folder = TARGET / SCHEMATHESIS
    program = folder / "bin/schemathesis"
    if not program.exists():
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([folder / "bin/pip", "install", "--quiet", SCHEMATHESIS], check=True)
    return program


def check(program, database, folder):
    """Returns the status of the check of a server of the database."""
    serve = [BGO, "--db", database, "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(serve, stderr=subprocess.PIPE, text=True) as server:
        try:
            address = server.stderr.readline().strip().removeprefix("listening on ")
            options = ["--config-file", ROOT / ".ci/schemathesis.toml"]
            api = f"{address}api/v1"
            # It does not resolve the relative address of the server in the description.
            run = ["run", f"{api}/openapi.json", "--url", api, "--max-time", str(SECONDS)]
            # It writes what it learns to the folder where it runs.
            return subprocess.run([program, *options, *run], cwd=folder).returncode
        finally:
            server.terminate()


def main():
    program = installed()
    with tempfile.TemporaryDirectory() as folder:
        database = pathlib.Path(folder) / "games.sqlite"
        # The examples of the description name players.
        record = pathlib.Path(folder) / "named.sgf"
        record.write_text("(;SZ[19]PB[AlphaGo]PW[Cho Chikun];B[qd];W[dd])\n")
        files = [ROOT / "fixtures/selfplay.tgz", record]
        subprocess.run([BGO, "--db", database, "import", "--quiet", *files], check=True)
        sys.exit(check(program, database, folder))


main()
