"""The guide's own calls, read from the guide and run against the double."""

from __future__ import annotations

import pytest
from cookbook import CookbookRunner
from cookbook_tools import BLOCKS, VALUES, seed_ads
from repo_paths import GUIDE
from toolbox import EXTRA_NAMES, TOOLS, result_fields


@pytest.fixture
def runner(platform, tools) -> CookbookRunner:
    seed_ads(platform)
    # One place is free, and the campaign keeps more than two running ads.
    platform.state.ads["4102"]["status"] = platform.state.ads["4103"]["status"] = "PAUSED"
    return CookbookRunner(BLOCKS, platform.graph_url, platform.token, tools, dict(VALUES))


@pytest.mark.parametrize("block", sorted(BLOCKS))
def test_every_recipe_of_the_cookbook_follows_the_guide(platform, runner, tools, files_url, block):
    if block == "D3":
        tools.file_url = f"{files_url}/video.mp4"
    runner.run(block)
    assert platform.violations == []
    assert platform.unread_writes == []
    assert block == "D4" or platform.calls


def test_the_picture_recipe_ends_with_a_reviewed_paused_ad(platform, runner):
    runner.run("D2")
    ad = platform.state.ads[runner.values["new_ad_id"]]
    assert (ad["adset_id"], ad["status"], platform.state.effective_status("ad", ad)) == (
        "3001",
        "PAUSED",
        "PAUSED",
    )
    assert ad["creative_id"] == runner.values["creative_id"]


def test_the_video_recipe_waits_until_the_video_is_ready(platform, runner, tools, files_url):
    tools.file_url = f"{files_url}/video.mp4"
    runner.run("D3")
    polls = [c for c in platform.calls if c["path"] == f"/v25.0/{runner.values['video_id']}"]
    assert len(polls) == platform.encoding_reads + 1


def test_learning_before_a_launch_leaves_everything_paused(platform, runner):
    runner.run("D5")
    assert platform.state.campaigns[runner.values["new_campaign_id"]]["status"] == "PAUSED"
    assert platform.state.adsets[runner.values["adset_id"]]["daily_budget"] == 1500


def test_scaling_raises_the_budget_of_the_ad_set_by_a_fifth(platform, runner):
    runner.run("D6")
    assert platform.state.adsets["3001"]["daily_budget"] == 1200


def test_topping_up_adds_one_ad_that_waits_for_the_owner(platform, runner):
    before = platform.state.active_ads()
    runner.run("D7")
    ad = platform.state.ads[runner.values["new_ad_id"]]
    assert (platform.state.active_ads(), ad["status"]) == (before, "PAUSED")


def test_pausing_stops_the_ad_and_nothing_else(platform, runner):
    runner.run("D8")
    assert platform.state.ads["4104"]["status"] == "PAUSED"
    assert platform.state.adsets["3001"]["status"] == "ACTIVE"


def test_the_cookbook_names_only_tools_arguments_and_fields_that_the_client_has():
    for block, steps in BLOCKS.items():
        for step in (one for one in steps if one.tool):
            assert set(step.fields) <= set(TOOLS[step.tool].params), (block, step)
            assert step.tool not in EXTRA_NAMES - {"report_results"}, "connect.py offers no other extra tool"
            read = {line.path for line in [*step.lines, *([step.until] if step.until else [])]}
            assert read <= result_fields(step.tool), (block, step)


def test_the_upload_kit_table_names_every_field_of_download_media():
    text = (GUIDE / "d-cookbook.md").read_text(encoding="utf-8")
    # What is in a list is explained with the list.
    for path in {path for path in result_fields("download_media") - {"ok", "uploadKit"} if "[]" not in path}:
        assert f"`{path}`" in text or f"`{path.removeprefix('uploadKit.')}`" in text, path
