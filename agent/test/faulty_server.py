"""Simulates a service that misbehaves: it sends the given replies in order, and repeats the last one.

A reply is a function that writes to the connection. The functions here, such as `answers`, create replies.
"""

from __future__ import annotations

import contextlib
import json
import socket
import socketserver
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    raw: bytes
    at: float

    @property
    def json(self) -> dict:
        return json.loads(self.body)


# Writes the response to a request; the server closes the connection afterwards.
Reply = Callable[[socket.socket, Request], None]


def answers(status: int, body: object, **headers: str) -> Reply:
    text = json.dumps(body).encode()
    return answers_bytes(status, text, content_type="application/json", **headers)


def answers_bytes(status: int, body: bytes, length: int | None = None, **headers: str) -> Reply:
    lines = [f"HTTP/1.1 {status} Status", f"content-length: {len(body) if length is None else length}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return sends_raw("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def refuses(status: int, code: str, charged: str = "none", **more: object) -> Reply:
    """Replies with an error body in the format of the service. `retry_after` becomes a header."""
    retry_after = more.pop("retry_after", None)
    headers = {"retry_after": str(retry_after)} if retry_after is not None else {}
    body = {"error": f"Refused: {code}.", "code": code, "charged": charged, "requestId": "req_1", **more}
    return answers(status, body, **headers)


def sends_raw(data: bytes) -> Reply:
    return lambda connection, _request: connection.sendall(data)


def resets(connection: socket.socket, _request: Request) -> None:
    """Resets the connection (RST) without a response."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def hangs(connection: socket.socket, _request: Request) -> None:
    """Sends nothing until the client closes the connection."""
    connection.settimeout(60)
    with contextlib.suppress(OSError):
        connection.recv(1)


def delays(seconds: float, reply: Reply) -> Reply:
    def answer(connection: socket.socket, request: Request) -> None:
        time.sleep(seconds)
        reply(connection, request)

    return answer


def sends_byte_by_byte(data: bytes, start: bytes = b"") -> Reply:
    """Sends `start` at once, then `data` byte by byte."""

    def send(connection: socket.socket, _request: Request) -> None:
        connection.sendall(start)
        for byte in data:
            connection.sendall(bytes([byte]))
            time.sleep(0.1)

    return send


class Gate:
    """A reply that forwards the request to a real service while `is_open`, and otherwise sends nothing."""

    def __init__(self, address: str) -> None:
        self.is_open = True
        target = urlsplit(address)
        self._target = (target.hostname, target.port)

    def __call__(self, connection: socket.socket, request: Request) -> None:
        if not self.is_open:
            return
        with socket.create_connection(self._target) as service:
            service.sendall(request.raw)
            responses = threading.Thread(target=_forward, args=(service, connection), daemon=True)
            responses.start()
            _forward(connection, service)
            responses.join()


def _forward(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


class FaultyService:
    """Runs in threads of the test process. `received` lists the requests."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)
        self._lock = threading.Lock()
        self.received: list[Request] = []
        faulty = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with contextlib.suppress(OSError):
                    faulty.answer(self.request)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

        self._server = Server(("127.0.0.1", 0), Handler)
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()

    def __enter__(self) -> FaultyService:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def answer(self, connection: socket.socket) -> None:
        request = _read(connection)
        if request is None:
            return
        with self._lock:
            self.received.append(request)
            reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        reply(connection, request)

    @property
    def client_refs(self) -> list[str]:
        """The clientRef of every submit that was received."""
        return [request.json["clientRef"] for request in self.received]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _read(connection: socket.socket) -> Request | None:
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            return None
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    return Request(method, path, headers, body, head + b"\r\n\r\n" + body, time.monotonic())
