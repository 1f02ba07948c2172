"""Handles a batch: up to 50 calls in one request, each checked and counted like a single call."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qsl

from .graph_error import invalid

MAX_BATCH_CALLS = 50
# A reference to the result of an earlier call of the batch: {result=<name>:$.<path>}.
REFERENCE = re.compile(r"\{result=([\w-]+):\$\.([\w.]+)\}")


def answer_batch(platform, items: list[dict], token: str) -> list[dict]:
    if len(items) > MAX_BATCH_CALLS:
        raise invalid(
            f"A batch can have at most {MAX_BATCH_CALLS} sub-requests; this one has {len(items)}",
            blame="batch",
        )
    results_by_name: dict[str, dict] = {}
    answers = []
    for item in items:
        if item.get("depends_on") and item["depends_on"] not in results_by_name:
            raise invalid(f"depends_on: there is no earlier sub-request {item['depends_on']}", blame="batch")
        path, _, query = fill_references(item["relative_url"], results_by_name).partition("?")
        params = dict(parse_qsl(query, keep_blank_values=True))
        params |= dict(
            parse_qsl(fill_references(item.get("body", ""), results_by_name), keep_blank_values=True)
        )
        status, body = platform.answer(
            item["method"], "/" + path.lstrip("/"), {"access_token": token, **params}
        )
        if "name" in item:
            results_by_name[item["name"]] = body
        answers.append({"code": status, "headers": [], "body": json.dumps(body)})
    return answers


def fill_references(text: str, results_by_name: dict[str, dict]) -> str:
    def resolve(match: re.Match) -> str:
        result = results_by_name.get(match[1])
        for key in match[2].split("."):
            result = result.get(key) if isinstance(result, dict) else None
        if result is None:
            raise invalid(f"{match[0]} does not match a result of this batch", blame="batch")
        return str(result)

    return REFERENCE.sub(resolve, text)
