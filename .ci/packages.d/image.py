#!/usr/bin/env python3
"""Checks the image that a Dockerfile makes of a folder: image.py DOCKERFILE FOLDER.

Where docker runs, it builds the image and runs it. Elsewhere the steps of the file are done here, in
a folder that becomes the root of the program; nobody else reaches its server, and no process is left."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import exam
import roots


def has_docker():
    """Returns whether docker builds images here."""
    if shutil.which("docker") is None:
        return False
    try:
        return subprocess.run(["docker", "info"], capture_output=True, timeout=20).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def instructions(dockerfile):
    """Yields the words of each instruction."""
    for line in dockerfile.read_text().splitlines():
        if line and not line.startswith("#"):
            word, rest = line.split(" ", 1)
            yield word, json.loads(rest) if rest.startswith("[") else shlex.split(rest)


def build(dockerfile, context, root):
    """Does the steps of a file, and returns its environment, working folder and commands."""
    environment, working, commands = {}, "/", {}
    for word, arguments in instructions(dockerfile):
        match word:
            case "FROM":
                exam.check(arguments == ["scratch"], "the image begins with nothing")
            case "COPY":
                *sources, target = arguments
                place = root / target.lstrip("/")
                place.parent.mkdir(parents=True, exist_ok=True)
                for source in sources:
                    shutil.copy(context / source, place)
            case "WORKDIR":
                working = arguments[0]
                (root / working.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ENV":
                environment |= dict(pair.split("=", 1) for pair in arguments)
            case "ENTRYPOINT" | "CMD":
                commands[word] = arguments
            case "EXPOSE":
                commands[word] = arguments
            case _:
                raise SystemExit(f"{word} is not known here")
    return environment, working, commands


def by_steps(dockerfile, context):
    """Checks the image without docker."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        environment, working, commands = build(dockerfile, context, root)
        (root / "games").mkdir()
        before = roots.command(root, "/games", working)
        environment |= {"PATH": os.environ["PATH"]}
        program = exam.Program([*before, *commands["ENTRYPOINT"]], environment)
        exam.examine(program, "/games/selfplay.tgz")
        exam.check((root / "data/games.sqlite").exists(), "the database is in /data")
        default, port = commands["CMD"], commands["EXPOSE"][0]
        exam.check(default[:2] == ["serve", "--listen"] and default[2].endswith(f":{port}"), "it serves at its port")
        with program.serving(listen=default[2]) as server:
            server.address = f"http://127.0.0.1:{port}/"
            exam.check(b"<script" in server.get(""), "it answers at its port")
        print(f"the steps of {dockerfile.name} make an image that serves at port {port} without arguments")


def by_docker(dockerfile, context):
    """Builds the image, and checks it."""
    build_it = ["docker", "build", "--quiet", "--file", dockerfile, context]
    image = subprocess.run(build_it, check=True, capture_output=True, text=True).stdout.strip()
    container = f"bgo-check-{os.getpid()}"
    with tempfile.TemporaryDirectory() as data:
        run = ["docker", "run", "--rm", "--name", container, "--network=host", "--volume", f"{data}:/data"]
        run += ["--volume", f"{roots.FIXTURES}:/games:ro", image]
        try:
            exam.examine(exam.Program(run, dict(os.environ)), "/games/selfplay.tgz")
        finally:
            subprocess.run(["docker", "rm", "--force", container], capture_output=True, timeout=60)
    print(f"docker built {image}")


def apart(*arguments):
    """Runs this script with arguments, with a network and processes of its own."""
    own = ["unshare", "--net", "--pid", "--fork", "--kill-child", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    return subprocess.run([*own, sys.executable, __file__, *arguments]).returncode


def main():
    *steps, dockerfile, context = sys.argv[1:]
    if steps:
        by_steps(pathlib.Path(dockerfile), pathlib.Path(context))
    elif has_docker():
        by_docker(pathlib.Path(dockerfile), pathlib.Path(context))
    else:
        print("docker does not run here; the steps of the file are done without it", flush=True)
        sys.exit(apart("--steps", dockerfile, context))


main()
