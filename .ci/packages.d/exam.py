"""What every built program is put through: demo, an import, a search, and the server."""

import json
import subprocess
import threading
import urllib.request


class Program:
    """A program as a command that stands before its arguments, with its environment."""

    def __init__(self, command, env, cwd=None):
        self.command = [str(word) for word in command]
        self.env = env
        self.cwd = cwd

    def run(self, *arguments, status=0, text=None):
        """Returns what a run wrote to its standard output and error. Fails on another status."""
        command = [*self.command, *arguments]
        ran = subprocess.run(command, env=self.env, cwd=self.cwd, input=text or b"", capture_output=True, timeout=600)
        out, err = (stream.decode().replace("\r\n", "\n") for stream in (ran.stdout, ran.stderr))
        if ran.returncode != status:
            raise SystemExit(f"{arguments}: status {ran.returncode}, not {status}\n{out}{err}")
        return out, err

    def json(self, *arguments):
        """Returns the document that a run prints."""
        return json.loads(self.run(*arguments)[0])

    def serving(self, *arguments, listen="127.0.0.1:0"):
        """Returns a context: a server, which is asked by its attribute `get`."""
        return Server(self, [*arguments, "serve", "--listen", listen])


class Server:
    """A running `bgo serve`."""

    def __init__(self, program, arguments):
        self.program = program
        self.arguments = arguments

    def __enter__(self):
        command = [*self.program.command, *self.arguments]
        self.process = subprocess.Popen(
            command, env=self.program.env, cwd=self.program.cwd, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        # A server that does not start must not keep the check for ever.
        timer = threading.Timer(120, self.process.kill)
        timer.start()
        # Warnings may stand before.
        line = "bgo: warning"
        while line.startswith("bgo: warning"):
            line = self.process.stderr.readline().decode().strip()
        timer.cancel()
        if not line.startswith("listening on "):
            self.process.kill()
            raise SystemExit(f"the server says {line!r}")
        self.address = line.removeprefix("listening on ")
        return self

    def get(self, path):
        """Returns the body of an answer."""
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return answer.read()

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(60)
        finally:
            self.process.kill()


def check(holds, what):
    """Fails unless something holds."""
    if not holds:
        raise SystemExit(f"not so: {what}")


def examine(program, archive):
    """Puts a program through its paces. Its database must be empty; prints what was seen."""
    out, err = program.run("demo", "-c", "play pd; search")
    check("Total count: " in out, f"demo searches: {out}{err}")
    print("demo:", out.splitlines()[-1])
    imported = program.json("import", "--json", archive)
    check(imported["added"] > 200, f"games are imported: {imported}")
    print("import:", archive, {name: imported[name] for name in ("added", "duplicates", "rejected")})
    found = program.json("search", "--json", "pd")
    check(found["games"] > 0, f"a search finds games: {found}")
    print("search:", found["games"], "games after pd")
    with program.serving() as server:
        answer = json.loads(server.get("api/v1/position?moves=pd"))
        check(answer["games"] == found["games"], f"the server counts the same: {answer}")
        page = server.get("")
        check(b"<script" in page, "the server has the page")
        print("serve:", answer["games"], "games after pd, and a page of", len(page), "bytes")
