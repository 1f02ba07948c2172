"""Terminal output: one line per step, and advice when a step fails."""

from __future__ import annotations

import argparse
import sys

KEY_VARIABLE, URL_VARIABLE = "SVC_API_KEY", "SVC_BASE_URL"


class StepFailed(Exception):
    """A step failed. Arguments: what happened, and what to do about it."""


def done(text: str) -> None:
    print(f"✓ {text}", flush=True)


def note(text: str) -> None:
    print(f"  {text}", flush=True)


def confirm(question: str, options: argparse.Namespace) -> bool:
    if options.yes:
        return True
    if not sys.stdin.isatty():
        raise StepFailed(question, "Confirm with --yes.")
    return input(f"? {question} [y/N] ").strip().lower() in ("y", "yes")
