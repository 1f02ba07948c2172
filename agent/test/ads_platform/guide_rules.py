"""Reads the rules of the test double from the tables of the guide, so that the two cannot diverge."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ENDPOINT_HEADER = ["Method", "Path", "Fields", "Answer"]
SPEC_HEADER = ["Spec", "Keys"]
# A field in a table cell: `name*:kind=value/value`. The star marks a required field.
FIELD_TOKEN = re.compile(r"([a-z_0-9]+)(\*)?(?::([a-z0-9]+))?(?:=(\S+))?")
FIELD_GROUP = re.compile(r"(at most one of|one of) \(([^)]*)\)")
FIELD_KINDS = {"", "json", "list", "int", "bool", "url", "base64", "minor"}


@dataclass(frozen=True)
class Field:
    name: str
    required: bool
    kind: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Shape:
    fields: dict[str, Field]
    one_of: list[list[str]]
    at_most_one: list[list[str]]


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    shape: Shape
    answer: str
    section: str

    @property
    def segments(self) -> list[str]:
        return self.path.strip("/").split("/") if self.path != "/" else []


@dataclass
class GuideRules:
    version: str = ""
    endpoints: list[Endpoint] = field(default_factory=list)
    specs: dict[str, Shape] = field(default_factory=dict)

    def endpoint(self, method: str, path: str) -> Endpoint | None:
        return next((e for e in self.endpoints if (e.method, e.path) == (method, path)), None)


def read_guide(guide_dir: Path | str) -> GuideRules:
    rules = GuideRules()
    for file in sorted(Path(guide_dir).glob("*.md")):
        text = file.read_text(encoding="utf-8")
        if pinned := re.search(r"API version \*\*(v\d+\.\d+)\*\*", text):
            rules.version = pinned[1]
        for header, rows in read_tables(text):
            if header == ENDPOINT_HEADER:
                add_endpoints(rules, rows, file.stem[0].upper())
            elif header == SPEC_HEADER:
                for names, keys in rows:
                    rules.specs.update({name: read_shape(keys) for name in code_spans(names)})
    if not (rules.version and rules.endpoints):
        raise ValueError(f"{guide_dir} contains no guide: no API version or no endpoint table")
    return rules


def read_tables(text: str):
    """Yields each Markdown table as its header cells and its rows of cells."""
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip().strip("|").split("|")])
        elif table:
            yield table[0], table[2:]
            table = []


def add_endpoints(rules: GuideRules, rows: list[list[str]], section: str) -> None:
    shape: Shape | None = None
    for methods, paths, fields, answer in rows:
        if fields != "the same fields" or shape is None:
            shape = read_shape(fields)
        for method in methods.split(", "):
            for path in code_spans(paths):
                rules.endpoints.append(Endpoint(method, path, shape, answer, section))


def read_shape(cell: str) -> Shape:
    shape = Shape({}, [], [])
    for words, members in FIELD_GROUP.findall(cell):
        names = [read_field(token).name for token in code_spans(members)]
        (shape.one_of if words == "one of" else shape.at_most_one).append(names)
    for token in code_spans(cell):
        parsed = read_field(token)
        shape.fields[parsed.name] = parsed
    return shape


def read_field(token: str) -> Field:
    match = FIELD_TOKEN.fullmatch(token)
    if not match or (match[3] or "") not in FIELD_KINDS:
        raise ValueError(f"A table of the guide has a field with invalid syntax: {token}")
    name, star, kind, values = match.groups()
    return Field(name, bool(star), kind or "", tuple(values.split("/")) if values else ())


def code_spans(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)
