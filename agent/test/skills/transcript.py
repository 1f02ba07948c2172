"""What a run called and what came back, short enough to be read on a page."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from fill_call import project
from read_skill import Call

LINE_CHARACTERS = 108
ID = re.compile(r"\b((?:med|prd|chr|pho|cep|pat|his)_\w{4})\w{18}\b")
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
        given = ", ".join(f"{name}={word(value)}" for name, value in args.items())
        shown = project(answer, call.reads) if answer["ok"] else {"code": answer["code"]}
        self.entries.append(Entry(step, "svc", call.key, f"{call.key}({given})", tell(shown)))

    def platform(self, step: int, call: Call, path: str, args: dict, answer: dict) -> None:
        path = re.sub(r"^https?://[^/]+/v[\d.]+|access_token=[^&]*&?", "", path)
        given = " ".join(f"{name}={word(value)}" for name, value in args.items())
        shown = {"error": answer["error"]["code"]} if "error" in answer else project(answer, call.reads)
        self.entries.append(
            Entry(step, "platform", call.key, f"{call.method} {path} {given}".strip(), tell(shown))
        )

    def file(self, step: int, name: str, data: bytes) -> None:
        self.entries.append(
            Entry(step, "file", name, f"<{name}>", f"{len(data)} bytes, size and checksum compared")
        )

    def end(self, ended):
        self.ending = ended.how if ended.how == "done" else f"{ended.how}: {ended.why}"
        return ended

    def grouped(self) -> list[Entry]:
        """Calls that a step makes for each of several things are told once; of polls, the last."""
        told: dict[tuple, Entry] = {}
        for one in self.entries:
            same = (one.step, one.kind, one.key)
            polled = same in told and one.key == "get_media"
            if same not in told or polled:
                told[same] = Entry(**vars(one))
            else:
                told[same].times += 1
        return list(told.values())

    def lines(self) -> list[str]:
        lines = []
        for number, title in self.titles.items():
            lines.append(f"{number:>2}. {title.rstrip('.')}")
            for one in (one for one in self.grouped() if one.step == number):
                times = f"{one.times} x " if one.times > 1 else ""
                lines += [cut(f"    {one.kind:<8} {times}{one.call}"), cut(f"{INDENT}-> {one.outcome}")]
            if number in self.choices:
                lines.append(f"    {self.choices[number]}")
        return [*lines, self.ending]


def cut(line: str) -> str:
    return line if len(line) <= LINE_CHARACTERS else f"{line[: LINE_CHARACTERS - 1]}…"


def word(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = re.sub(r"^/\S*/", "…/", ADDRESS.sub("{base_url}", ID.sub(r"\1…", text)))
    most = 20 if re.fullmatch(r"[\w+/=]{200,}", text) else 90
    return text if len(text) <= most else f"{text[: most - 1]}…"


def tell(shown: dict) -> str:
    """Lists by their length and first row: a page shows the kind of thing that came, not all of it."""
    parts = []
    for name, value in shown.items():
        if isinstance(value, list):
            name = "rows" if name == "data" else name
            parts.append(f"{len(value)} {name}" + (f", first {tell_one(value[0])}" if value else ""))
        elif value not in (None, {}) and tell_one(value) != "{}":
            parts.append(f"{name} {tell_one(value)}")
    return "; ".join(parts) or "ok"


def tell_one(value: object) -> str:
    if not isinstance(value, dict):
        return word(value)
    told = {name: tell_one(one) for name, one in value.items() if one not in (None, "", [], {})}
    return "{" + ", ".join(f"{name} {one}" for name, one in told.items() if one != "{}") + "}"


def is_same(one: str, other: str) -> bool:
    """But for what differs from run to run; of a line that was cut, what there is."""
    left, right = bare(one), bare(other)
    if one.endswith("…") or other.endswith("…"):
        least = min(len(left), len(right))
        left, right = left[:least], right[:least]
    return left == right


def bare(line: str) -> str:
    """Without ids, marks, days and figures."""
    line = re.sub(r", first .*", "", line.removesuffix("…"))
    line = re.sub(r"\b(med|prd|chr|pho|cep|pat|his)_\w*…?", r"\1_", line)
    line = re.sub(r"\b(?:[0-9a-f]{32}|[0-9a-f]{8})\b|\d{4}-\d\d-\d\d", "#", line)
    return re.sub(r"\d[\d.]*", "N", line)
