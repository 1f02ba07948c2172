"""Invents the ads of an account, makes their creatives, and reports their rows and claims over HTTP.

What was reported is kept as it was sent: everything else here is computed from it.
"""

import datetime
import math
import random
from dataclasses import dataclass, field

from api import Api
from goods import Goods

SALES = {"objective": "sales", "currency": "EUR", "conversionType": "purchase", "attribution": "7d_click"}
LEADS = {"objective": "leads", "currency": "USD", "conversionType": "lead", "attribution": "7d_click"}
VISITS = {"objective": "traffic", "currency": "EUR", "conversionType": "visit", "attribution": "1d_click"}
SIZES = {"1:1": "square", "2:3": "portrait", "3:2": "landscape"}
HOOKS = ["Cold?", "Still cold?", "Look at this", None]
ANGLES = ["warmth", "speed", "price"]


@dataclass
class Ad:
    id: str
    media: str | None
    product: str
    product_name: str
    campaign: str
    ingredients: dict
    #: By (conversion type, attribution, currency): the current reading of each day.
    series: dict = field(default_factory=dict)
    objectives: dict = field(default_factory=dict)
    corroborated: dict = field(default_factory=dict)
    #: By the same: its lift tests, each with its last day.
    tests: dict = field(default_factory=dict)


@dataclass
class Claim:
    ad: Ad
    source: str
    metric: str
    value: float
    start: datetime.date
    end: datetime.date
    conversions: float | None
    counted: dict
    report: str = ""


@dataclass
class Product:
    id: str
    name: str
    ceps: list[str]
    characters: list[str]


@dataclass
class Market:
    today: datetime.date
    products: list[Product] = field(default_factory=list)
    ads: list[Ad] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    rows: int = 0


#: Name, how results are counted, ads, spend a day, and conversions per money.
SHOPS = [
    ("Mug", SALES, 44, 60, 0.04),
    ("Lamp", LEADS, 26, 40, 0.05),
    ("Sock", VISITS, 24, 30, 0.0),
    ("Soap", SALES, 7, 12, 0.03),
]


class Maker:
    def __init__(self, first: Api, second: Api, seed: str, scale: float) -> None:
        self.first = first
        self.second = second
        self.random = random.Random(seed)
        self.scale = scale
        self.market = Market(datetime.datetime.now(datetime.UTC).date())
        self.sent = 0
        #: Draws of its own, so that the other figures are those of the same seed before.
        self.visitors = random.Random(f"{seed} visitors")
        self.goods = Goods(seed)

    def make(self) -> Market:
        people = [
            self.first.post("/api/gen/characters", {"name": name})["character"]["id"]
            for name in ("Ada", "Ben")
        ]
        for name, counted, ads, spend, rate in SHOPS:
            product = self.first.post("/api/gen/products", {"name": name})["product"]["id"]
            ceps = [self.add_cep(product, no) for no in range(3)]
            self.market.products.append(Product(product, name, [one for one, _ in ceps], people))
            for no in range(max(5, round(ads * self.scale))):
                ad = self.add_ad(name, product, ceps, people, no)
                paid = {**counted, "currency": "GBP"} if no % 11 == 5 else counted
                self.run(ad, paid, spend, rate)
                if no % 6 == 0:
                    self.run(ad, {**counted, "attribution": "1d_view"}, spend, rate * 0.6)
        for ad in self.market.ads:
            for _ in range(self.random.choice([0, 1, 1, 2])):
                self.claim(ad)
        return self.market

    def add_character(self, name: str) -> str:
        return self.first.post("/api/gen/characters", {"name": name})["character"]["id"]

    def add_cep(self, product: str, no: int) -> tuple[str, str]:
        body = {"productId": product, "cepText": f"moment {no} of {product}", "angle": ANGLES[no]}
        return self.first.post("/api/agent/ceps", body)["cep"]["id"], ANGLES[no]

    def add_ad(self, name: str, product: str, ceps: list, people: list[str], no: int) -> Ad:
        draw = self.random
        cep, angle = ceps[0] if draw.random() < 0.5 else draw.choice(ceps)
        person = draw.choice([None, None, *people])
        hook = draw.choice(HOOKS)
        common = {"productId": product, "cepId": cep, "model": "simulator/fail", "prompt": f"{name} {no}"}
        chosen = {**common, **({"characterId": person} if person else {}), **({"hook": hook} if hook else {})}
        facts = {"cepId": cep, "angle": angle, "characterId": person, "hook": hook}
        media = None
        if no % 9 == 8:
            # Made elsewhere: only its entry point is known.
            facts |= {"characterId": None, "hook": None, "mediaType": None, "orientation": None}
            facts["noCharacter"] = None
        elif draw.random() < 0.25:
            body = {**chosen, "orientation": "portrait", "durationSeconds": 6}
            media = self.first.post("/api/gen/video", body)["id"]
            facts |= {"mediaType": "VIDEO", "orientation": "portrait", "noCharacter": not person or None}
        else:
            size = draw.choice(list(SIZES))
            media = self.first.post("/api/gen/image", {**chosen, "size": size})["id"]
            facts |= {"mediaType": "IMAGE", "orientation": SIZES[size], "noCharacter": not person or None}
        ad = Ad(f"{name}-{no}", media, product, name, f"{name} campaign {no % 5}", facts)
        self.market.ads.append(ad)
        return ad

    def run(self, ad: Ad, counted: dict, spend: float, rate: float) -> None:
        """Rows of an ad that fades, some of them read twice, some by another key too."""
        draw = self.random
        began = draw.choice([4, 6, 9, 14, 20, 30, 40, 60, 75, 200])
        days = min(began, draw.choice([3, 8, 15, 25, 40]))
        strength = math.exp(draw.gauss(0, 0.4)) * (1.5 if ad.ingredients["angle"] == "warmth" else 1)
        half = draw.choice([6, 15, 40])
        is_shown_too_often = draw.random() < 0.15
        habits = self.draw_habits()
        rows = []
        for no in range(days):
            if draw.random() < 0.04:
                continue
            left = 2 ** (-no / half)
            paid = round(spend * draw.gammavariate(4, 0.25), 2)
            shown = round(paid * draw.uniform(70, 110))
            clicks = min(shown, self.poisson(shown * 0.012 * (0.4 + 0.6 * left) * min(2, strength)))
            orders = self.poisson(paid * rate * strength * left)
            revenue = round(sum(draw.gammavariate(1.6, 31) for _ in range(orders)), 2)
            row = {
                "day": str(self.market.today - datetime.timedelta(days=began - no)),
                "spend": paid,
                "impressions": shown,
                "clicks": clicks,
                "conversions": orders,
                "revenue": revenue if counted["objective"] == "sales" else 0,
            }
            if is_shown_too_often:
                row["reach7d"] = max(1, shown)
            rows.append({**row, **self.count(row, habits)})
        if not rows:
            return
        key = (counted["conversionType"], counted["attribution"], counted["currency"])
        self.goods.add_margins(rows)
        self.add_lift_tests(ad, key, counted, rows)
        ad.series[key] = {row["day"]: row for row in rows}
        ad.objectives[key] = counted["objective"]
        self.market.rows += len(rows)
        early, late = self.at(2), self.at(1)
        if draw.random() < 0.3:
            half_read = [{**row, "conversions": row["conversions"] // 2} for row in rows]
            self.send(self.first, ad, counted, half_read, early)
        self.send(self.first, ad, counted, rows, late)
        if draw.random() < 0.2:
            self.send(self.first, ad, counted, [{**row, "spend": 1} for row in rows], self.at(3))
        said = draw.choice([0, 0, 0.3, 1])
        seen = rows[: math.ceil(len(rows) * said)]
        if seen:
            self.send(self.second, ad, counted, [{**row, "spend": row["spend"]} for row in seen], early)
        ad.corroborated[key] = 2 * len(seen) >= len(rows) and len(seen) > 0

    def add_lift_tests(self, ad: Ad, key: tuple, counted: dict, rows: list[dict]) -> None:
        ad.tests[key] = []
        for row, test, is_repeated in self.goods.draw_tests(rows):
            ad.tests[key].append({**test, "until": row["day"]})
            if is_repeated:
                row["liftTest"] = test
            else:
                self.send(self.first, ad, counted, [{**row, "spend": 1, "liftTest": test}], self.at(4))

    def draw_habits(self) -> dict[str, float]:
        """How many people take each step; some ads do not count them, some only the plays or the visits."""
        draw = self.visitors
        usual = {"hook": 0.3, "hold": 0.3, "click": 0.01, "landing": 0.8, "cart": 0.25, "checkout": 0.5}
        told = draw.choice([(), ("hook", "hold"), ("click", "landing"), tuple(usual), tuple(usual)])
        bad = draw.choice([None, None, *usual])
        return {
            step: min(0.95, rate * math.exp(draw.gauss(0, 0.1))) * (0.35 if step == bad else 1)
            for step, rate in usual.items()
            if step in told
        }

    def count(self, row: dict, habits: dict[str, float]) -> dict[str, int]:
        draw = self.visitors
        if not habits or draw.random() < 0.1:
            return {}
        shares = {
            "threeSecondPlays": ("hook", row["impressions"]),
            "thruPlays": ("hold", None),
            "outboundClicks": ("click", row["impressions"]),
            "landingPageViews": ("landing", None),
            "addsToCart": ("cart", None),
            "checkouts": ("checkout", None),
        }
        counts: dict[str, int] = {}
        before = 0
        for name, (step, start) in shares.items():
            if step not in habits:
                continue
            of = before if start is None else start
            before = counts[name] = round(min(of, of * habits[step] * draw.uniform(0.9, 1.1)))
        return counts

    def send(self, api: Api, ad: Ad, counted: dict, rows: list[dict], fetched: str) -> None:
        self.sent += 1
        subject = {"platformAdId": ad.id, "productId": ad.product, "campaignName": ad.campaign}
        if ad.media:
            subject["generatedMediaId"] = ad.media
        else:
            subject["cepId"] = ad.ingredients["cepId"]
        body = {"idempotencyKey": f"rows-{self.sent}", "kind": "observation", **subject, **counted}
        api.post("/api/agent/reports", {**body, "fetchedAt": fetched, "rows": rows})

    def claim(self, ad: Ad) -> None:
        draw = self.random
        if not ad.series:
            return
        key, rows = draw.choice(list(ad.series.items()))
        days = sorted(rows)
        start = draw.choice(days)
        length = draw.choice([3, 7, 14])
        metric = draw.choice(["roas", "cpa", "ctr"])
        inside = [row for row in rows.values() if row["day"] >= start]
        above, below = {
            "roas": ("revenue", "spend"),
            "cpa": ("spend", "conversions"),
            "ctr": ("clicks", "impressions"),
        }[metric]
        total = sum(row[below] for row in inside)
        plain = sum(row[above] for row in inside) / total if total else 0
        value = round(max(plain, 0.002) * draw.choice([0.5, 0.9, 1, 1.02, 1.1, 1.6, 2.5]), 5)
        named = draw.choice([{}, {}, {"attribution": key[1]}, {"attribution": "28d_click"}])
        begin = datetime.date.fromisoformat(start)
        end = begin + datetime.timedelta(days=length - 1)
        said = draw.choice([None, None, 12, 60])
        api = draw.choice([self.first, self.second])
        self.sent += 1
        body = {
            "idempotencyKey": f"claim-{self.sent}",
            "kind": "claim",
            "platformAdId": ad.id,
            "metric": metric,
            "value": value,
            "windowStart": str(begin),
            "windowEnd": str(end),
            **named,
            **({"conversions": said} if said else {}),
        }
        answer = api.post("/api/agent/reports", body)
        claim = Claim(ad, api.key, metric, value, begin, end, said, named, answer["report"]["id"])
        self.market.claims.append(claim)

    def poisson(self, mean: float) -> int:
        if mean > 50:
            return max(0, round(self.random.gauss(mean, math.sqrt(mean))))
        limit, product, count = math.exp(-mean), self.random.random(), 0
        while product > limit:
            product *= self.random.random()
            count += 1
        return count

    def at(self, hours_ago: int) -> str:
        then = datetime.datetime.now(datetime.UTC) - datetime.timedelta(hours=hours_ago)
        return then.strftime("%Y-%m-%dT%H:%M:%S.000Z")
