"""The program that the package brings along."""

import subprocess
import sys
from pathlib import Path


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "bgo", *words], capture_output=True, text=True, timeout=60)


def test_the_program_answers_and_returns_its_status(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite")
    (tmp_path / "one.sgf").write_text("(;SZ[9];B[ee];W[gc])")
    imported = run("--db", database, "import", str(tmp_path / "one.sgf"))
    assert imported.returncode == 0, imported.stderr
    assert "Total count: 1" in run("--db", database, "search", "ee", "--size", "9").stdout
    refused = run("--db", database, "serch")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert 'there is no command "serch"' in refused.stderr
