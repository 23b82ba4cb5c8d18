"""Makes variants of the games of an archive, as many as are wanted: turned or mirrored, half of them with the
colours exchanged, some of the end cut, and one move changed. They are called variants in their names. The same
arguments make the same games.

    python benches/variants.py ARCHIVE FOLDER [--games 1000000] [--per-archive 20000] [--seed 1]
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import random
import tarfile
import time
from array import array
from dataclasses import dataclass
from pathlib import Path

import bgo
import polars

SIZE = 19
PASS = -1
EXCHANGED = {"B": "W", "W": "B"}
SYMMETRIES = [
    lambda x, y: (x, y),
    lambda x, y: (18 - x, y),
    lambda x, y: (x, 18 - y),
    lambda x, y: (y, 18 - x),
    lambda x, y: (18 - x, 18 - y),
    lambda x, y: (18 - y, x),
    lambda x, y: (y, x),
    lambda x, y: (18 - y, 18 - x),
]


def node(color: str, point: int, symmetry: int) -> str:
    """Returns the SGF of a move as a symmetry shows it."""
    if point == PASS:
        return f";{color}[]"
    x, y = SYMMETRIES[symmetry](point % SIZE, point // SIZE)
    return f";{color}[{chr(97 + x)}{chr(97 + y)}]"


# By symmetry and colour; the last one is the pass.
NODES = [[[node(color, point, symmetry) for point in [*range(361), PASS]] for color in "BW"] for symmetry in range(8)]


@dataclass(frozen=True, slots=True)
class Original:
    """A game that Black begins on an empty board, with the properties that a variant keeps."""

    moves: array[int]
    black: str
    white: str
    result: str
    others: str
    name: str


def escaped(text: object) -> str:
    """Returns a value as SGF writes it."""
    return "" if text is None else str(text).replace("\\", "\\\\").replace("]", "\\]")


def originals(path: str) -> list[Original]:
    """Reads the games of an archive that variants are made of."""
    games = []
    for part in bgo.read_sgf(path):
        for row in polars.DataFrame(part).iter_rows(named=True):
            moves, colors = row["moves"], row["move_colors"]
            alternating = colors and all(color == 1 + at % 2 for at, color in enumerate(colors))
            if row["error"] or row["board_size"] != SIZE or row["setup"] or not alternating or len(moves) < 20:
                continue
            properties = {"DT": row["date_text"], "KM": row["komi"], "RU": row["rules"], "EV": row["event"]}
            others = "".join(f"{name}[{escaped(value)}]" for name, value in properties.items() if value is not None)
            black = f"[{escaped(row['black'])}]", f"[{escaped(row['black_rank'])}]"
            white = f"[{escaped(row['white'])}]", f"[{escaped(row['white_rank'])}]"
            name = f"{row['member']}".rsplit("/", 1)[-1].removesuffix(".sgf")
            games.append(
                Original(
                    array("h", moves),
                    f"PB{black[0]}BR{black[1]}",
                    f"PW{white[0]}WR{white[1]}",
                    row["result"] or "",
                    others,
                    escaped(name),
                )
            )
    return games


def variant(number: int, game: Original, chance: random.Random) -> str:
    """Makes a variant."""
    moves = game.moves[: len(game.moves) - chance.randrange(1 + len(game.moves) // 5)]
    # A point where nobody plays, so that the rest of the game stays what it was.
    free = sorted(set(range(SIZE * SIZE)).difference(game.moves))
    # Most games leave the paths of others early, as games do.
    at = min(len(moves) - 1, 4 + int(chance.expovariate(1 / 20)))
    if free:
        moves[at] = chance.choice(free)
    nodes = NODES[chance.randrange(8)]
    first = chance.randrange(2)
    black, white, result = game.black, game.white, game.result
    if first:
        black = "PB" + game.white[2:].replace("]WR[", "]BR[")
        white = "PW" + game.black[2:].replace("]BR[", "]WR[")
        result = EXCHANGED.get(result[:1], result[:1]) + result[1:]
    body = "".join([nodes[(ply + first) % 2][point] for ply, point in enumerate(moves)])
    title = f"GN[variant {number} of {game.name}]"
    return f"(;GM[1]FF[4]CA[UTF-8]SZ[19]{black}{white}{game.others}RE[{escaped(result)}]{title}{body})"


GAMES: list[Original] = []


def write(task: tuple[str, int, int, int]) -> int:
    """Writes an archive of variants, and returns their number."""
    folder, archive, count, seed = task
    chance = random.Random(f"{seed} {archive}")
    path = Path(folder) / f"variants-{archive:05}.tgz"
    with tarfile.open(path, "w:gz", compresslevel=1, format=tarfile.USTAR_FORMAT) as tar:
        for at in range(count):
            text = variant(at, chance.choice(GAMES), chance).encode()
            member = tarfile.TarInfo(f"variants-{archive:05}/variant-{at:06}.sgf")
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    return count


def main() -> None:
    """Makes the archives."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive")
    parser.add_argument("folder")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--per-archive", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    asked = parser.parse_args()
    begun = time.perf_counter()
    GAMES.extend(originals(asked.archive))
    print(f"{len(GAMES):,} games to vary after {time.perf_counter() - begun:.0f} s")
    Path(asked.folder).mkdir(parents=True, exist_ok=True)
    starts = range(0, asked.games, asked.per_archive)
    tasks = [
        (asked.folder, number, min(asked.per_archive, asked.games - start), asked.seed)
        for number, start in enumerate(starts)
    ]
    done = 0
    # The other processes have the games of this one.
    with multiprocessing.get_context("fork").Pool(asked.processes) as pool:
        for count in pool.imap_unordered(write, tasks):
            done += count
            print(f"{done:,} variants after {time.perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
