"""Edits one table of a TOML file as text, so that everything else in the file stays byte for byte."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re

from output import StepFailed

HEADER = re.compile(r"^[ \t]*\[+[ \t]*(?P<name>[^\]\n]+?)[ \t]*\]+", re.MULTILINE)


def put_table(text: str, name: str, values: dict) -> tuple[str, str, str]:
    """Returns the new text, what was inserted into it, and what that replaced."""
    block = write_table(name, values)
    span = find_table(text, name)
    if span:
        start, end = span
        new, inserted, replaced = text[:start] + block + text[end:], block, text[start:end]
    else:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        new, inserted, replaced = text + gap + block, gap + block, ""
    _check(new, name, values)
    return new, inserted, replaced


def cut_table(text: str, name: str) -> str:
    span = find_table(text, name)
    return text[: span[0]].rstrip("\n") + "\n" + text[span[1] :] if span else text


def write_table(name: str, values: dict) -> str:
    """Nested objects become tables of their own."""
    own = [f"{key} = {_value(value)}\n" for key, value in values.items() if not isinstance(value, dict)]
    nested = [write_table(f"{name}.{key}", value) for key, value in values.items() if isinstance(value, dict)]
    return "".join([f"[{name}]\n", *own, *(f"\n{table}" for table in nested)])


def find_table(text: str, name: str) -> tuple[int, int] | None:
    """Returns the span of a table and its sub-tables, up to its last value."""
    headers = [(_plain(found["name"]), found.start()) for found in HEADER.finditer(text)]
    ours = [at for at, (title, _) in enumerate(headers) if title == name or title.startswith(f"{name}.")]
    if not ours:
        return None
    if ours != list(range(ours[0], ours[-1] + 1)):
        raise StepFailed(f"[{name}] is in several places of the file.", "Remove it by hand, and run again.")
    start = headers[ours[0]][1]
    end = headers[ours[-1] + 1][1] if ours[-1] + 1 < len(headers) else len(text)
    lines = text[start:end].splitlines(keepends=True)
    # Comments and blank lines in front of the next table belong to that table.
    while len(lines) > 1 and not lines[-1].split("#")[0].strip():
        lines.pop()
    return start, start + len("".join(lines))


def _plain(header: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in header.split("."))


def _value(value: object) -> str:
    """Strings, numbers, booleans and lists of them look the same in TOML as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def _check(text: str, name: str, values: dict) -> None:
    """Python has a reader of TOML from 3.11 on; without one, the text is not checked."""
    if not importlib.util.find_spec("tomllib"):
        return
    reader = importlib.import_module("tomllib")
    try:
        found = reader.loads(text)
    except ValueError as error:
        raise StepFailed(
            f"The file is not valid TOML: {error}", "Correct it by hand, and run again."
        ) from None
    for part in name.split("."):
        found = found.get(part, {})
    if found != values:
        raise StepFailed(
            f"{name} is written in a form that cannot be replaced.", "Remove it by hand, and run again."
        )
