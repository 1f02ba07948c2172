"""Reads local pictures for uploads. A file that is not a picture is never sent."""

from __future__ import annotations

import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

MAX_PICTURE_BYTES = 10 * 1024 * 1024


@dataclass(frozen=True)
class Picture:
    file_name: str
    content_type: str
    data: bytes


def read_picture(path: str) -> tuple[Picture | None, str]:
    """Returns (picture, ""), or (None, problem). The first bytes determine the type, not the file name."""
    if path.startswith(("\\\\", "//")):
        return None, "Network paths are not supported."
    try:
        file = Path(path).expanduser()
        if not stat.S_ISREG(file.stat().st_mode):
            return None, "This is not a regular file."
        with file.open("rb") as opened:
            data = opened.read(MAX_PICTURE_BYTES + 1)
    except (OSError, ValueError, RuntimeError) as error:
        return None, f"The file cannot be read: {getattr(error, 'strerror', None) or type(error).__name__}."
    kind = _picture_kind(data)
    if kind is None:
        return None, "The file is not a JPEG, PNG or WebP picture, so it was not sent."
    if len(data) > MAX_PICTURE_BYTES:
        return None, "The file is larger than 10 MB."
    # The original name may reveal details of this machine, and the service does not need it.
    return Picture(f"reference.{kind}", f"image/{kind}", data), ""


def _picture_kind(data: bytes) -> str | None:
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return None


def encode_form(fields: dict[str, object], picture: Picture) -> tuple[str, bytes]:
    """Returns (content type, body). Encoded once per call, so that every try sends the same bytes."""
    boundary = secrets.token_hex(16)
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{picture.file_name}"\r\n'
        f"Content-Type: {picture.content_type}\r\n\r\n"
    )
    tail = f"\r\n--{boundary}--\r\n"
    body = b"".join([*parts, head.encode(), picture.data, tail.encode()])
    return f"multipart/form-data; boundary={boundary}", body
