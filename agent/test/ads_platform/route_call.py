"""Finds the endpoint of the guide that a call matches, by its method, its path and the ids in the path.

This is part of the test double of the ads platform. Paths of the guide contain placeholders: `<adset_id>`
stands for the id of an ad set, `act_<ad_account_id>` for an ad account with its prefix, and `<id>` for any
object that has insights. Two endpoints can differ only in a placeholder, so each id is looked up in the state
to find its kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .graph_error import invalid
from .guide_rules import Endpoint, GuideRules
from .platform_state import PlatformState

# What `<id>` can stand for, apart from an ad account.
ID_PLACEHOLDER_KINDS = ("campaign", "adset", "ad")
# The platform's error subcode for an object that does not exist.
NO_SUCH_OBJECT_SUBCODE = 33


@dataclass
class Route:
    endpoint: Endpoint
    # The ids in the path, as (kind, id).
    ids: list[tuple[str, str]] = field(default_factory=list)


def route_call(rules: GuideRules, state: PlatformState, method: str, path: str) -> Route:
    segments = [part for part in path.strip("/").split("/") if part]
    if not segments or segments[0] != rules.version:
        raise invalid(f"{method} {path}: the path must start with the API version {rules.version}")
    segments = segments[1:]
    candidates = [e for e in rules.endpoints if e.method == method and matches(e.segments, segments)]
    for endpoint in candidates:
        ids = resolve_ids(state, endpoint.segments, segments)
        if ids is not None:
            return Route(endpoint, ids)
    for segment in segments:
        if segment in state.accounts:
            raise invalid(f"{method} {path} must have the act_ prefix before the ad account {segment}")
    if candidates:
        raise invalid(
            f"{method} {path}: there is no such object for this call", subcode=NO_SUCH_OBJECT_SUBCODE
        )
    raise invalid(f"{method} {path} is not documented in the guide")


def matches(pattern: list[str], segments: list[str]) -> bool:
    return len(pattern) == len(segments) and all(
        "<" in part or part == segment for part, segment in zip(pattern, segments, strict=True)
    )


def resolve_ids(
    state: PlatformState, pattern: list[str], segments: list[str]
) -> list[tuple[str, str]] | None:
    """Returns (kind, id) for each placeholder, or None if an id does not exist or is of another kind."""
    ids: list[tuple[str, str]] = []
    for part, segment in zip(pattern, segments, strict=True):
        placeholder = re.fullmatch(r"(act_)?<(\w+)>", part)
        if not placeholder:
            continue
        kind = resolve_kind(state, placeholder[2], bool(placeholder[1]), segment)
        if kind is None:
            return None
        ids.append((kind, segment.removeprefix("act_")))
    return ids


def resolve_kind(state: PlatformState, placeholder: str, needs_prefix: bool, segment: str) -> str | None:
    """Returns the kind of the object with this id, or None if the placeholder does not allow it."""
    has_prefix = segment.startswith("act_")
    if needs_prefix or has_prefix:
        is_account = has_prefix and segment.removeprefix("act_") in state.accounts
        allows_account = needs_prefix or placeholder == "id"
        return "ad_account" if is_account and allows_account else None
    if placeholder == "id":
        return next((kind for kind in ID_PLACEHOLDER_KINDS if segment in state.objects_of(kind)), None)
    kind = placeholder.removesuffix("_id")
    return kind if segment in state.objects_of(kind) else None
