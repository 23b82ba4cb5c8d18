#!/usr/bin/env python3
"""Runs the program for Windows under Wine: windows.py PROGRAM PREFIX."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import exam
import roots

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


def main():
    wine = Wine(pathlib.Path(sys.argv[2]))
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

        with program.serving() as server:
            delete = ["wine", "cmd", "/c", "del", drive(database)]
            subprocess.run(delete, env=env, capture_output=True, timeout=60)
            exam.check(database.exists(), "an open database is not removed")
            exam.check(b'"games"' in server.get("api/v1/info"), "the server answers on")
        print("serve: the database that it has open is not removed")


main()
