"""Creates a valid PNG file without an imaging library."""

from __future__ import annotations

import struct
import zlib


def make_png(side: int = 64) -> bytes:
    """Returns a square picture with a color gradient."""
    rows = b"".join(
        b"\0" + bytes(v for x in range(side) for v in (x * 4 % 256, y * 4 % 256, (x * y) % 256))
        for y in range(side)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
