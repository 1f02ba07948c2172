"""A batch: up to fifty calls in one, each checked and counted like a single call."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qsl

from .graph_error import invalid

BATCH_MAX = 50
REFERENCE = re.compile(r"\{result=([\w-]+):\$\.([\w.]+)\}")


def answer_batch(platform, items: list[dict], token: str) -> list[dict]:
    if len(items) > BATCH_MAX:
        raise invalid(f"A batch holds at most {BATCH_MAX} sub-requests, this one {len(items)}", blame="batch")
    named: dict[str, dict] = {}
    answers = []
    for item in items:
        if item.get("depends_on") and item["depends_on"] not in named:
            raise invalid(f"depends_on names no earlier sub-request: {item['depends_on']}", blame="batch")
        path, _, query = fill(item["relative_url"], named).partition("?")
        given = dict(parse_qsl(query, keep_blank_values=True))
        given |= dict(parse_qsl(fill(item.get("body", ""), named), keep_blank_values=True))
        status, body = platform.answer(
            item["method"], "/" + path.lstrip("/"), {"access_token": token, **given}
        )
        if "name" in item:
            named[item["name"]] = body
        answers.append({"code": status, "headers": [], "body": json.dumps(body)})
    return answers


def fill(text: str, named: dict[str, dict]) -> str:
    def value(match: re.Match) -> str:
        found = named.get(match[1])
        for key in match[2].split("."):
            found = found.get(key) if isinstance(found, dict) else None
        if found is None:
            raise invalid(f"{match[0]} names no result of this batch", blame="batch")
        return str(found)

    return REFERENCE.sub(value, text)
