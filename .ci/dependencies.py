#!/usr/bin/env python3
"""Holds the dependencies, of all platforms, against deny.toml.

cargo-deny reads the same file and checks more; this needs no more than Python
3.11 and cargo, so that it is never skipped."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def is_allowed(expression, allowed):
    """Evaluates an SPDX expression, whose AND and OR bind as Python's do; in old ones a slash stands for OR."""

    def value(word):
        return {"AND": "and", "OR": "or"}.get(word[0], str(word[0] in allowed))

    try:
        return eval(re.sub(r"[\w.+-]+( WITH [\w.+-]+)?", value, expression.replace("/", " OR ")))
    except SyntaxError:
        return False


def faults(packages, rules):
    """Yields one sentence for each package that breaks a rule."""
    allowed = set(rules["licenses"]["allow"])
    banned = {entry["crate"] for entry in rules["bans"]["deny"]}
    for package in packages:
        name = f"{package['name']} {package['version']}"
        source, licence = package["source"], package["license"]
        # What has no source is in the workspace.
        if source not in (None, REGISTRY):
            yield f"{name} comes from {source}, not from the registry"
        if package["name"] in banned:
            yield f"{name} is banned"
        if not licence:
            yield f"{name} does not name its licence"
        elif not is_allowed(licence, allowed):
            yield f"{name}: the licence {licence} is not in deny.toml"


def test():
    allowed = {"MIT", "BSD-3-Clause", "Apache-2.0 WITH LLVM-exception"}
    for expression, expected in [
        ("MIT", True),
        ("GPL-3.0-only/MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only AND GPL-2.0-only", True),
        ("(MIT OR GPL-3.0-only) AND GPL-2.0-only", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0", False),
        ("MIT MIT", False),
        ("(MIT", False),
        ("", False),
    ]:
        assert is_allowed(expression, allowed) == expected, expression
    rules = {"licenses": {"allow": ["MIT"]}, "bans": {"deny": [{"crate": "bad"}]}}
    good = {"name": "good", "version": "1.0.0", "source": REGISTRY, "license": "MIT"}
    assert list(faults([good, good | {"source": None}], rules)) == []
    for change in [{"license": None}, {"license": "GPL-3.0-only"}, {"name": "bad"}, {"source": "git+https://a.b/c"}]:
        assert len(list(faults([good | change], rules))) == 1, change


def main():
    test()
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    metadata = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    packages = json.loads(metadata.stdout)["packages"]
    found = list(faults(packages, rules))
    print(f"{len(packages)} packages, {len(found)} faults")
    if found:
        sys.exit("\n".join(found))


main()
