#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.10"
# dependencies = ["mcp>=1.26,<3"]
# ///
"""The svc tools for an agent: one file, served by the deployment. Built from small modules; do not edit.

Environment: SVC_API_KEY, SVC_BASE_URL, and SVC_EXTRA_TOOLS=1 for five more tools.
Without arguments it speaks MCP on standard input and output; `call TOOL ['{"a": "json"}']` runs one tool.
"""

from __future__ import annotations

import contextlib
import functools
import http.client
import json
import os
import random
import re
import secrets
import socket
import ssl
import stat
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field
from enum import Enum
from functools import partial
from pathlib import Path
from urllib.parse import quote
from urllib.parse import urlencode
from urllib.parse import urlsplit


# ---- settings ----
# What the client is told from outside: the two variables, and the limits that it keeps by itself.

VERSION = "1.0.0"

# No call of a tool takes longer than this, whatever the network does. Only an upload may.
CALL_SECONDS = 25.0
UPLOAD_SECONDS = 40.0

SETUP_HINT = (
    "Ask the owner to put SVC_BASE_URL=https://... and SVC_API_KEY=hsk_... into the .env file of the"
    " agent's home, pass both in the env of this server's entry, and start a new session. A key is made in"
    " the dashboard."
)


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str


def read_settings() -> tuple[Settings | None, str]:
    """The settings, or a sentence that names what is wrong with which variable; never a value of the key."""
    key, url = (os.environ.get(name, "").strip() for name in ("SVC_API_KEY", "SVC_BASE_URL"))
    # A host that knows no value passes the placeholder on as it stands.
    missing = [
        name
        for name, value in (("SVC_API_KEY", key), ("SVC_BASE_URL", url))
        if not value or value.startswith("${")
    ]
    if missing:
        return None, f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set."
    if not re.fullmatch(r"[!-~]+", key):
        return None, "SVC_API_KEY holds blanks or signs that no key has."
    if not _is_address(url):
        return None, "SVC_BASE_URL is not an address like https://host or http://host:port."
    return Settings(url.rstrip("/"), key), ""


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    plain = re.fullmatch(r"[!-~]+", url) and not (parts.query or parts.fragment or "@" in parts.netloc)
    return bool(plain and parts.scheme in ("http", "https") and parts.hostname)


# ---- wire ----
# One HTTP exchange that always ends: with an answer, or with what is known about why there is none.

ANSWER_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None = None


@dataclass(frozen=True)
class Answer:
    """What the service said. `data` is empty when something in between answered in its place."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    data: dict = field(default_factory=dict)

    @property
    def code(self) -> str:
        return str(self.data.get("code") or "")


@dataclass(frozen=True)
class NoAnswer:
    """No usable answer. `sent` is false only when the request surely never reached anybody."""

    code: str
    message: str
    sent: bool = True


def exchange(request: Request, seconds: float) -> Answer | NoAnswer:
    """In a thread of its own: neither a slow name server nor an answer in drips may hold the caller."""
    attempt = _Attempt(request, seconds)
    threading.Thread(target=attempt.run, daemon=True).start()
    attempt.done.wait(seconds)
    return attempt.close()


class _Attempt:
    def __init__(self, request: Request, seconds: float) -> None:
        self._request, self._seconds = request, seconds
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._outcome: Answer | NoAnswer | None = None
        self._closed = False
        self.done = threading.Event()

    def run(self) -> None:
        try:
            outcome = self._exchange()
        except Exception as error:  # Whatever it was, the one who waits is told.
            outcome = NoAnswer(*_explain(error), sent=self._socket is not None)
        with self._lock:
            self._outcome = self._outcome or outcome
        self.done.set()

    def connected(self, connection: socket.socket) -> None:
        """From here on the request may be carried out, so it must not start once the caller was answered."""
        with self._lock:
            if self._closed:
                connection.close()
                raise TimeoutError
            self._socket = connection

    def close(self) -> Answer | NoAnswer:
        with self._lock:
            self._closed = True
            if self._outcome:
                return self._outcome
            if self._socket:  # Wakes the thread, which would else wait for a server that drips for ever.
                with contextlib.suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)
            return NoAnswer(
                "timeout", f"No answer within {self._seconds:.0f} s.", sent=self._socket is not None
            )

    def _exchange(self) -> Answer | NoAnswer:
        ask = urllib.request.Request(
            self._request.url,
            data=self._request.body,
            headers=self._request.headers,
            method=self._request.method,
        )
        opener = urllib.request.build_opener(_AnyStatus, _Http(self), _Https(self))
        with opener.open(ask, timeout=self._seconds) as response:
            body = response.read(ANSWER_BYTES + 1)
            headers = {name.lower(): value for name, value in response.headers.items()}
            return _read_answer(response.status, headers, body)


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Every status is an answer. So no redirect is followed either: the key stays with the host it is for."""

    def http_response(self, request, response):
        return response

    https_response = http_response


class _Http(urllib.request.HTTPHandler):
    def __init__(self, attempt: _Attempt) -> None:
        super().__init__()
        self._attempt = attempt

    def http_open(self, req):
        return self.do_open(_tracked(http.client.HTTPConnection, self._attempt), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, attempt: _Attempt) -> None:
        super().__init__(context=_tls_context())
        self._attempt = attempt

    def https_open(self, req):
        return self.do_open(_tracked(http.client.HTTPSConnection, self._attempt), req, context=_tls_context())


def _tracked(kind: type, attempt: _Attempt) -> type:
    class Tracked(kind):
        def connect(self):
            super().connect()
            attempt.connected(self.sock)

    return Tracked


@functools.lru_cache(maxsize=1)
def _tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _read_answer(status: int, headers: dict[str, str], body: bytes) -> Answer | NoAnswer:
    if 300 <= status < 400:
        to = urlsplit(headers.get("location", ""))
        place = f"{to.scheme}://{to.netloc}" if to.netloc else "another path"
        return NoAnswer(
            "bad_answer", f"SVC_BASE_URL redirects to {place}, which is not followed.", sent=False
        )
    if len(body) > ANSWER_BYTES:
        return NoAnswer("bad_answer", f"The answer is larger than {ANSWER_BYTES} bytes.")
    length = headers.get("content-length", "")
    if length.isdigit() and len(body) < int(length):
        return NoAnswer("unreachable", "The answer was cut off.")
    try:
        data = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict):
        return Answer(status, headers, data)
    if status >= 400:
        return Answer(status, headers)
    # Without a length nothing but the missing end tells that JSON was cut.
    if body[:1] == b"{" and not length:
        return NoAnswer("unreachable", "The answer was cut off.")
    return NoAnswer("bad_answer", "The answer is not JSON, so it is not from the service.")


def _explain(error: Exception) -> tuple[str, str]:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, TimeoutError):
        return "timeout", "The service did not answer in time."
    if isinstance(cause, ssl.SSLCertVerificationError):
        return "unreachable", f"The certificate is not trusted: {cause.verify_message}."
    if isinstance(cause, http.client.HTTPException):
        return "unreachable", f"The connection broke off ({type(cause).__name__})."
    if isinstance(cause, OSError):
        return "unreachable", f"The connection failed: {cause.strerror or cause or type(cause).__name__}."
    return "unreachable", f"The exchange failed ({type(cause).__name__})."


# ---- retry ----
# Which lost or refused requests are sent again, by what it would mean if both were carried out.

MAX_TRIES = 3


class Policy(Enum):
    """What a second execution does."""

    READ = "nothing"
    REPEAT = "nothing, the first did it all"
    SUBMIT = "nothing, the service knows the request by its clientRef"
    ONCE = "the same again"


# A submit waits up to 8 s for the generator, and up to 5 s for its own twin.
TRY_SECONDS = {Policy.READ: 8.0, Policy.REPEAT: 8.0, Policy.SUBMIT: 14.0, Policy.ONCE: 20.0}


@dataclass(frozen=True)
class Sent:
    """The last outcome, and whether an earlier or this try may have been carried out without our knowing."""

    outcome: Answer | NoAnswer
    doubtful: bool

    @property
    def answer(self) -> Answer | None:
        """The answer, when it is the one that was hoped for."""
        return self.outcome if isinstance(self.outcome, Answer) and self.outcome.status < 300 else None


Judge = Callable[[Answer | NoAnswer], Answer | NoAnswer]


def send(request: Request, policy: Policy, deadline: float, judge: Judge, try_seconds: float = 0) -> Sent:
    doubtful, waited = False, False
    for tries in range(1, MAX_TRIES + 1):
        left = max(0.1, deadline - time.monotonic())
        outcome = judge(exchange(request, min(try_seconds or TRY_SECONDS[policy], left)))
        doubtful = doubtful or _is_doubtful(outcome)
        limited = isinstance(outcome, Answer) and outcome.status == 429
        if tries == MAX_TRIES or (limited and waited) or not _may_repeat(outcome, policy):
            break
        pause = _pause(outcome, tries)
        # A wait that leaves no time for the try after it is the agent's to make.
        if time.monotonic() + pause > deadline - 1:
            break
        waited = waited or limited
        time.sleep(pause)
    return Sent(outcome, doubtful)


def _is_doubtful(outcome: Answer | NoAnswer) -> bool:
    if isinstance(outcome, NoAnswer):
        return outcome.sent
    if outcome.code:
        return outcome.data.get("charged") == "unknown" or outcome.code == "client_ref_in_progress"
    # A stranger answered, perhaps in place of the service's own answer.
    return outcome.status >= 300


def _may_repeat(outcome: Answer | NoAnswer, policy: Policy) -> bool:
    if isinstance(outcome, NoAnswer):
        return not (outcome.sent and policy is Policy.ONCE)
    if outcome.code in ("provider_unavailable", "provider_rejected"):
        return False  # The job was made, failed and was refunded: another try is the agent's decision.
    if outcome.status == 429:
        return True
    if outcome.code == "service_unavailable" and outcome.data.get("charged") != "unknown":
        return True
    if outcome.code == "client_ref_in_progress" or outcome.data.get("inFlight") is True:
        return policy is Policy.SUBMIT
    return outcome.status >= 500 and policy is not Policy.ONCE


def _pause(outcome: Answer | NoAnswer, tries: int) -> float:
    seconds = retry_after(outcome)
    if seconds is not None:
        return float(seconds)
    return 0.5 * 4 ** (tries - 1) * random.uniform(0.8, 1.2)


def retry_after(outcome: Answer | NoAnswer) -> int | None:
    if isinstance(outcome, NoAnswer):
        return None
    seconds = outcome.headers.get("retry-after", "") or str(outcome.data.get("retryAfterSeconds", ""))
    return int(seconds) if seconds.isdigit() else None


# ---- shapes ----
# What a result holds, written once per tool: the schema, the compact rows and the paths all come from it.
#
# A shape is written as `balance:int products[id name] product{id photos[url]} nextCursor`. A name alone is a
# string, `name[]` and `name{}` pass on what they hold, and `name:any` is whatever it is.

TYPES = {"str": "string", "int": "integer", "num": "number", "bool": "boolean", "any": ""}
CHECKS = {
    **{"string": str, "integer": int, "number": (int, float), "boolean": bool},
    **{"array": list, "object": dict, "": object},
}
ROW_TEXT_CHARACTERS = 240
TEXT_CHARACTERS = 600
URL_CHARACTERS = 2_048


def parse_shape(text: str) -> dict:
    """As nested dicts: name -> (type, inner shape or None)."""
    tokens = re.findall(r"\w+:\w+|\w+|[\[\]{}]", text)
    shape, rest = _parse(tokens)
    if rest:
        raise ValueError(f"shape: {text}")
    return shape


def _parse(tokens: list[str]) -> tuple[dict, list[str]]:
    shape: dict = {}
    while tokens and tokens[0] not in "]}":
        name, _, kind = tokens.pop(0).partition(":")
        if tokens and tokens[0] in "[{":
            kind = "array" if tokens.pop(0) == "[" else "object"
            inner, tokens = _parse(tokens)
            tokens = tokens[1:]
            shape[name] = (kind, inner)
        else:
            shape[name] = (TYPES[kind or "str"], None)
    return shape, tokens


def compact(shape: dict, data: dict, in_row: bool = False) -> dict:
    """What the shape names, and nothing empty. What is not of its type is left out, so the schema holds."""
    result = {}
    for name, (kind, inner) in shape.items():
        value = data.get(name)
        if value is None or value in ("", [], {}) or not _has_type(kind, value):
            continue
        if kind == "array" and inner:
            value = [compact(inner, row, True) for row in value if isinstance(row, dict)]
        elif kind == "object" and inner:
            value = compact(inner, value, in_row)
            if not value:
                continue
        elif kind == "string":
            value = truncate(value, ROW_TEXT_CHARACTERS if in_row else TEXT_CHARACTERS)
        result[name] = value
    return result


def truncate(text: str, most: int) -> str:
    """An address is whole or worth nothing."""
    most = URL_CHARACTERS if text.startswith("http") else most
    return text if len(text) <= most else text[: most - 1] + "…"


def is_complete(shape: dict, data: object) -> bool:
    """The first field of a shape, and each id and status that it names, are told in every true answer."""
    if not isinstance(data, dict):
        return False
    promised = [*list(shape)[:1], *(name for name in ("id", "status") if name in shape)]
    return all(_is_present(*shape[name], data.get(name)) for name in promised)


def _is_present(kind: str, inner: dict | None, value: object) -> bool:
    if value is None or value == "" or not _has_type(kind, value):
        return False
    if not inner:
        return True
    return all(is_complete(inner, row) for row in value) if kind == "array" else is_complete(inner, value)


def _has_type(kind: str, value: object) -> bool:
    return isinstance(value, CHECKS[kind]) and (kind in ("boolean", "") or not isinstance(value, bool))


def fits(shape: dict, name: str, value: object) -> bool:
    """Whether a field of a refusal may stand in a result of this shape."""
    return name not in shape or _has_type(shape[name][0], value)


def output_schema(shape: dict) -> dict:
    """Only `ok` is promised, because a refusal is a normal result with other fields."""
    properties = {"ok": {"type": "boolean"}}
    properties.update({name: {"type": kind} if kind else {} for name, (kind, _) in shape.items()})
    return {"type": "object", "properties": properties, "required": ["ok"]}


def shape_paths(shape: dict, before: str = "") -> set[str]:
    """Every place of a result by its path, like `history[].drift.verdict`."""
    paths = set()
    for name, (kind, inner) in shape.items():
        path = before + name
        paths.add(path)
        if inner is not None:
            step = path + ("[]" if kind == "array" else "")
            paths.add(step)
            paths |= shape_paths(inner, step + ".")
    return paths


# ---- params ----
# The arguments of a tool: their schema for the model, and the check that answers in words.

@dataclass(frozen=True)
class Param:
    name: str
    kind: str  # string, integer, number, boolean, strings, objects
    about: str = ""
    required: bool = False
    choices: tuple = ()
    least: int | None = None
    most: int | None = None  # characters of a string, items of a list, or the value of a number
    default: object = None  # what the client sends when nothing is given
    place: str = "field"  # field: query or body; path: in the address; local: never sent as it is
    wire: str = ""  # its name in HTTP when that is not the same in camelCase

    @property
    def field(self) -> str:
        return self.wire or camel(self.name)

    def schema(self) -> dict:
        schema: dict = {"type": "array" if self.kind in ("strings", "objects") else self.kind}
        if schema["type"] == "array":
            schema["items"] = {"type": self.kind[:-1]}
        if self.choices:
            schema["enum"] = list(self.choices)
        if self.most and self.kind in ("string", "strings"):
            schema["maxLength" if self.kind == "string" else "maxItems"] = self.most
        if self.about:
            schema["description"] = self.about
        return schema


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def snake(name: str) -> str:
    return re.sub(r"([A-Z])", lambda match: "_" + match[1].lower(), name)


# What the messages of the service may name, as the tools call it. Fields of results keep their names.
ARGUMENTS = [
    *(
        "cep_id",
        "cep_text",
        "character_id",
        "client_ref",
        "duration_seconds",
        "file_url",
        "generated_media_id",
    ),
    *("idempotency_key", "image_urls", "mask_url", "media_asset_id", "min_tier", "pain_point", "product_id"),
    *("photo_reference_ids", "product_photo_reference_ids", "topic_id", "use_product_photo"),
]
TOOL_TERMS = {"pollUrl": "get_media", **{camel(name): name for name in ARGUMENTS}}


def to_tool_terms(text: str) -> str:
    """The service speaks of its HTTP fields; an agent knows them as arguments and tools."""
    return re.sub("|".join(rf"\b{word}\b" for word in TOOL_TERMS), lambda match: TOOL_TERMS[match[0]], text)


def input_schema(params: dict[str, Param]) -> dict:
    schema: dict = {"type": "object", "properties": {one.name: one.schema() for one in params.values()}}
    required = [one.name for one in params.values() if one.required]
    if required:
        schema["required"] = required
    return schema


def check_arguments(
    params: dict[str, Param], exactly_one: tuple[str, ...], given: object
) -> tuple[dict, str, str | None]:
    """The arguments, put right where that is safe; or what is wrong, and with which one."""
    if not isinstance(given, dict):
        return {}, "The arguments must be one object.", None
    arguments: dict = {}
    for name, value in given.items():
        # Whoever read the HTTP documents writes productId.
        param = params.get(name) or params.get(snake(name))
        if param is None:
            return {}, f"{name}: no such argument. Allowed: {', '.join(params) or 'none'}.", name
        if value is None or value in ("", [], {}):
            continue
        parsed, problem = _parse_value(param, value)
        if problem:
            return {}, f"{param.name}: {problem}", param.name
        arguments[param.name] = parsed
    missing = next((one.name for one in params.values() if one.required and one.name not in arguments), None)
    if missing:
        return {}, f"{missing}: is missing.", missing
    named = [name for name in exactly_one if name in arguments]
    if exactly_one and len(named) != 1:
        listed = ", ".join(exactly_one)
        return {}, f"Give exactly one of {listed}; {len(named)} were given.", (named or exactly_one)[0]
    for param in params.values():
        if param.default is not None:
            arguments.setdefault(param.name, param.default)
    return arguments, "", None


def _parse_value(param: Param, value: object) -> tuple[object, str]:
    if param.kind in ("strings", "objects"):
        return _parse_list(param, value)
    value = _coerce(param, value)
    expected = {"string": str, "integer": int, "number": (int, float), "boolean": bool}[param.kind]
    if not isinstance(value, expected) or (isinstance(value, bool) and param.kind != "boolean"):
        article = "an" if param.kind == "integer" else "a"
        return None, f"must be {article} {param.kind}{_allowed(param)}."
    if param.choices and value not in param.choices:
        return None, f"must be one of {', '.join(map(str, param.choices))}."
    if isinstance(value, str):
        return value, _check_text(param, value)
    if (param.least is not None and value < param.least) or (param.most is not None and value > param.most):
        return None, f"must be {param.least} to {param.most}."
    return value, ""


def _coerce(param: Param, value: object) -> object:
    """What a model often writes, as long as it can mean one thing only."""
    if param.kind == "string":
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        matches = (
            one for one in param.choices if isinstance(value, str) and one.lower() == value.strip().lower()
        )
        return next(matches, value)
    if isinstance(value, float) and param.kind == "integer" and value.is_integer():
        return int(value)
    if not isinstance(value, str):
        return value
    text = value.strip().lower()
    if param.kind == "boolean":
        return {"true": True, "false": False}.get(text, value)
    if re.fullmatch(r"-?\d{1,15}", text):
        return int(text)
    if param.kind == "number" and re.fullmatch(r"-?\d{1,15}\.\d{1,15}", text):
        return float(text)
    return value


def _parse_list(param: Param, value: object) -> tuple[object, str]:
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except ValueError:
            return None, "must be a list."
    items = value if isinstance(value, list) else [value]
    kind, word = (str, "text") if param.kind == "strings" else (dict, "objects")
    if not all(isinstance(item, kind) and item for item in items):
        return None, f"must be a list of {word}."
    if param.most is not None and len(items) > param.most:
        return None, f"must have at most {param.most} items, not {len(items)}."
    return items, ""


def _check_text(param: Param, value: str) -> str:
    length = len(value.strip())
    if not length:
        return "must not be blank."
    if param.most is not None and length > param.most:
        return f"must have at most {param.most} characters, not {length}."
    if re.search("[\ud800-\udfff]", value):
        return "holds half a character."
    return ""


def _allowed(param: Param) -> str:
    return f", one of {', '.join(map(str, param.choices))}" if param.choices else ""


# ---- failures ----
# Expected failures as normal results: what happened, what it cost, and which tool to call next.

MESSAGE_CHARACTERS = 300
TELL_OWNER = "Stop and tell the owner"

# One for every refusal of the service, in the words of the tools. {names} come from the refusal and the call.
HINTS = {
    "invalid_request": "Mend the argument {field} and call {tool} again; the same call will not pass.",
    "invalid_json": "Call {tool} again with plain text arguments; if it stays, tell the owner.",
    "body_too_large": "Call {tool} again with less: shorter texts, fewer rows, or a picture below 10 MB.",
    "unknown_field": "Only name can be changed: call rename_product with product_id and name.",
    "wrong_id_kind": "Call {tool} again with the id of a {expected} as {field}, not of a {given}; the prefix"
    " of an id tells its kind.",
    "too_many_references": "Call {tool} again with at most {limit} in image_urls, photo_reference_ids and"
    " product_photo_reference_ids together.",
    "unauthorized": f"{TELL_OWNER}: SVC_API_KEY is not a key of this deployment. No call will pass until it"
    " is replaced.",
    "insufficient_credits": "Order something cheaper (an image costs 400 x n, a video 1,000 to 3,900), or ask"
    " the owner for credits; check_credits shows the balance.",
    "key_inactive": f"{TELL_OWNER}: the key is revoked or expired. No call will pass until SVC_API_KEY is"
    " replaced.",
    "scope_missing": f"{TELL_OWNER}: the key needs the scope {{scope}} for {{tool}}.",
    "not_owner": "Use an id of your own: list_products, list_characters, list_product_photos and list_ceps"
    " show them.",
    "budget_exceeded": "Order something cheaper, wait until {resetsAt}, or ask the owner to raise the limit"
    " of this key; ping shows what is left.",
    "not_found": "Check the id: list_products, list_media, list_characters, list_product_photos and list_ceps"
    " show yours.",
    "client_ref_conflict": "This client_ref already made {existingId} from other arguments: call get_media"
    " with media_id={existingId}, or call {tool} with a new client_ref for a new creative.",
    "client_ref_in_progress": "Call {tool} again with the same arguments and client_ref={clientRef}; it is"
    " never charged twice.",
    "cep_limit_reached": "Choose the weakest of existing, call delete_cep with its id, then create_cep"
    " again.",
    "idempotency_conflict": "Call {tool} again: with the same idempotency_key when inFlight is true, else"
    " with a new one.",
    "media_not_completed": "Call get_media with media_id={mediaId} until it is completed, then {tool} again.",
    "not_cancellable": "Let it finish: get_media tells how it ends, and a job that fails is refunded by"
    " itself.",
    "key_limit_reached": f"{TELL_OWNER}: there are too many keys; one must be revoked in the dashboard.",
    "file_removed": "The file is gone: make it again with generate_image or generate_video, and attach_media"
    " what must stay.",
    "rate_limited": "Wait {retryAfterSeconds} s, then call {tool} again with the same arguments.",
    "internal_error": "Call {tool} once more with the same arguments; if it stays, tell the owner the"
    " requestId {requestId}.",
    "provider_unavailable": "The credits are back. Wait {retryAfterSeconds} s, then call {tool} again; the"
    " same client_ref may be used.",
    "provider_rejected": "The credits are back. Change the prompt or the references, then call {tool} again.",
    "service_unavailable": "Wait {retryAfterSeconds} s, then call {tool} again with the same arguments.",
    # The client's own.
    "bad_arguments": "Mend the arguments and call {tool} again; nothing was sent.",
    "file_unusable": "Give file_path the absolute path of a JPEG, PNG or WebP picture up to 10 MB; nothing"
    " was sent.",
    "unreachable": "Call {tool} again in a while. If it stays, ask the owner whether SVC_BASE_URL is right"
    " and the service is up.",
    "timeout": "Call {tool} again in a while. If it stays, tell the owner that the service does not answer.",
    "bad_answer": "Call {tool} once more. If it stays, stop and tell the owner: SVC_BASE_URL does not lead"
    " straight to the service.",
    "internal": "This is a fault of the client: tell the owner. Other tools may still work; list_media shows"
    " what was ordered.",
}

RETRYABLE = {
    *("budget_exceeded", "client_ref_in_progress", "idempotency_conflict", "media_not_completed"),
    *("rate_limited", "internal_error", "provider_unavailable", "service_unavailable"),
    *("unreachable", "timeout"),
}


class _HintValues(dict):
    """What a hint may name; what the refusal did not tell gets a plain word."""

    def __missing__(self, name: str) -> str:
        return {"retryAfterSeconds": "30", "resetsAt": "the next day (UTC)", "limit": "5"}.get(
            name, f"<{name}>"
        )


def fail(
    code: str,
    message: str,
    *,
    hint_values: dict | None = None,
    hint: str = "",
    charged: str = "none",
    **more: object,
) -> dict:
    """`hint_values` is for the hint alone; `more` is for the hint and the result."""
    details = {name: value for name, value in more.items() if value not in (None, "", [], {})}
    template = HINTS.get(code, "Act on the message; if that does not help, tell the owner.")
    return {
        "ok": False,
        "code": code,
        "message": truncate(message, MESSAGE_CHARACTERS),
        "hint": hint or template.format_map(_HintValues(details, **(hint_values or {}))),
        "retryable": code in RETRYABLE,
        "charged": charged,
        **details,
    }


# ---- files ----
# Local pictures for an upload. Whatever is not a picture stays on this machine.

PICTURE_BYTES = 10 * 1024 * 1024


@dataclass(frozen=True)
class Picture:
    file_name: str
    content_type: str
    data: bytes


def read_picture(path: str) -> tuple[Picture | None, str]:
    """The picture, or why there is none. By its first bytes: a secret does not pass by its name."""
    if path.startswith(("\\\\", "//")):
        return None, "Network paths are not read."
    try:
        file = Path(path).expanduser()
        if not stat.S_ISREG(file.stat().st_mode):
            return None, "It is not a regular file."
        with file.open("rb") as opened:
            data = opened.read(PICTURE_BYTES + 1)
    except (OSError, ValueError, RuntimeError) as error:
        return None, f"It cannot be read: {getattr(error, 'strerror', None) or type(error).__name__}."
    kind = _picture_kind(data)
    if kind is None:
        return None, "It is not a JPEG, PNG or WebP picture, so it was not sent."
    if len(data) > PICTURE_BYTES:
        return None, "It is larger than 10 MB."
    # Its own name tells of this machine, and the service does not need it.
    return Picture(f"reference.{kind}", f"image/{kind}", data), ""


def _picture_kind(data: bytes) -> str | None:
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return None


def encode_form(fields: dict[str, object], picture: Picture) -> tuple[str, bytes]:
    """The content type and the bytes; made once per call, so that every try sends the very same."""
    boundary = secrets.token_hex(16)
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{picture.file_name}"\r\n'
        f"Content-Type: {picture.content_type}\r\n\r\n"
    )
    tail = f"\r\n--{boundary}--\r\n"
    body = b"".join([*parts, head.encode(), picture.data, tail.encode()])
    return f"multipart/form-data; boundary={boundary}", body


# ---- polling ----
# When each job may be asked about again, so that an agent that polls too early waits instead of asking.

MAX_SLEEP_SECONDS = 10.0
REMEMBERED = 1_000


class PollClock:
    def __init__(self) -> None:
        self._due: dict[str, float] = {}
        self._lock = threading.Lock()

    def note(self, media_id: str, seconds: int | None) -> None:
        """What the service said about the next poll; nothing when the job is final."""
        with self._lock:
            self._due.pop(media_id, None)
            if seconds:
                self._due[media_id] = time.monotonic() + seconds
            while len(self._due) > REMEMBERED:
                self._due.pop(next(iter(self._due)))

    def sleep(self, media_ids: list[str]) -> None:
        """Until the first of them is due; a job that nothing is known of is due now."""
        now = time.monotonic()
        with self._lock:
            early = min((self._due.get(one, now) - now for one in media_ids), default=0.0)
        if early > 0:
            time.sleep(min(early, MAX_SLEEP_SECONDS))


POLLS = PollClock()


# ---- validate ----
# Whether an answer is the service's own. What stands in between may answer too, and is never believed.

CHARGED = ("none", "refunded", "unknown")


def validate_answer(shape: dict, outcome: Answer | NoAnswer) -> Answer | NoAnswer:
    """As it is, or as lost, or without the words of a stranger."""
    if isinstance(outcome, NoAnswer):
        return outcome
    if outcome.status < 300:
        complete = is_complete(shape, outcome.data)
        return outcome if complete else NoAnswer("bad_answer", "The answer is not one of the service.")
    return outcome if _is_refusal(outcome.data) else Answer(outcome.status, outcome.headers)


def _is_refusal(data: dict) -> bool:
    """A code that this client does not know yet is one all the same."""
    code, texts = data.get("code"), (data.get("error"), data.get("requestId"))
    return (
        isinstance(code, str)
        and bool(re.fullmatch(r"[a-z_]{3,40}", code))
        and all(isinstance(one, str) for one in texts)
        and data.get("charged") in CHARGED
    )


# ---- calls ----
# From the arguments of a tool to its result: the one way that all tools take to the service.

# Hosts cut long results off; more rows than this are for the next page.
RESULT_CHARACTERS = 15_000


@dataclass(frozen=True)
class Tool:
    """Everything about one tool, said once."""

    name: str
    about: str
    endpoint: str  # "GET /api/gen/products/{product_id}"; empty for what needs no service
    params: dict[str, Param]
    shape: dict
    policy: Policy
    annotations: dict[str, bool]
    exactly_one: tuple[str, ...] = ()
    run: Callable[[Call], dict] | None = None
    check_with: str = ""  # the tool that tells whether a lost write was carried out


@dataclass
class Call:
    tool: Tool
    arguments: dict
    settings: Settings
    deadline: float = field(default_factory=lambda: time.monotonic() + CALL_SECONDS)
    picture: Picture | None = None

    def send(self, arguments: dict | None = None, endpoint: str = "", shape: dict | None = None) -> Sent:
        request = self._request(self.arguments if arguments is None else arguments, endpoint)
        judge = partial(validate_answer, shape or self.tool.shape)
        if not self.picture:
            return send(request, self.tool.policy, self.deadline, judge)
        self.deadline = time.monotonic() + UPLOAD_SECONDS
        share = 1 if self.tool.policy is Policy.ONCE else 2
        return send(request, self.tool.policy, self.deadline, judge, UPLOAD_SECONDS / share)

    def ask(self, arguments: dict | None = None) -> dict:
        """The compact result, or the failure."""
        return self.read(self.send(arguments))

    def read(self, sent: Sent) -> dict:
        if sent.answer is None:
            return self.refusal(sent)
        result = {"ok": True, **compact(self.tool.shape, sent.answer.data)}
        if self.tool.policy is Policy.READ:
            result.update(_empty_lists(self.tool, result))
        if "message" in result:
            result["message"] = to_tool_terms(result["message"])
        return result

    def refusal(self, sent: Sent) -> dict:
        failure = describe_refusal(self, sent.outcome)
        if self.tool.policy is not Policy.ONCE or not _may_have_run(sent.outcome):
            return failure
        name, first = self.tool.name, self.tool.check_with
        return fail(
            "unknown_outcome",
            f"{failure['message']} Whether {name} was carried out is not known.",
            hint=f"Call {first} first, and {name} again only if it is not there.",
        )

    def _request(self, arguments: dict, endpoint: str) -> Request:
        method, path = (endpoint or self.tool.endpoint).split(" ")
        fields = {}
        for name, value in arguments.items():
            param = self.tool.params.get(name) or Param(name, "string")
            if param.place == "path":
                path = path.replace("{" + name + "}", quote(value, safe=""))
            elif param.place == "field":
                fields[param.field] = _camel_rows(value) if param.kind == "objects" else value
        headers = {
            "x-api-key": self.settings.api_key,
            "accept": "application/json",
            "user-agent": f"svc_mcp/{VERSION}",
        }
        body = None
        if self.picture:
            headers["content-type"], body = encode_form(fields, self.picture)
        elif method in ("POST", "PATCH"):
            headers["content-type"], body = "application/json", json.dumps(fields).encode()
        elif fields:
            path += "?" + urlencode({name: _query_value(value) for name, value in fields.items()})
        return Request(method, self.settings.base_url + path, headers, body)


def _empty_lists(tool: Tool, result: dict) -> dict:
    """Whoever asked for rows is told that there are none, not left with nothing."""
    lists = (name for name, (kind, _) in tool.shape.items() if kind == "array")
    return {name: [] for name in lists if name not in result}


def _may_have_run(outcome: Answer | NoAnswer) -> bool:
    if isinstance(outcome, NoAnswer):
        return outcome.sent
    if not outcome.code:
        return outcome.status != 429
    surely_not_run = outcome.code == "service_unavailable" and outcome.data.get("charged") != "unknown"
    return outcome.status >= 500 and not surely_not_run


def _query_value(value: object) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


def _camel_rows(rows: list[dict]) -> list[dict]:
    return [{camel(name): value for name, value in row.items()} for row in rows]


def ask_page(call: Call) -> dict:
    """One page of a list; a page that a host would cut off is asked for again with fewer rows."""
    result = call.ask()
    size = len(json.dumps(result, ensure_ascii=False))
    if not result["ok"] or size <= RESULT_CHARACTERS or "limit" not in call.arguments:
        return result
    rows = next((value for value in result.values() if isinstance(value, list)), [])
    fewer = max(1, len(rows) * RESULT_CHARACTERS // (size + RESULT_CHARACTERS // 10))
    if fewer >= len(rows):
        return result
    return call.ask({**call.arguments, "limit": fewer})


def describe_refusal(call: Call, outcome: Answer | NoAnswer) -> dict:
    tool = call.tool.name
    if isinstance(outcome, NoAnswer):
        return fail(outcome.code, outcome.message, hint_values={"tool": tool})
    if not outcome.code:
        return _describe_foreign_answer(tool, outcome)
    data = outcome.data
    more = {
        name: value
        for name, value in data.items()
        if name not in RESERVED_FIELDS and fits(call.tool.shape, name, value)
    }
    if outcome.code in ("internal_error", "service_unavailable"):
        more["requestId"] = data.get("requestId")
    if isinstance(more.get("field"), str):
        more["field"] = snake(more["field"])
    if isinstance(more.get("existing"), list):
        more = {**more, **compact(EXISTING, more)}
    more["retryAfterSeconds"] = retry_after(outcome)
    more["clientRef"] = call.arguments.get("client_ref")
    message = to_tool_terms(str(data.get("error") or outcome.code))
    charged = str(data.get("charged") or "none")
    hint = _list_hint(call, more) if outcome.code in ("not_found", "not_owner") else ""
    media = call.arguments.get("media_id") or call.arguments.get("generated_media_id") or "its id"
    hint_values = {"tool": tool, "mediaId": media}
    if outcome.code == "media_not_completed" and data.get("status") in ("failed", "stalled"):
        hint = "It has no file and was refunded: call generate_image or generate_video with a new client_ref."
        return {**fail(outcome.code, message, hint=hint, charged=charged, **more), "retryable": False}
    return fail(outcome.code, message, hint_values=hint_values, hint=hint, charged=charged, **more)


# Where the ids of each kind are found.
LIST_TOOLS = {
    "product_id": "list_products",
    "character_id": "list_characters",
    "media_id": "list_media",
    "generated_media_id": "list_media",
    "media_asset_id": "list_media",
    "cep_id": "list_ceps",
    "product_photo_reference_ids": "list_product_photos",
    "photo_reference_ids": "list_product_photos",
}


def _list_hint(call: Call, more: dict) -> str:
    field = more.get("field")
    named = [field] if field in LIST_TOOLS else [name for name in call.arguments if name in LIST_TOOLS]
    lists = dict.fromkeys(LIST_TOOLS[name] for name in named)
    return f"Check {' and '.join(named)}; yours are in {' and '.join(lists)}." if named else ""


RESERVED_FIELDS = {
    "error",
    "code",
    "charged",
    "requestId",
    "ok",
    "message",
    "hint",
    "retryable",
    "hint_values",
}
EXISTING = parse_shape("existing[id cepText angle createdAt]")


def _describe_foreign_answer(tool: str, answer: Answer) -> dict:
    """A status without our words: something between here and the service answered."""
    status = answer.status
    if status == 429:
        wait = retry_after(answer)
        return fail("rate_limited", "Too many requests.", hint_values={"tool": tool}, retryAfterSeconds=wait)
    if status == 401:
        return fail("unauthorized", "The key was not accepted.", hint_values={"tool": tool})
    code = "unreachable" if status >= 500 else "bad_answer"
    return fail(code, f"HTTP {status}, and not from the service itself.", hint_values={"tool": tool})


# ---- tool_builders ----
# The words in which the tools are written down.

READS = {"readOnlyHint": True, "openWorldHint": False}
ADDS = {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}
SETS = {**ADDS, "idempotentHint": True}
SUBMITS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": True}
DELETES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False}


def tool(name, about, endpoint, params, shape, policy=Policy.READ, annotations=None, **more) -> Tool:
    annotations = READS if annotations is None else annotations
    return Tool(
        name,
        about,
        endpoint,
        {one.name: one for one in params},
        parse_shape(shape),
        policy,
        annotations,
        **more,
    )


def string(name, about="", **more) -> Param:
    return Param(name, "string", about, **more)


def strings(name, about="", **more) -> Param:
    return Param(name, "strings", about, **more)


def integer(name, about="", **more) -> Param:
    return Param(name, "integer", about, **more)


def path_id(name, about="") -> Param:
    return Param(name, "string", about, required=True, place="path")


def page_params(limit: int = 20) -> tuple[Param, Param]:
    rows = integer("limit", f"1-100, default {limit}", least=1, most=100, default=limit)
    return rows, string("cursor", "nextCursor of the last page")


# ---- tools_system ----
# Whether all is well, what there is to spend, and the guide.

VERSION_SECONDS = 3.0
BUDGET = "budget{dailyLimit:int dailySpent:int dailyRemaining:int perJobLimit:int resetsAt}"


class VersionNotice:
    """One line when the deployment serves a newer client; asked for once per process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: str | None = None

    def read(self, base_url: str) -> str:
        with self._lock:
            if self._line is None:
                self._line = self._fetch(base_url)
            return self._line

    def _fetch(self, base_url: str) -> str:
        answer = exchange(Request("GET", f"{base_url}/api/version", {}), VERSION_SECONDS)
        served = answer.data.get("clientVersion") if isinstance(answer, Answer) else None
        if not isinstance(served, str) or not re.fullmatch(r"\d+(\.\d+)*", served):
            return ""
        newer = _version_numbers(served) > _version_numbers(VERSION)
        place = f"{base_url}/api/mcp/svc_mcp.py"
        return f"Client {served} is out, this is {VERSION}: the owner can get it at {place}." if newer else ""


def _version_numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


NOTICE = VersionNotice()


def run_ping(call: Call) -> dict:
    result = call.ask({"limit": 1})
    if not result["ok"]:
        return result
    result.update(baseUrl=call.settings.base_url, clientVersion=VERSION)
    if call.deadline - time.monotonic() > VERSION_SECONDS:
        notice = NOTICE.read(call.settings.base_url)
        result.update({"notice": notice} if notice else {})
    return result


def run_guide(call: Call) -> dict:
    section = call.arguments.get("section")
    return {
        "ok": True,
        "guideVersion": GUIDE_VERSION,
        "section": section or "all",
        "sections": guide_titles(),
    }


def guide_text(section: str | None) -> str:
    """The markdown itself, which travels as the text of the result."""
    return GUIDE.get(section or "", "") if section else "\n".join(text for _, text in sorted(GUIDE.items()))


def guide_titles() -> list[str]:
    return [_title(name, text) for name, text in sorted(GUIDE.items()) if name]


def _title(name: str, text: str) -> str:
    heading = next((line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("#")), "")
    return heading if heading.startswith(name) else f"{name}: {heading}"


SYSTEM_TOOLS = [
    tool(
        "ping",
        "Check key, deployment and credits; changes nothing. Use it first, and before paid calls.",
        "GET /api/gen/credits",
        [],
        f"balance:int {BUDGET} baseUrl clientVersion notice",
        run=run_ping,
    ),
    tool(
        "check_credits",
        "Read the credit balance and the last transactions.",
        "GET /api/gen/credits",
        page_params(5),
        f"balance:int {BUDGET} transactions[amount:int reason refId balanceAfter:int createdAt] nextCursor",
        run=ask_page,
    ),
    tool(
        "get_platform_marketing_guide",
        "Read the ad platform's marketing API guide as markdown. Long: ask for one section. A regular ads,"
        " B collaborative ads, C core objects and errors, D cookbook with uploads. You call the platform"
        " yourself.",
        "",
        [string("section", "default: all", choices=("A", "B", "C", "D"))],
        "guideVersion section sections[]",
        run=run_guide,
    ),
]


# ---- tools_content ----
# Products, their photos, characters, and the media that was made.

PRODUCT = "id name mediaCount:int referencePhotoCount:int"
PHOTO = "id label url isPrimary:bool"
STATUSES = ("queued", "processing", "completed", "failed", "stalled")
LATEST_MEDIA = 5


def run_get_product(call: Call) -> dict:
    result = call.ask()
    media = result.get("product", {}).get("media", [])
    del media[LATEST_MEDIA:]
    return result


def run_add_reference(call: Call) -> dict:
    path = call.arguments.pop("file_path", None)
    if path is not None:
        call.picture, why = read_picture(path)
        if call.picture is None:
            return fail("file_unusable", f"file_path: {why}")
    return call.ask()


CONTENT_TOOLS = [
    tool(
        "create_product",
        "Register a product so that media can attach to it. See list_products first: names may repeat."
        " Next: add_product_reference.",
        "POST /api/gen/products",
        [string("name", required=True, most=200)],
        "product{id name} message",
        Policy.ONCE,
        ADDS,
        check_with="list_products",
    ),
    tool(
        "list_products",
        "List your products with media and photo counts.",
        "GET /api/gen/products",
        page_params(),
        f"products[{PRODUCT}] nextCursor",
        run=ask_page,
    ),
    tool(
        "get_product",
        "Read one product with its latest media, photos and CEPs.",
        "GET /api/gen/products/{product_id}",
        [path_id("product_id")],
        f"product{{{PRODUCT} primaryPhotoUrl media[id mediaType videoUrl] photos[id label isPrimary:bool]"
        " ceps[id cepText angle]}",
        run=run_get_product,
    ),
    tool(
        "rename_product",
        "Change the name of a product.",
        "PATCH /api/gen/products/{product_id}",
        [path_id("product_id"), string("name", required=True, most=200)],
        "product{id name} message",
        Policy.REPEAT,
        SETS,
    ),
    tool(
        "add_product_reference",
        "Add a reference photo to a product. Give exactly one of file_url, media_asset_id, file_path. The"
        " oldest photo is primary and goes into jobs by itself.",
        "POST /api/gen/products/{product_id}/reference",
        [
            path_id("product_id"),
            string("label", "what it shows", required=True, most=100),
            string("file_url", "HTTPS address of a picture"),
            string("media_asset_id", "a completed image (med_) or upload (ast_)"),
            string("file_path", "local JPEG, PNG or WebP, up to 10 MB", place="local"),
        ],
        f"photo{{{PHOTO}}} message",
        Policy.ONCE,
        {**ADDS, "openWorldHint": True},
        exactly_one=("file_url", "media_asset_id", "file_path"),
        run=run_add_reference,
        check_with="list_product_photos",
    ),
    tool(
        "list_product_photos",
        "List the reference photos of a product. Their ids go into product_photo_reference_ids.",
        "GET /api/gen/products/{product_id}/reference",
        [path_id("product_id")],
        f"photos[{PHOTO}]",
    ),
    tool(
        "list_characters",
        "List your characters, for character_id.",
        "GET /api/gen/characters",
        page_params(),
        "characters[id name] nextCursor",
        run=ask_page,
    ),
    tool(
        "list_media",
        "List your generated media, newest first. By client_ref it finds a job whose answer was lost.",
        "GET /api/gen/media",
        [
            string("type", choices=("image", "video")),
            string("status", choices=STATUSES),
            string("product_id"),
            string("client_ref"),
            *page_params(),
        ],
        "media[id status mediaType videoUrl creditsCost:int charged clientRef productId createdAt]"
        " nextCursor",
        run=ask_page,
    ),
    tool(
        "download_media",
        "Read download URL and upload facts of a completed file. Size, checksums, pixels and placements"
        " for the platform; for the file alone videoUrl is enough.",
        "GET /api/gen/media/{media_id}/download",
        [path_id("media_id")],
        "downloadUrl fileName contentType sizeBytes:int sha256 uploadKit{md5 width:int height:int codec"
        " durationSeconds:int thumbnailUrl placements[] aiOriginMark:bool}",
    ),
    tool(
        "attach_media",
        "Attach a completed media item to a product. Not needed when product_id was given at submit.",
        "POST /api/gen/products/{product_id}/attach",
        [path_id("product_id"), string("generated_media_id", required=True)],
        "product{id name mediaCount:int} message",
        Policy.REPEAT,
        SETS,
    ),
]


# ---- tools_generate ----
# Submitting jobs without ever paying twice, and polling them without hurry.

MAX_POLLED = 20

# Form B of a video takes one file in place of these.
NOT_WITH_FILE = (
    "character_id",
    "product_id",
    "use_product_photo",
    "product_photo_reference_ids",
    "photo_reference_ids",
)

FAILURE_ADVICE = {
    "content_rejected": "Change the prompt or the references first.",
    "reference_unusable": "Replace the reference picture first.",
}


def run_submit(call: Call) -> dict:
    path = call.arguments.pop("file_path", None)
    if path is not None:
        conflicting = [name for name in NOT_WITH_FILE if name in call.arguments]
        if conflicting:
            problem = f"file_path cannot go with {', '.join(conflicting)}."
            return fail("bad_arguments", problem, hint_values={"tool": call.tool.name}, field="file_path")
        call.picture, why = read_picture(path)
        if call.picture is None:
            return fail("file_unusable", f"file_path: {why}")
    generated_ref = "client_ref" not in call.arguments
    ref = call.arguments.setdefault("client_ref", "agt_" + secrets.token_hex(8))
    sent = call.send()
    if sent.answer is None:
        return _describe_refused_submit(call, sent, ref)
    result = call.read(sent)
    POLLS.note(result.get("id", ""), result.get("pollAfterSeconds"))
    result["clientRef"] = ref
    result["charged"] = "refunded" if result.get("status") in ("failed", "stalled") else "charged"
    if sent.answer.headers.get("idempotent-replayed") != "true":
        return result
    if not generated_ref:
        result["replayed"] = True
    elif result["charged"] == "charged":
        # The first try of this very call had arrived, so for the agent the job is new.
        paid = f"Charged {result.get('creditsCost')} credits once, {result.get('balanceAfter')} left."
        result["message"] = f"{paid} Poll get_media until status is completed, then read videoUrl."
    return result


def _describe_refused_submit(call: Call, sent: Sent, ref: str) -> dict:
    outcome, tool = sent.outcome, call.tool.name
    failure = {**call.refusal(sent), "clientRef": ref}
    # Only what the service says about the order itself is also its word on the tries before: a limit, an
    # empty purse, a revoked key or a refund stop a later try while an earlier one is still carried out.
    code = outcome.code if isinstance(outcome, Answer) else ""
    settled = code and outcome.status in (400, 404, 409)
    if not sent.doubtful or (settled and code != "client_ref_in_progress"):
        return _add_client_ref(failure, ref)
    again = f"Call {tool} again with the same arguments and client_ref={ref}: it is never charged twice."
    look = f" Or see whether the job is there: list_media(client_ref={ref})."
    return {**failure, "hint": again + look, "retryable": True, "charged": "unknown"}


def _add_client_ref(failure: dict, ref: str) -> dict:
    """It may be the third call for a job that the first one bought: the name must not get lost."""
    if not failure["retryable"] or ref in failure["hint"]:
        return failure
    return {**failure, "hint": f"{failure['hint']} Keep client_ref={ref}."}


def run_get_media(call: Call) -> dict:
    if "media_id" in call.arguments:
        return _poll_one(call, call.arguments["media_id"])
    ids = list(dict.fromkeys(call.arguments["media_ids"]))
    POLLS.sleep(ids)
    sent = call.send({"media_ids": ids}, "GET /api/gen/media", MEDIA_LIST)
    if sent.answer is None:
        return call.refusal(sent)
    rows = {row["id"]: row for row in sent.answer.data["media"]}
    media = [_media_row(rows[one], alone=False) for one in ids if one in rows]
    for row in media:
        POLLS.note(row["id"], row.get("pollAfterSeconds"))
    waiting = sum(row.get("waiting") is True for row in media)
    missing = [one for one in ids if one not in rows]
    result = {"ok": True, "media": media, "waiting": waiting, "message": _summary(media, waiting, missing)}
    return {**result, "missing": missing} if missing else result


def _poll_one(call: Call, media_id: str) -> dict:
    POLLS.sleep([media_id])
    sent = call.send()
    if sent.answer is None:
        return call.refusal(sent)
    row = _media_row(sent.answer.data, alone=True)
    POLLS.note(media_id, row.get("pollAfterSeconds"))
    return {"ok": True, **row}


def _media_row(data: dict, alone: bool) -> dict:
    row = compact(MEDIA_SHAPE, data, in_row=not alone)
    # The first of n files is videoUrl; the addresses of the others hold their ids.
    more = [one["videoUrl"] for one in compact(FILES, data).get("outputs", [])[1:] if "videoUrl" in one]
    if more:
        row["moreFiles"] = more
    if not row.get("creditsRefunded"):
        row.pop("creditsRefunded", None)
    if not row.get("waiting"):
        row.pop("progress", None)
    # While it waits, nextAction and pollAfterSeconds say all; every word here is paid for at each poll.
    if alone and not row.get("waiting"):
        row["message"] = _final_message(row, str(data.get("message") or ""))
    return row


def _final_message(row: dict, service_message: str) -> str:
    message = to_tool_terms(service_message)
    if row.get("status") == "completed":
        cost = f"{row.get('creditsCost', 0)} credits stay charged." if row.get("charged") == "charged" else ""
        return " ".join(
            filter(None, [message, cost, "download_media has thumbnail, checksums and placements."])
        )
    return " ".join(filter(None, [message, FAILURE_ADVICE.get(row.get("errorCode", ""), "")]))


def _summary(media: list[dict], waiting: int, missing: list[str]) -> str:
    ended: dict[str, int] = {}
    for row in media:
        if not row.get("waiting"):
            ended[row.get("status", "")] = ended.get(row.get("status", ""), 0) + 1
    parts = [f"{count} {status}" for status, count in ended.items()]
    if waiting:
        soonest = min((row["pollAfterSeconds"] for row in media if row.get("pollAfterSeconds")), default=10)
        parts.append(f"{waiting} waiting: poll these again in {soonest} s")
    if missing:
        parts.append(f"{len(missing)} not among yours")
    return "; ".join(parts) + "."


CLIENT_REF = string("client_ref", "your name for this creative; reuse it when repeating the call", most=200)
HOOK = string("hook", "how it opens, in your words", most=100)
PRODUCT_ID = string("product_id", "its primary photo becomes a reference, the media attaches to it")
USE_PHOTO = Param("use_product_photo", "boolean", "false: only attach, no photo")
PRODUCT_PHOTOS = strings("product_photo_reference_ids", "instead of the primary photo")
PHOTOS = strings("photo_reference_ids", "further photos (pho_)")
CHARACTER_ID = string("character_id", "its photos become references")
MODEL = string("model", "rarely needed")
CEP_ID = string("cep_id", "the CEP it is made for")

SUBMITTED = (
    "id status creditsCost:int balanceAfter:int waiting:bool pollAfterSeconds:int clientRef charged"
    " replayed:bool droppedReferences[photoReferenceId origin] ignoredFields[] message"
)

# Of several jobs `waiting` is how many of them wait.
MEDIA = (
    "id status mediaType waiting:any progress:int pollAfterSeconds:int nextAction videoUrl"
    " creditsCost:int charged creditsRefunded:int refundedAt errorCode errorMessage moreFiles[]"
)
MEDIA_SHAPE = parse_shape(MEDIA)
FILES = parse_shape("outputs[videoUrl]")
MEDIA_LIST = parse_shape("media[id status]")

GENERATE_TOOLS = [
    tool(
        "generate_image",
        "Submit an image job; returns at once with its id. Costs 400 credits x n, refunded if it fails."
        " Then poll get_media. Same creative, same client_ref: never paid twice. At most 5 references;"
        " with one, the prompt says 'the product from the reference photo' and describes the scene.",
        "POST /api/gen/image",
        [
            string("prompt", required=True, most=1000),
            PRODUCT_ID,
            USE_PHOTO,
            PRODUCT_PHOTOS,
            string("size", "default 1:1", choices=("1:1", "2:3", "3:2")),
            integer("n", "files, default 1", choices=(1, 2, 4)),
            strings("image_urls", "HTTPS reference pictures"),
            PHOTOS,
            CHARACTER_ID,
            string("mask_url", "HTTPS mask: edit only there"),
            MODEL,
            CEP_ID,
            HOOK,
            CLIENT_REF,
        ],
        SUBMITTED,
        Policy.SUBMIT,
        SUBMITS,
        run=run_submit,
    ),
    tool(
        "generate_video",
        "Submit a video job with a character and a product. Credits: SD 6 s 1,000, 10 s 1,300, 15 s 1,950;"
        " HD twice that; refunded if it fails. Otherwise as generate_image. file_path goes without"
        " character, product and photos.",
        "POST /api/gen/video",
        [
            string("prompt", required=True, most=2000),
            CHARACTER_ID,
            PRODUCT_ID,
            USE_PHOTO,
            PRODUCT_PHOTOS,
            PHOTOS,
            string("orientation", "default portrait", choices=("portrait", "landscape", "square")),
            integer("duration_seconds", "default 10", choices=(6, 10, 15)),
            string("resolution", "default SD", choices=("SD", "HD")),
            MODEL,
            CEP_ID,
            HOOK,
            CLIENT_REF,
            string("file_path", "local JPEG, PNG or WebP, up to 10 MB, as the one reference", place="local"),
        ],
        SUBMITTED,
        Policy.SUBMIT,
        SUBMITS,
        run=run_submit,
    ),
    tool(
        "get_media",
        "Poll jobs until they are completed; gives the file URL. Give media_id, or up to 20 media_ids at"
        " once. Asked too early it waits by itself. Final: completed (file at videoUrl, also of images),"
        " failed, stalled (both refunded). Give up after 15 min for an image, 30 for a video.",
        "GET /api/gen/media/{media_id}",
        [
            Param("media_id", "string", place="path"),
            Param("media_ids", "strings", most=MAX_POLLED, wire="ids"),
        ],
        f"{MEDIA} message media[{MEDIA}] missing[]",
        exactly_one=("media_id", "media_ids"),
        run=run_get_media,
    ),
]


# ---- tools_knowledge ----
# What worked, and the customer entry points that creatives are made for.

METRICS = ("roas", "cpa", "ctr")
TIERS = ("loser", "unproven", "promising", "fatigued", "winner")
VERDICTS = ("unverified", "not_comparable", "stale", "inconclusive", "overstated", "understated", "confirmed")
TARGET = (string("product_id"), string("topic_id"))


def run_delete_cep(call: Call) -> dict:
    sent = call.send()
    if isinstance(sent.outcome, Answer) and sent.outcome.code == "not_found" and sent.doubtful:
        # The try whose answer was lost has deleted it.
        done = {"id": call.arguments["cep_id"], "status": "deleted"}
        return {"ok": True, "cep": done, "message": "The CEP is deleted."}
    return call.read(sent)


KNOWLEDGE_TOOLS = [
    tool(
        "search_knowledge",
        "Search stored campaign knowledge by free text. evidence tells observed results from claims; age"
        " in days.",
        "GET /api/agent/knowledge/search",
        [string("q", required=True, most=500), string("product_id"), *page_params(10)],
        "hits[id kind text evidence age:int score:num refs{}] nextCursor",
        run=ask_page,
    ),
    tool(
        "get_campaign_history",
        "Read results of campaigns that ran. Rows hold observed and claimed values and the drift verdict"
        " between them; trust observed.",
        "GET /api/agent/knowledge/history",
        [
            string("product_id"),
            string("since", "YYYY-MM-DD"),
            string("until", "YYYY-MM-DD"),
            string("status", "evidence", choices=("claimed", "observed", "corroborated")),
            string("verdict", choices=VERDICTS),
            *page_params(10),
        ],
        "history[id campaignName platformCampaignId platformAdId generatedMediaId productId cepId"
        " windowStart windowEnd currency spend:num impressions:num clicks:num conversions:num revenue:num"
        " ctr:num cpa:num roas:num evidence source tier observed{metric value:num low:num high:num"
        " lastDay} claimed{metric value:num source claimedAt} drift{verdict driftPct:num confidence:num}]"
        " nextCursor",
        run=ask_page,
    ),
    tool(
        "get_winning_patterns",
        "Read proven ad patterns ranked by real results. Scale on tier winner with freshness fresh; why"
        " says the reason.",
        "GET /api/agent/knowledge/patterns",
        [
            string("product_id"),
            string("metric", choices=METRICS),
            string("min_tier", "default unproven", choices=TIERS),
            *page_params(10),
        ],
        "patterns[id title ingredients{cepId angle characterId mediaType orientation hook} metric"
        " estimate:num lowerBound:num baseline:num lift:num probabilityBetter:num score:int tier"
        " sample{ads:int campaigns:int spend:num conversions:num days:int} evidence freshness"
        " lastObservedAt why] baseline{objective currency conversionType attribution scope ctr:num cpa:num"
        " aov:num roas:num spend:num conversions:num days:int} nextCursor",
        run=ask_page,
    ),
    tool(
        "create_cep",
        "Store a customer entry point: a pain point and angle. For exactly one of product_id, topic_id; 30"
        " at most each. See list_ceps first, against near-duplicates.",
        "POST /api/agent/ceps",
        [
            string("cep_text", required=True, most=2000),
            *TARGET,
            string("pain_point", most=200),
            string("angle", most=200),
            string("notes", most=2000),
        ],
        "cep{id cepText angle status} similar[id cepText similarity:num] message",
        Policy.ONCE,
        ADDS,
        exactly_one=("product_id", "topic_id"),
        check_with="list_ceps",
    ),
    tool(
        "list_ceps",
        "List the active CEPs of a product or topic. Give exactly one of product_id, topic_id.",
        "GET /api/agent/ceps",
        TARGET,
        "ceps[id cepText painPoint angle]",
        exactly_one=("product_id", "topic_id"),
    ),
    tool(
        "delete_cep",
        "Delete one of your CEPs for good. Frees one of the 30 places.",
        "DELETE /api/agent/ceps/{cep_id}",
        [path_id("cep_id")],
        "cep{id status} message",
        Policy.REPEAT,
        DELETES,
        run=run_delete_cep,
    ),
]


# ---- tools_extra ----
# Five more tools, listed only when SVC_EXTRA_TOOLS is 1.

def run_report(call: Call) -> dict:
    """One key per call, so that a try that arrived is not counted a second time."""
    key = call.arguments.setdefault("idempotency_key", "agt_" + secrets.token_hex(8))
    result = {**call.ask(), "idempotencyKey": key}
    if result.get("retryable"):
        result["hint"] += f" Use idempotency_key={key}, so that it counts once."
    return result


JOB_PARAMS = {
    one.name: Param(one.name, one.kind, choices=one.choices, most=one.most)
    for submit in GENERATE_TOOLS[1::-1]
    for one in submit.params.values()
    if one.place == "field" and one.name != "client_ref"
}

EXTRA_TOOLS = [
    tool(
        "report_results",
        "Report what an ad did, or what is claimed of it. kind observation takes rows by day, kind claim a"
        " metric with value and window. Name generated_media_id or platform_ad_id.",
        "POST /api/agent/reports",
        [
            string("kind", required=True, choices=("observation", "claim")),
            string("generated_media_id"),
            string("platform_ad_id", "linked once with generated_media_id, enough from then on", most=100),
            string("product_id"),
            string("cep_id"),
            string("campaign_name", most=400),
            Param(
                "rows",
                "objects",
                "day, currency, spend, impressions, clicks, conversions, conversion_type, revenue,"
                " attribution, objective, fetched_at",
                most=500,
            ),
            string("metric", choices=METRICS),
            Param("value", "number"),
            string("window_start", "YYYY-MM-DD"),
            string("window_end", "YYYY-MM-DD"),
            Param("conversions", "number"),
            string("conversion_type", most=100),
            string("attribution", most=100),
            string("note", most=2000),
            string("idempotency_key", most=200),
        ],
        "report{id evidence accepted:int replaced:int ignored:int} idempotencyKey message",
        Policy.SUBMIT,
        SETS,
        run=run_report,
    ),
    tool(
        "quote_job",
        "Price a job before it is submitted; charges nothing. Takes kind and the arguments of that"
        " generate tool.",
        "POST /api/gen/quote",
        [string("kind", required=True, choices=("image", "video")), *JOB_PARAMS.values()],
        "quote{creditsCost:int balance:int balanceAfter:int affordable:bool withinBudget:bool"
        " references[photoReferenceId fileUrl label origin] droppedReferences[] ignoredFields[]"
        " warnings[code message refId]} message",
        Policy.READ,
        READS,
    ),
    tool(
        "get_drift",
        "Read how claims differ from observed results. Also how far each reporter can be trusted.",
        "GET /api/agent/knowledge/drift",
        [string("product_id"), string("verdict", choices=VERDICTS), *page_params(10)],
        "drift[subject{historyId platformAdId generatedMediaId productId campaignName windowStart"
        " windowEnd} metric claimed:num claimedAt observed:num observedLow:num observedHigh:num"
        " driftPct:num verdict driftScore:int confidence:num] reporters[source comparable:int"
        " confirmed:int trust:num bias:num] nextCursor",
        run=ask_page,
    ),
    tool(
        "plan_creatives",
        "Plan which creatives to make next for a product. Fills the places up to target, never with what"
        " tires or loses.",
        "GET /api/agent/knowledge/plan",
        [
            string("product_id", required=True),
            integer("active", "ads running now, default 0", least=0, most=1000),
            integer("target", "default 5", least=0, most=50),
        ],
        "plan{need:int make[cepId characterId mediaType orientation count:int reason]} message",
    ),
    tool(
        "cancel_media",
        "Cancel a job that is still queued; refunds it.",
        "DELETE /api/gen/media/{media_id}",
        [path_id("media_id")],
        "media{id status charged creditsRefunded:int} message",
        Policy.REPEAT,
        DELETES,
    ),
]


# ---- toolbox ----
# All tools by name, and the one way to run them, which never raises.

TOOLS: dict[str, Tool] = {
    one.name: one for one in [*SYSTEM_TOOLS, *CONTENT_TOOLS, *GENERATE_TOOLS, *KNOWLEDGE_TOOLS, *EXTRA_TOOLS]
}
MIN_KEY_CHARACTERS = 8
EXTRA_NAMES = {one.name for one in EXTRA_TOOLS}


def listed_tools() -> list[Tool]:
    extra = os.environ.get("SVC_EXTRA_TOOLS", "").strip() == "1"
    return [one for one in TOOLS.values() if extra or one.name not in EXTRA_NAMES]


def fields(name: str) -> set[str]:
    """Every path that a result of this tool may have, like `history[].drift.verdict`."""
    return {"ok"} | shape_paths(TOOLS[name].shape)


def run_tool(name: str, arguments: object) -> tuple[str, dict]:
    """The line of text and the result."""
    try:
        result = _run(name, arguments)
    except Exception as error:  # A fault of ours must not look like a fault of the service.
        where = traceback.extract_tb(error.__traceback__)[-1]
        print(f"svc: {name}: {type(error).__name__} at {where.name}:{where.lineno}", file=sys.stderr)
        # A submit may have been carried out before.
        charged = "unknown" if name in ("generate_image", "generate_video") else "none"
        message = f"{name} failed inside the client ({type(error).__name__})."
        result = fail("internal", message, charged=charged)
    result = _sanitize(result)
    return _summary_line(name, result), result


def _run(name: str, given: object) -> dict:
    tool = next((one for one in listed_tools() if one.name == name), None)
    if tool is None:
        names = ", ".join(one.name for one in listed_tools())
        return fail("unknown_tool", f"There is no tool {name}.", hint=f"The tools are: {names}.")
    settings, problem = read_settings()
    if settings is None and tool.endpoint:
        return fail("not_configured", problem, hint=SETUP_HINT)
    arguments, problem, field = check_arguments(tool.params, tool.exactly_one, {} if given is None else given)
    if problem:
        return fail("bad_arguments", problem, hint_values={"tool": name}, field=field)
    call = Call(tool, arguments, settings or Settings("", ""))
    return tool.run(call) if tool.run else call.ask()


def _sanitize(result: dict) -> dict:
    """Whatever was echoed to us: the key stays here, and what is left can be written as UTF-8."""
    text = json.dumps(result, ensure_ascii=False)
    clean = text.encode("utf-8", "replace").decode("utf-8")
    key = os.environ.get("SVC_API_KEY", "").strip()
    if len(key) >= MIN_KEY_CHARACTERS:
        clean = clean.replace(key, "[key]")
    return json.loads(clean) if clean != text else result


def _summary_line(name: str, result: dict) -> str:
    """Short, because the data travels beside it and both are paid for."""
    if not result["ok"]:
        return f"{result['code']}: {result['message']}"
    if name == "get_platform_marketing_guide":
        return guide_text(None if result["section"] == "all" else result["section"])
    if "status" in result:
        wait = result.get("pollAfterSeconds")
        return f"{result['status']}, poll again in {wait} s" if wait else result["status"]
    if "balance" in result:
        return f"{result['balance']} credits"
    rows = next(((key, value) for key, value in result.items() if isinstance(value, list)), None)
    return f"{len(rows[1])} {rows[0]}" if rows else "ok"


# ---- serve ----
# The door: MCP on standard input and output, or one call from a shell.

INSTRUCTIONS = (
    "Produces ad images and videos for credits and remembers what worked. Loop: ping, list_products,"
    " generate_image or generate_video, get_media until completed, then upload videoUrl to the ad platform"
    " yourself. Results with ok false say what to do in hint."
)


def describe_tool(tool: Tool) -> dict:
    return {
        "name": tool.name,
        "description": tool.about,
        "inputSchema": input_schema(tool.params),
        "outputSchema": output_schema(tool.shape),
        "annotations": tool.annotations,
    }


def serve() -> None:
    # Imported here, because it takes longer than all the rest: a call from the shell does without.
    import anyio
    import anyio.to_thread
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    async def list_tools(*_):
        tools = [types.Tool.model_validate(describe_tool(one)) for one in listed_tools()]
        return types.ListToolsResult(tools=tools)

    async def call_tool(name, arguments):
        # In a thread, because it waits for the network; at end of input it is left behind.
        text, result = await anyio.to_thread.run_sync(run_tool, name, arguments, abandon_on_cancel=True)
        content = [{"type": "text", "text": text}]
        return types.CallToolResult.model_validate(
            {"content": content, "structuredContent": result, "isError": False}
        )

    if hasattr(Server, "call_tool"):  # mcp 1.x
        server = Server("svc", version=VERSION, instructions=INSTRUCTIONS)
        server.list_tools()(list_tools)
        server.call_tool(validate_input=False)(call_tool)
    else:

        async def on_call_tool(_context, params):
            return await call_tool(params.name, params.arguments)

        server = Server(
            "svc",
            version=VERSION,
            instructions=INSTRUCTIONS,
            on_list_tools=list_tools,
            on_call_tool=on_call_tool,
        )

    async def main():
        async with stdio_server() as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())

    anyio.run(main)
    # Nobody is left to be answered, so a call that still waits for the service must not hold the process.
    os._exit(0)


def call_from_shell(name: str, arguments: str) -> int:
    try:
        given = json.loads(arguments)
    except ValueError:
        print("The arguments must be one JSON object.", file=sys.stderr)
        return 2
    text, result = run_tool(name, given)
    sys.stdout.reconfigure(encoding="utf-8")
    print(json.dumps(result, ensure_ascii=False, indent=2))
    if name == "get_platform_marketing_guide" and result["ok"]:
        print(text)
    return 0 if result["ok"] else 1


def main(arguments: list[str]) -> int:
    if not arguments:
        serve()
        return 0
    if arguments == ["--version"]:
        print(VERSION)
        return 0
    if arguments[0] == "call" and len(arguments) in (2, 3):
        return call_from_shell(arguments[1], arguments[2] if len(arguments) == 3 else "{}")
    print('usage: svc_mcp.py [--version | call TOOL [\'{"argument": "value"}\']]', file=sys.stderr)
    return 2


# ---- guide ----

GUIDE_VERSION = "v25.0"
GUIDE = {}
GUIDE[""] = r"""# Advertising platform marketing API: guide for agents

Pinned to API version **v25.0**. Checked on 2026-11-15 against the facts we hold and public documentation, not with a real token. Read-only reference: the service never calls this API, you do, with your own credentials.

## Marks

| Mark | Meaning |
|---|---|
| [unverified] | Try it with a real token before production use |
| [heuristic] | Experience, not a contract; never hard-code it |
| [added, unverified] | Not among the facts this guide began with; added because the work needs it |

## One call shape

GET, POST or DELETE `{graph_url}/v25.0/{node-or-edge}?...&access_token=<ACCESS_TOKEN>`. `{graph_url}` is the platform's API host. Every call carries `access_token` as a query or body parameter; the examples leave it out. Bodies are form fields; a JSON value travels as the text of one field.

## How to read the tables

Paths stand under `{graph_url}/v25.0`. In `Fields`: `x*` is required; `x=A/B` takes only these values (`fields=` takes any of them, comma-separated); `:json` an object, `:list` a JSON array, `:int` an integer, `:bool` true or false, `:url` an address, `:base64` encoded bytes, `:minor` a whole number of minor currency units above 0. `| Spec | Keys |` tables give the keys of JSON values in the same signs. What is not in a table is not known to be valid.

## Objects

business (`business_id`) > ad account (`act_<ad_account_id>`, always with the `act_` prefix) > campaign > ad set > ad. An ad links one ad set to one creative. Beside the ad account in the business: pages (`page_id`), the photo-sharing account id, pixels/datasets, product catalogs.

## Sections

A regular operations · B collaborative catalog ads · C core: auth, batch, rate limits, errors, paging, versioning · D cookbook: uploads and whole calls for the five skills. Load one with `get_platform_marketing_guide(section="A")`.
"""
GUIDE["A"] = r"""# A. Regular operations

Four habits: create everything `PAUSED`; read, write, read back; money is in minor units of the account's `currency`; the platform decides `effective_status`, you only set `status`.

## A1. Account and campaign (`ad-campaign-group`)

| Method | Path | Fields | Answer |
|---|---|---|---|
| GET | `/act_<ad_account_id>` | `fields*=id/name/currency/timezone_name` | the fields; `timezone_name` [added, unverified] |
| GET | `/act_<ad_account_id>/campaigns` | `fields*=id/name/objective/status/effective_status/daily_budget/lifetime_budget`, `limit:int`, `after` | `data[]`, `paging` [added, unverified] |
| POST | `/act_<ad_account_id>/campaigns` | `name*`, `objective*=OUTCOME_SALES/OUTCOME_LEADS/OUTCOME_ENGAGEMENT/OUTCOME_TRAFFIC/OUTCOME_AWARENESS/OUTCOME_APP_PROMOTION`, `status*=ACTIVE/PAUSED`, `special_ad_categories*:list`, `bid_strategy`, at most one of (`daily_budget:minor` `lifetime_budget:minor`), `spend_cap:minor`, `promoted_object:json`, `is_adset_budget_sharing_enabled:bool` | `id` |
| GET | `/<campaign_id>` | `fields*=id/name/objective/status/effective_status/special_ad_categories/bid_strategy/daily_budget/lifetime_budget/spend_cap/promoted_object` | the fields |
| POST | `/<campaign_id>` | `name`, `status=ACTIVE/PAUSED/DELETED/ARCHIVED`, at most one of (`daily_budget:minor` `lifetime_budget:minor`), `bid_strategy`, `spend_cap:minor` | `success` [added, unverified] |

- `objective`: only the six `OUTCOME_*` values create campaigns; legacy values live on in old campaigns. Catalog campaigns: section B.
- `special_ad_categories` is always sent: `[]` unless a special category applies.
- `effective_status` is read-only: what delivery really does.
- `is_adset_budget_sharing_enabled`: public pages ask for `true` or `false` from v24.0 when the campaign carries no budget [added, unverified].

## A2. Budgets

| Mode | Budget lives on | Behaviour |
|---|---|---|
| Campaign budget | Campaign | The platform spreads spend over the ad sets; they must not carry a budget of their own |
| Ad set budget | Ad set | Fixed per ad set, nothing is reallocated; the campaign carries none |

- Whichever object answers with `daily_budget` or `lifetime_budget` shows the mode. Write there and nowhere else.
- Minor units differ by currency, so read the account's `currency` first.
- A day may spend about 25% above the daily budget, balanced over the week; newer pages name up to 75% [unverified].
- The minimum depends on billing event and currency and is computed on the fly: read `error_user_msg`, hard-code nothing.
- **Never write blindly**: read the value, compute, write, read back. There is no compare-and-set: if the read-back is not what you wrote, somebody else is writing; stop and ask.

## A3. Ad set (`ad-campaign`)

| Method | Path | Fields | Answer |
|---|---|---|---|
| GET | `/<campaign_id>/adsets` | `fields*=id/name/status/effective_status/daily_budget/lifetime_budget/optimization_goal`, `limit:int`, `after` | `data[]`, `paging` [added, unverified] |
| POST | `/act_<ad_account_id>/adsets` | `name*`, `campaign_id*`, `billing_event*`, `optimization_goal*`, `targeting*:json`, `status*=ACTIVE/PAUSED`, at most one of (`daily_budget:minor` `lifetime_budget:minor`), `bid_amount:minor`, `bid_strategy`, `promoted_object:json`, `start_time`, `end_time`, `attribution_spec:list` | `id` |
| GET | `/<adset_id>` | `fields*=id/name/campaign_id/status/effective_status/daily_budget/lifetime_budget/billing_event/optimization_goal/bid_amount/bid_strategy/targeting/promoted_object/start_time/end_time/attribution_spec` | the fields [added, unverified] |
| POST | `/<adset_id>` | `name`, `status=ACTIVE/PAUSED/DELETED/ARCHIVED`, at most one of (`daily_budget:minor` `lifetime_budget:minor`), `targeting:json`, `optimization_goal`, `bid_strategy`, `bid_amount:minor`, `end_time` | `success` [added, unverified] |
| GET | `/search` | `type*=adinterest`, `q*`, `locale`, `limit:int` | `data[]` of `id`, `name` |
| GET | `/act_<ad_account_id>/delivery_estimate` | `optimization_goal*`, `targeting_spec*:json` | audience estimate |

- `optimization_goal` and `billing_event` must be a valid pair for the campaign's objective. The server enforces it; the matrix per objective is [unverified]. `OFFSITE_CONVERSIONS` with `IMPRESSIONS` for `OUTCOME_SALES` is a common pair [added, unverified].
- Ad set budgets only in ad set budget mode.
- A change of targeting, `optimization_goal` or `bid_strategy` resets learning. That a budget change above 20% does so too is [heuristic].

| Spec | Keys |
|---|---|
| `targeting`, `targeting_spec` | `geo_locations:json`, `age_min:int`, `age_max:int`, `genders:list`, `interests:list`, `behaviors:list`, `custom_audiences:list`, `excluded_custom_audiences:list`, `flexible_spec:list`, `exclusions:json`, `publisher_platforms:list`, `facebook_positions:list`, `instagram_positions:list`, `device_platforms:list`, `targeting_automation:json`, `product_audience_specs:list` |
| `geo_locations` | `countries:list`, `regions:list`, `cities:list`, `zips:list` |
| `targeting_automation` | `advantage_audience*=0/1` |
| `promoted_object` | `pixel_id`, `page_id`, `custom_event_type`, `product_catalog_id`, `product_set_id` |

- `genders`: 1 male, 2 female. `flexible_spec` is an OR of ANDs. Position lists exist per platform, all in the style of `facebook_positions`.
- The automated-audience flag under `targeting_automation` is 1 or 0; from v23.0 it must be set explicitly in many cases. Its key `advantage_audience`, `instagram_positions`, and `pixel_id`, `page_id` in `promoted_object` are [added, unverified].

## A4. Creative

| Method | Path | Fields | Answer |
|---|---|---|---|
| POST | `/act_<ad_account_id>/adcreatives` | `name`, one of (`object_story_spec:json` `object_story_id`), `asset_feed_spec:json`, `product_set_id` | `id` |
| GET | `/<creative_id>` | `fields*=id/name/object_story_id/effective_object_story_id/effective_instagram_media_id/object_story_spec` | the fields [added, unverified] |
| GET | `/<page_id>/ads_posts`, `/<page_id>/posts` | `fields*=id/message/created_time/permalink_url`, `limit:int`, `after` | `data[]`, `paging` |

| Spec | Keys |
|---|---|
| `object_story_spec` | `page_id*`, `instagram_user_id`, one of (`link_data:json` `video_data:json` `photo_data:json` `template_data:json`) |
| `link_data` | `link*`, `message`, `name`, `description`, one of (`image_hash` `picture:url`), `call_to_action:json` |
| `video_data` | `video_id*`, one of (`image_hash` `image_url:url`), `message`, `title`, `call_to_action*:json` |
| `photo_data` | `image_hash*`, `caption` |
| `call_to_action` | `type*`, `value:json` |
| `asset_feed_spec` | `images:list`, `bodies:list`, `titles:list`, `call_to_action_types:list` |

- Way (a), `object_story_spec`: makes a new, usually unpublished post: page id, link, video or photo data, call to action, and an `image_hash` or `picture` address.
- Way (b), `object_story_id` = `{page_id}_{post_id}`: uses an existing post. If a creative for that story exists, you get the existing `creative_id`. Promotable posts need the page-ads permission, the ads permission and the ADVERTISE task.
- Use `image_hash`; `attachment_hash` is not in the v25.0 reference [unverified].
- Photo-sharing placement: use the social user id field, `instagram_user_id` [added, unverified]. The older actor field was deprecated in Sept 2025.
- Automated or dynamic creatives: `asset_feed_spec` with arrays of images, bodies, titles and calls to action; its key names, `caption` and the keys of `video_data` are [added, unverified], as are call-to-action types such as `SHOP_NOW`, `LEARN_MORE`.
- Which post is it? `object_story_id` is null unless the creative came from an existing post; `effective_object_story_id` is always the real one (`{page_id}_{post_id}`); `effective_instagram_media_id` replaces the old story id field.

## A5. Ad

| Method | Path | Fields | Answer |
|---|---|---|---|
| GET | `/<campaign_id>/ads`, `/<adset_id>/ads` | `fields*=id/name/status/effective_status/adset_id/campaign_id/creative/created_time`, `limit:int`, `after` | `data[]`, `paging` [added, unverified] |
| POST | `/act_<ad_account_id>/ads` | `name`, `adset_id*`, `creative*:json`, `status*=ACTIVE/PAUSED` | `id` |
| GET | `/<ad_id>` | `fields*=id/name/status/effective_status/adset_id/campaign_id/creative/created_time` | the fields; `creative{...}` takes the fields of `/<creative_id>` |
| POST | `/<ad_id>` | `name`, `creative:json`, `status=ACTIVE/PAUSED/DELETED/ARCHIVED` | `success` [added, unverified] |

| Spec | Keys |
|---|---|
| `creative` | one of (`creative_id` `object_story_spec:json` `object_story_id`) |

- `adset_id` never changes after create: to move an ad, create a new one. `creative` is `{creative_id}` or inline.
- Create accepts `ACTIVE` or `PAUSED` only; the ad then goes to `PENDING_REVIEW`. Review is asynchronous: poll `effective_status`, every minute or slower [heuristic].
- `name` is [added, unverified]: put the media id into it, so every ad leads back to its creative.

## A6. Pausing, resuming, scaling

| You want | Write | Then read |
|---|---|---|
| pause one ad | `status=PAUSED` on the ad | `effective_status` of the ad |
| pause a group | `status=PAUSED` on the ad set or campaign | `effective_status` of the same |
| resume | `status=ACTIVE`, from the campaign down | an ad set under a paused campaign stays `CAMPAIGN_PAUSED` and does not deliver until the campaign is resumed |
| scale | the budget, where the mode puts it (A2) | the same budget field |

## A7. Audiences

| Method | Path | Fields | Answer |
|---|---|---|---|
| POST | `/act_<ad_account_id>/customaudiences` | `name*`, `subtype*`, `customer_file_source`, `rule:json`, `origin_audience_id`, `lookalike_spec:json` | `id` |
| GET | `/<custom_audience_id>` | `fields*=id/name/subtype/delivery_status` | the fields [added, unverified] |
| POST, DELETE | `/<custom_audience_id>/users` | `schema*:list`, `data*:list` | counts |

| Spec | Keys |
|---|---|
| `lookalike_spec` | `type*=similarity/reach`, `country*`, `ratio*` |

- `subtype`: `CUSTOM`, `LOOKALIKE` and more. Older website and engagement subtypes have probably merged into `CUSTOM` plus a rule [unverified]. Customer lists need `customer_file_source`.
- Users: SHA-256 of normalised identifiers (email trimmed and lowercased; phone digits only with country code; names lowercase a-z), at most 10,000 records per request. DELETE on the same edge removes.
- Lookalike: `subtype=LOOKALIKE`, `origin_audience_id`; seed at least 100 members, ideally 1,000 to 5,000; `ratio` 0.01 to 0.20. It fills in 1 to 6 hours: ready when `delivery_status.code` is 200.

## A8. Insights

| Method | Path | Fields | Answer |
|---|---|---|---|
| GET | `/<id>/insights` | `fields*=impressions/reach/frequency/spend/clicks/ctr/cpc/cpm/actions/action_values/cost_per_action_type/purchase_roas/campaign_id/adset_id/ad_id/ad_name/catalog_segment_value/catalog_segment_value_omni_purchase_roas/catalog_segment_actions/converted_product_value/converted_product_quantity`, `level=account/campaign/adset/ad`, at most one of (`date_preset` `time_range:json`), `time_increment`, `breakdowns`, `action_attribution_windows:list`, `use_unified_attribution_setting:bool`, `limit:int`, `after` | `data[]`, `paging` |
| POST | `/<id>/insights` | the same fields | `report_run_id` |
| GET | `/<report_run_id>` | `fields=id/async_status` | `async_status` |
| GET | `/<report_run_id>/insights` | `limit:int`, `after` | `data[]`, `paging` |

| Spec | Keys |
|---|---|
| `time_range` | `since*`, `until*` |

- `<id>`: account, campaign, ad set or ad. Long periods: POST, poll until `async_status` is `Job Completed`, then fetch. A run id expires after 30 days.
- `actions` is a list of `{action_type, value}`, `purchase_roas` a list too. `campaign_id`, `adset_id`, `ad_id`, `ad_name` as fields are [added, unverified]. `results` and `cost_per_result` exist only in the interface, not in the API.
- ROAS = the `purchase_roas` entry for `omni_purchase`. CPA = the `cost_per_action_type` value of the chosen action type. CTR is asked for directly.
- The action type differs per surface (`omni_purchase`, `offsite_conversion.fb_pixel_purchase`, `lead`): look into the real `actions` before you choose, then keep to one.
"""
GUIDE["B"] = r"""# B. Collaborative catalog ads

A retailer shares a slice of its catalog; a brand advertises those products from an ad account kept for that retailer.

## B1. Who does what

| Role | Owns | Does |
|---|---|---|
| Retailer | parent catalog, pixel | makes the segment from its compliant parent catalog and shares it |
| Brand | the retailer-dedicated ad account | accepts the terms, creates that account, runs the campaigns |
| Agency partner | – | bridges discovery |

Directory approval, acceptance of terms and creation of the dedicated ad account happen in the business manager interface, not fully by API: ask the owner.

## B2. Catalog calls

| Method | Path | Fields | Answer |
|---|---|---|---|
| POST | `/<business_id>/owned_product_catalogs` | `name*`, `vertical`, `parent_catalog_id`, `catalog_segment_filter:json` | `id` |
| GET | `/<catalog_id>` | `fields*=id/name/vertical/is_catalog_segment` | the fields [added, unverified] |
| POST | `/<catalog_id>/product_sets` | `name*`, `filter:json` | `id` |
| POST | `/<catalog_id>/product_feeds` | `name*`, `schedule:json` | `id` |
| POST | `/<catalog_segment_id>/agencies` | `business*`, `permitted_tasks*:list`, `enabled_collab_terms:list` | `success` |
| GET | `/<business_id>` | `fields*=id/name/collaborative_ads_suggested_partners` | the fields |
| GET | `/collaborative_ads_directory` | `fields*=collaborative_ads_merchants` | the fields |
| POST | `/<business_id>/collaborative_ads_collaboration_requests` | `receiver_business` | `id` |

- A product item's key is `retailer_id` (the SKU): the join between catalog, pixel and results.
- `filter` is JSON with the operators `i_contains`, `contains`, `eq`, `is_any`, joined by `and`/`or`; the exact schema is [unverified].
- A feed is a scheduled address; a batch items endpoint is the other way in. The keys of `schedule` and the field `receiver_business` are [added, unverified].
- A segment is made with `parent_catalog_id` and `catalog_segment_filter`; the result has `is_catalog_segment` true.
- The legacy edges `cpas_business_setup`, `cpas_advertiser_partnership`, `cpas_collaboration_request` are unconfirmed [unverified]: use the `collaborative_ads_*` edges and `/agencies`.

## B3. The flow

1. Discovery: suggested partners or the directory, then a collaboration request.
2. Retailer: creates the segment, shares it to the brand's business by `/agencies` with `permitted_tasks=["ADVERTISE"]` and terms such as `ENFORCE_CREATE_NEW_AD_ACCOUNT` and `ENFORCE_SHARE_AD_PERFORMANCE_ACCESS`.
3. Brand, in the dedicated account: the campaign. Create it with `OUTCOME_SALES` and `promoted_object={"product_catalog_id":"<catalog_segment_id>"}`. `PRODUCT_CATALOG_SALES` is the older name of the objective; that it still creates campaigns is [unverified].
4. Brand: the ad set. `promoted_object` holds `product_set_id` (a set of the segment) and `custom_event_type`, for example `PURCHASE`. Retargeting adds `product_audience_specs`; prospecting leaves it out.
5. Creative and ad as for any catalog ad: `object_story_spec.template_data` with product tokens, plus `product_set_id`.

| Spec | Keys |
|---|---|
| `template_data` | `link*`, `message`, `name`, `description`, `call_to_action:json` |

The keys of `template_data` and the place of `product_audience_specs` (public pages put it into `targeting`) are [added, unverified].

## B4. What a brand may not do

- Edit the segment.
- Change the end-card or the description in `template_data`.
- Use a `template_url_spec` that leads to a website other than the merchant's.

The conversion signal is the retailer's pixel, joined by `retailer_id`.

## B5. Results

Insights fields (A8): `catalog_segment_value`, `catalog_segment_value_omni_purchase_roas`, `catalog_segment_actions`, `converted_product_value`, `converted_product_quantity`. The per-product breakdown `action_converted_product_id` does not work at ad-account level: ask at campaign, ad set or ad level.
"""
GUIDE["C"] = r"""# C. Core

## C1. Tokens

| Token | Lives | How to get it |
|---|---|---|
| System user token | no expiry | made in the business manager interface, not by API; the one for production servers |
| Long-lived user token | about 60 days | exchange of a short-lived token, server-side only, because it needs the app secret |

| Method | Path | Fields | Answer |
|---|---|---|---|
| GET | `/oauth/access_token` | `grant_type*=fb_exchange_token`, `client_id*`, `client_secret*`, `fb_exchange_token*` | `access_token`, `expires_in` [added, unverified] |

- Send the token as the query or body parameter `access_token`. That a bearer header is refused is [unverified]; use the parameter.
- Keep it out of logs, names and reports. In a POST prefer the body: addresses end up in logs.

| Scope | For |
|---|---|
| `ads_management` | writing |
| `ads_read` | reading |
| `business_management` | business assets |
| `catalog_management` | catalogs |
| `pages_*` | page assets |

`ads_management` and `business_management` need app review or advanced access for accounts that the app does not own.

## C2. Batch

| Method | Path | Fields | Answer |
|---|---|---|---|
| POST | `/` | `batch*:list` | a list of `{code, body}` in the order sent [added, unverified] |

| Spec | Keys |
|---|---|
| `batch` | `method*=GET/POST/DELETE`, `relative_url*`, `body`, `name`, `depends_on` |

- At most 50 sub-requests, and each still counts on its own against the rate limits: a batch saves round trips, not quota.
- Results chain by name: name a sub-request, then write `{result=<name>:$.id}` where its id belongs [added, unverified]; `depends_on` gives the order.
- Look at every item's `code`: a batch answers 200 although parts failed. Put the version into `relative_url` too.

## C3. Rate limits

Quotas are per business use case. Each answer carries the header `X-Business-Use-Case-Usage`: `{biz_id: [{type, call_count, total_cputime, total_time, estimated_time_to_regain_access}]}`. The first three figures are percentages of the hourly quota; the waiting time is read as minutes [unverified].

| `type` | Standard access, per hour (examples) |
|---|---|
| `ads_management` | 300 + 40 x active ads |
| `ads_insights` | 600 + 400 x active ads |
| `custom_audience` | – |

- Slow down before 100%: from 75% on, do only what must be done now [heuristic].
- Throttled: stop calling. Further calls lengthen the penalty. Resume after `estimated_time_to_regain_access`.

## C4. Errors

`{error: {message, type, code, error_subcode, is_transient, error_user_msg, error_data.blame_field_specs, fbtrace_id}}`. Branch on `code` and `error_subcode`, never on `message`. `fbtrace_id` is what the platform's support asks for: keep it.

| Code | Meaning | Do |
|---|---|---|
| 4, 17, 32, 613, 80000 to 80004 | rate limit, transient; 80004 is the one of ads management | wait, then retry with exponential backoff: 1, 2, 4, 8 minutes [heuristic], then stop and tell the owner |
| 190 | invalid token | do not retry; the owner must renew it |
| 10, 200, 272 | permission | do not retry; fix the scope or the role |
| 100 | invalid parameter | do not retry; read `error_user_msg` and `error_data.blame_field_specs`, correct, send once |
| 1, 2, or `is_transient` true | passing fault [added, unverified] | reads: retry up to three times; writes: see below |

**After a write without an answer** (time-out, cut connection, code 1 or 2): there is no idempotency key. Read first. An update: read the field back. A create: list the edge and look for the `name` you gave. Send again only when it is not there.

## C5. Paging

Lists are paged by cursor: follow `paging.next` until it is absent. It is a whole address: use it as it stands. Never keep an `after` cursor for another session.

## C6. Versions

- v25.0 stands in every path.
- The marketing API promises a version only 90 days after the next one ships (corrected on 2026-11-15: two years holds for other parts of the platform). A single field can go within 90 days too.
- Watch the platform's changelog. When a new version ships, this guide must be checked again: ask the deployment's operator.
"""
GUIDE["D"] = r"""# D. Cookbook

Whole calls, in order. Signs: `svc` lines are tools of the service, the others go to the platform. Indented lines are the fields of the call; `->` keeps a value of the answer under a name (`[]` each row, `*` whatever key); `until` polls; `expect` must hold, else stop and tell the owner; `do D2` runs the block of D2. `<name>` is a value you hold. On an error follow C4; a failed svc tool says in `hint` what to do.

## D1. Uploads

| Method | Path | Fields | Answer |
|---|---|---|---|
| POST | `/act_<ad_account_id>/adimages` | `bytes*:base64`, `name` | `images.*.hash`, `images.*.url` [added, unverified] |
| POST | `/act_<ad_account_id>/advideos` | `file_url*:url`, `name` | `id` [added, unverified] |
| GET | `/<video_id>` | `fields*=id/status` | `status.video_status`: `processing`, `ready` or `error` [added, unverified] |
| GET | `/<video_id>/thumbnails` | `fields=id/uri/is_preferred` | `data[]` [added, unverified] |

What `download_media` gives, and where it goes:

| Field | Use |
|---|---|
| `contentType` | `image/...`: D2; `video/...`: D3 |
| `downloadUrl` | picture: fetch it, encode the bytes as base64 for `bytes`; video: `file_url` as it stands. The platform fetches it itself: with a deployment that the internet cannot reach, stop and ask |
| `sizeBytes`, `sha256`, `uploadKit.md5` | compare with the bytes you fetched; if they differ, fetch once more, never send them |
| `fileName` | `name` |
| `uploadKit.thumbnailUrl` | `video_data.image_url`, as a video creative needs a still; or send it by D2's first call and use `image_hash` |
| `uploadKit.placements` | shapes that fit: `feed_square` 1:1, `feed_portrait` 4:5, `vertical` 9:16, `landscape` 16:9; none: expect cropping |
| `uploadKit.width`, `height`, `codec`, `durationSeconds` | check against the placement before you pay for review time; `h264` is the safe codec [heuristic] |
| `uploadKit.aiOriginMark` | true: the file says that a machine made it, and the platform may label the ad [unverified]; tell the owner |

`hash` comes from the answer, never from your own sum. The key under `images` may be the name or the word `bytes`: take the only entry.

## D2. A finished picture becomes a paused ad

```call
svc download_media(media_id=<media_id>)
  -> downloadUrl = downloadUrl
  -> fileName = fileName
POST {graph_url}/v25.0/act_<ad_account_id>/adimages
  bytes=<base64 of downloadUrl>
  name=<fileName>
  -> image_hash = images.*.hash
POST {graph_url}/v25.0/act_<ad_account_id>/adcreatives
  name=<media_id>
  object_story_spec={"page_id":"<page_id>","link_data":{"link":"<landing_url>","message":"<text>","name":"<headline>","image_hash":"<image_hash>","call_to_action":{"type":"SHOP_NOW","value":{"link":"<landing_url>"}}}}
  -> creative_id = id
POST {graph_url}/v25.0/act_<ad_account_id>/ads
  name=<media_id>
  adset_id=<adset_id>
  creative={"creative_id":"<creative_id>"}
  status=PAUSED
  -> new_ad_id = id
GET {graph_url}/v25.0/<new_ad_id>
  fields=id,status,effective_status,adset_id,creative{effective_object_story_id}
  until effective_status is not PENDING_REVIEW
  expect status = PAUSED
```

The skills name an ad `<client_ref> <media_id>`, so that a restart finds it by how its name begins. A rejected ad (`effective_status` `DISAPPROVED` [added, unverified]) stays as it is: tell the owner, make another creative. A lost answer: C4, look for `name`. The upload may be sent again: the same bytes give the same `hash` [heuristic].

## D3. A finished video becomes a paused ad

```call
svc download_media(media_id=<media_id>)
  -> downloadUrl = downloadUrl
  -> fileName = fileName
  -> thumbnailUrl = uploadKit.thumbnailUrl
POST {graph_url}/v25.0/act_<ad_account_id>/advideos
  file_url=<downloadUrl>
  name=<fileName>
  -> video_id = id
GET {graph_url}/v25.0/<video_id>
  fields=id,status
  until status.video_status is ready
POST {graph_url}/v25.0/act_<ad_account_id>/adcreatives
  name=<media_id>
  object_story_spec={"page_id":"<page_id>","video_data":{"video_id":"<video_id>","image_url":"<thumbnailUrl>","title":"<headline>","message":"<text>","call_to_action":{"type":"SHOP_NOW","value":{"link":"<landing_url>"}}}}
  -> creative_id = id
POST {graph_url}/v25.0/act_<ad_account_id>/ads
  name=<media_id>
  adset_id=<adset_id>
  creative={"creative_id":"<creative_id>"}
  status=PAUSED
  -> new_ad_id = id
GET {graph_url}/v25.0/<new_ad_id>
  fields=id,status,effective_status,adset_id
  until effective_status is not PENDING_REVIEW
  expect status = PAUSED
```

Poll the video every 10 s, give up after 10 minutes [heuristic]. `error`: upload once more, then stop. Without a still of your own, `GET {graph_url}/v25.0/<video_id>/thumbnails` offers some: take the `uri` of the preferred one.

## D4. produce-product-creative

```call
svc ping()
  -> balance = balance
svc list_products()
  -> product_id = products[].id
svc list_product_photos(product_id=<product_id>)
svc list_ceps(product_id=<product_id>)
  -> cep_id = ceps[].id
svc generate_image(product_id=<product_id>, prompt=<prompt>, cep_id=<cep_id>, client_ref=<client_ref>)
  -> media_id = id
svc get_media(media_id=<media_id>)
  until status is completed
  -> videoUrl = videoUrl
```

A video instead: `generate_video(product_id=<product_id>, character_id=<character_id>, prompt=<prompt>, orientation="portrait", duration_seconds=10, resolution="SD", client_ref=<client_ref>)`. A picture costs 400 credits, that video 1,300: compare with `balance` first. `videoUrl` holds the file of a picture too. `failed` or `stalled` is refunded already: submit anew with another `client_ref`, once, then ask. No answer at all: the same call with the same `client_ref` is never charged twice. Hand on with D2 or D3 when the owner wants it on the platform.

## D5. learn-before-launch

```call
svc search_knowledge(q=<question>, product_id=<product_id>)
svc get_campaign_history(product_id=<product_id>, limit=50)
svc get_winning_patterns(product_id=<product_id>, min_tier="promising")
svc list_ceps(product_id=<product_id>)
GET {graph_url}/v25.0/act_<ad_account_id>
  fields=id,currency
  -> currency = currency
GET {graph_url}/v25.0/act_<ad_account_id>/campaigns
  fields=id,name,objective,status,effective_status
GET {graph_url}/v25.0/act_<ad_account_id>/insights
  fields=campaign_id,spend,impressions,clicks,ctr,actions,cost_per_action_type,purchase_roas
  level=campaign
  date_preset=last_30d
GET {graph_url}/v25.0/act_<ad_account_id>/delivery_estimate
  optimization_goal=OFFSITE_CONVERSIONS
  targeting_spec={"geo_locations":{"countries":["<country>"]},"age_min":25,"age_max":55}
POST {graph_url}/v25.0/act_<ad_account_id>/campaigns
  name=<campaign_name>
  objective=OUTCOME_SALES
  status=PAUSED
  special_ad_categories=[]
  is_adset_budget_sharing_enabled=false
  -> new_campaign_id = id
POST {graph_url}/v25.0/act_<ad_account_id>/adsets
  name=<adset_name>
  campaign_id=<new_campaign_id>
  daily_budget=<daily_budget>
  billing_event=IMPRESSIONS
  optimization_goal=OFFSITE_CONVERSIONS
  promoted_object={"pixel_id":"<pixel_id>","custom_event_type":"PURCHASE"}
  targeting={"geo_locations":{"countries":["<country>"]},"age_min":25,"age_max":55,"targeting_automation":{"advantage_audience":0}}
  status=PAUSED
  -> adset_id = id
GET {graph_url}/v25.0/<new_campaign_id>
  fields=id,name,objective,status,effective_status
  expect status = PAUSED
GET {graph_url}/v25.0/<adset_id>
  fields=id,campaign_id,daily_budget,status,effective_status
  expect daily_budget = <daily_budget>
  expect status = PAUSED
do D2
```

Which knowledge decides what: `patterns[].ingredients` gives angle, hook and format of the first creatives; `history[].tier` and `drift.verdict` say whether a number may be believed; `ceps[].angle` gives the text. Nothing is switched on here: the owner sets `status=ACTIVE`, campaign first.

## D6. scale-a-winner

`ad_id` is the `platformAdId` of a history row that the skill's rules accept.

```call
svc get_winning_patterns(product_id=<product_id>, min_tier="winner")
svc get_campaign_history(product_id=<product_id>, status="observed")
  -> ad_id = history[].platformAdId
GET {graph_url}/v25.0/act_<ad_account_id>
  fields=id,currency
GET {graph_url}/v25.0/<ad_id>
  fields=id,effective_status,adset_id,campaign_id
  -> adset_id = adset_id
  -> campaign_id = campaign_id
  expect effective_status = ACTIVE
GET {graph_url}/v25.0/<ad_id>/insights
  fields=spend,impressions,clicks,ctr,actions,cost_per_action_type,purchase_roas
  date_preset=last_7d
GET {graph_url}/v25.0/<campaign_id>
  fields=id,effective_status,daily_budget,lifetime_budget
GET {graph_url}/v25.0/<adset_id>
  fields=id,effective_status,daily_budget,lifetime_budget
  -> old_budget = daily_budget
POST {graph_url}/v25.0/<adset_id>
  daily_budget=<new_budget>
GET {graph_url}/v25.0/<adset_id>
  fields=id,daily_budget,effective_status
  expect daily_budget = <new_budget>
```

`new_budget` = `old_budget` x 1.2, rounded down to a whole minor unit: at most 20% a step, because more may reset learning [heuristic]. If the campaign carries the budget, the same last two calls go to `<campaign_id>`. Budgets are answered as text: turn them into integers. One step per ad set and day.

## D7. top-up-creatives

```call
GET {graph_url}/v25.0/<campaign_id>/ads
  fields=id,name,status,effective_status,adset_id
  limit=50
  -> adset_id = data[].adset_id
svc get_winning_patterns(product_id=<product_id>, min_tier="promising")
svc list_characters()
  -> character_id = characters[].id
svc generate_image(product_id=<product_id>, prompt=<prompt>, character_id=<character_id>, client_ref=<client_ref>)
  -> media_id = id
svc get_media(media_id=<media_id>)
  until status is completed
do D2
POST {graph_url}/v25.0/<new_ad_id>
  status=ACTIVE
GET {graph_url}/v25.0/<new_ad_id>
  fields=id,status,effective_status
  expect status = ACTIVE
```

Count the rows with `effective_status` `ACTIVE` over all pages (C5); `PENDING_REVIEW` rows are on their way, so do not replace them twice. Missing = wanted (5 in the example) minus both. One submit per missing ad, all polled in one `get_media(media_ids=...)`. The last two calls only with the owner's leave: without it the ad stays `PAUSED` and waits; under a paused ad set or campaign it shows `CAMPAIGN_PAUSED` or the like and does not deliver.

## D8. pause-underperformer

```call
svc get_campaign_history(product_id=<product_id>, verdict="overstated")
  -> ad_id = history[].platformAdId
GET {graph_url}/v25.0/<ad_id>
  fields=id,name,status,effective_status,adset_id,campaign_id
  expect effective_status = ACTIVE
GET {graph_url}/v25.0/<ad_id>/insights
  fields=spend,impressions,clicks,actions,cost_per_action_type,purchase_roas
  date_preset=last_7d
POST {graph_url}/v25.0/<ad_id>
  status=PAUSED
GET {graph_url}/v25.0/<ad_id>
  fields=id,status,effective_status
  expect effective_status = PAUSED
```

Pause the ad, not its ad set: the others keep their learning. Rows whose verdict is `unverified`, `stale` or `inconclusive` prove nothing: look at fresh insights instead. Never delete: `DELETED` cannot be taken back [unverified]. If the last active ad of a campaign would go, ask first or top up (D7).

## D9. Numbers for the service's memory

`GET <ad_id>/insights` with `time_increment=1` gives one row a day: `spend`, `impressions`, `clicks` go over as they are; `conversions` is the value of the chosen type in `actions`, `revenue` the one in `action_values`, `conversionType` its `action_type`. Send sums, not ratios. The tool is `report_results`, present when the owner switched on the extra tools.
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
