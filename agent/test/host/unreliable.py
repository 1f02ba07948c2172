"""Services that are there and do not answer as they should."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit


@contextlib.contextmanager
def listening(treat: Callable[[socket.socket], None]) -> Iterator[tuple[str, list[bytes]]]:
    """An address, and what came in there."""
    server = socket.create_server(("127.0.0.1", 0))
    seen: list[bytes] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=talk, args=(connection,), daemon=True).start()

    def talk(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            first = connection.recv(65_536)
            seen.append(first)
            treat(connection, first) if isinstance(treat, Gate) else treat(connection)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}", seen
    finally:
        server.close()


def never_answer(connection: socket.socket) -> None:
    connection.recv(1)


def drip_headers(connection: socket.socket) -> None:
    _drip(connection, b"HTTP/1.1 200 OK\r\nx-slow: " + b"a" * 300)


def drip_body(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 300\r\n\r\n")
    _drip(connection, b" " * 300)


def _drip(connection: socket.socket, text: bytes) -> None:
    for byte in text:
        connection.sendall(bytes([byte]))
        time.sleep(0.1)


def answering(status: str, body: bytes, *headers: str) -> Callable[[socket.socket], None]:
    head = "\r\n".join([f"HTTP/1.1 {status}", f"content-length: {len(body)}", *headers, "", ""])
    return lambda connection: connection.sendall(head.encode() + body)


class Gate:
    """Stands before a service and lets nothing through while it is closed."""

    def __init__(self, address: str) -> None:
        self.is_open = True
        to = urlsplit(address)
        self._to = (to.hostname, to.port)

    def __call__(self, connection: socket.socket, first: bytes) -> None:
        if not self.is_open:
            return
        with socket.create_connection(self._to) as service:
            service.sendall(first)
            back = threading.Thread(target=_pump, args=(service, connection), daemon=True)
            back.start()
            _pump(connection, service)
            back.join()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
