"""Sends one request to the service, with a hard time limit.

Both plugins contain an identical copy of this file, because the host installs each folder separately.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import urllib.request

MAX_ANSWER_BYTES = 200_000
MAX_MESSAGE_CHARACTERS = 300
THREAD_NAME = "svc-recall"
CONTINUE_HINT = "Continue without memory; ask again in a later turn."
OWNER_HINT = "Ask the owner to check SVC_API_KEY and SVC_BASE_URL."


def failure(code: str, message: str, hint: str, retryable: bool, **details: object) -> dict:
    """Builds an expected failure, in the format of the MCP tools: a normal result with a hint."""
    return {"ok": False, "code": code, "message": message, "hint": hint, "retryable": retryable, **details}


def ask(url: str, key: str, seconds: float) -> dict:
    """Returns the JSON of the response with `ok`, or a failure. The limit includes the DNS lookup."""
    connection = _Connection()
    answers: list[dict] = []
    thread = threading.Thread(
        target=lambda: answers.append(connection.get(url, key, seconds)), name=THREAD_NAME, daemon=True
    )
    thread.start()
    thread.join(seconds)
    if answers:
        return answers[0]
    connection.abort()
    return failure("timeout", f"The service did not answer within {seconds:g} s.", CONTINUE_HINT, True)


class _Connection:
    """A connection that another thread can abort, because a socket timeout restarts with every byte."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._is_aborted = False

    def get(self, url: str, key: str, seconds: float) -> dict:
        try:
            headers = {"authorization": f"Bearer {key}", "accept": "application/json"}
            request = urllib.request.Request(url, headers=headers)
            with self._opener().open(request, timeout=seconds) as answer:
                return _parse_answer(answer.status, answer.read(MAX_ANSWER_BYTES + 1))
        except Exception as error:
            # The text of an exception may contain a header with the key, so only its type is reported.
            kind = type(getattr(error, "reason", None) or error).__name__
            return failure("unreachable", f"The service could not be reached ({kind}).", CONTINUE_HINT, True)

    def abort(self) -> None:
        self._is_aborted = True
        if self._socket:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _tracked(self, kind: type[http.client.HTTPConnection]) -> type[http.client.HTTPConnection]:
        """Returns a subclass that stores its socket, so that `abort` can close it."""
        connection = self

        class Tracked(kind):
            def connect(self) -> None:
                super().connect()
                connection._socket = self.sock
                if connection._is_aborted:
                    raise TimeoutError

        return Tracked

    def _opener(self) -> urllib.request.OpenerDirector:
        """Uses the proxies of the host. Follows no redirect, so the key never goes to another host."""
        connection = self

        class Plain(urllib.request.HTTPHandler):
            def http_open(self, req):
                return self.do_open(connection._tracked(http.client.HTTPConnection), req)

        class Secure(urllib.request.HTTPSHandler):
            def https_open(self, req):
                return self.do_open(connection._tracked(http.client.HTTPSConnection), req)

        opener = urllib.request.OpenerDirector()
        for handler in (urllib.request.ProxyHandler(), Plain(), Secure()):
            opener.add_handler(handler)
        return opener


def _parse_answer(status: int, body: bytes) -> dict:
    try:
        data = json.loads(body) if len(body) <= MAX_ANSWER_BYTES else None
    except ValueError:
        data = None
    if isinstance(data, dict) and status == 200:
        return {**data, "ok": True}
    code, message = (data.get("code"), data.get("error")) if isinstance(data, dict) else (None, None)
    if not (isinstance(code, str) and isinstance(message, str)):
        return failure(
            "bad_answer",
            f"The response from SVC_BASE_URL does not come from the service (HTTP {status}).",
            OWNER_HINT,
            False,
        )
    is_temporary = status == 429 or status >= 500
    hint = CONTINUE_HINT if is_temporary else OWNER_HINT if status in (401, 403) else "Change the arguments."
    return failure(code, message[:MAX_MESSAGE_CHARACTERS], hint, is_temporary)
