"""The guide's own calls, read from the guide and run against the double."""

from __future__ import annotations

import pytest
from cookbook import CookbookRunner, read_cookbook
from repo_paths import GUIDE
from toolbox import EXTRA_NAMES, TOOLS, result_fields

BLOCKS = read_cookbook(GUIDE / "d-cookbook.md")
VALUES = {
    "ad_account_id": "1001", "page_id": "501", "pixel_id": "601", "campaign_id": "2001", "adset_id": "3001",
    "product_id": "prd_1", "media_id": "med_1", "landing_url": "https://shop.example/", "text": "Soft light.",
    "headline": "Lamp", "prompt": "The lamp from the reference photo", "client_ref": "r1", "question": "lamp",
    "campaign_name": "Lamp", "adset_name": "Lamp, broad", "daily_budget": "1500", "country": "DE",
}  # fmt: skip


@pytest.fixture
def runner(platform, files_url):
    polls = {"get_media": 0}
    values = {**VALUES, "file": "picture.png"}

    def call_tool(tool: str, fields: dict) -> dict:
        """A fake of the service's tools; a job is finished at the third poll."""
        polls[tool] = polls.get(tool, 0) + 1
        done = polls["get_media"] > 2
        file = values["file"]
        return {
            "ping": {"balance": 5000},
            "list_products": {"products": [{"id": "prd_1"}]},
            "list_ceps": {"ceps": [{"id": "cep_1"}]},
            "list_characters": {"characters": [{"id": "chr_1"}]},
            "generate_image": {"id": "med_1"},
            "get_media": {"status": "completed" if done else "processing", "videoUrl": f"{files_url}/{file}"},
            "get_campaign_history": {"history": [{"platformAdId": "4001"}]},
            "download_media": {
                "downloadUrl": f"{files_url}/{file}", "fileName": file,
                "uploadKit": {"thumbnailUrl": f"{files_url}/picture.png"},
            },
        }.get(tool, {})  # fmt: skip

    return CookbookRunner(BLOCKS, platform.graph_url, platform.token, call_tool, values)


@pytest.mark.parametrize("block", sorted(BLOCKS))
def test_every_recipe_of_the_cookbook_follows_the_guide(platform, runner, block):
    runner.values["file"] = "video.mp4" if block == "D3" else "picture.png"
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


def test_the_video_recipe_waits_until_the_video_is_ready(platform, runner):
    runner.values["file"] = "video.mp4"
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


def test_topping_up_ends_with_one_more_active_ad(platform, runner):
    before = platform.state.active_ads()
    runner.run("D7")
    assert platform.state.active_ads() == before + 1


def test_pausing_stops_the_ad_and_nothing_else(platform, runner):
    runner.run("D8")
    assert platform.state.ads["4001"]["status"] == "PAUSED"
    assert platform.state.adsets["3001"]["status"] == "ACTIVE"


def test_the_cookbook_names_only_tools_arguments_and_fields_that_the_client_has():
    for block, steps in BLOCKS.items():
        for step in (one for one in steps if one.tool):
            assert set(step.fields) <= set(TOOLS[step.tool].params), (block, step)
            assert step.tool not in EXTRA_NAMES, "the recipes need the 22 tools only"
            read = [*step.saves.values(), *([step.until[0]] if step.until else [])]
            assert set(read) <= result_fields(step.tool), (block, step)


def test_the_upload_kit_table_names_every_field_of_download_media():
    text = (GUIDE / "d-cookbook.md").read_text(encoding="utf-8")
    for path in result_fields("download_media") - {"ok", "uploadKit", "uploadKit.placements[]"}:
        assert f"`{path}`" in text or f"`{path.removeprefix('uploadKit.')}`" in text, path
