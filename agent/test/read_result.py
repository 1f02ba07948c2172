"""Reads the text of a tool result back into its fields, as a model does."""

from __future__ import annotations

import json

import yaml


def read_result(text: str) -> dict:
    """JSON, or for the guide Markdown with its facts in front."""
    if not text.startswith("---\n"):
        return json.loads(text)
    facts, _, markdown = text.removeprefix("---\n").partition("\n---\n\n")
    return {**yaml.safe_load(facts), "markdown": markdown}
