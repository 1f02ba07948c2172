"""The five skills name only things that exist, and the drivers take everything from the skills."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from check_skill import problems
from driver_launch import Launch
from driver_pause import Pause
from driver_produce import Produce
from driver_scale import Scale
from driver_top_up import TopUp
from host_tools import HostTools
from read_skill import load_skill, parse_skill
from repo_paths import SKILL_NAMES, SKILLS
from skill_runner import SkillRunner
from start_system import Service

DRIVERS = {"learn-before-launch": Launch, "pause-underperformer": Pause, "produce-product-creative": Produce}
DRIVERS |= {"scale-a-winner": Scale, "top-up-creatives": TopUp}
# The original text, its broken replacement, and the problem that the check must report.
BROKEN = [
    ("svc: `get_campaign_history(", "svc: `get_campaign_past(", "there is no tool get_campaign_past"),
    ("svc: `get_winning_patterns(", "svc: `plan_creatives(", "there is no tool plan_creatives"),
    ("svc tool `ping`", "svc tool `pong`", "there is no tool pong"),
    ("(product_id=<product_id>", "(productId=<product_id>", "has no argument productId"),
    ("`history[].tier`", "`history[].level`", "gives no field history[].level"),
    (
        "`patterns[].ingredients.cepId`",
        "`patterns[].ingredients.cep`",
        "gives no field patterns[].ingredients.cep",
    ),
    ("`baseline.roas`\n", "`baseline.return`\n", "gives no field baseline.return"),
    ("| `rate_limited` |", "| `too_fast` |", "there is no svc code too_fast"),
    ("job `content_rejected`", "job `moderated`", "there is no job code moderated"),
    ("platform `1`,", "platform `5`,", "there is no platform code 5"),
    ("`POST /act_<ad_account_id>/ads`", "`POST /act_<ad_account_id>/advert`", "the guide has no POST"),
    ("`GET /<ad_id>` with", "`GET /ads/<ad_id>` with", "the guide has no GET"),
    ("fields=id,name,status", "fields=id,title,status", "no readable field title"),
    ("`data[].effective_status`", "`data[].delivery`", "does not answer data[].delivery"),
    ("`status=PAUSED`", "`state=PAUSED`", "has no field state"),
    ("`status=PAUSED`", "`status=STOPPED`", "is not one of"),
    ("`adset_id=<adset_id>`, ", "", "needs adset_id"),
    ('"page_id": "<page_id>"', '"page": "<page_id>"', "has no field page"),
    ("`images.*.hash`", "`images.*.md5`", "does not answer images.*.md5"),
    (
        "daily_budget=<new_budget>",
        "daily_budget=<budget_wanted>",
        "nothing defines <budget_wanted>",
    ),
    (
        "    - set: `daily_budget` =",
        "    - write: `daily_budget` =",
        "<daily_budget> is used before it is known",
    ),
    ("**no report tool**", "**no tool**", "it does not say what to do without report_results"),
    (" Without a name nobody appears.", "", "it does not say that nobody appears without a name"),
    (", without hook and character,", "", "an entry point without a pattern has no character"),
    ("**, all pages.", ".**", "it does not say that all pages are read"),
    ("One call, by `<kind>`:", "For an image:", "only one of generate_image, generate_video is called"),
    ("go to step 11", "go to step 41", "there is no step 41"),
    ("`platform_retries`", "`platform_patience`", "nothing is called platform_patience"),
    ("requires_toolsets: [svc]", "requires_toolsets: [mcp-svc]", "does not require the toolset svc"),
    (
        "   - svc: `ping()`\n   - read: `balance`",
        "   - svc: `check_credits()`\n   - read: `balance`",
        "step 1 does not",
    ),
]


@pytest.mark.parametrize("name", SKILL_NAMES)
def test_a_skill_names_nothing_that_does_not_exist(name: str) -> None:
    skill = load_skill(name)
    assert problems(skill) == []
    assert [one for one in skill.steps if not hasattr(DRIVERS[name](), one.name)] == []


@pytest.mark.parametrize(("old", "new", "expected"), BROKEN, ids=[new or old for old, new, _ in BROKEN])
def test_the_check_finds_what_is_broken_in_a_skill(old: str, new: str, expected: str) -> None:
    affected = [load_skill(name) for name in SKILL_NAMES if old in load_skill(name).text]
    assert affected, f"no skill has {old}"
    for skill in affected:
        found = problems(parse_skill(skill.name, broken(skill.text, old, new)))
        assert any(expected in one for one in found), (skill.name, found)


def broken(text: str, old: str, new: str) -> str:
    """Breaks the first occurrence; for a rule the last one, where it is used and not defined."""
    at = text.rindex(old) if "platform_" in old else text.index(old)
    return text[:at] + new + text[at + len(old) :]


@pytest.mark.parametrize("line", ["   - call: `ping()`", "   then go on"])
def test_a_line_with_an_unknown_or_missing_label_is_rejected(line: str) -> None:
    text = load_skill("scale-a-winner").text.replace("   - svc: `ping()`", line, 1)
    with pytest.raises(ValueError):
        parse_skill("scale-a-winner", text)


def test_the_drivers_contain_no_numbers_except_0_and_1() -> None:
    for file in Path(__file__).parent.glob("driver_*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found = {one.value for one in ast.walk(tree) if isinstance(one, ast.Constant)}
        numbers = {one for one in found if isinstance(one, int | float) and not isinstance(one, bool)}
        assert numbers <= {0, 1}, file.name


@pytest.mark.parametrize("name", SKILL_NAMES)
def test_the_hosts_scanner_allows_each_skill(name: str) -> None:
    from tools.skills_guard import scan_skill, should_allow_install

    source = f"well-known:https://atelier.example/.well-known/skills/{name}"
    result = scan_skill(SKILLS / name, source=source)
    assert (result.verdict, should_allow_install(result)[0], result.findings) == ("safe", True, [])


def test_every_skill_is_one_file() -> None:
    for name in SKILL_NAMES:
        assert [one.name for one in (SKILLS / name).iterdir()] == ["SKILL.md"]
        assert not re.search(r"https?://", load_skill(name).text)


@pytest.mark.parametrize(
    ("api_key", "connected", "why"), [("k", False, "no tools"), ("${SVC_API_KEY}", True, "not ready")]
)
def test_without_a_working_connection_every_skill_asks_the_owner_at_step_1(
    service: Service, client_python: str, visited: set[str], api_key: str, connected: bool, why: str
) -> None:
    with SkillRunner(service, client_python, visited) as runner:
        runner.tools = HostTools(client_python, service.base_url, api_key, connected).__enter__()
        for name, driver in DRIVERS.items():
            ended, _ = runner.run_skill(name, driver, {})
            assert (ended.how, ended.step, ended.why) == ("ask", 1, why), name
        assert runner.platform.calls == []
