"""Checks the fields of one call against the shape that the guide's table gives it."""

from __future__ import annotations

import base64
import binascii
import json
import re

from .graph_error import invalid
from .guide_rules import Field, GuideRules, Shape

PICTURE_STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")


def check_fields(rules: GuideRules, shape: Shape, given: dict, where: str) -> dict:
    """The fields with parsed JSON; refuses what the guide does not list."""
    for name in given:
        if name not in shape.fields:
            raise invalid(f"{where} has no field {name} in the guide", blame=name)
    for one in shape.fields.values():
        if one.required and given.get(one.name) in (None, ""):
            raise invalid(f"{where} needs {one.name}", blame=one.name)
    for names in shape.one_of:
        if sum(name in given for name in names) != 1:
            raise invalid(f"{where} needs exactly one of {', '.join(names)}", blame=names[0])
    for names in shape.at_most_one:
        if sum(name in given for name in names) > 1:
            raise invalid(f"{where} takes at most one of {', '.join(names)}", blame=names[0])
    return {name: check_value(rules, shape.fields[name], value, where) for name, value in given.items()}


def check_value(rules: GuideRules, one: Field, value, where: str):
    if one.name == "fields" and one.values:
        return check_read_list(rules, one, str(value), where)
    if one.values and str(value) not in one.values:
        raise invalid(f"{where}: {one.name}={value} is not one of {', '.join(one.values)}", blame=one.name)
    if one.kind in ("json", "list"):
        return check_json(rules, one, value, where)
    if one.kind in ("int", "minor"):
        low = 1 if one.kind == "minor" else 0
        if isinstance(value, bool) or not re.fullmatch(r"\d+", str(value)) or int(value) < low:
            unit = "a whole number of minor units above 0" if low else "an integer"
            raise invalid(f"{where}: {one.name}={value} is not {unit}", blame=one.name)
        return int(value)
    if one.kind == "bool":
        if str(value).lower() not in ("true", "false"):
            raise invalid(f"{where}: {one.name}={value} is not true or false", blame=one.name)
        return str(value).lower() == "true"
    if one.kind == "url" and not re.match(r"https?://[^\s/]+/\S*$", str(value)):
        raise invalid(f"{where}: {one.name} is not an address", blame=one.name)
    return picture_of(value, one.name, where) if one.kind == "base64" else value


def check_json(rules: GuideRules, one: Field, value, where: str):
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except json.JSONDecodeError:
            raise invalid(f"{where}: {one.name} is not JSON", blame=one.name) from None
    wanted = list if one.kind == "list" else dict
    if not isinstance(value, wanted):
        raise invalid(f"{where}: {one.name} is not a JSON {wanted.__name__}", blame=one.name)
    spec = rules.specs.get(one.name)
    if spec is None:
        return value
    if wanted is list:
        return [check_fields(rules, spec, item, one.name) for item in value]
    return check_fields(rules, spec, value, one.name)


def check_read_list(rules: GuideRules, one: Field, text: str, where: str) -> dict[str, list[str]]:
    """`id,creative{id}` as {id: [], creative: [id]}."""
    requested: dict[str, list[str]] = {}
    for name, inner in re.findall(r"([a-z_]+)(?:\{([^}]*)\})?(?:,|$)", text):
        requested[name] = [part for part in (inner or "").split(",") if part]
    if ",".join(n + ("{" + ",".join(i) + "}" if i else "") for n, i in requested.items()) != text:
        raise invalid(f"{where}: fields={text} cannot be read", blame="fields")
    for name, inner in requested.items():
        if name not in one.values:
            raise invalid(f"{where}: the guide knows no readable field {name}", blame="fields")
        if inner:
            node = rules.endpoint("GET", f"/<{name}_id>")
            known = node.shape.fields["fields"].values if node else ()
            for part in inner:
                if part not in known:
                    raise invalid(
                        f"{where}: the guide knows no readable field {name}{{{part}}}", blame="fields"
                    )
    return requested


def picture_of(value: str, name: str, where: str) -> bytes:
    try:
        data = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise invalid(f"{where}: {name} is not base64", blame=name) from None
    if not is_picture(data):
        raise invalid(f"{where}: {name} is not a picture", blame=name)
    return data


def is_picture(data: bytes) -> bool:
    return data.startswith(PICTURE_STARTS) and len(data) > 32


def is_video(data: bytes) -> bool:
    return data[4:8] == b"ftyp" or data.startswith(b"\x1aE\xdf\xa3")
