"""Counts the tokens of what a model is given."""

from __future__ import annotations

import functools
import json

import tiktoken
from tokenizer import load_vocabulary


@functools.lru_cache(maxsize=1)
def _encoding() -> tiktoken.Encoding:
    return load_vocabulary()


def count_tokens(value: object) -> int:
    """Of JSON as it goes over the wire, without blanks."""
    wire = {"ensure_ascii": False, "separators": (",", ":")}
    text = value if isinstance(value, str) else json.dumps(value, **wire)
    return len(_encoding().encode(text))


def shown_to_model(text: str, result: dict) -> dict:
    """A result as the host puts it before the model."""
    return {"result": text, "structuredContent": result}
