"""A stand-in for the model: it serves the common chat API and plays a script."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count

# The host merges two tool calls that have the same id.
_numbers = count()


def text_message(text: str) -> dict:
    return {"role": "assistant", "content": text}


def tool_call(tool: str, **arguments: object) -> dict:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    call = {"index": 0, "id": f"call_{next(_numbers)}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


class ScriptedModel:
    def __init__(self, *script: dict) -> None:
        self.requests: list[dict] = []
        self._script = [*script, text_message("bye")]
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def next_message(self, request: dict) -> dict:
        """The next message of the script. Requests without tools (titles and the like) do not count."""
        with self._lock:
            if not request.get("tools"):
                return text_message("fine")
            self.requests.append(request)
            return self._script.pop(0) if self._script else text_message("bye")

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_args: object) -> None:
                pass

            def do_GET(self) -> None:
                self._send("application/json", json.dumps({"object": "list", "data": [{"id": "scripted"}]}))

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                if "messages" not in request:
                    return self.do_GET()
                message = model.next_message(request)
                if request.get("stream"):
                    return self._send("text/event-stream", _stream(message))
                choice = {"index": 0, "message": message, "finish_reason": _finish_reason(message)}
                return self._send("application/json", json.dumps(_envelope("chat.completion", choice)))

            def _send(self, kind: str, text: str) -> None:
                data = text.encode()
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        return Handler


def _finish_reason(message: dict) -> str:
    return "tool_calls" if message.get("tool_calls") else "stop"


def _envelope(kind: str, choice: dict) -> dict:
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "x", "created": 1, "model": "scripted", "object": kind, "choices": [choice], "usage": usage}


def _stream(message: dict) -> str:
    choices = (
        {"index": 0, "delta": message, "finish_reason": None},
        {"index": 0, "delta": {}, "finish_reason": _finish_reason(message)},
    )
    lines = [f"data: {json.dumps(_envelope('chat.completion.chunk', choice))}\n\n" for choice in choices]
    return "".join([*lines, "data: [DONE]\n\n"])
