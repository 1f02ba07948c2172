"""The list of tools: exactly those of the interface, consistent with the contract, and small."""

from __future__ import annotations

import json
import re

import pytest
from openapi_document import OPENAPI, SCHEMAS
from params import RENAMED_ARGUMENTS, camel
from repo_paths import CONTRACT
from retry import RetryPolicy
from serve import describe_tool
from settings import VERSION
from tokenizer import count_tokens
from tool_names import TOOL_NAMES
from toolbox import TOOLS, listed_tools, result_fields

HINTS = {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
EXTRA = ["report_results", "quote_job", "get_drift", "plan_creatives", "cancel_media"]


def test_the_22_tools_are_listed() -> None:
    assert sorted(one.name for one in listed_tools()) == sorted(TOOL_NAMES)


def test_the_five_extra_tools_are_listed_only_when_enabled(monkeypatch, call) -> None:
    assert call("quote_job", kind="image", prompt="x")["code"] == "unknown_tool"
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "report_results")
    assert [one.name for one in listed_tools()][22:] == ["report_results"]
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "1")
    assert [one.name for one in listed_tools()][22:] == EXTRA
    assert call("quote_job", kind="image", prompt="x")["code"] == "not_configured"


def test_the_list_stays_within_its_token_limit(monkeypatch) -> None:
    tools = {"tools": [describe_tool(one) for one in listed_tools()]}
    assert count_tokens(tools) < 4_500
    assert count_tokens(json.dumps(tools)) < 6_000
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "report_results")
    assert count_tokens({"tools": [describe_tool(one) for one in listed_tools()]}) <= 4_800
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "1")
    assert count_tokens({"tools": [describe_tool(one) for one in listed_tools()]}) < 6_000


def test_the_first_sentence_of_each_description_is_unique_and_short() -> None:
    firsts = [re.split(r"(?<=\.)\s", one.description)[0] for one in TOOLS.values()]
    assert len(set(firsts)) == len(TOOLS) and max(map(len, firsts)) <= 60
    for one in TOOLS.values():
        assert not re.search(r"system:|do not mention|curl http", one.description)


def test_every_tool_has_a_title_and_all_four_annotations() -> None:
    titles = [one.title for one in TOOLS.values()]
    assert len(set(titles)) == len(TOOLS) and all(0 < len(title) <= 30 for title in titles)
    for one in TOOLS.values():
        described = describe_tool(one)
        assert described["title"] == one.title
        assert set(described["annotations"]) == HINTS and set(described["annotations"].values()) <= {
            True,
            False,
        }, one.name


def test_the_annotations_match_what_a_call_does() -> None:
    reads = {name for name, one in TOOLS.items() if one.endpoint.split(" ")[0] in ("GET", "")} | {"quote_job"}
    assert hinted("readOnlyHint") == reads
    assert hinted("idempotentHint") - reads == {
        "rename_product",
        "attach_media",
        "delete_cep",
        "cancel_media",
    }
    assert hinted("destructiveHint") == {"delete_cep", "cancel_media"}
    # These reach beyond the service: a provider, or an address that the caller gives.
    assert hinted("openWorldHint") == {"generate_image", "generate_video", "add_product_reference"}


def test_a_call_that_charges_is_idempotent_only_if_it_must_carry_a_client_reference() -> None:
    charging = {
        name for name, one in TOOLS.items() if "creditsCost" in one.shape and one.endpoint[:4] == "POST"
    }
    assert charging == {"generate_image", "generate_video"}
    for name in charging:
        # Without client_ref, a second call is a second job and a second charge.
        is_required = TOOLS[name].params["client_ref"].required
        assert describe_tool(TOOLS[name])["annotations"]["idempotentHint"] == is_required, name


def test_a_call_whose_effect_occurs_twice_is_not_idempotent() -> None:
    once = {name for name, one in TOOLS.items() if one.policy in (RetryPolicy.ONCE, RetryPolicy.SUBMIT)}
    assert "report_results" in once and not once & hinted("idempotentHint")


def hinted(hint: str) -> set[str]:
    return {name for name, one in TOOLS.items() if describe_tool(one)["annotations"][hint]}


def operation(endpoint: str) -> dict:
    method, path = endpoint.split(" ")
    return OPENAPI["paths"][re.sub(r"\{\w+\}", "{id}", path)][method.lower()]


def resolve(schema: dict) -> dict:
    return SCHEMAS[schema["$ref"].split("/")[-1]] if "$ref" in schema else schema


def contract_params(endpoint: str) -> dict[str, dict]:
    """Every field that the contract accepts, by its JSON name."""
    one = operation(endpoint)
    found = {item["name"]: item["schema"] for item in one.get("parameters", []) if item["in"] == "query"}
    for content in one.get("requestBody", {}).get("content", {}).values():
        for name, schema in resolve(content["schema"])["properties"].items():
            found.setdefault(name, schema)
    return found


LEFT_OUT = {
    "ping": {"limit", "cursor"},
    "add_product_reference": {"file"},
    "generate_video": {"file"},
    "download_media": {"redirect"},
    "list_media": {"mediaType", "ids"},
    # An agent reports what it has just read, so the time of arrival is right.
    "report_results": {"fetchedAt"},
}


@pytest.mark.parametrize("name", [name for name in TOOLS if TOOLS[name].endpoint and name != "quote_job"])
def test_the_parameters_match_the_contract(name) -> None:
    tool = TOOLS[name]
    contract = contract_params(tool.endpoint)
    ours = {one.field: one for one in tool.params.values() if one.place == "field" and not one.http_name}
    assert set(ours) == set(contract) - LEFT_OUT.get(name, set())
    for field, one in ours.items():
        schema = resolve(contract[field])
        # A parameter that may be sent again is a text or a list; the tool has an argument for each.
        schema = schema.get("anyOf", [schema])[0]
        assert list(one.choices) == schema.get("enum", []), field
        kinds = {"strings": "array", "objects": "array"}
        assert kinds.get(one.kind, one.kind) == schema["type"] or (one.kind, schema["type"]) == (
            "integer",
            "number",
        )
        if one.kind == "string" and one.maximum:
            assert one.maximum == schema["maxLength"], field
        if field == "limit":
            assert (one.minimum, one.maximum) == (schema["minimum"], schema["maximum"])
    in_path = [one.name for one in tool.params.values() if one.place == "path"]
    assert all("{" + one + "}" in tool.endpoint for one in in_path)


def test_a_quote_takes_the_parameters_of_the_submits() -> None:
    submits = {*TOOLS["generate_image"].params, *TOOLS["generate_video"].params} - {"client_ref", "file_path"}
    assert set(TOOLS["quote_job"].params) == submits | {"kind"}


def allowed_types(schema: dict) -> set[str]:
    schema = resolve(schema)
    if "anyOf" in schema:
        return set().union(*(allowed_types(one) for one in schema["anyOf"]))
    kind = schema.get("type", "")
    return set(kind) if isinstance(kind, list) else {kind}


def compare(shape: dict, schema: dict, place: str, own: set[str]) -> None:
    """Every field of a shape is in the answer of the contract, with the same type."""
    schema = resolve(schema)
    if "anyOf" in schema:
        schema = next(resolve(one) for one in schema["anyOf"] if resolve(one).get("type") == "object")
    for name, (kind, inner) in shape.items():
        path = f"{place}.{name}"
        if name in own:
            continue
        assert name in schema["properties"], path
        found = schema["properties"][name]
        assert not kind or kind in allowed_types(found), path
        if inner and kind == "array":
            compare(inner, resolve(found)["items"], path, set())
        elif inner:
            compare(inner, found, path, set())


OWN_FIELDS = {
    "ping": {"baseUrl", "clientVersion", "notice", "missingScopes"},
    "generate_image": {"clientRef", "charged", "replayed"},
    "generate_video": {"clientRef", "charged", "replayed"},
    "get_media": {"media", "missing", "moreFiles"},
    "report_results": {"idempotencyKey"},
}


@pytest.mark.parametrize("name", [name for name in TOOLS if TOOLS[name].endpoint])
def test_the_results_match_the_contract(name) -> None:
    tool = TOOLS[name]
    answers = operation(tool.endpoint)["responses"]
    answer = answers.get("200") or answers["201"]
    compare(tool.shape, answer["content"]["application/json"]["schema"], name, OWN_FIELDS.get(name, set()))


def test_the_field_paths_of_a_result_can_be_listed() -> None:
    assert {"ok", "history[].drift.verdict", "history[].tier", "nextCursor"} <= result_fields(
        "get_campaign_history"
    )
    assert {"id", "videoUrl", "media[].status", "missing"} <= result_fields("get_media")
    assert list(TOOLS["create_product"].params) == ["name"]


def test_the_versions_match_the_contract() -> None:
    from guide import GUIDE_VERSION

    text = (CONTRACT / "src/version.ts").read_text(encoding="utf-8")
    assert f"CLIENT_VERSION = '{VERSION}'" in text and f"GUIDE_VERSION = '{GUIDE_VERSION}'" in text


def test_the_scopes_match_the_contract() -> None:
    from tools_system import SCOPES

    text = (CONTRACT / "src/keys.ts").read_text(encoding="utf-8")
    assert f"scopes = [{', '.join(map(repr, SCOPES))}] as const" in text


def test_the_renamed_arguments_exist() -> None:
    known = {name for one in TOOLS.values() for name in one.params}
    assert set(RENAMED_ARGUMENTS) <= known and all(camel(name) != name for name in RENAMED_ARGUMENTS)
