"""Settings from the environment, and the time limits of a call."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

VERSION = "1.0.0"

# Upper limits for one tool call, whatever the network does. An upload gets more time.
CALL_SECONDS = 25.0
UPLOAD_SECONDS = 40.0

SETUP_HINT = (
    "Ask the owner to put SVC_BASE_URL=https://... and SVC_API_KEY=hsk_... into the .env file of the"
    " agent's home, pass both in the env of this server's entry, and start a new session. Keys are created"
    " in the dashboard."
)


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str


def read_settings() -> tuple[Settings | None, str]:
    """The settings, or a sentence that says which variable is wrong and why. It never contains the key."""
    key, url = (os.environ.get(name, "").strip() for name in ("SVC_API_KEY", "SVC_BASE_URL"))
    # A host that has no value for a variable passes the placeholder through unchanged.
    missing = [
        name
        for name, value in (("SVC_API_KEY", key), ("SVC_BASE_URL", url))
        if not value or value.startswith("${")
    ]
    if missing:
        return None, f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set."
    if not re.fullmatch(r"[!-~]+", key):
        return None, "SVC_API_KEY holds blanks or other characters that no key contains."
    if not _is_base_url(url):
        return None, "SVC_BASE_URL is not an address like https://host or http://host:port."
    return Settings(url.rstrip("/"), key), ""


def _is_base_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    is_plain = re.fullmatch(r"[!-~]+", url) and not (parts.query or parts.fragment or "@" in parts.netloc)
    return bool(is_plain and parts.scheme in ("http", "https") and parts.hostname)
