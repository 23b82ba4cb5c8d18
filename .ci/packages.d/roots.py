"""Folders as the root of a process, in which it sees nothing else of the computer."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"


def command(root, games, working):
    """Returns the command before a program that runs in a root, in a folder there, with the
    archives of the repository mounted for reading at another."""
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    mount = 'mount --bind "$1" "$2" && mount -o remount,ro,bind "$2" && shift 2 && exec "$@"'
    mounting = ["unshare", *user, "--mount", "sh", "-c", mount, "sh", FIXTURES, f"{root}{games}"]
    return [*mounting, "unshare", f"--root={root}", f"--wd={working}"]


def assert_static(program):
    """Fails if a program needs an interpreter or a library."""
    headers = subprocess.run(["readelf", "-lW", program], check=True, capture_output=True, text=True).stdout
    if "INTERP" in headers:
        raise SystemExit(f"{program} is not static:\n{headers}")
