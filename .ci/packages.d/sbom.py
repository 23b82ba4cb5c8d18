#!/usr/bin/env python3
"""Checks lists of crates against the schema of CycloneDX and against cargo: sbom.py FILE..."""

import json
import pathlib
import re
import subprocess
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = pathlib.Path(__file__).resolve().parents[2]


def built_in(target):
    """Returns the names and versions of the crates in the program for a target."""
    command = ["cargo", "tree", "--locked", "--package", "bgo-cli", "--target", target]
    command += ["--edges", "normal", "--prefix", "none", "--format", "{p}"]
    tree = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    lines = (line.split() for line in tree.splitlines() if line)
    return {(name, version.removeprefix("v")) for name, version, *_ in lines}


def check(path):
    """Fails unless a list is valid and whole."""
    text = path.read_text()
    document = json.loads(text)
    version = SchemaVersion.from_version(document["specVersion"])
    error = JsonStrictValidator(version).validate_str(text)
    if error is not None:
        raise SystemExit(f"{path.name} is not valid: {error}")
    if "file:///" in text:
        raise SystemExit(f"{path.name} has the folder of the checkout")
    listed = {(one["name"], one["version"]) for one in document["components"]}
    program = document["metadata"]["component"]
    listed.add((program["name"], program["version"]))
    target = re.search(r"x86_64[^.]*", path.name)[0]
    missing = built_in(target) - listed
    if missing:
        raise SystemExit(f"{path.name} lacks {sorted(missing)}")
    without = [one["name"] for one in document["components"] if not one.get("licenses")]
    if without:
        raise SystemExit(f"{path.name} has no licence of {without}")
    print(f"{path.name}: CycloneDX {document['specVersion']}, {len(listed)} crates, each with its licence")


for argument in sys.argv[1:]:
    check(pathlib.Path(argument))
