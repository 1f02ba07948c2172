"""Writes a result as the one text that every host shows to its model: compact JSON.

There is no second, structured form: hosts show the model one of the two, and not the same one.
"""

from __future__ import annotations

import json


def write_result(result: dict) -> str:
    """Returns the text of a result. The guide stays Markdown, with its facts in front."""
    if "markdown" not in result:
        return json.dumps(result, ensure_ascii=False, separators=(",", ":"))
    facts = [f"{name}: {_write_fact(value)}" for name, value in result.items() if name != "markdown"]
    return "\n".join(["---", *facts, "---", "", result["markdown"]])


def _write_fact(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def round_numbers(value: object) -> object:
    """Returns the value with readable numbers, in all depths: an amount of money keeps its cents."""
    if isinstance(value, dict):
        return {name: round_numbers(one) for name, one in value.items()}
    if isinstance(value, list):
        return [round_numbers(one) for one in value]
    if not isinstance(value, float) or value != value or abs(value) == float("inf"):
        return value
    # Below 100, four significant digits: ratios may be small, and 99.99 is still exact.
    rounded = round(value, 2) if abs(value) >= 100 else float(f"{value:.4g}")
    return int(rounded) if rounded == int(rounded) else rounded
