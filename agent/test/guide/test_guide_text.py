"""The text of the guide: its size, its facts and its marks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from ads_platform import read_guide
from repo_paths import GUIDE

FILES = {
    "head": "0-head.md",
    "A": "a-regular.md",
    "B": "b-collaborative.md",
    "C": "c-core.md",
    "D": "d-cookbook.md",
}
FACTS = json.loads((Path(__file__).parent / "facts.json").read_text(encoding="utf-8"))
GUIDE_MAX_CHARS, SECTION_MAX_CHARS = 36_000, 15_000
# A model with a small context window sees at most this much of one result, escapes included.
RESULT_MAX_CHARS = 38_400
MARKS = ("[unverified]", "[heuristic]", "[added, unverified]")
# The calls in the given facts; any other call of the guide must be marked as added.
FACT_CALLS = {
    "GET /act_<ad_account_id>", "POST /act_<ad_account_id>/campaigns", "GET /<campaign_id>",
    "POST /<campaign_id>",
    "POST /act_<ad_account_id>/adsets", "POST /<adset_id>", "GET /search",
    "GET /act_<ad_account_id>/delivery_estimate", "POST /act_<ad_account_id>/adcreatives",
    "GET /<page_id>/ads_posts", "GET /<page_id>/posts", "POST /act_<ad_account_id>/ads", "GET /<ad_id>",
    "POST /act_<ad_account_id>/customaudiences", "POST /<custom_audience_id>/users",
    "DELETE /<custom_audience_id>/users", "GET /<id>/insights", "POST /<id>/insights", "GET /<report_run_id>",
    "GET /<report_run_id>/insights", "POST /<business_id>/owned_product_catalogs",
    "POST /<catalog_id>/product_sets", "POST /<catalog_id>/product_feeds",
    "POST /<catalog_segment_id>/agencies",
    "GET /<business_id>", "GET /collaborative_ads_directory",
    "POST /<business_id>/collaborative_ads_collaboration_requests", "GET /oauth/access_token", "POST /",
}  # fmt: skip
# Points that are not certain: a piece of their line, and the mark that the line must have.
MARKED = [
    ("A", "matrix per objective", "[unverified]"),
    ("A", "above 20%", "[heuristic]"),
    ("A", "25%", "[unverified]"),
    ("A", "attachment_hash", "[unverified]"),
    ("A", "probably merged", "[unverified]"),
    ("A", "advantage_audience`,", "[added, unverified]"),
    ("A", "instagram_user_id` [", "[added, unverified]"),
    ("A", "every minute or slower", "[heuristic]"),
    ("A", "`is_adset_budget_sharing_enabled`: public", "[added, unverified]"),
    ("B", "exact schema", "[unverified]"),
    ("B", "cpas_business_setup", "[unverified]"),
    ("B", "PRODUCT_CATALOG_SALES", "[unverified]"),
    ("B", "receiver_business` are", "[added, unverified]"),
    ("B", "keys of `template_data`", "[added, unverified]"),
    ("C", "bearer header", "[unverified]"),
    ("C", "from 75% on", "[heuristic]"),
    ("C", "{result=", "[added, unverified]"),
    ("C", "1, 2, or `is_transient`", "[added, unverified]"),
    ("D", "may label the ad", "[unverified]"),
    ("D", "may reset learning", "[heuristic]"),
    ("D", "DISAPPROVED", "[added, unverified]"),
]


def text_of(section: str) -> str:
    return (GUIDE / FILES[section]).read_text(encoding="utf-8")


def full_guide() -> str:
    return "\n".join(text_of(section) for section in FILES)


def test_the_full_guide_and_each_section_fit_into_one_result():
    assert len(full_guide()) <= GUIDE_MAX_CHARS
    assert len(json.dumps(full_guide(), ensure_ascii=False)) <= RESULT_MAX_CHARS
    head = text_of("head")
    for section in FILES:
        assert len(head) + len(text_of(section)) <= SECTION_MAX_CHARS, section


def test_the_guide_has_exactly_its_five_files():
    assert sorted(file.name for file in GUIDE.iterdir()) == sorted(FILES.values())


@pytest.mark.parametrize(("section", "fact", "strings"), FACTS, ids=[f"{s}: {f}" for s, f, _ in FACTS])
def test_one_line_of_its_section_states_the_fact(section: str, fact: str, strings: list[str]):
    lines = [line.lower() for line in text_of(section).splitlines()]
    assert any(all(string.lower() in line for string in strings) for line in lines), f"lost: {fact}"


def test_no_fact_is_listed_twice():
    names = [(section, fact) for section, fact, _ in FACTS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("section", "piece", "mark"), MARKED, ids=[p for _, p, _ in MARKED])
def test_an_uncertain_point_has_its_mark(section: str, piece: str, mark: str):
    lines = [line for line in text_of(section).splitlines() if piece in line]
    assert lines and all(mark in line for line in lines)


def test_the_guide_has_every_call_of_the_facts():
    assert {f"{e.method} {e.path}" for e in read_guide(GUIDE).endpoints} >= FACT_CALLS


def test_a_call_that_is_not_in_the_facts_is_marked_as_added():
    for endpoint in read_guide(GUIDE).endpoints:
        name = f"{endpoint.method} {endpoint.path}"
        assert name in FACT_CALLS or "[added, unverified]" in endpoint.answer, name


def test_every_bracket_is_one_of_the_three_marks():
    words = re.findall(r"\[[a-z][a-z, ]+\]", full_guide())
    assert set(words) == set(MARKS)


def test_every_call_in_the_guide_uses_the_pinned_version():
    calls = re.findall(r"\{graph_url\}/(\S+)", full_guide())
    assert len(calls) > 30
    assert all(address.startswith("v25.0") for address in calls)
    assert "2026-11-15" in text_of("head") and "not with a real token" in text_of("head")


def test_each_skill_has_its_recipe():
    for skill in ("learn-before-launch", "scale-a-winner", "top-up-creatives", "pause-underperformer"):
        assert re.search(rf"^## D\d\. {skill}$", text_of("D"), re.M)
    assert re.search(r"^## D\d\. produce-product-creative$", text_of("D"), re.M)
