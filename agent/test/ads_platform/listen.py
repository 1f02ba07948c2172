"""The HTTP side of the double, on loopback and a free port."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from .graph_error import TRANSIENT_CODES, invalid

# One still picture of 1 x 1, for the thumbnails and pictures that the platform itself serves.
STILL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415478da63686868000003040181752e01bc0000000049454e44ae426082"
)
FORM = "application/x-www-form-urlencoded"
BODY_MAX_BYTES = 64 * 1024 * 1024
SERVER_FAULTS = (1, 2)


def listen(platform) -> tuple[ThreadingHTTPServer, str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(platform))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


def handler_for(platform):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def _answer(self):
            url = urlsplit(self.path)
            if self.command == "GET" and url.path.startswith(("/images/", "/thumbnails/")):
                return self._send(200, STILL, "image/png")
            length = int(self.headers.get("content-length") or 0)
            text = self.rfile.read(min(length, BODY_MAX_BYTES)).decode("utf-8", "replace")
            given = dict(parse_qsl(url.query, keep_blank_values=True))
            status, body = self._read_and_answer(url.path, given, text)
            error = body.get("error", {}).get("code") if isinstance(body, dict) else None
            throttled = error in TRANSIENT_CODES and error not in SERVER_FAULTS
            usage = platform.usage_header(url.path, throttled)
            return self._send(status, json.dumps(body).encode(), "application/json", usage)

        def _read_and_answer(self, path: str, given: dict, text: str):
            if text and not self.headers.get("content-type", "").startswith(FORM):
                error = invalid("Bodies are form fields")
                platform.record_violation(f"{self.command} {path}: {error.message}")
                return error.http_status, error.body("trace0")
            given |= dict(parse_qsl(text, keep_blank_values=True))
            return platform.answer(self.command, path, given, "authorization" in self.headers)

        def _send(self, status: int, data: bytes, kind: str, usage: str = ""):
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            if usage:
                self.send_header("X-Business-Use-Case-Usage", usage)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_DELETE = _answer

    return Handler
