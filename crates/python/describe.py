#!/usr/bin/env python3
"""Writes what the package says about questions and answers from the description of the program's API.

A class with the comment `# Fields of NAME.` has the fields of that schema, in the order in which they stand, new ones
last; one with `# Some fields of NAME.` has those that stand there. A class with the comment `# Conditions.` or
`# Parameters of the position.` has those parameters. `.ci/run` compares what this makes with what is committed.
"""

import json
import re
import textwrap
from pathlib import Path

HERE = Path(__file__).parent
DESCRIPTION = json.loads((HERE / "../cli/src/web/openapi.json").read_text())
PARAMETERS = DESCRIPTION["components"]["parameters"]
SCHEMAS = DESCRIPTION["components"]["schemas"]
SIMPLE = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
# The classes of schemas with another name here.
CLASSES = {"SourcePlace": "Source"}
# Of texts that are lists, and of values with forms of their own.
FORMS = {"stones": "Text | int", "wildcards": "Text", "game": "Numbers"}
# What an example tells of the kind of a text.
KINDS = {r"\d+[smh]?\.\.(\d+[smh]?)?": "Span", r"\d+\.\d+(\.\.(\d+\.\d+)?)?": "Number"}


def type_of(schema: dict) -> str:
    """Returns the annotation of a value."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        named = SCHEMAS[name]
        return CLASSES.get(name, name) if "properties" in named else type_of(named)
    if "anyOf" in schema:
        kinds = [type_of(kind) for kind in schema["anyOf"] if kind != {"type": "null"}]
        return " | ".join([*kinds, *["None"] * (len(kinds) < len(schema["anyOf"]))])
    if "oneOf" in schema:
        return type_of(schema["oneOf"][0])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if kinds[0] == "array":
        return f"tuple[{type_of(schema['items'])}, ...]"
    kind = "datetime.date" if schema.get("format") == "date" else SIMPLE[kinds[0]]
    return kind + " | None" * ("null" in kinds)


def fields(rows: list[str], name: str, all_of_them: bool) -> list[str]:
    """Returns the rows of the fields of a schema. Its optional fields keep their annotation and default, which are up
    to the class, as are those that the schema lacks."""
    schema = SCHEMAS[name]
    there = dict(re.match(r" {4}(\w+): (.*)", row).groups() for row in rows if not row.startswith("    #"))
    for field, value in schema["properties"].items():
        optional = field not in schema["required"]
        if (all_of_them and field not in there) or (field in there and not optional):
            there[field] = type_of(value) + " | None = None" * optional
    made = []
    for field, annotation in there.items():
        described = schema["properties"].get(field, {}).get("description")
        comment = [row for row in rows[: _at(rows, field)] if described is None and row.startswith("    #")][-1:]
        if described:
            described = re.sub(r"\bnull\b", "None", described)
            comment = textwrap.wrap(described, 120, initial_indent="    # ", subsequent_indent="    # ")
        made += [*comment, f"    {field}: {annotation}"]
    return made


def _at(rows: list[str], field: str) -> int:
    return next((at for at, row in enumerate(rows) if row.startswith(f"    {field}:")), 0)


def kind_of(name: str, parameter: dict) -> str:
    """Returns the annotation of a parameter."""
    schema = parameter["schema"]
    if name in FORMS:
        return FORMS[name]
    if schema["type"] == "array":
        return "Text"
    if schema["type"] == "integer":
        return "Span"
    if schema["type"] == "boolean" or schema.get("enum") == ["yes", "no"]:
        return "bool"
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    if name in ("from", "to"):
        return "Date"
    example = parameter.get("example", "")
    return next((kind for form, kind in KINDS.items() if re.fullmatch(form, example)), "str")


def parameters(names: list[str]) -> tuple[list[str], list[str]]:
    """Returns the rows that describe parameters, and their fields."""
    described, made = [], []
    for name in names:
        # `from` is a word of Python.
        shown = "from_" if name == "from" else name
        line = f"{shown}: {PARAMETERS[name]['description']}"
        described += textwrap.wrap(line, 120, initial_indent="    ", subsequent_indent="        ")
        made.append(f"    {shown}: {kind_of(name, PARAMETERS[name])}")
    return described, made


def shared(path: str) -> list[str]:
    """Returns the names of the parameters of an address that others have, too."""
    references = [place.get("$ref") for place in DESCRIPTION["paths"][path]["get"]["parameters"]]
    return [reference.rsplit("/", 1)[-1] for reference in references if reference]


def described(text: str) -> str:
    """Returns the text of a module, with what it says about questions and answers written anew."""
    conditions = [*shared("/find"), "size"]
    rows, made = text.split("\n"), []
    while rows:
        row = rows.pop(0)
        made.append(row)
        marked = re.fullmatch(r"    # (Some f|F)ields of (\w+)\.", row)
        if marked:
            block = []
            while rows[0]:
                block.append(rows.pop(0))
            made += fields(block, marked[2], marked[1] == "F")
        elif row in ("    # Conditions.", "    # Parameters of the position."):
            of_position = [name for name in shared("/position") if name not in [*conditions, "moves"]]
            words, block = parameters(conditions if row == "    # Conditions." else of_position)
            while rows[0]:
                rows.pop(0)
            made += block
            # The documentation stands above, from the blank row to the end.
            end = max(at for at, row in enumerate(made) if row == '    """')
            start = max(at for at in range(end) if not made[at])
            made[start + 1 : end] = words
    return "\n".join(made)


for path in sorted((HERE / "python/bgo").glob("*.py")):
    path.write_text(described(path.read_text()))
