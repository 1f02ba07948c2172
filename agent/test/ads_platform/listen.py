"""HTTP server of the test double, on a free loopback port."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from .graph_error import TRANSIENT_CODES, invalid

# Served for every thumbnail and picture URL of the platform.
ONE_PIXEL_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415478da63686868000003040181752e01bc0000000049454e44ae426082"
)
FORM_CONTENT_TYPE = "application/x-www-form-urlencoded"
MAX_BODY_BYTES = 64 * 1024 * 1024
SERVER_ERROR_CODES = (1, 2)


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
                return self._send(200, ONE_PIXEL_PNG, "image/png")
            length = int(self.headers.get("content-length") or 0)
            text = self.rfile.read(min(length, MAX_BODY_BYTES)).decode("utf-8", "replace")
            params = dict(parse_qsl(url.query, keep_blank_values=True))
            status, body = self._read_and_answer(url.path, params, text)
            error = body.get("error", {}).get("code") if isinstance(body, dict) else None
            throttled = error in TRANSIENT_CODES and error not in SERVER_ERROR_CODES
            usage = platform.usage_header(url.path, throttled)
            return self._send(status, json.dumps(body).encode(), "application/json", usage)

        def _read_and_answer(self, path: str, params: dict, text: str):
            if text and not self.headers.get("content-type", "").startswith(FORM_CONTENT_TYPE):
                error = invalid("The body must contain form fields")
                platform.record_violation(f"{self.command} {path}: {error.message}")
                return error.http_status, error.body("trace0")
            params |= dict(parse_qsl(text, keep_blank_values=True))
            return platform.answer(self.command, path, params, "authorization" in self.headers)

        def _send(self, status: int, data: bytes, content_type: str, usage: str = ""):
            self.send_response(status)
            self.send_header("content-type", content_type)
            self.send_header("content-length", str(len(data)))
            if usage:
                self.send_header("X-Business-Use-Case-Usage", usage)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_DELETE = _answer

    return Handler
