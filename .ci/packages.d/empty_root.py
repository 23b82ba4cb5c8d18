#!/usr/bin/env python3
"""Runs a program in a root that has nothing but the program: empty_root.py PROGRAM."""

import pathlib
import shutil
import sys
import tempfile

import exam
import roots

LARGEST = 20_000_000


def main():
    program = pathlib.Path(sys.argv[1])
    size = program.stat().st_size
    roots.assert_static(program)
    exam.check(size < LARGEST, f"{size} bytes are under 20 MB")
    print(f"{program.name}: static, {size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("games", "home", "tmp"):
            (root / name).mkdir()
        shutil.copy(program, root / "bgo")
        environment = {"HOME": "/home", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
        exam.examine(exam.Program([*roots.command(root, "/games", "/"), "/bgo"], environment), "/games/selfplay.tgz")


main()
