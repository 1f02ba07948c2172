"""Defines the parameters of a tool: their JSON schema, and the check of the arguments that a caller sends."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Param:
    name: str
    kind: str  # string, integer, number, boolean, strings, objects
    description: str = ""
    required: bool = False
    choices: tuple = ()
    minimum: int | None = None
    maximum: int | None = None  # characters of a string, items of a list, or value of a number
    default: object = None  # sent when the argument is missing
    # field: query or body; again: a further value of that field of the query; path: part of the URL;
    # local: used by the client
    place: str = "field"
    http_name: str = ""  # name of the HTTP field, if it is not `name` in camelCase

    @property
    def field(self) -> str:
        return self.http_name or camel(self.name)

    def schema(self) -> dict:
        schema: dict = {"type": "array" if self.kind in ("strings", "objects") else self.kind}
        if schema["type"] == "array":
            schema["items"] = {"type": self.kind[:-1]}
        if self.choices:
            schema["enum"] = list(self.choices)
        if self.maximum and self.kind in ("string", "strings"):
            schema["maxLength" if self.kind == "string" else "maxItems"] = self.maximum
        if self.description:
            schema["description"] = self.description
        return schema


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def snake(name: str) -> str:
    return re.sub(r"([A-Z])", lambda match: "_" + match[1].lower(), name)


# Arguments whose HTTP names appear in messages of the service. Names of result fields stay as they are.
RENAMED_ARGUMENTS = [
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
    *("conversion_type", "platform_ad_id", "window_start", "window_end"),
]
TOOL_TERMS = {
    "pollUrl": "get_media",
    "POST /api/agent/reports": "report_results",
    **{camel(name): name for name in RENAMED_ARGUMENTS},
}


def to_tool_terms(text: str) -> str:
    """Replaces HTTP field names in a message of the service with the names of arguments and tools."""
    return re.sub("|".join(rf"\b{word}\b" for word in TOOL_TERMS), lambda match: TOOL_TERMS[match[0]], text)


def input_schema(params: dict[str, Param]) -> dict:
    schema: dict = {"type": "object", "properties": {param.name: param.schema() for param in params.values()}}
    required = [param.name for param in params.values() if param.required]
    if required:
        schema["required"] = required
    return schema


def check_arguments(
    params: dict[str, Param], exactly_one: tuple[str, ...], raw_arguments: object
) -> tuple[dict, str, str | None]:
    """Returns (arguments, "", None), or ({}, problem, the argument it concerns).

    Arguments are corrected where the meaning is unambiguous.
    """
    if not isinstance(raw_arguments, dict):
        return {}, "The arguments must be one object.", None
    arguments: dict = {}
    for name, value in raw_arguments.items():
        # A caller that knows the HTTP API may write productId.
        param = params.get(name) or params.get(snake(name))
        if param is None:
            return {}, f"{name}: no such argument. Allowed: {', '.join(params) or 'none'}.", name
        if value is None or value in ("", [], {}):
            continue
        parsed, problem = _parse_value(param, value)
        if problem:
            return {}, f"{param.name}: {problem}", param.name
        arguments[param.name] = parsed
    missing = [param.name for param in params.values() if param.required and param.name not in arguments]
    if missing:
        return {}, f"{', '.join(missing)}: {'is' if len(missing) == 1 else 'are'} missing.", missing[0]
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
        return None, f"must be {article} {param.kind}{_allowed_choices(param)}."
    if param.choices and value not in param.choices:
        return None, f"must be one of {', '.join(map(str, param.choices))}."
    if isinstance(value, str):
        return value, _check_text(param, value)
    if (param.minimum is not None and value < param.minimum) or (
        param.maximum is not None and value > param.maximum
    ):
        return None, f"must be {param.minimum} to {param.maximum}."
    return value, ""


def _coerce(param: Param, value: object) -> object:
    """Converts a value of the wrong type, a common mistake of models, where the meaning is unambiguous."""
    if param.kind == "string":
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        matches = (
            choice
            for choice in param.choices
            if isinstance(value, str) and choice.lower() == value.strip().lower()
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
    kind, expected_word = (str, "text") if param.kind == "strings" else (dict, "objects")
    if not all(isinstance(item, kind) and item for item in items):
        return None, f"must be a list of {expected_word}."
    if param.maximum is not None and len(items) > param.maximum:
        return None, f"must have at most {param.maximum} items, not {len(items)}."
    return items, ""


def _check_text(param: Param, value: str) -> str:
    length = len(value.strip())
    if not length:
        return "must not be blank."
    if param.maximum is not None and length > param.maximum:
        return f"must have at most {param.maximum} characters, not {length}."
    if re.search("[\ud800-\udfff]", value):
        return "contains half a character (an unpaired surrogate)."
    return ""


def _allowed_choices(param: Param) -> str:
    return f", one of {', '.join(map(str, param.choices))}" if param.choices else ""
