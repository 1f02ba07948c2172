"""Prints one line per step to the terminal; also the exception that carries advice when a step fails."""

from __future__ import annotations

import argparse
import sys

KEY_VARIABLE, URL_VARIABLE = "SVC_API_KEY", "SVC_BASE_URL"


class StepFailed(Exception):
    """A step failed. Takes two arguments: what happened, and what the user can do about it."""


def done(text: str) -> None:
    """Reports a completed step."""
    print(f"✓ {text}", flush=True)


def note(text: str) -> None:
    """Prints further information about a step."""
    print(f"  {text}", flush=True)


def confirm(question: str, options: argparse.Namespace) -> bool:
    """Asks a yes-or-no question. `--yes` answers it; without a terminal it raises."""
    if options.yes:
        return True
    if not sys.stdin.isatty():
        raise StepFailed(question, "Confirm with --yes.")
    return input(f"? {question} [y/N] ").strip().lower() in ("y", "yes")
