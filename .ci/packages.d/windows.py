#!/usr/bin/env python3
"""Runs the program for Windows under Wine: windows.py PROGRAM PREFIX."""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import exam
import roots

# A query that never ends.
ENDLESS = "with recursive n(i) as (select 1 union all select i+1 from n) select count(*) from n"

LETTERS = "abcdefghijklmnopqrs"

COMPILER = "x86_64-w64-mingw32-gcc"

# Wine 8 lacks the source of random numbers that Rust uses.
RANDOM = """
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *, unsigned long);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, unsigned long long length) {
    return SystemFunction036(bytes, (unsigned long)length);
}
"""

# Holds a file so that nobody else may open it, until its input ends.
HOLD = """
#include <stdio.h>
#include <windows.h>
int wmain(int count, wchar_t **words) {
    HANDLE file = CreateFileW(words[1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (count != 2 || file == INVALID_HANDLE_VALUE) return 1;
    puts("held");
    fflush(stdout);
    getchar();
    return 0;
}
"""


class Wine:
    """An installation of Wine in a folder of its own."""

    def __init__(self, prefix):
        self.env = dict(os.environ, WINEPREFIX=str(prefix), WINEDEBUG="-all", LC_ALL="C.UTF-8")
        system = prefix / "drive_c/windows/system32"
        if not system.exists():
            subprocess.run(["wine", "wineboot", "-i"], env=self.env, check=True, capture_output=True, timeout=300)
        compiled(RANDOM, system / "bcryptprimitives.dll", "-shared", "-ladvapi32")

    def hold(self, holder, path):
        """Returns a context in which another program has a file open alone."""
        return Held(self, holder, path)


class Held:
    """A file that another program has open alone."""

    def __init__(self, wine, holder, path):
        command = ["wine", holder, drive(path)]
        self.process = subprocess.Popen(command, env=wine.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        exam.check(self.process.stdout.readline().strip() == b"held", "a file is held")

    def __exit__(self, *_):
        self.process.communicate(timeout=60)


class Console:
    """A program in a console of Wine, which tmux shows in a terminal."""

    def __init__(self, command, env, folder):
        self.tmux = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null"]
        words = [*map(str, command)]
        size = ["-x", "100", "-y", "50"]
        # The status of the program stays to be asked for.
        stay = ["set", "-g", "remain-on-exit", "on", ";", "new-session", "-d", *size, "-c", str(folder), *words]
        subprocess.run([*self.tmux, "start-server", ";", *stay], env=env, check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([*self.tmux, "kill-server"], capture_output=True)

    def type(self, *keys):
        """Presses keys, named as tmux names them; other words are typed."""
        for key in keys:
            subprocess.run([*self.tmux, "send-keys", key], check=True)

    def told(self, what):
        """Returns what tmux knows of the program."""
        return subprocess.run([*self.tmux, "display", "-p", what], capture_output=True, check=True).stdout.decode().strip()

    def screen(self):
        """Returns the lines of the terminal."""
        return subprocess.run([*self.tmux, "capture-pane", "-p"], capture_output=True, check=True).stdout.decode()

    def until(self, is_so, what):
        """Waits until something is so."""
        for _ in range(1200):
            if is_so():
                return
            time.sleep(0.1)
        raise SystemExit(f"waited two minutes for {what}:\n{self.screen()}")

    def shows(self, text):
        """Waits for a text on the screen, and returns the screen."""
        self.until(lambda: text in self.screen(), text)
        return self.screen()

    def has_computed(self, seconds):
        """Waits until the program has computed for some time more."""
        ticks = os.sysconf("SC_CLK_TCK") * seconds
        def computed():
            stat = pathlib.Path("/proc", self.told("#{pane_pid}"), "stat").read_text()
            return int(stat.rsplit(")")[-1].split()[11])
        before = computed()
        self.until(lambda: computed() > before + ticks, "work")

    def has_ended(self):
        """Returns whether the program has ended. Its status is known a moment after its terminal is closed."""
        return self.told("#{pane_dead_status}#{pane_dead_signal}") != ""

    def status(self):
        """Waits for the end, and returns the exit status."""
        self.until(self.has_ended, "the end")
        status = self.told("#{pane_dead_status}")
        exam.check(status, f"a status, not the signal {self.told('#{pane_dead_signal}')}")
        return int(status)


def compiled(source, target, *options):
    """Compiles a source in C for Windows."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "source.c"
        file.write_text(source)
        subprocess.run([COMPILER, "-O", "-o", target, file, *options], check=True)


def drive(path):
    """Returns a path as Wine has it."""
    return "Z:" + str(path).replace("/", "\\")


def refuses(program, held, *arguments):
    """Checks that a run ends with a sentence that names a file which is held."""
    _, err = program.run(*arguments, status=1)
    exam.check(held.name in err and "panicked" not in err, f"a held file is named: {err}")
    exam.check("another program" in err, f"the reason is said: {err}")
    print("held:", err.strip().splitlines()[-1])


def edits_lines(program, env, folder):
    """Checks the keys of the shell: moves within the line, completion, history, and Ctrl-C in a query.

    At the prompt, Ctrl-C is a key for Windows, but Wine 8 makes the event of it that ends the program."""
    with Console(["wine", program, "--quiet"], env, folder) as shell:
        shell.shows(">")
        shell.type("whre year=1990", *["Left"] * 12, "e", "Enter")
        shell.shows("[year=1990] >")
        shell.type("whe", "Tab", "year=1995", "Enter")
        shell.shows("[year=1995] >")
        shell.type("Up", "Up", "Enter")
        shell.until(lambda: shell.screen().rstrip().endswith("[year=1990] >"), "the line of the history")
        shell.type(f"sql {ENDLESS}", "Enter")
        shell.has_computed(1)
        shell.type("C-c")
        shell.shows("stopped")
        shell.type("exit", "Enter")
        exam.check(shell.status() == 0, "the shell goes on after Ctrl-C")
    print("shell: keys, completion, history, and Ctrl-C in a query")


def stops_import(program, env, folder):
    """Checks that Ctrl-C ends an import after a commit, and keeps what was committed."""
    choice = random.Random(1)
    points = [x + y for x in LETTERS for y in LETTERS]
    for games in (10_000, 40_000, 160_000):
        database, records = (folder / f"stopped {games}{end}" for end in (".sqlite", ".sgf"))
        with open(records, "w") as out:
            for _ in range(games):
                moves = choice.sample(points, 60)
                out.write("(;GM[1]" + "".join(f";{'BW'[ply % 2]}[{point}]" for ply, point in enumerate(moves)) + ")\n")
        options = ["--db", drive(database), "import", "--commit-every", "100", drive(records)]
        with Console(["wine", program, *options], env, folder) as console:
            is_running = lambda: re.search(r"[\d,]{4,} games, ", console.screen())
            console.until(lambda: is_running() or console.has_ended(), "a thousand games")
            console.type("C-c")
            status, screen = console.status(), " ".join(console.screen().split())
        # A fast machine may be done before the key is pressed.
        if status != 0:
            said = re.search(r"stopped; ([\d,]+) games were added", screen)
            exam.check(status == 1 and said, f"Ctrl-C stops the import: {status} {screen}")
            stored = exam.Program(["wine", program], env).json("--db", drive(database), "info", "--json")["games"]
            exam.check(0 < stored < games, f"a part was committed: {stored} of {games}")
            exam.check(stored == int(said[1].replace(",", "")), f"as it says: {stored}, {screen}")
            print("import: Ctrl-C stops it, and", stored, "of", games, "games stay")
            return
    raise SystemExit("no Ctrl-C stopped an import")


def main():
    # The end of the file is its largest picture.
    picture = (roots.ROOT / "packaging/bgo.ico").read_bytes()[-4096:]
    exam.check(picture in pathlib.Path(sys.argv[1]).read_bytes(), "the program has the icon")
    wine = Wine(pathlib.Path(sys.argv[2]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "棋譜 of games"
        folder.mkdir()
        database, archive, table = (folder / name for name in ("games 一.sqlite", "自戦 1.tgz", "table 1.csv"))
        shutil.copy(roots.FIXTURES / "selfplay.tgz", archive)
        holder = folder / "hold.exe"
        compiled(HOLD, holder, "-municode")
        env = wine.env | {"BGO_DB": drive(database), "APPDATA": drive(folder)}
        program = exam.Program(["wine", sys.argv[1]], env, folder)
        exam.examine(program, drive(archive))
        exam.check(database.exists(), "the database is where BGO_DB says")
        print("paths: a drive, blanks and Chinese characters,", drive(database))

        script = b"play pd\r\nplay dp\r\nsearch\r\n"
        out, _ = program.run("shell", text=script)
        same, _ = program.run("shell", text=script.replace(b"\r", b""))
        exam.check("Total count: " in out and out == same, f"lines may end with CR LF: {out}")
        print("shell: a script with CR LF says what one with LF says:", out.splitlines()[-1])

        with wine.hold(holder, archive):
            refuses(program, archive, "import", drive(archive))
        query = ["sql", "--csv", "select count(*) as games from games", "--out", drive(table)]
        program.run(*query)
        before = table.read_bytes()
        with wine.hold(holder, table):
            refuses(program, table, *query, "--overwrite")
        exam.check(table.read_bytes() == before, "a held file is left as it was")
        left = [file.name for file in folder.iterdir() if file.name.startswith(".bgo-new")]
        exam.check(not left, f"no temporary file is left: {left}")
        program.run(*query, "--overwrite")

        edits_lines(sys.argv[1], env, folder)
        stops_import(sys.argv[1], env, folder)

        with program.serving() as server:
            delete = ["wine", "cmd", "/c", "del", drive(database)]
            subprocess.run(delete, env=env, capture_output=True, timeout=60)
            exam.check(database.exists(), "an open database is not removed")
            exam.check(b'"games"' in server.get("api/v1/info"), "the server answers on")
        print("serve: the database that it has open is not removed")


main()
