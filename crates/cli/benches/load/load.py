#!/usr/bin/env python3
"""Measures `bgo serve` under a load of random openings.

Needs wrk and a release build. The database is imported from ARCHIVE. With --import,
another archive is imported during the measurement. With --corners, N further connections
ask for corners of random games and rest after each answer; a second line shows their times.

    crates/cli/benches/load/load.py ARCHIVE [--import ARCHIVE] [--corners N] [--rest MS]
        [--connections N] [--seconds S] [--rounds N]
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).parents[4]
BGO = ROOT / "target/release/bgo"
SCRIPT = pathlib.Path(__file__).with_name("requests.lua")
ADDRESSES = 5_000
LONGEST = 20
LONGEST_CORNER = 60
CORNERS = ["aa,ii", "ka,si", "ak,is", "kk,ss"]


def ask(base, address):
    with urllib.request.urlopen(f"{base}/api/v1/{address}") as answer:
        return json.load(answer)


def first_moves(base, games, choice, longest):
    """Returns some of the first moves of a random game."""
    scenes = ask(base, f"games/{choice.randint(1, games)}")["replay"]["scenes"]
    moves = [scene["move"] for scene in scenes[1:] if scene["move"]]
    return moves[: choice.randint(0, min(longest, len(moves)))]


def openings(base, games, file):
    """Writes the addresses of positions from the openings of random games."""
    choice = random.Random(1)
    for _ in range(ADDRESSES):
        file.write(f"/api/v1/position?moves={','.join(first_moves(base, games, choice, LONGEST))}\n")
    file.flush()


def corners_of_games(base, games, file):
    """Writes the addresses of corners of random games with at least two stones."""
    choice = random.Random(2)
    written = 0
    while written < ADDRESSES:
        moves = first_moves(base, games, choice, LONGEST_CORNER)
        corner = choice.choice(CORNERS)
        (left, top), (right, bottom) = corner.split(",")
        inside = [move for move in moves if left <= move[0] <= right and top <= move[1] <= bottom]
        if len(inside) >= 2:
            file.write(f"/api/v1/position?moves={','.join(moves)}&area={corner}\n")
            written += 1
    file.flush()


def memory(pid):
    """Returns the resident memory of a process in MB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def start_load(base, addresses, seconds, connections, rest=0):
    """Starts to ask. Each connection rests up to `rest` milliseconds after an answer."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", SCRIPT, base, "--", addresses, str(rest)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def print_load(wrk, server, note):
    output, _ = wrk.communicate()
    if wrk.returncode != 0:
        sys.exit("wrk failed")
    got = json.loads(output.splitlines()[-1])
    print(
        f"{got['requests'] / got['seconds']:>10.0f} {got['median_ms']:>5.1f} ms {got['p99_ms']:>5.1f} ms"
        f" {got['max_ms']:>5.0f} ms {got['errors']:>6} {memory(server.pid):>5.0f} MB{note}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive")
    parser.add_argument("--import", dest="imported", metavar="ARCHIVE")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--corners", type=int, default=0, metavar="N", help="connections that ask for corners")
    parser.add_argument("--rest", type=int, default=100, help="milliseconds that these rest at most")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = f"{folder}/games.sqlite"
        subprocess.run([BGO, "--db", db, "import", options.archive], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen(
            [BGO, "--db", db, "serve", "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True
        )
        try:
            base = re.search(r"http://\S+:\d+", server.stderr.readline())[0]
            games = ask(base, "info")["games"]
            with tempfile.NamedTemporaryFile("w") as addresses, tempfile.NamedTemporaryFile("w") as corners:
                if options.connections:
                    openings(base, games, addresses)
                if options.corners:
                    corners_of_games(base, games, corners)
                writer = None
                if options.imported:
                    writer = subprocess.Popen(
                        [BGO, "--db", db, "import", options.imported],
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                    )
                print(f"{games} games, {options.connections} connections")
                print(f"{'per second':>10} {'median':>8} {'99%':>8} {'slowest':>8} {'errors':>6} {'memory':>8}")
                for _ in range(options.rounds):
                    asking = []
                    if options.connections:
                        wrk = start_load(base, addresses.name, options.seconds, options.connections)
                        asking.append((wrk, ""))
                    if options.corners:
                        wrk = start_load(base, corners.name, options.seconds, options.corners, options.rest)
                        asking.append((wrk, " corners"))
                    for wrk, note in asking:
                        during = writer is not None and writer.poll() is None
                        print_load(wrk, server, note + (" while importing" if during else ""))
                if writer is not None and writer.wait() != 0:
                    sys.exit("the import failed")
        finally:
            server.terminate()
            if server.wait() != 0:
                sys.exit("the server failed")


if __name__ == "__main__":
    main()
