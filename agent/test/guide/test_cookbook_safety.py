"""A reader who copies a block of the cookbook word by word starts, pauses and pays for nothing wrong."""

from __future__ import annotations

import json

import pytest
from cookbook import CookbookRunner, Stopped
from cookbook_tools import BLOCKS, VALUES, days_ago, seed_ads


@pytest.fixture
def runner(platform, tools) -> CookbookRunner:
    seed_ads(platform)
    return CookbookRunner(BLOCKS, platform.graph_url, platform.token, tools, dict(VALUES))


def paused(platform) -> list[str]:
    return [ad["id"] for ad in platform.state.ads.values() if ad["status"] == "PAUSED"]


def pause(platform, *ads: str) -> None:
    for ad in ads:
        platform.state.ads[ad]["status"] = "PAUSED"


def test_pausing_spares_a_winner_whose_claim_was_too_high_and_stops_the_true_loser(platform, runner) -> None:
    runner.run("D8")
    assert paused(platform) == ["4104"]


@pytest.mark.parametrize("row", [{"spend": 300}, {"spend": 3, "revenue": 1}, {"spend": 300, "revenue": 900}])
def test_an_ad_is_not_paused_without_a_fresh_figure_that_proves_it(platform, runner, row) -> None:
    platform.state.insights["4104"] = [row]
    with pytest.raises(Stopped):
        runner.run("D8")
    assert paused(platform) == []


def test_pausing_never_leaves_a_campaign_with_fewer_than_two_ads(platform, runner) -> None:
    for ad in ("4001", "4101", "4102", "4103"):
        platform.state.ads[ad]["status"] = "PAUSED"
    with pytest.raises(Stopped):
        runner.run("D8")
    assert platform.state.ads["4104"]["status"] == "ACTIVE"


def test_scaling_raises_only_the_budget_behind_a_proven_and_honest_winner(platform, runner) -> None:
    platform.seed(adsets=[{"id": "3009", "campaign_id": "2001", "daily_budget": 1000}])
    platform.state.ads["4105"]["adset_id"] = "3009"
    runner.run("D6")
    budgets = {one: platform.state.adsets[one]["daily_budget"] for one in ("3001", "3009")}
    assert budgets == {"3001": 1000, "3009": 1200}


def test_scaling_stays_below_the_limit_of_the_owner_and_needs_fresh_proof(platform, runner) -> None:
    runner.values["max_daily_budget"] = "1100"
    runner.run("D6")
    assert platform.state.adsets["3001"]["daily_budget"] == 1100
    platform.state.insights["4105"] = [{"spend": 300}]
    runner.values["max_daily_budget"] = "9000"
    with pytest.raises(Stopped):
        runner.run("D6")
    assert platform.state.adsets["3001"]["daily_budget"] == 1100


def test_a_creative_is_made_of_the_product_and_for_the_reason_that_were_named(runner, tools) -> None:
    runner.run("D4")
    made = next(fields for tool, fields in tools.calls if tool == "generate_image")
    assert (made["product_id"], made["cep_id"]) == ("prd_1", "cep_1") and "prd_1" in made["client_ref"]


@pytest.mark.parametrize("block", ["D4", "D7"])
def test_nothing_is_paid_for_a_product_without_a_photo(platform, runner, tools, block) -> None:
    """The picture would show another product."""
    pause(platform, "4101", "4102")
    tools.photos = []
    with pytest.raises(Stopped):
        runner.run(block)
    assert "generate_image" not in dict(tools.calls)


def test_nothing_is_paid_for_one_of_two_products_with_one_name(runner, tools) -> None:
    """The second one is on the second page."""
    tools.twins = [{"id": "prd_2", "name": "Lamp"}]
    with pytest.raises(Stopped):
        runner.run("D4")
    assert "generate_image" not in dict(tools.calls)


def test_scaling_never_lowers_a_budget_that_is_above_the_limit(platform, runner) -> None:
    runner.values["max_daily_budget"] = "900"
    with pytest.raises(Stopped):
        runner.run("D6")
    assert platform.state.adsets["3001"]["daily_budget"] == 1000


def test_ads_are_not_made_while_enough_of_them_wait_for_the_owner(platform, runner, tools) -> None:
    pause(platform, "4101", "4102", "4103", "4104", "4105")
    with pytest.raises(Stopped):
        runner.run("D7")
    assert "generate_image" not in dict(tools.calls)


def test_ads_that_would_never_be_counted_are_not_made(platform, runner, tools) -> None:
    """The ad set of another campaign: each run would find the same places empty and pay again."""
    pause(platform, "4101", "4102")
    runner.values["adset_id"] = "3002"
    with pytest.raises(Stopped):
        runner.run("D7")
    assert "generate_image" not in dict(tools.calls)


def test_a_failed_job_ends_the_block_and_nothing_is_uploaded(platform, runner, tools) -> None:
    tools.status = "failed"
    platform.state.ads["4101"]["status"] = platform.state.ads["4102"]["status"] = "PAUSED"
    for block in ("D4", "D7"):
        tools.calls.clear()
        with pytest.raises(Stopped):
            runner.run(block)
        assert "generate_image" in dict(tools.calls) and "download_media" not in dict(tools.calls)
    assert not [call for call in platform.calls if call["method"] == "POST"]


def test_no_block_starts_an_ad() -> None:
    for block, steps in BLOCKS.items():
        assert [step for step in steps if step.fields.get("status") == "ACTIVE"] == [], block


def test_topping_up_leaves_the_new_ad_to_the_owner_and_makes_none_too_many(platform, runner, tools) -> None:
    for ad in ("4101", "4102"):
        platform.state.ads[ad]["status"] = "PAUSED"
    runner.run("D7")
    assert platform.state.ads[runner.values["new_ad_id"]]["status"] == "PAUSED"
    assert "character_id" not in dict(tools.calls)["generate_image"]
    for ad in ("4101", "4102"):
        platform.state.ads[ad]["status"] = "ACTIVE"
    tools.calls.clear()
    with pytest.raises(Stopped):
        runner.run("D7")
    assert "generate_image" not in dict(tools.calls)


def test_a_launch_states_the_categories_and_the_audience_that_the_owner_gave(platform, runner) -> None:
    runner.values["special_ad_categories"] = '["HOUSING"]'
    runner.run("D5")
    campaign = platform.state.campaigns[runner.values["new_campaign_id"]]
    adset = platform.state.adsets[runner.values["adset_id"]]
    assert campaign["special_ad_categories"] == ["HOUSING"]
    assert adset["targeting"] == json.loads(VALUES["targeting"])
    with pytest.raises(Stopped):
        runner.run("D5")
    assert [one["name"] for one in platform.state.campaigns.values()].count("Lamp") == 1


def days_of_an_ad(platform, purchases: list[int]) -> None:
    """The last days of an ad of ours, newest last, and one day of an ad that another tool made."""
    row = {"spend": 40, "impressions": 900, "clicks": 30}
    platform.state.insights.clear()
    sales = [{"purchases": count, "revenue": 50 * count} if count else {} for count in purchases]
    platform.state.insights["4105"] = [
        {"date": days_ago(len(sales) - at), **row, **sold} for at, sold in enumerate(sales)
    ]
    platform.state.insights["4001"] = [{"date": days_ago(2), **row, "purchases": 1, "revenue": 9}]


def test_the_daily_report_sends_the_days_of_our_ads_unchanged(platform, runner, tools) -> None:
    days_of_an_ad(platform, [2, 0, 3])
    runner.run("D9")
    (sent,) = [fields for tool, fields in tools.calls if tool == "report_results"]
    assert (sent["platform_ad_id"], sent["generated_media_id"]) == ("4105", "med_4105")
    assert (sent["currency"], sent["objective"]) == ("USD", "OUTCOME_SALES")
    names = ("day", "spend", "conversions", "revenue")
    rows = [tuple(row[name] for name in names) for row in json.loads(sent["rows"])]
    days = [(days_ago(3), "40.00", "2", "100"), (days_ago(2), "40.00", 0, 0)]
    assert rows == [*days, (days_ago(1), "40.00", "3", "150")]
    assert {call["method"] for call in platform.calls} == {"GET"}


def test_an_ad_that_is_not_for_sales_is_not_reported_as_one_without_sales(platform, runner, tools) -> None:
    days_of_an_ad(platform, [2])
    platform.seed(
        campaigns=[{"id": "2009", "objective": "OUTCOME_LEADS"}],
        adsets=[{"id": "3009", "campaign_id": "2009"}],
        ads=[{"id": "4100", "name": "leads med_4100", "adset_id": "3009"}],
        insights={"4100": [{"date": days_ago(1), "spend": 90, "impressions": 10, "clicks": 1}]},
    )
    state = platform.state
    state.ads = {"4100": state.ads.pop("4100"), **state.ads}
    runner.run("D9")
    assert [fields["platform_ad_id"] for tool, fields in tools.calls if tool == "report_results"] == ["4105"]


def test_purchases_that_the_platform_counts_under_another_name_are_not_reported_as_none(
    platform, runner, tools
) -> None:
    days_of_an_ad(platform, [0, 0])
    with pytest.raises(Stopped):
        runner.run("D9")
    assert "report_results" not in dict(tools.calls)
