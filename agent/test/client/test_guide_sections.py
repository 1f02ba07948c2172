"""The guide by section and by sub-section: each part comes with the legend that explains it."""

from __future__ import annotations

import pytest
from guide_sections import guide_parts
from repo_paths import GUIDE
from toolbox import TOOLS, run_tool

LEGEND = ("| [unverified] |", "`access_token`", "Bodies are form-encoded", "`x*` is required")


def guide(section: str = "") -> dict:
    return run_tool("get_platform_marketing_guide", {"section": section} if section else {})


def test_the_whole_guide_is_the_default() -> None:
    full = guide()
    assert (full["section"], full["guideVersion"]) == ("all", "v25.0")
    for file in GUIDE.glob("?-*.md"):
        assert file.read_text(encoding="utf-8") in full["markdown"]


def test_every_heading_of_the_guide_can_be_asked_for() -> None:
    assert guide_parts()[:3] == ["A", "A1", "A2"] and guide_parts()[-1] == "D9"
    assert len(guide_parts()) == 4 + 8 + 5 + 6 + 9


@pytest.mark.parametrize("part", guide_parts())
def test_a_part_has_the_legend_and_nothing_of_other_parts(part: str) -> None:
    text = guide(part)["markdown"]
    assert all(words in text for words in LEGEND)
    headings = [line for line in text.splitlines() if line.startswith(("# ", "## ")) and line[3:4].isdigit()]
    assert all(line.lstrip("# ").startswith(part) for line in headings)
    assert f"# {part}. " in text and f"# {part[0]}. " in text


def test_a_part_is_much_shorter_than_its_section() -> None:
    assert len(guide("A2")["markdown"]) < 4_500 < len(guide("A")["markdown"])
    assert "```call" in guide("D2")["markdown"] and "`until` polls" in guide("D2")["markdown"]


@pytest.mark.parametrize("written", ["d2", " D2 ", "D2."])
def test_a_part_is_found_however_it_is_written(written: str) -> None:
    assert guide(written)["section"] == "D2"


@pytest.mark.parametrize("wrong", ["E", "D10", "A0", "2", "legend"])
def test_an_unknown_part_is_answered_with_the_known_ones(wrong: str) -> None:
    refused = guide(wrong)
    assert (refused["ok"], refused["code"], refused["field"]) == (False, "bad_arguments", "section")
    assert "D1, D2" in refused["message"] and "A, A1" in refused["message"]


def test_the_tool_says_what_section_c_holds() -> None:
    described = TOOLS["get_platform_marketing_guide"].description
    for word in ("tokens", "batch", "rate limits", "errors", "paging", "versions"):
        assert word in described.split("C ")[1].split("; D")[0]
