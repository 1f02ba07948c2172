"""Performs one HTTP exchange with a hard time limit. Returns an answer, or the reason why there is none."""

from __future__ import annotations

import contextlib
import functools
import http.client
import json
import socket
import ssl
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from urllib.parse import urlsplit

MAX_ANSWER_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None = None


@dataclass(frozen=True)
class Answer:
    """An HTTP response. `data` is empty if an intermediary, such as a proxy, sent it."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    data: dict = field(default_factory=dict)

    @property
    def code(self) -> str:
        return str(self.data.get("code") or "")


@dataclass(frozen=True)
class RequestFailed:
    """No usable response. `sent` is false only if the request certainly did not reach the service."""

    code: str
    message: str
    sent: bool = True


def exchange(request: Request, seconds: float) -> Answer | RequestFailed:
    """Uses a separate thread, so that neither a slow DNS lookup nor a slow response can block the caller."""
    attempt = _Attempt(request, seconds)
    threading.Thread(target=attempt.run, daemon=True).start()
    attempt.done.wait(seconds)
    return attempt.close()


class _Attempt:
    def __init__(self, request: Request, seconds: float) -> None:
        self._request, self._seconds = request, seconds
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._outcome: Answer | RequestFailed | None = None
        self._closed = False
        self.done = threading.Event()

    def run(self) -> None:
        try:
            outcome = self._exchange()
        except Exception as error:  # The waiting caller always gets an outcome.
            outcome = RequestFailed(*_describe_error(error), sent=self._socket is not None)
        with self._lock:
            self._outcome = self._outcome or outcome
        self.done.set()

    def on_connected(self, connection: socket.socket) -> None:
        """Stops if the caller has timed out: from here on, the server may execute the request."""
        with self._lock:
            if self._closed:
                connection.close()
                raise TimeoutError
            self._socket = connection

    def close(self) -> Answer | RequestFailed:
        with self._lock:
            self._closed = True
            if self._outcome:
                return self._outcome
            if self._socket:  # Unblocks the thread, which could otherwise read a slow response forever.
                with contextlib.suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)
            return RequestFailed(
                "timeout", f"No response within {self._seconds:.0f} s.", sent=self._socket is not None
            )

    def _exchange(self) -> Answer | RequestFailed:
        request = urllib.request.Request(
            self._request.url,
            data=self._request.body,
            headers=self._request.headers,
            method=self._request.method,
        )
        opener = urllib.request.build_opener(_AnyStatus, _Http(self), _Https(self))
        with opener.open(request, timeout=self._seconds) as response:
            body = response.read(MAX_ANSWER_BYTES + 1)
            headers = {name.lower(): value for name, value in response.headers.items()}
            return _read_answer(response.status, headers, body)


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Returns every status as a response. Follows no redirect, so the key never goes to another host."""

    def http_response(self, request, response):
        return response

    https_response = http_response


class _Http(urllib.request.HTTPHandler):
    def __init__(self, attempt: _Attempt) -> None:
        super().__init__()
        self._attempt = attempt

    def http_open(self, req):
        return self.do_open(_tracking_class(http.client.HTTPConnection, self._attempt), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, attempt: _Attempt) -> None:
        super().__init__(context=_tls_context())
        self._attempt = attempt

    def https_open(self, req):
        return self.do_open(
            _tracking_class(http.client.HTTPSConnection, self._attempt), req, context=_tls_context()
        )


def _tracking_class(connection_class: type, attempt: _Attempt) -> type:
    """Returns a connection class that passes its socket to the attempt, which can then close it."""

    class Tracked(connection_class):
        def connect(self):
            super().connect()
            attempt.on_connected(self.sock)

    return Tracked


@functools.lru_cache(maxsize=1)
def _tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _read_answer(status: int, headers: dict[str, str], body: bytes) -> Answer | RequestFailed:
    if 300 <= status < 400:
        location = urlsplit(headers.get("location", ""))
        target = f"{location.scheme}://{location.netloc}" if location.netloc else "another path"
        return RequestFailed(
            "bad_answer", f"SVC_BASE_URL redirects to {target}, which is not followed.", sent=False
        )
    if len(body) > MAX_ANSWER_BYTES:
        return RequestFailed("bad_answer", f"The response is larger than {MAX_ANSWER_BYTES} bytes.")
    length = headers.get("content-length", "")
    if length.isdigit() and len(body) < int(length):
        return RequestFailed("unreachable", "The response was truncated.")
    try:
        data = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict):
        return Answer(status, headers, data)
    if status >= 400:
        return Answer(status, headers)
    # Without a content length, only the missing end shows that JSON is truncated.
    if body[:1] == b"{" and not length:
        return RequestFailed("unreachable", "The response was truncated.")
    return RequestFailed("bad_answer", "The response is not JSON, so it does not come from the service.")


def _describe_error(error: Exception) -> tuple[str, str]:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, TimeoutError):
        return "timeout", "The service did not respond in time."
    if isinstance(cause, ssl.SSLCertVerificationError):
        return "unreachable", f"The certificate is not trusted: {cause.verify_message}."
    if isinstance(cause, http.client.HTTPException):
        return "unreachable", f"The connection was interrupted ({type(cause).__name__})."
    if isinstance(cause, OSError):
        return "unreachable", f"The connection failed: {cause.strerror or cause or type(cause).__name__}."
    return "unreachable", f"The exchange failed ({type(cause).__name__})."
