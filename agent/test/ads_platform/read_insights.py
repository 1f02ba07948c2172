"""Computes insights from the seeded daily rows of the ads: sums first, then ratios."""

from __future__ import annotations

from datetime import date, timedelta

from .graph_error import invalid

KIND_BY_LEVEL = {"account": "ad_account", "campaign": "campaign", "adset": "adset", "ad": "ad"}
# First and last day of each preset, in days before today.
DAYS_AGO_BY_PRESET = {
    "today": (0, 0), "yesterday": (1, 1), "last_3d": (3, 1), "last_7d": (7, 1), "last_14d": (14, 1),
    "last_28d": (28, 1), "last_30d": (30, 1), "last_90d": (90, 1), "maximum": (3650, 0),
}  # fmt: skip
SUMMED_FIELDS = ("spend", "impressions", "reach", "clicks")
CATALOG_FIELDS = ("catalog_segment_value", "converted_product_value", "converted_product_quantity")
PURCHASE = "omni_purchase"
# Instead of a list with one purchase entry, a seeded row may have just the number in the field named here.
SHORTHAND = {"actions": "purchases", "action_values": "revenue"}


def read_insights(platform, kind: str, object_id: str, params: dict) -> list[dict]:
    level = KIND_BY_LEVEL[params["level"]] if "level" in params else kind
    if "action_converted_product_id" in params.get("breakdowns", "") and kind == "ad_account":
        raise invalid("action_converted_product_id is not available at ad-account level", blame="breakdowns")
    since, until = read_window(platform.today, params)
    groups: dict[tuple[str, str], list[dict]] = {}
    for ad in platform.state.ads.values():
        if kind != "ad_account" and object_id != (ad["id"] if kind == "ad" else ad[f"{kind}_id"]):
            continue
        name = "" if level == "ad_account" else ad["id"] if level == "ad" else ad[f"{level}_id"]
        for row in platform.state.insights.get(ad["id"], []):
            day = str(row.get("date") or platform.today - timedelta(days=1))
            if since <= day <= until:
                key = (name, day if str(params.get("time_increment")) == "1" else "")
                groups.setdefault(key, []).append({**row, "ad": ad})
    return [
        {**summarize(rows, level, params["fields"]), "date_start": day or since, "date_stop": day or until}
        for (_, day), rows in groups.items()
    ]


def read_window(today: date, params: dict) -> tuple[str, str]:
    if "time_range" in params:
        return params["time_range"]["since"], params["time_range"]["until"]
    preset = params.get("date_preset", "last_30d")
    if preset not in DAYS_AGO_BY_PRESET:
        raise invalid(f"date_preset={preset} is unknown", blame="date_preset")
    first, last = DAYS_AGO_BY_PRESET[preset]
    return str(today - timedelta(days=first)), str(today - timedelta(days=last))


def summarize(rows: list[dict], level: str, requested) -> dict:
    total = {name: sum(float(row.get(name, 0)) for row in rows) for name in SUMMED_FIELDS}
    total["reach"] = total["reach"] or total["impressions"]
    actions, values = sum_by_action_type(rows, "actions"), sum_by_action_type(rows, "action_values")
    spend, impressions, clicks = total["spend"], total["impressions"], total["clicks"]
    ad = rows[0]["ad"]
    figures = {
        "impressions": integer(impressions), "reach": integer(total["reach"]), "clicks": integer(clicks),
        "spend": money(spend), "frequency": ratio(impressions, total["reach"]),
        "ctr": ratio(100 * clicks, impressions), "cpc": ratio(spend, clicks),
        "cpm": ratio(1000 * spend, impressions),
        "actions": action_list(actions), "action_values": action_list(values),
        "cost_per_action_type": action_list(
            {kind: spend / count for kind, count in actions.items() if count}
        ),
        "purchase_roas": action_list(
            {PURCHASE: values[PURCHASE] / spend} if PURCHASE in values and spend else {}
        ),
        "campaign_id": ad["campaign_id"] if level != "ad_account" else None,
        "adset_id": ad["adset_id"] if level in ("adset", "ad") else None,
        "ad_id": ad["id"] if level == "ad" else None, "ad_name": ad["name"] if level == "ad" else None,
    }  # fmt: skip
    for name in CATALOG_FIELDS:
        figures[name] = action_list({PURCHASE: sum(float(row.get(name, 0)) for row in rows)})
    return {name: figures[name] for name in requested if figures.get(name) not in (None, [])}


def sum_by_action_type(rows: list[dict], name: str) -> dict[str, float]:
    sums: dict[str, float] = {}
    for row in rows:
        short = row.get(SHORTHAND[name])
        entries = row.get(name, []) if short is None else [{"action_type": PURCHASE, "value": short}]
        for entry in entries:
            sums[entry["action_type"]] = sums.get(entry["action_type"], 0) + float(entry["value"])
    return sums


def action_list(sums: dict[str, float]) -> list[dict]:
    return [
        {"action_type": kind, "value": f"{value:.6f}".rstrip("0").rstrip(".")} for kind, value in sums.items()
    ]


def integer(value: float) -> str:
    return str(int(value))


def money(value: float) -> str:
    return f"{value:.2f}"


def ratio(numerator: float, denominator: float) -> str | None:
    return f"{numerator / denominator:.6f}" if denominator else None
