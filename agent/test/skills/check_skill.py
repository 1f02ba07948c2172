"""Finds names in a skill that do not exist in the tools, the contract or the guide."""

from __future__ import annotations

import json
import re
from functools import cache

from ads_platform import GraphError, GuideRules, read_guide
from ads_platform.check_fields import check_value
from ads_platform.guide_rules import Endpoint, code_spans
from openapi_document import ERROR_CODES, SCHEMAS
from read_skill import PLACEHOLDER, Call, Skill, Step
from repo_paths import GUIDE
from toolbox import EXTRA_NAMES, TOOLS, result_fields

SECTIONS = ["When to Use", "What it costs", "Procedure", "Decision rules"]
SECTIONS += ["When a call fails", "Stop and ask", "Verification"]
CLIENT_CODES = {"not_configured", "bad_arguments", "unknown_tool", "unreachable", "timeout", "bad_answer"}
CLIENT_CODES |= {"unknown_outcome", "file_unusable", "internal"}
REMOTE_CODES = {"upload_needed"}
DESCRIPTION_CHARACTERS = 60
SKILL_CHARACTERS = 10_600
UNPROVEN = "without hook and character"
NOBODY_UNNAMED = "Without a name nobody appears."


def problems(skill: Skill) -> list[str]:
    found = [*front_matter_problems(skill), *failure_table_problems(skill), *wording_problems(skill)]
    found += order_problems(skill) + person_problems(skill)
    for step in skill.steps:
        for call in step.calls:
            check = tool_call_problems if call.kind == "svc" else platform_call_problems
            found += [f"step {step.number}: {problem}" for problem in check(skill, call)]
        found += [f"step {step.number}: {problem}" for problem in branch_problems(skill, step)]
    return found


def front_matter_problems(skill: Skill) -> list[str]:
    front, found = skill.front, []
    if front["name"] != skill.name:
        found.append(f"its name is {front['name']}, its folder {skill.name}")
    if not 0 < len(front["description"]) <= DESCRIPTION_CHARACTERS:
        found.append(f"a description of {len(front['description'])} characters is too long and is truncated")
    if front["metadata"]["hermes"]["requires_toolsets"] != ["svc"]:
        found.append("it does not require the toolset svc")
    if list(skill.sections) != SECTIONS:
        found.append(f"its sections are {list(skill.sections)}")
    if len(skill.text) > SKILL_CHARACTERS:
        found.append(f"{len(skill.text)} characters are too many to read")
    if [step.number for step in skill.steps] != list(range(1, len(skill.steps) + 1)):
        found.append("its steps are not numbered in order")
    if [call.key for call in skill.steps[0].calls] != ["ping"]:
        found.append("step 1 does not call ping")
    return found


def tool_call_problems(skill: Skill, call: Call) -> list[str]:
    # connect.py offers report_results; a host without it goes on.
    if call.key not in TOOLS or call.key in EXTRA_NAMES - {"report_results"}:
        return [f"there is no tool {call.key}"]
    found = [f"{call.key} has no argument {name}" for name in call.args if name not in TOOLS[call.key].params]
    return found + [
        f"{call.key} gives no field {path}" for path in call.reads if path not in fields_of(call.key)
    ]


def fields_of(tool: str) -> set[str]:
    """Includes the fields inside the objects that the client passes on unchanged."""
    known = set(result_fields(tool))
    if tool == "get_media":
        known |= {f"media[].{path}" for path in known}
    if tool == "get_winning_patterns":
        pattern, baseline = SCHEMAS["Pattern"]["properties"], SCHEMAS["Baseline"]["properties"]
        known |= {f"patterns[].ingredients.{name}" for name in pattern["ingredients"]["properties"]}
        known |= {f"baseline.{name}" for name in baseline}
    return known


def branch_problems(skill: Skill, step: Step) -> list[str]:
    targets = [branch.target for branch in step.branches.values() if isinstance(branch.target, int)]
    found = [f"there is no step {target}" for target in targets if target > len(skill.steps)]
    reports = any(call.key == "report_results" for call in step.calls)
    if reports and "no report tool" not in step.branches:
        found.append("it does not say what to do without report_results")
    paid = [call.key for call in step.calls if call.key.startswith("generate_")]
    if len(paid) > 1 and "One call, by `<" not in step.text:
        found.append(f"it does not say that only one of {', '.join(paid)} is called")
    if any("cursor" in call.args for call in step.calls) and "all pages" not in step.text:
        found.append("it does not say that all pages are read")
    return found


def person_problems(skill: Skill) -> list[str]:
    """A literal reader takes the first character of a list, and the same person is in every ad."""
    reads = {path for step in skill.steps for call in step.calls for path in call.reads}
    found = []
    if "characters[].id" in reads and NOBODY_UNNAMED not in skill.text:
        found.append("it does not say that nobody appears without a name")
    if "patterns[].ingredients.characterId" in reads and UNPROVEN not in skill.text:
        found.append("it does not say that an entry point without a pattern has no character")
    return found


def failure_table_problems(skill: Skill) -> list[str]:
    known = {
        "svc": refusal_codes() | CLIENT_CODES | REMOTE_CODES,
        "job": job_codes(),
        "platform": platform_codes(),
    }
    found = [
        f"there is no {failure.kind} code {failure.code}"
        for failure in skill.failures
        if failure.code not in known[failure.kind]
    ]
    return found if skill.otherwise else [*found, "it does not say what to do on any other failure"]


def wording_problems(skill: Skill) -> list[str]:
    """Unknown tools, unknown rule names, and placeholders that nothing defines."""
    found = [
        f"there is no tool {name}"
        for name in re.findall(r"svc tool `(\w+)`", skill.text)
        if name not in TOOLS
    ]
    calls = [call for step in skill.steps for call in step.calls]
    read = {part for call in calls for path in call.reads for part in re.findall(r"\w+", path)}
    args = {name for call in calls for name in call.args} | {call.key for call in calls}
    sets = {name for step in skill.steps for name in step.sets}
    known = set(skill.rules) | read | args | sets | set(TOOLS) | {"tool_search"}
    known |= refusal_codes() | CLIENT_CODES | REMOTE_CODES | job_codes() | platform_words()
    known |= {word for value in skill.rules.values() if isinstance(value, list) for word in value}
    for word in re.findall(r"`([a-z]+_[a-z_]+)`", skill.text):
        if word not in known:
            found.append(f"nothing is called {word}")
    prose = "\n".join(line for line in skill.text.splitlines() if not re.match(r" +- (svc|platform):", line))
    defined = set(PLACEHOLDER.findall(prose)) | sets
    used = {name for call in calls for name in PLACEHOLDER.findall(json.dumps([call.path, call.args]))}
    return found + [f"nothing defines <{name}>" for name in sorted(used - defined)]


def order_problems(skill: Skill) -> list[str]:
    """Values that a call takes from a line below it: a literal reader does not have them yet."""
    defined, found = set(skill.inputs), []
    lines = skill.sections["Procedure"].splitlines()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if not re.match(r" +- (svc|platform):", line):
            defined |= set(PLACEHOLDER.findall(line)) | set(re.findall(r"- set: `(\w+)`", line))
            continue
        # The first page has no cursor: a value of the call's own answer is left out once.
        used = set(PLACEHOLDER.findall(line)) - set(PLACEHOLDER.findall(after))
        found += [f"<{name}> is used before it is known" for name in sorted(used - defined)]
    return found


def platform_call_problems(skill: Skill, call: Call) -> list[str]:
    endpoints = endpoints_of(skill, call)
    if not endpoints:
        return [f"the guide has no {call.method} {call.path}"]
    return [problem for endpoint in endpoints for problem in endpoint_problems(endpoint, call)]


def endpoints_of(skill: Skill, call: Call) -> list[Endpoint]:
    """A value can come from several calls: a budget is on the ad set or on the campaign."""
    segments = call.path.strip("/").split("/")
    origins = {segments[0]}
    for other in (other for step in skill.steps for other in step.calls):
        is_read = other.kind == "platform" and other.method == "GET"
        if is_read and other.saved.get(segments[0].strip("<>")) == "id":
            origins.add(other.path.strip("/"))
    paths = {(origin, *segments[1:]) for origin in origins} | {("<id>", *segments[1:])}
    return [e for e in guide().endpoints if e.method == call.method and tuple(e.segments) in paths]


def endpoint_problems(endpoint: Endpoint, call: Call) -> list[str]:
    where, shape = f"{endpoint.method} {endpoint.path}", endpoint.shape
    found = [f"{where} has no field {name}" for name in call.args if name not in shape.fields]
    found += [
        f"{where} needs {field.name}"
        for field in shape.fields.values()
        if field.required and field.name not in call.args
    ]
    for name, value in call.args.items():
        if name in shape.fields and not re.fullmatch(r"<\w+>", str(value)):
            try:
                check_value(guide(), shape.fields[name], value, where)
            except GraphError as error:
                found.append(str(error))
    return found + [
        f"{where} does not answer {path}" for path in call.reads if not answers(endpoint, call, path)
    ]


def answers(endpoint: Endpoint, call: Call, path: str) -> bool:
    answer_fields = code_spans(endpoint.answer)
    requested = str(call.args.get("fields", "")).split(",")
    if path.startswith("data[].") and "data[]" in answer_fields:
        path = path.removeprefix("data[].")
    elif path == "paging.next":
        return "paging" in answer_fields
    elif "the fields" not in endpoint.answer:
        return path in answer_fields
    head, _, inner = path.partition("[].")
    return (head in requested or head in answer_fields) and inner in ("", "action_type", "value")


@cache
def guide() -> GuideRules:
    return read_guide(GUIDE)


def refusal_codes() -> set[str]:
    return set(ERROR_CODES)


def job_codes() -> set[str]:
    return set(SCHEMAS["Media"]["properties"]["errorCode"]["anyOf"][0]["enum"])


@cache
def platform_words() -> set[str]:
    """Fields that the guide explains, and the enum values of the contract."""
    text = "".join(file.read_text(encoding="utf-8") for file in GUIDE.glob("*.md"))
    return set(re.findall(r"[a-z]+_[a-z_]+", text)) | set(
        re.findall(r'"([a-z]+_[a-z_]+)"', json.dumps(SCHEMAS))
    )


@cache
def platform_codes() -> set[str]:
    text = (GUIDE / "c-core.md").read_text(encoding="utf-8")
    codes: set[str] = set()
    for row in re.findall(r"^\| ([\d, to]+)[ ,|o]", text, re.M):
        for cell in row.split(","):
            ends = [int(number) for number in re.findall(r"\d+", cell)]
            codes |= {str(number) for number in range(ends[0], ends[-1] + 1)} if ends else set()
    return codes
