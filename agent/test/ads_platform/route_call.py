"""Finds the endpoint of the guide for a call, by its path and by the kinds of the ids in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .graph_error import invalid
from .guide_rules import Endpoint, GuideRules
from .platform_state import PlatformState

KINDS_OF_ID = ("campaign", "adset", "ad")
NO_SUCH_OBJECT = 33


@dataclass
class Route:
    endpoint: Endpoint
    ids: list[tuple[str, str]] = field(default_factory=list)


def route_call(rules: GuideRules, state: PlatformState, method: str, path: str) -> Route:
    segments = [part for part in path.strip("/").split("/") if part]
    if not segments or segments[0] != rules.version:
        raise invalid(f"{method} {path} lacks the pinned version {rules.version} in its path")
    segments = segments[1:]
    same_form = [e for e in rules.endpoints if e.method == method and fits(e.segments, segments)]
    for endpoint in same_form:
        ids = kinds_of(state, endpoint.segments, segments)
        if ids is not None:
            return Route(endpoint, ids)
    for part in segments:
        if part in state.accounts:
            raise invalid(f"{method} {path} names the ad account {part} without its act_ prefix")
    if same_form:
        raise invalid(f"{method} {path}: no such object for this call", subcode=NO_SUCH_OBJECT)
    raise invalid(f"{method} {path} is not a call of the guide")


def fits(pattern: list[str], segments: list[str]) -> bool:
    return len(pattern) == len(segments) and all(
        "<" in part or part == given for part, given in zip(pattern, segments, strict=True)
    )


def kinds_of(state: PlatformState, pattern: list[str], segments: list[str]) -> list[tuple[str, str]] | None:
    ids: list[tuple[str, str]] = []
    for part, given in zip(pattern, segments, strict=True):
        hole = re.fullmatch(r"(act_)?<(\w+)>", part)
        if not hole:
            continue
        kind = kind_of(state, hole[2], bool(hole[1]), given)
        if kind is None:
            return None
        ids.append((kind, given.removeprefix("act_")))
    return ids


def kind_of(state: PlatformState, hole: str, prefixed: bool, given: str) -> str | None:
    account = given.startswith("act_") and given.removeprefix("act_") in state.accounts
    if prefixed or given.startswith("act_"):
        return "ad_account" if account and (prefixed or hole == "id") else None
    if hole == "id":
        return next((kind for kind in KINDS_OF_ID if given in state.objects_of(kind)), None)
    kind = hole.removesuffix("_id")
    return kind if given in state.objects_of(kind) else None
