"""Records the calls of a run and their responses, and prints them short enough for the README."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from fill_call import select_fields
from read_skill import Call

LINE_CHARACTERS = 108
ID = re.compile(r"\b((?:med|prd|chr|pho|ast|cep|pat|his)_\w{4})\w{18}\b")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
INDENT = " " * 13


@dataclass
class Entry:
    step: int
    kind: str
    key: str
    call: str
    outcome: str
    times: int = 1


@dataclass
class Transcript:
    entries: list[Entry] = field(default_factory=list)
    titles: dict[int, str] = field(default_factory=dict)
    choices: dict[int, str] = field(default_factory=dict)
    ending: str = ""

    def svc(self, step: int, call: Call, args: dict, answer: dict) -> None:
        code = answer.get("code", "")
        if code == "rate_limited":
            return  # How often an agent has to wait is not the same in two runs.
        arguments = ", ".join(f"{name}={format_value(value)}" for name, value in args.items())
        shown = select_fields(answer, call.reads) if answer["ok"] else {"code": code}
        entry = Entry(step, "svc", f"{call.key} {code}", f"{call.key}({arguments})", summarize(shown))
        self.entries.append(entry)

    def platform(self, step: int, call: Call, path: str, args: dict, answer: dict) -> None:
        path = re.sub(r"^https?://[^/]+/v[\d.]+|access_token=[^&]*&?", "", path)
        arguments = " ".join(f"{name}={format_value(value)}" for name, value in args.items())
        shown = {"error": answer["error"]["code"]} if "error" in answer else select_fields(answer, call.reads)
        self.entries.append(
            Entry(step, "platform", call.key, f"{call.method} {path} {arguments}".strip(), summarize(shown))
        )

    def file(self, step: int, name: str, data: bytes) -> None:
        self.entries.append(
            Entry(step, "file", name, f"<{name}>", f"{len(data)} bytes, size and checksum compared")
        )

    def upload(self, step: int, name: str, data: bytes) -> None:
        self.entries.append(Entry(step, "file", name, f"POST <{name}>", f"{len(data)} bytes taken"))

    def end(self, ended):
        self.ending = ended.how if ended.how == "done" else f"{ended.how}: {ended.why}"
        return ended

    def grouped(self) -> list[Entry]:
        """Merges repeated calls of a step into one entry with a count; polls are one, with the last answer.

        How often an agent polls, and how many of its jobs are then still open, differs from run to run.
        """
        groups: dict[tuple, Entry] = {}
        for entry in self.entries:
            group = (entry.step, entry.kind, entry.key)
            if group not in groups:
                groups[group] = Entry(**vars(entry))
            elif entry.key.startswith("get_media"):
                groups[group].outcome = entry.outcome
            else:
                groups[group].times += 1
        return list(groups.values())

    def lines(self) -> list[str]:
        lines = []
        for number, title in self.titles.items():
            lines.append(f"{number:>2}. {title.rstrip('.')}")
            for entry in (entry for entry in self.grouped() if entry.step == number):
                times = f"{entry.times} x " if entry.times > 1 else ""
                lines += [
                    truncate(f"    {entry.kind:<8} {times}{entry.call}"),
                    truncate(f"{INDENT}-> {entry.outcome}"),
                ]
            if number in self.choices:
                lines.append(f"    {self.choices[number]}")
        return [*lines, self.ending]


def truncate(line: str) -> str:
    return line if len(line) <= LINE_CHARACTERS else f"{line[: LINE_CHARACTERS - 1]}…"


def format_value(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = re.sub(r"^/\S*/", "…/", ADDRESS.sub("{base_url}", ID.sub(r"\1…", text)))
    max_characters = 20 if re.fullmatch(r"[\w+/=]{200,}", text) else 90
    return text if len(text) <= max_characters else f"{text[: max_characters - 1]}…"


def summarize(shown: dict) -> str:
    """Shortens a response: a list becomes its length and its first row."""
    parts = []
    for name, value in shown.items():
        if isinstance(value, list):
            name = "rows" if name == "data" else name
            parts.append(f"{len(value)} {name}" + (f", first {summarize_value(value[0])}" if value else ""))
        elif value not in (None, {}) and summarize_value(value) != "{}":
            parts.append(f"{name} {summarize_value(value)}")
    return "; ".join(parts) or "ok"


def summarize_value(value: object) -> str:
    if not isinstance(value, dict):
        return format_value(value)
    fields = {name: summarize_value(item) for name, item in value.items() if item not in (None, "", [], {})}
    return "{" + ", ".join(f"{name} {text}" for name, text in fields.items() if text != "{}") + "}"


# In one run the account of a test is new, in another it has the results of an earlier test.
EMPTY = re.compile("The memory is empty: no results were reported|No results were reported for this product")


def is_same(first: str, second: str) -> bool:
    """Compares two lines without what differs between runs, and only the visible part if truncated."""
    left, right = normalize(first), normalize(second)
    if first.endswith("…") or second.endswith("…"):
        length = min(len(left), len(right))
        left, right = left[:length], right[:length]
    return left == right


def normalize(line: str) -> str:
    """Removes ids, random marks, dates and numbers, and whether the account has results of other products."""
    line = EMPTY.sub("no results", line)
    line = re.sub(r", first .*", "", line.removesuffix("…"))
    line = re.sub(r"\b(med|prd|chr|pho|ast|cep|pat|his)_\w*…?", r"\1_", line)
    line = re.sub(r"\b(?:[0-9a-f]{32}|[0-9a-f]{8})\b|\d{4}-\d\d-\d\d", "#", line)
    return re.sub(r"\d[\d.]*", "N", line)
