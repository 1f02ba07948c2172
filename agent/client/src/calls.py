"""Turns the arguments of a tool into an HTTP request, and the response into a result, for all tools."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import quote, urlencode

from failures import fail
from files import Picture, encode_form
from params import Param, camel, snake, to_tool_terms
from retry import RetryPolicy, SendResult, retry_after, send
from settings import CALL_SECONDS, UPLOAD_SECONDS, VERSION, Settings
from shapes import (
    ROW_TEXT_CHARACTERS,
    WHOLE_TEXT_CHARACTERS,
    compact,
    has_declared_type,
    parse_shape,
)
from validate import validate_answer
from wire import Answer, Request, RequestFailed

# Hosts truncate long results, so a longer page is fetched again with fewer rows.
RESULT_CHARACTERS = 15_000


@dataclass(frozen=True)
class Tool:
    """Definition of one tool."""

    name: str
    title: str
    description: str
    endpoint: str  # such as "GET /api/gen/products/{product_id}"; empty if the tool does not call the service
    params: dict[str, Param]
    shape: dict
    policy: RetryPolicy
    annotations: dict[str, bool]
    exactly_one: tuple[str, ...] = ()
    run: Callable[[Call], dict] | None = None
    check_with: str = ""  # the tool that shows whether a write without a response was executed


@dataclass
class Call:
    """One call of a tool, with checked arguments."""

    tool: Tool
    arguments: dict
    settings: Settings
    deadline: float = field(default_factory=lambda: time.monotonic() + CALL_SECONDS)
    picture: Picture | None = None

    def send(
        self, arguments: dict | None = None, endpoint: str = "", shape: dict | None = None
    ) -> SendResult:
        request = self._request(self.arguments if arguments is None else arguments, endpoint)
        validate = partial(validate_answer, shape or self.tool.shape)
        if not self.picture:
            return send(request, self.tool.policy, self.deadline, validate)
        self.deadline = time.monotonic() + UPLOAD_SECONDS
        max_tries = 1 if self.tool.policy is RetryPolicy.ONCE else 2
        return send(request, self.tool.policy, self.deadline, validate, UPLOAD_SECONDS / max_tries)

    def ask(self, arguments: dict | None = None) -> dict:
        """Sends the request. Returns the compact result, or the failure."""
        return self.to_result(self.send(arguments))

    def to_result(self, sent: SendResult) -> dict:
        if sent.answer is None:
            return self.to_failure(sent)
        # Rows of a list are cut, a single row is whole.
        row_characters = WHOLE_TEXT_CHARACTERS if self.arguments.get("limit") == 1 else ROW_TEXT_CHARACTERS
        result = {
            "ok": True,
            **compact(self.tool.shape, sent.answer.data, row_characters=row_characters),
        }
        if self.tool.policy is RetryPolicy.READ:
            result.update(_empty_lists(self.tool, result))
        if "message" in result:
            result["message"] = to_tool_terms(result["message"])
        return result

    def to_failure(self, sent: SendResult) -> dict:
        failure = describe_refusal(self, sent.outcome)
        if self.tool.policy is not RetryPolicy.ONCE or not _may_have_run(sent.outcome):
            return failure
        name, check_tool = self.tool.name, self.tool.check_with
        return fail(
            "unknown_outcome",
            f"{failure['message']} It is not known whether {name} was executed.",
            hint=f"Call {check_tool} first. Call {name} again only if the new item is not listed.",
        )

    def _request(self, arguments: dict, endpoint: str) -> Request:
        method, path = (endpoint or self.tool.endpoint).split(" ")
        fields = {}
        again = []
        for name, value in arguments.items():
            param = self.tool.params.get(name) or Param(name, "string")
            if param.place == "path":
                path = path.replace("{" + name + "}", quote(value, safe=""))
            elif param.place == "again":
                again += [(param.field, one) for one in value]
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
            path += "?" + urlencode([(name, _query_value(value)) for name, value in fields.items()] + again)
        return Request(method, self.settings.base_url + path, headers, body)


def _empty_lists(tool: Tool, result: dict) -> dict:
    """Returns the lists that the result lacks, so that a read without rows has an empty list."""
    lists = (name for name, (kind, _) in tool.shape.items() if kind == "array")
    return {name: [] for name in lists if name not in result}


def _may_have_run(outcome: Answer | RequestFailed) -> bool:
    if isinstance(outcome, RequestFailed):
        return outcome.sent
    if not outcome.code:
        return outcome.status != 429
    was_rejected = outcome.code == "service_unavailable" and outcome.data.get("charged") != "unknown"
    return outcome.status >= 500 and not was_rejected


def _query_value(value: object) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


def _camel_rows(rows: list[dict]) -> list[dict]:
    return [{camel(name): value for name, value in row.items()} for row in rows]


def ask_page(call: Call) -> dict:
    """Returns one page of a list. A page that a host would truncate is fetched again with fewer rows."""
    result = call.ask()
    size = len(json.dumps(result, ensure_ascii=False))
    if not result["ok"] or size <= RESULT_CHARACTERS or "limit" not in call.arguments:
        return result
    rows = next((value for value in result.values() if isinstance(value, list)), [])
    fewer = max(1, len(rows) * RESULT_CHARACTERS // (size + RESULT_CHARACTERS // 10))
    if fewer >= len(rows):
        return result
    return call.ask({**call.arguments, "limit": fewer})


def describe_refusal(call: Call, outcome: Answer | RequestFailed) -> dict:
    tool = call.tool.name
    if isinstance(outcome, RequestFailed):
        return fail(outcome.code, outcome.message, hint_values={"tool": tool})
    if not outcome.code:
        return _describe_foreign_answer(tool, outcome)
    data = outcome.data
    more = {
        name: value
        for name, value in data.items()
        if name not in RESERVED_FIELDS and has_declared_type(call.tool.shape, name, value)
    }
    if outcome.code in ("internal_error", "service_unavailable"):
        more["requestId"] = data.get("requestId")
    if isinstance(more.get("field"), str):
        more["field"] = snake(more["field"])
    more["fields"] = _several_fields(data.get("fields"))
    if isinstance(more.get("existing"), list):
        more = {**more, **compact(EXISTING, more)}
    more["retryAfterSeconds"] = retry_after(outcome)
    more["clientRef"] = call.arguments.get("client_ref")
    message = to_tool_terms(str(data.get("error") or outcome.code))
    charged = str(data.get("charged") or "none")
    hint = _list_hint(call, more) if outcome.code in ("not_found", "not_owner") else ""
    media = call.arguments.get("media_id") or call.arguments.get("generated_media_id") or "its id"
    hint_values = {"tool": tool, "mediaId": media}
    if outcome.code == "invalid_request" and more["fields"]:
        hint = f"Fix everything in fields and call {tool} again; the same call fails again."
    final_hint = _final_hint(outcome.code, data, tool)
    if final_hint:
        return {**fail(outcome.code, message, hint=final_hint, charged=charged, **more), "retryable": False}
    return fail(outcome.code, message, hint_values=hint_values, hint=hint, charged=charged, **more)


def _several_fields(fields: object) -> list[str] | None:
    """Returns the names of all wrong arguments, if there is more than one."""
    if not isinstance(fields, list) or len(fields) < 2:
        return None
    return [snake(field) for field in fields if isinstance(field, str)]


def _final_hint(code: str, data: dict, tool: str) -> str:
    """Returns a hint if this refusal stays, although the same code can also be temporary; otherwise ""."""
    if code == "media_not_completed" and data.get("status") in ("failed", "stalled"):
        return "It has no file and was refunded. Call generate_image or generate_video with a new client_ref."
    if code == "budget_exceeded" and data.get("resetsAt") is None:
        limit = data.get("limit", "the limit")
        return (
            f"One job may cost at most {limit} credits with this key. Choose something cheaper, or ask the"
            " owner to raise the limit of the key."
        )
    if code == "idempotency_conflict" and data.get("inFlight") is not True:
        return f"Call {tool} with another idempotency_key: this one belongs to a report with other figures."
    return ""


# The tool that lists the valid ids for each argument.
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


# Fields of a refusal that the client sets itself or does not pass on.
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
    """Describes a response that an intermediary sent: it has no error body of the service."""
    status = answer.status
    if status == 429:
        wait = retry_after(answer)
        return fail("rate_limited", "Too many requests.", hint_values={"tool": tool}, retryAfterSeconds=wait)
    if status == 401:
        return fail("unauthorized", "The key was not accepted.", hint_values={"tool": tool})
    code = "unreachable" if status >= 500 else "bad_answer"
    return fail(
        code, f"HTTP {status}, but the response does not come from the service.", hint_values={"tool": tool}
    )
