"""Compares the reading of records with sgfmill's, in one run: reads the moves, players and results of all
games of an archive, and prints the rates, their ratio and the peak of the memory.

    python benches/read_sgf.py ARCHIVE [ARCHIVE that is larger, for the memory]
"""

import resource
import sys
import tarfile
import time
from collections.abc import Iterator

import bgo
import polars
from sgfmill import sgf


def members(path: str) -> Iterator[bytes]:
    """Yields the records of an archive."""
    with tarfile.open(path) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.name.endswith(".sgf") else None
            if file is not None:
                yield file.read()


def by_sgfmill(path: str) -> tuple[int, int]:
    """Reads an archive, and returns the numbers of games and moves."""
    games = moves = 0
    for record in members(path):
        game = sgf.Sgf_game.from_bytes(record)
        root = game.get_root()
        for name in ("PB", "PW", "RE"):
            root.get(name) if root.has_property(name) else None
        moves += sum(node.get_move()[0] is not None for node in game.get_main_sequence())
        games += 1
    return games, moves


def by_bgo(path: str) -> tuple[int, int]:
    """Reads an archive, and returns the numbers of games and moves."""
    table = polars.DataFrame(bgo.read_sgf(path))
    return table.height, int(table["moves"].list.len().sum())


def peak() -> float:
    """Returns the peak of the memory, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(path: str, *larger: str) -> None:
    """Measures."""
    # The first part of a table starts threads.
    next(iter(bgo.read_sgf(path)))
    rates = []
    for name, read in (("bgo", by_bgo), ("bgo", by_bgo), ("sgfmill", by_sgfmill), ("bgo", by_bgo)):
        begun = time.perf_counter()
        games, moves = read(path)
        seconds = time.perf_counter() - begun
        print(f"{name:8} {games} games, {moves} moves: {games / seconds:8.0f} games a second")
        rates.append(games / seconds)
    print(f"ratio    {sorted([rates[0], rates[1], rates[3]])[1] / rates[2]:.0f}")
    for archive in (path, *larger):
        games = sum(polars.DataFrame(part).height for part in bgo.read_sgf(archive))
        print(f"memory   {peak():.0f} MiB at the peak after {games} games in parts")


if __name__ == "__main__":
    main(*sys.argv[1:])
