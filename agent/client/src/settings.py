"""Reads the settings from the environment, and defines the time limits of a tool call."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

VERSION = "1.1.0"

# A tool call returns within this time, including all tries, even if the service does not respond. A call that
# uploads a picture gets more time.
CALL_SECONDS = 25.0
UPLOAD_SECONDS = 40.0

SETUP_HINT = (
    "Ask the owner to put SVC_BASE_URL=https://... and SVC_API_KEY=hsk_... into the .env file in the agent's"
    " home directory, pass both variables in the `env` section of this MCP server's configuration entry, and"
    " start a new session. Keys are created in the dashboard."
)


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str


def read_settings() -> tuple[Settings | None, str]:
    """Returns (settings, ""), or (None, problem) with a sentence that says which variable is wrong and why.

    The sentence never contains the key.
    """
    key, url = (os.environ.get(name, "").strip() for name in ("SVC_API_KEY", "SVC_BASE_URL"))
    # If a host has no value for a variable, it passes the placeholder (`${SVC_API_KEY}`) unchanged.
    missing = [
        name
        for name, value in (("SVC_API_KEY", key), ("SVC_BASE_URL", url))
        if not value or value.startswith("${")
    ]
    if missing:
        return None, f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set."
    if not re.fullmatch(r"[!-~]+", key):
        return None, "SVC_API_KEY contains spaces or other characters that are not valid in a key."
    if not _is_base_url(url):
        return (
            None,
            "SVC_BASE_URL is not a valid URL; expected something like https://host or http://host:port.",
        )
    return Settings(url.rstrip("/"), key), ""


def _is_base_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port  # Raises ValueError if the port is not a number.
    except ValueError:
        return False
    is_plain = re.fullmatch(r"[!-~]+", url) and not (parts.query or parts.fragment or "@" in parts.netloc)
    return bool(is_plain and parts.scheme in ("http", "https") and parts.hostname)
