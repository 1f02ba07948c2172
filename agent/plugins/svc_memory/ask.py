"""One question to the service, answered or given up within a time limit.

This file stands byte for byte in both plugins, because the host installs each folder alone.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import urllib.request

ANSWER_BYTES = 200_000
MESSAGE_CHARACTERS = 300
THREAD = "svc-recall"
GO_ON = "Go on without memory; ask again in a later turn."
SEE_OWNER = "Ask the owner to check SVC_API_KEY and SVC_BASE_URL."


def failure(code: str, message: str, hint: str, retryable: bool, **more: object) -> dict:
    """An expected failure in the form of the client's tools: a normal answer that says what to do next."""
    return {"ok": False, "code": code, "message": message, "hint": hint, "retryable": retryable, **more}


def ask(url: str, key: str, seconds: float) -> dict:
    """The JSON of the answer with `ok`, or a failure; the limit holds for the whole of it, names included."""
    line = _Line()
    answers: list[dict] = []
    asking = threading.Thread(
        target=lambda: answers.append(line.get(url, key, seconds)), name=THREAD, daemon=True
    )
    asking.start()
    asking.join(seconds)
    if answers:
        return answers[0]
    line.cut()
    return failure("timeout", f"The service did not answer within {seconds:g} s.", GO_ON, True)


class _Line:
    """A connection that can be cut from outside: a time limit of the socket starts anew with every byte."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._is_cut = False

    def get(self, url: str, key: str, seconds: float) -> dict:
        try:
            headers = {"authorization": f"Bearer {key}", "accept": "application/json"}
            request = urllib.request.Request(url, headers=headers)
            with self._opener().open(request, timeout=seconds) as answer:
                return _read(answer.status, answer.read(ANSWER_BYTES + 1))
        except Exception as problem:
            # The text of an exception may hold a header and with it the key: only its kind is told.
            kind = type(getattr(problem, "reason", None) or problem).__name__
            return failure("unreachable", f"The service could not be reached ({kind}).", GO_ON, True)

    def cut(self) -> None:
        self._is_cut = True
        if self._socket:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _kept(self, kind: type[http.client.HTTPConnection]) -> type[http.client.HTTPConnection]:
        line = self

        class Kept(kind):
            def connect(self) -> None:
                super().connect()
                line._socket = self.sock
                if line._is_cut:
                    raise TimeoutError

        return Kept

    def _opener(self) -> urllib.request.OpenerDirector:
        """Proxies as the host uses them, but nobody who follows a redirect and takes the key along."""
        line = self

        class Plain(urllib.request.HTTPHandler):
            def http_open(self, req):
                return self.do_open(line._kept(http.client.HTTPConnection), req)

        class Secure(urllib.request.HTTPSHandler):
            def https_open(self, req):
                return self.do_open(line._kept(http.client.HTTPSConnection), req)

        opener = urllib.request.OpenerDirector()
        for handler in (urllib.request.ProxyHandler(), Plain(), Secure()):
            opener.add_handler(handler)
        return opener


def _read(status: int, body: bytes) -> dict:
    try:
        data = json.loads(body) if len(body) <= ANSWER_BYTES else None
    except ValueError:
        data = None
    if isinstance(data, dict) and status == 200:
        return {**data, "ok": True}
    code, message = (data.get("code"), data.get("error")) if isinstance(data, dict) else (None, None)
    if not (isinstance(code, str) and isinstance(message, str)):
        return failure(
            "bad_answer", f"What answers at SVC_BASE_URL is not the service ({status}).", SEE_OWNER, False
        )
    passing = status == 429 or status >= 500
    hint = GO_ON if passing else SEE_OWNER if status in (401, 403) else "Change the arguments."
    return failure(code, message[:MESSAGE_CHARACTERS], hint, passing)
