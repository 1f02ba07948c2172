"""A service that misbehaves as told: one reply after the other, the last one for ever."""

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

Reply = Callable[[socket.socket], None]


@dataclass(frozen=True)
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def json(self) -> dict:
        return json.loads(self.body)


def says(status: int, body: object, **headers: str) -> Reply:
    text = json.dumps(body).encode()
    return sends(status, text, content_type="application/json", **headers)


def sends(status: int, body: bytes, length: int | None = None, **headers: str) -> Reply:
    lines = [f"HTTP/1.1 {status} Word", f"content-length: {len(body) if length is None else length}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return writes("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def refuses(status: int, code: str, charged: str = "none", **more: object) -> Reply:
    after = more.pop("retry_after", None)
    headers = {"retry_after": str(after)} if after is not None else {}
    body = {"error": f"Refused: {code}.", "code": code, "charged": charged, "requestId": "req_1", **more}
    return says(status, body, **headers)


def writes(data: bytes) -> Reply:
    return lambda connection: connection.sendall(data)


def resets(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def hangs(connection: socket.socket) -> None:
    connection.settimeout(60)
    with contextlib.suppress(OSError):
        connection.recv(1)


def slowly(seconds: float, reply: Reply) -> Reply:
    def answer(connection: socket.socket) -> None:
        time.sleep(seconds)
        reply(connection)

    return answer


def drips(data: bytes) -> Reply:
    def drip(connection: socket.socket) -> None:
        for byte in data:
            connection.sendall(bytes([byte]))
            time.sleep(0.2)

    return drip


class FaultyService:
    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)
        self._lock = threading.Lock()
        self.seen: list[Seen] = []
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

    def answer(self, connection: socket.socket) -> None:
        one = _read(connection)
        if one is None:
            return
        with self._lock:
            self.seen.append(one)
            reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        reply(connection)

    @property
    def refs(self) -> list[str]:
        """The clientRef of every submit that came."""
        return [one.json["clientRef"] for one in self.seen]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _read(connection: socket.socket) -> Seen | None:
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
    return Seen(method, path, headers, body, time.monotonic())
