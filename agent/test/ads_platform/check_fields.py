"""Checks the parameters of one call against the fields that the guide's tables list for it."""

from __future__ import annotations

import base64
import binascii
import json
import re

from .graph_error import invalid
from .guide_rules import Field, GuideRules, Shape

PICTURE_SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")


def check_fields(rules: GuideRules, shape: Shape, params: dict, where: str) -> dict:
    """Returns the parameters with parsed values. Raises if the guide does not allow one of them."""
    for name in params:
        if name not in shape.fields:
            raise invalid(f"{where} has no field {name} in the guide", blame=name)
    for field in shape.fields.values():
        if field.required and params.get(field.name) in (None, ""):
            raise invalid(f"{where} needs {field.name}", blame=field.name)
    for names in shape.one_of:
        if sum(name in params for name in names) != 1:
            raise invalid(f"{where} needs exactly one of {', '.join(names)}", blame=names[0])
    for names in shape.at_most_one:
        if sum(name in params for name in names) > 1:
            raise invalid(f"{where} takes at most one of {', '.join(names)}", blame=names[0])
    return {name: check_value(rules, shape.fields[name], value, where) for name, value in params.items()}


def check_value(rules: GuideRules, field: Field, value, where: str):
    """Returns the parsed value. The kind `minor` is an amount in minor units, such as cents."""
    if field.name == "fields" and field.values:
        return parse_field_list(rules, field, str(value), where)
    if field.values and str(value) not in field.values:
        raise invalid(
            f"{where}: {field.name}={value} is not one of {', '.join(field.values)}", blame=field.name
        )
    if field.kind in ("json", "list"):
        return check_json(rules, field, value, where)
    if field.kind in ("int", "minor"):
        low = 1 if field.kind == "minor" else 0
        if isinstance(value, bool) or not re.fullmatch(r"\d+", str(value)) or int(value) < low:
            unit = "a whole number of minor units above 0" if low else "an integer"
            raise invalid(f"{where}: {field.name}={value} is not {unit}", blame=field.name)
        return int(value)
    if field.kind == "bool":
        if str(value).lower() not in ("true", "false"):
            raise invalid(f"{where}: {field.name}={value} is not true or false", blame=field.name)
        return str(value).lower() == "true"
    if field.kind == "url" and not re.match(r"https?://[^\s/]+/\S*$", str(value)):
        raise invalid(f"{where}: {field.name} is not a URL", blame=field.name)
    return decode_picture(value, field.name, where) if field.kind == "base64" else value


def check_json(rules: GuideRules, field: Field, value, where: str):
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except json.JSONDecodeError:
            raise invalid(f"{where}: {field.name} is not JSON", blame=field.name) from None
    expected = list if field.kind == "list" else dict
    if not isinstance(value, expected):
        raise invalid(f"{where}: {field.name} is not a JSON {expected.__name__}", blame=field.name)
    spec = rules.specs.get(field.name)
    if spec is None:
        return value
    if expected is list:
        return [check_fields(rules, spec, item, field.name) for item in value]
    return check_fields(rules, spec, value, field.name)


def parse_field_list(rules: GuideRules, field: Field, text: str, where: str) -> dict[str, list[str]]:
    """Parses `id,creative{id}` into {id: [], creative: [id]}."""
    requested: dict[str, list[str]] = {}
    for name, inner in re.findall(r"([a-z_]+)(?:\{([^}]*)\})?(?:,|$)", text):
        requested[name] = [part for part in (inner or "").split(",") if part]
    if ",".join(n + ("{" + ",".join(i) + "}" if i else "") for n, i in requested.items()) != text:
        raise invalid(f"{where}: fields={text} has invalid syntax", blame="fields")
    for name, inner in requested.items():
        if name not in field.values:
            raise invalid(f"{where}: the guide lists no readable field {name}", blame="fields")
        if inner:
            node = rules.endpoint("GET", f"/<{name}_id>")
            known = node.shape.fields["fields"].values if node else ()
            for part in inner:
                if part not in known:
                    raise invalid(
                        f"{where}: the guide lists no readable field {name}{{{part}}}", blame="fields"
                    )
    return requested


def decode_picture(value: str, name: str, where: str) -> bytes:
    try:
        data = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise invalid(f"{where}: {name} is not base64", blame=name) from None
    if not is_picture(data):
        raise invalid(f"{where}: {name} is not a picture", blame=name)
    return data


def is_picture(data: bytes) -> bool:
    return data.startswith(PICTURE_SIGNATURES) and len(data) > 32


def is_video(data: bytes) -> bool:
    return data[4:8] == b"ftyp" or data.startswith(b"\x1aE\xdf\xa3")
