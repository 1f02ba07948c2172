"""Prints random arguments, refusals and answers, each with what the Python client makes of it, as JSON lines.

Run with agent/client/src on the path: draw_cases.py SEED COUNT.
"""

import json
import random
import sys

import calls
import failures
import params
import toolbox
from result_text import round_numbers
from retry import SendResult
from settings import Settings
from wire import Answer

RANDOM = random.Random(int(sys.argv[1]))
COUNT = int(sys.argv[2])
# Without 2.0: JavaScript does not tell it from 2.
VALUES = [None, "", [], {}, "x", " ", "  a ", 1, 0, -1, 1.5, "7", "-3", "1.25", "true", "False", True, False]
VALUES += [
    ["a"],
    ["a", ""],
    [1],
    ["a", "b"],
    {"a": 1},
    [{"a": 1}],
    '["x","y"]',
    "[bad",
    "[]",
    "IMAGE",
    "image ",
]
VALUES += [
    "portrait",
    "HD",
    "sd",
    "x" * 201,
    "é" * 200,
    "😀" * 150,
    "a\ud83d",
    "roas",
    "6",
    6,
    10,
    3,
    100,
    101,
]
TEXTS = ["t", "", "x" * 700, "z" * 2_500, "http" + "y" * 800, "😀" * 300]
NUMBERS = [0, 1.5, 0.123456, 123.456, 99.999, 1e-7, 3]
WRONG = [None, "str", 5, 1.5, True, [1], {"a": 1}]
CALLING = [tool for tool in toolbox.TOOLS.values() if tool.endpoint]


def maybe(share: float) -> bool:
    return RANDOM.random() < share


def draw_arguments() -> dict:
    tool = RANDOM.choice(list(toolbox.TOOLS.values()))
    given: object = {
        RANDOM.choice([name, name, name, params.camel(name)]): RANDOM.choice(VALUES)
        for name, param in tool.params.items()
        if param.required or maybe(0.4)
    }
    if maybe(0.05):
        given = RANDOM.choice([{**given, "odd": 1}, [], "x", 3])
    arguments, problem, field = params.check_arguments(tool.params, tool.exactly_one, given)
    return {"tool": tool.name, "given": given, "expected": [{} if problem else arguments, problem, field]}


def draw_refusal() -> dict:
    tool = RANDOM.choice(CALLING)
    possible = {
        "field": RANDOM.choice(["productId", "cepId", "prompt", "mediaAssetId"]),
        "fields": RANDOM.choice([["a"], ["productId", "cepText"]]),
        "resetsAt": RANDOM.choice([None, "2026-01-02T00:00:00Z"]),
        "inFlight": maybe(0.5),
        "status": RANDOM.choice(["failed", "completed"]),
        "existing": [{"id": "cep_1", "cepText": "t", "angle": None, "createdAt": "x", "more": 1}],
        "retryAfterSeconds": RANDOM.choice([3, "x"]),
        **{"limit": 5, "existingId": "med_1", "scope": "generate", "quota": "uploads", "used": 4},
        **{"expected": "product", "given": "media", "media": "wrong type", "message": "m"},
    }
    data = {name: value for name, value in possible.items() if maybe(0.4)}
    texts = ["productId is wrong. See POST /api/agent/reports and pollUrl.", "x" * 400, "no clientRef"]
    data |= {"error": RANDOM.choice(texts), "code": RANDOM.choice([*failures.HINTS, "strange_code"])}
    data |= {"charged": RANDOM.choice(["none", "refunded", "unknown"]), "requestId": "req_1"}
    names = ("product_id", "media_id", "client_ref", "cep_id")
    arguments = {name: f"{name}_v" for name in names if maybe(0.3)}
    status = RANDOM.choice([400, 403, 404, 409, 429, 500, 503])
    headers = {"retry-after": "9"} if maybe(0.3) else {}
    call = calls.Call(tool, arguments, Settings("", ""))
    expected = call.to_failure(SendResult(Answer(status, headers, data), False))
    sent = {"status": status, "data": data, "headers": headers}
    return {"tool": tool.name, "arguments": arguments, "sent": sent, "expected": expected}


def draw_answer() -> dict:
    tool = RANDOM.choice(CALLING)
    data = {**draw_fields(tool.shape), "extra": 1}
    arguments = {"limit": 1} if maybe(0.2) else {}
    call = calls.Call(tool, arguments, Settings("", ""))
    expected = round_numbers(call.to_result(SendResult(Answer(200, {}, data), False)))
    sent = {"status": 200, "data": data, "headers": {}}
    return {"tool": tool.name, "arguments": arguments, "sent": sent, "expected": expected}


def draw_fields(shape: dict) -> dict:
    fields = {}
    for name, (kind, inner) in shape.items():
        rows = [draw_fields(inner) for _ in range(RANDOM.randrange(3))] if inner else ["a", 1]
        good = {
            **{"string": RANDOM.choice(TEXTS), "integer": RANDOM.choice([0, 5, 2**40])},
            **{"number": RANDOM.choice(NUMBERS), "boolean": maybe(0.5), "": RANDOM.choice(WRONG)},
            **{"array": rows, "object": draw_fields(inner) if inner else {"a": 1}},
        }[kind]
        if maybe(0.85):
            fields[name] = good if maybe(0.9) else RANDOM.choice(WRONG)
    return fields


for draw in (draw_arguments, draw_refusal, draw_answer):
    for _ in range(COUNT):
        print(json.dumps({"kind": draw.__name__, **draw()}))
