"""Gives the fuzzer, half of the time, what it cannot invent: ids that exist, a picture, a password."""

import hashlib
import json
import os
import random
import re
import threading

import schemathesis

with open(os.environ["PROBE_GIVEN"], encoding="utf-8") as file:
    GIVEN = json.load(file)
RANDOM = random.Random(int(os.environ["PROBE_SEED"]))
PICTURE = bytes.fromhex(GIVEN["picture"])
LATEST = 20
PAIR = re.compile(r"^/api/gen/(products|characters)/\{id\}/reference/\{photoId\}$")

lock = threading.Lock()
calls = open(os.environ["PROBE_CALLS"], "a", encoding="utf-8", buffering=1)
things: dict[str, list[str]] = GIVEN["things"]
photos_of: dict[str, list[tuple[str, str]]] = {"products": [], "characters": []}
log_outs: list[str] = GIVEN["logOuts"]
visitor = {"session": GIVEN["visitorSession"]}

KIND_OF_FIELD = {
    "productId": "product",
    "topicId": "topic",
    "characterId": "character",
    "cepId": "cep",
    "generatedMediaId": "media",
    "mediaAssetId": "asset",
    "productPhotoReferenceIds": "photo",
    "photoReferenceIds": "photo",
}
KIND_OF_PATH = {
    "products": "product",
    "characters": "character",
    "media": "media",
    "ceps": "cep",
    "keys": "key",
    "notes": "note",
    "assets": "asset",
    "history": "history",
    "invitations": "invitation",
}
MODELS = ["simulator/ok", "simulator/ok", "simulator/fail", "simulator/partial"]


TWIN = "/api/owner/{mode}/"


def plain(path: str) -> str:
    """The path of the endpoint whose twin this is."""
    return path.replace(TWIN, "/api/")


def half() -> bool:
    return RANDOM.random() < 0.5


def one_of(kind: str) -> str | None:
    known = things.get(kind) or []
    return RANDOM.choice(known[-LATEST:]) if known else None


@schemathesis.serializer("application/x-ndjson", "text/csv")
def lines(context, value):
    """The body of an import: sometimes the example of the description, which is valid."""
    if not isinstance(value, (str, bytes)):
        value = json.dumps(value)
    return value if isinstance(value, bytes) else value.encode("utf-8", "replace")


@schemathesis.hook
def before_call(context, case, kwargs):
    with lock:
        operation = case.operation
        # Requests that follow from earlier answers already have their ids.
        if not is_stateful(case):
            fill_path(plain(operation.path), case)
            fill_query(case)
        if (case.path_parameters or {}).get("id") == GIVEN["ownKey"]:
            case.path_parameters["id"] = one_of("key") or "key_0000000000000000000000"
        fill_body(operation, case)
        if not (case.cookies or {}).get("__Host-sid"):
            return
        if operation.path.startswith("/api/admin/"):
            case.cookies["__Host-sid"] = GIVEN["adminSession"]
        if operation.label == "DELETE /api/account/session" and log_outs:
            case.cookies["__Host-sid"] = log_outs.pop(RANDOM.randrange(len(log_outs)))
        if operation.label == "DELETE /api/account/sessions/{session}" and log_outs and half():
            token = log_outs.pop(RANDOM.randrange(len(log_outs)))
            case.path_parameters["session"] = hashlib.sha256(token.encode()).hexdigest()[:16]
        if operation.label == "POST /api/account/password" and half():
            case.cookies["__Host-sid"] = visitor["session"]
            password = GIVEN["logIn"]["password"]
            case.body = {"oldPassword": password, "newPassword": password}


def is_stateful(case) -> bool:
    return case.meta is not None and case.meta.phase.name.value == "stateful"


def fill_path(path: str, case) -> None:
    if not case.path_parameters or not half():
        return
    # What exists is live.
    if "mode" in case.path_parameters:
        case.path_parameters["mode"] = "live"
    pair = PAIR.match(path)
    if pair:
        known = photos_of[pair[1]]
        if known:
            holder, photo = RANDOM.choice(known[-LATEST:])
            case.path_parameters.update(id=holder, photoId=photo)
    elif "ticket" in case.path_parameters:
        case.path_parameters["ticket"] = RANDOM.choice(GIVEN["tickets"])
    elif "file" in case.path_parameters:
        # The names of the agent files are already examples in the description.
        known = GIVEN["files"].get(path.split("/")[-2])
        case.path_parameters["file"] = RANDOM.choice(known) if known else case.path_parameters["file"]
    elif "id" in case.path_parameters:
        kind = next(kind for word, kind in KIND_OF_PATH.items() if f"/{word}/{{id}}" in path)
        case.path_parameters["id"] = one_of(kind) or case.path_parameters["id"]


def fill_query(case) -> None:
    if not case.query:
        return
    for field in ("productId", "topicId"):
        if field in case.query and half():
            case.query[field] = one_of(KIND_OF_FIELD[field])
    if "ids" in case.query and half():
        case.query["ids"] = ",".join(filter(None, [one_of("media"), one_of("media")]))
    # Exactly one target may be named.
    if plain(case.operation.path) == "/api/agent/ceps" and half():
        case.query.pop(RANDOM.choice(["productId", "topicId"]), None)


def fill_body(operation, case) -> None:
    body = case.body
    if not isinstance(body, dict):
        return
    if operation.label == "POST /mcp":
        if half():
            case.body = tool_call()
        return
    if operation.label == "POST /api/account/session":
        # Few are let through in a minute, so most are right.
        if half() or half():
            case.body = dict(GIVEN["logIn"])
        return
    if operation.path.startswith("/api/account/consents") and half():
        body["request"] = GIVEN["consentRequest"]
    for field, kind in KIND_OF_FIELD.items():
        if field in body and half() and not is_stateful(case):
            body[field] = [one_of(kind)] if field.endswith("Ids") else one_of(kind)
    if case.media_type == "multipart/form-data" and half():
        body["file"] = PICTURE
        if operation.path.endswith("/reference"):
            body["label"] = "front"
    label = plain(operation.label)
    if label == "POST /api/agent/ceps" and half():
        body.pop(RANDOM.choice(["productId", "topicId"]), None)
    if operation.path.endswith("/reference") and half():
        body.pop(RANDOM.choice(["fileUrl", "mediaAssetId"]), None)
    if label == "POST /api/agent/reports" and half():
        make_valid_report(body)
    if plain(operation.path) in ("/api/gen/image", "/api/gen/video", "/api/gen/quote") and half():
        simplify(body)


def tool_call() -> dict:
    """Calls a tool of /mcp with arguments that mostly fit: ids that exist, choices, short texts."""
    tool = RANDOM.choice(GIVEN["tools"])
    named = [param for param in tool["params"] if param.get("required") or half()]
    arguments = {param["name"]: tool_argument(param) for param in named}
    return {
        "jsonrpc": "2.0",
        "id": RANDOM.randrange(1000),
        "method": "tools/call",
        "params": {"name": tool["name"], "arguments": arguments},
    }


def tool_argument(param: dict) -> object:
    kind = KIND_OF_FIELD.get(param["field"]) or {"mediaId": "media", "ids": "media"}.get(param["field"])
    value: object = one_of(kind) if kind else RANDOM.choice(["x", "7", "", None, "\u0000", "2026-01-01"])
    if "choices" in param and half():
        value = RANDOM.choice(param["choices"])
    if param["kind"] == "objects":
        value = [{"day": "2026-01-01", "spend": 1, "impressions": 1, "clicks": 1}]
    return [value] if param["kind"] == "strings" and half() else value


def make_valid_report(body: dict) -> None:
    """Makes a valid report: removes ids that must exist, gives each report its own key, and shares fields."""
    for field in ("generatedMediaId", "productId", "cepId"):
        body.pop(field, None)
    # A row without one of these takes it from above; the schema does not say that one of them must be there.
    shared = {"currency": "EUR", "conversionType": "purchase"}
    shared |= {"attribution": "7d_click", "objective": "sales"}
    body.update({field: value for field, value in shared.items() if field not in body})
    body["platformAdId"] = f"ad {RANDOM.randrange(200)}"
    body["idempotencyKey"] = f"probe {RANDOM.randrange(10**12)}"


def simplify(body: dict) -> None:
    """Makes a valid submit: removes what depends on other content. A clientRef is bound to the first body."""
    for field in (*KIND_OF_FIELD, "useProductPhoto", "imageUrls", "maskUrl", "clientRef"):
        body.pop(field, None)
    if "model" in body:
        body["model"] = RANDOM.choice(MODELS)


@schemathesis.hook
def after_call(context, case, response):
    calls.write(f"{case.operation.definition.raw['operationId']}\t{case.method}\t{response.status_code}\n")
    if response.status_code not in (200, 201) or case.method not in ("POST", "DELETE"):
        return
    try:
        answer = response.json()
    except ValueError:
        return
    with lock:
        if case.operation.label == "POST /api/account/password":
            cookie = re.search(r"__Host-sid=([^;]+)", response.headers.get("set-cookie", [""])[0])
            visitor["session"] = cookie[1] if cookie else visitor["session"]
        store_ids(case, answer)


def store_ids(case, answer: dict) -> None:
    """Stores the ids of what was created for later requests. Deleted ids stay, to be tried again."""
    if case.method == "DELETE" or (case.path_parameters or {}).get("mode") == "test":
        return
    for kind in ("product", "character", "topic", "asset", "cep", "key", "note"):
        created = answer.get(kind)
        if isinstance(created, dict) and "id" in created:
            things.setdefault(kind, []).append(created["id"])
    if "link" in answer:
        things.setdefault("invitation", []).append(answer["id"])
    if "pollUrl" in answer:
        things.setdefault("media", []).append(answer["id"])
    if "photo" in answer:
        holder = "products" if "/products/" in case.operation.path else "characters"
        photos_of[holder].append((case.path_parameters["id"], answer["photo"]["id"]))
        things.setdefault("photo", []).append(answer["photo"]["id"])
