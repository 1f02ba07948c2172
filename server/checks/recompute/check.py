"""Compares history, drift and patterns of an account with what its rows say."""

from api import Api
from compare import CHANCE, EXACT, RATIO, SHARE, Differences
from drift import DECIDED, Judged, judge_claim, median, newest_claims
from estimates import Usual, judge, lift_of, pool_of, usual_of
from funnel import counts_of, joined, leak_of, steps_of, usual_steps
from market import Market, Product
from patterns import INGREDIENTS, Found, find_patterns
from series import NAMES, Series, list_series, ratio
from worth import effect_of, frequency_of, lift_of_test, newest_test, profit_of

PATH = "/api/agent/knowledge"


class Account:
    """Everything that follows from the rows of an account."""

    def __init__(self, api: Api, market: Market, sources: dict[str, str]) -> None:
        self.api = api
        self.market = market
        self.differences = Differences()
        self.same = self.differences.same
        self.history = api.pages(f"{PATH}/history", "history")
        everything = api.pages(f"{PATH}/history", "history", since="2000-01-01")
        self.series = list_series(market, everything)
        self.by_id = {one.id: one for one in self.series}
        self.claims = [judge_claim(one, self.series, self.usual) for one in newest_claims(market.claims)]
        self.sources = sources

    def group(self, product: str, group: tuple) -> list[Series]:
        return [one for one in self.series if one.product == product and one.group == group]

    def usual(self, one: Series, metric: str) -> Usual | None:
        own = usual_of([other.plain for other in self.group(one.product, one.group)], metric)
        owner = [other.plain for other in self.series if other.group == one.group]
        return own or usual_of(owner, metric)

    def check_history(self) -> None:
        shown = {row["id"]: row for row in self.history}
        self.same("history", "rows", len([one for one in self.series if one.recent]), len(shown))
        for one in self.series:
            row = shown.get(one.id)
            if not row:
                continue
            name = f"{one.ad.id} {one.group}"
            usual = self.usual(one, one.metric)
            standing = judge(pool_of(one), usual)
            value = usual.value(one.metric) if usual else None
            for field in NAMES:
                self.same("history", f"{name} {field}", one.plain[field], row[field], ("places", 6))
            for metric in ("ctr", "cpa", "roas"):
                self.same("history", f"{name} {metric}", ratio(metric, one.plain), row[metric], RATIO)
            seen = row["observed"] or {}
            figures = [
                ("value", standing.estimate),
                ("low", standing.low),
                ("high", standing.high),
                ("baseline", value),
                ("lift", lift_of(one.metric, standing.estimate, value)),
            ]
            for field, ours in figures if standing.estimate is not None else []:
                self.same("history", f"{name} observed {field}", ours, seen.get(field), RATIO)
            facts = {
                "tier": standing.tier,
                "evidence": one.evidence,
                "windowStart": one.recent[0]["day"],
                "windowEnd": one.recent[-1]["day"],
                "productName": one.ad.product_name,
                "noCharacter": self.no_character(one),
                **{field: one.ad.ingredients[field] for field in INGREDIENTS if field != "noCharacter"},
            }
            for field, ours in facts.items():
                self.same("history", f"{name} {field}", ours, row[field])
            self.check_funnel(name, one, row.get("funnel"))
            self.check_worth(name, one, row)

    def check_worth(self, name: str, one: Series, row: dict) -> None:
        self.check_profit(name, [one], row.get("profit"))
        frequency, told = frequency_of(one), row.get("frequency")
        self.same("profit", f"{name} frequency", frequency and frequency[1], told and told["lastDay"])
        if frequency and told:
            self.same("profit", f"{name} frequency", frequency[0], told["value"], RATIO)
        self.check_lift(name, lift_of_test(one), row.get("liftTest"))

    def check_profit(self, name: str, ads: list[Series], shown: dict | None) -> None:
        ours = profit_of(ads)
        self.same("profit", f"{name} profit", ours is None, shown is None)
        if not ours or not shown:
            return
        for field, value in ours.items():
            form = RATIO if field in ("poas", "breakEvenRoas") else ("places", 6)
            self.same("profit", f"{name} {field}", value, shown[field], form)

    def check_lift(self, name: str, ours: dict | None, shown: dict | None) -> None:
        self.same("lift", f"{name} test", ours is None, shown is None)
        if not ours or not shown:
            return
        forms = {"probability": SHARE, "incremental": ("places", 6)}
        for field, value in ours.items():
            if field in shown:
                self.same("lift", f"{name} {field}", value, shown[field], forms.get(field, RATIO))

    def usual_steps(self, one: Series) -> dict:
        """Of the product where it has a baseline of its own, else of the owner."""
        group = self.group(one.product, one.group)
        own = usual_of([other.plain for other in group], one.metric)
        return usual_steps(group if own else [other for other in self.series if other.group == one.group])

    def check_funnel(self, name: str, one: Series, shown: dict | None) -> None:
        counts = counts_of(one.recent)
        self.same("funnel", f"{name} counts", counts or None, shown and shown["counts"])
        if shown:
            self.check_steps(name, steps_of(one.recent), self.usual_steps(one), shown)

    def check_steps(self, name: str, steps: dict, usual: dict, shown: dict) -> None:
        found = {one["step"]: one for one in shown["steps"]}
        self.same("funnel", f"{name} steps", list(steps), list(found))
        for step, (of, reached) in steps.items():
            rate = reached / of if of > 0 else None
            known = usual[step][0] if step in usual else None
            figures = [
                ("of", of, ("places", 6)),
                ("reached", reached, ("places", 6)),
                ("rate", rate, RATIO),
                ("usual", known, RATIO),
                ("lift", rate / known if rate is not None and known else None, RATIO),
            ]
            for field, ours, form in figures:
                self.same("funnel", f"{name} {step} {field}", ours, found.get(step, {}).get(field), form)
        leak, told = leak_of(steps, usual), shown["leak"]
        self.same("funnel", f"{name} leak", leak and leak["step"], told and told["step"])
        for field, form in (("rate", RATIO), ("high", RATIO), ("lift", RATIO), ("chance", SHARE)):
            if leak and told:
                self.same("funnel", f"{name} leak {field}", leak[field], told[field], form)

    @staticmethod
    def no_character(one: Series) -> bool | None:
        return None if one.ad.media is None else one.ad.ingredients["characterId"] is None

    def check_drift(self) -> None:
        path = f"{PATH}/drift"
        items = {self.key_of(item): item for item in self.api.pages(path, "drift")}
        self.same("drift", "claims", len(self.claims), len(items))
        for one in self.claims:
            claim = one.claim
            name = (
                claim.ad.id,
                claim.metric,
                str(claim.start),
                str(claim.end),
                self.sources[claim.source],
            )
            item = items.get(name, {})
            for field, ours, shown in self.figures_of(one):
                self.same("drift", f"{name} {field}", ours, item.get(field), shown)
        reporters = {one["source"]: one for one in self.api.get(path)["reporters"]}
        for key, source in self.sources.items():
            self.check_reporter(source, reporters.get(source, {}), key)

    @staticmethod
    def key_of(item: dict) -> tuple:
        about = item["subject"]
        days = (about["windowStart"], about["windowEnd"])
        return (about["platformAdId"], item["metric"], *days, about["source"])

    @staticmethod
    def figures_of(one: Judged) -> list[tuple]:
        return [
            ("verdict", one.verdict, EXACT),
            ("claimed", one.claim.value, EXACT),
            ("observed", one.observed, RATIO),
            ("observedRaw", one.raw, RATIO),
            ("observedLow", one.low, RATIO),
            ("observedHigh", one.high, RATIO),
            ("driftPct", one.percent, RATIO),
            ("driftScore", one.score, EXACT),
            ("confidence", one.confidence, SHARE),
        ]

    def check_reporter(self, source: str, shown: dict, key: str) -> None:
        own = [one for one in self.claims if one.claim.source == key and one.verdict in DECIDED]
        confirmed = len([one for one in own if one.verdict == "confirmed"])
        bias = median([one.delta for one in own])
        percent = None if bias is None else 100 * (2.718281828459045**bias - 1)
        figures = [
            ("comparable", len(own), EXACT),
            ("confirmed", confirmed, EXACT),
            ("trust", (confirmed + 2) / (len(own) + 4), SHARE),
            ("bias", bias, RATIO),
            ("biasPct", percent, RATIO),
        ]
        for field, ours, form in figures:
            self.same("drift", f"{source} {field}", ours, shown.get(field), form)

    def drift_of(self, ads: list[Series]) -> int | None:
        """The largest score among the ads, each by its newest claim that has one."""
        scores = {}
        for one in self.claims:
            if one.series and one.score is not None:
                scores[one.series.id] = one.score
        own = [scores[ad.id] for ad in ads if ad.id in scores]
        return min(own, key=lambda score: (-abs(score), score)) if own else None

    def check_patterns(self, product: Product) -> None:
        groups = []
        for group in sorted({one.group for one in self.series if one.product == product.id}):
            ads = self.group(product.id, group)
            groups.append((ads, self.usual(ads[0], ads[0].metric)))
        found = {self.name_of(one): one for one in find_patterns(groups)}
        answered = self.api.pages(f"{PATH}/patterns", "patterns", productId=product.id, minTier="loser")
        shown = {self.name_in(one): one for one in answered}
        self.same("patterns", f"{product.name} patterns", sorted(map(str, found)), sorted(map(str, shown)))
        for name, one in found.items():
            self.check_pattern(f"{product.name} {name}", one, shown.get(name) or {})
        ranked = [
            (
                (1 if one["freshness"] == "fresh" else 2),
                -(-1 if one["score"] is None else one["score"]),
                one["id"],
            )
            for one in answered
        ]
        self.same("patterns", f"{product.name} order", sorted(ranked), ranked)
        self.check_baseline(product, groups)

    def check_baseline(self, product: Product, groups: list[tuple[list[Series], Usual | None]]) -> None:
        """Of the comparison group with the most rows, among those that have one."""
        known = [(ads, usual) for ads, usual in groups if usual]
        ads, usual = max(known, key=lambda one: sum(len(ad.recent) for ad in one[0]))
        shown = self.api.get(f"{PATH}/patterns", productId=product.id)["baseline"]
        own = usual_of([ad.plain for ad in ads], ads[0].metric)
        names = ("objective", "currency", "conversionType", "attribution")
        figures = [
            *((name, value, EXACT) for name, value in zip(names, ads[0].group, strict=True)),
            ("scope", "product" if own else "owner", EXACT),
            *((name, usual.value(name), RATIO) for name in ("ctr", "cpa", "roas")),
            ("aov", usual.order, RATIO),
            *((name, usual.sums[name], ("places", 6)) for name in NAMES if name != "revenue"),
        ]
        for name, ours, form in figures:
            self.same("patterns", f"{product.name} baseline {name}", ours, shown[name], form)

    @staticmethod
    def name_of(one: Found) -> tuple:
        return (*one.ads[0].group, *(one.ingredients[name] for name in INGREDIENTS))

    @staticmethod
    def name_in(shown: dict) -> tuple:
        group = (shown["objective"], shown["currency"], shown["conversionType"], shown["attribution"])
        return (*group, *(shown["ingredients"][name] for name in INGREDIENTS))

    def check_pattern(self, name: str, one: Found, shown: dict) -> None:
        standing, metric = one.standing, one.pool.metric
        sums = {field: sum(ad.plain[field] for ad in one.ads) for field in NAMES}
        hits, n, least = one.hits()
        sample, rate = shown.get("sample", {}), shown.get("hitRate", {})
        figures = [
            ("tier", one.tier, shown.get("tier"), EXACT),
            ("estimate", standing.estimate, shown.get("estimate"), RATIO),
            ("lowerBound", standing.bound(metric), shown.get("lowerBound"), RATIO),
            ("baseline", one.usual.value(metric) if one.usual else None, shown.get("baseline"), RATIO),
            ("lift", standing.lift, shown.get("lift"), RATIO),
            ("probabilityBetter", standing.better, shown.get("probabilityBetter"), SHARE),
            ("comparisons", one.comparisons, shown.get("comparisons"), EXACT),
            ("chance", one.chance, shown.get("chance"), CHANCE),
            ("score", standing.score, shown.get("score"), EXACT),
            ("ads", len(one.ads), sample.get("ads"), EXACT),
            ("campaigns", len({ad.ad.campaign for ad in one.ads}), sample.get("campaigns"), EXACT),
            ("spend", sums["spend"], sample.get("spend"), ("places", 6)),
            ("conversions", sums["conversions"], sample.get("conversions"), ("places", 6)),
            ("days", one.pool.days, sample.get("days"), EXACT),
            ("adDays", sum(len(ad.recent) for ad in one.ads), sample.get("adDays"), EXACT),
            ("hits", hits, rate.get("hits"), EXACT),
            ("n", n, rate.get("n"), EXACT),
            ("hit rate", least, rate.get("lowerBound"), SHARE),
            ("evidence", one.evidence(), shown.get("evidence"), EXACT),
            ("freshness", one.freshness(), shown.get("freshness"), EXACT),
            ("last day", str(max(ad.days[-1] for ad in one.ads)), shown.get("lastObservedAt"), EXACT),
            ("drift", self.drift_of(one.ads), shown.get("drift"), EXACT),
        ]
        for (ident, value, bound, tier), ad in zip(one.members(), shown.get("ads", []), strict=False):
            figures += [
                (f"ad {ident}", ident, ad["historyId"], EXACT),
                (f"ad {ident} estimate", value, ad["estimate"], RATIO),
                (f"ad {ident} bound", bound, ad["lowerBound"], RATIO),
                (f"ad {ident} tier", tier, ad["tier"], EXACT),
            ]
        for field, ours, theirs, form in figures:
            self.same("patterns", f"{name} {field}", ours, theirs, form)
        self.check_profit(name, one.ads, shown.get("profit"))
        tests = [test for ad in one.ads if (test := newest_test(ad))]
        self.check_lift(name, effect_of(tests), shown.get("liftTest"))
        steps, funnel = joined(one.ads), shown.get("funnel")
        self.same("funnel", f"{name} funnel", bool(steps), funnel is not None)
        if funnel:
            self.check_steps(name, steps, self.usual_steps(one.ads[0]), funnel)
