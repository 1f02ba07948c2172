"""A double of a model on loopback, for hosts of three protocols: chat completions, Messages, Responses.

It decides only by the tool results that it received, like a model, and keeps every request.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from model_protocols import PROTOCOLS, Protocol

# The bare name of the next tool with its arguments, or None to end, from the texts of all results so far.
Decide = Callable[[list[str]], tuple[str, dict] | None]


class ModelDouble:
    def __init__(self, decide: Decide) -> None:
        self._decide = decide
        self._lock = threading.Lock()
        # The last request with our tools: it holds the whole conversation.
        self.last_request: dict = {}
        self.protocol: Protocol | None = None
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def results(self) -> list[str]:
        """The results of our tools, as the model reads them."""
        return self.protocol.read_results(self.last_request) if self.protocol else []

    def our_tools(self) -> list[dict]:
        """The definitions of our tools, as they stand in every request to the model."""
        return self.protocol.read_definitions(self.last_request) if self.protocol else []

    def answer(self, protocol: Protocol, request: dict) -> tuple[str, str]:
        """Returns the type and the text of the answer."""
        with self._lock:
            names = protocol.list_tools(request)
            if not any("ping" in name for name in names):
                return protocol.write_text(request, "fine")
            self.protocol, self.last_request = protocol, request
            step = self._decide(protocol.read_results(request))
            if step is None:
                return protocol.write_text(request, "done")
            bare, arguments = step
            return protocol.write_call(request, find_name(names, bare), arguments)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        double = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_args: object) -> None:
                pass

            def do_HEAD(self) -> None:
                self._send("application/json", "")

            def do_GET(self) -> None:
                self._send("application/json", json.dumps({"object": "list", "data": [], "models": []}))

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
                path = self.path.split("?")[0]
                protocol = next((one for one in PROTOCOLS if path.endswith(one.path)), None)
                if protocol:
                    return self._send(*double.answer(protocol, request))
                return self._send("application/json", json.dumps({"input_tokens": 1}))

            def _send(self, kind: str, text: str) -> None:
                data = text.encode()
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        return Handler


def find_name(names: list[str], bare: str) -> str:
    """Returns the name under which the host offers a tool: each host has a prefix of its own."""
    return next(name for name in names if name.endswith(bare))
