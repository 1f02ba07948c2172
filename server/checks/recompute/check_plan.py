"""Compares the plan of a product with what its rows say: cells, places, what runs, what takes its place."""

import math

from belief import believe
from check import PATH, Account
from compare import CENTS, FORECAST, RATIO, SHARE
from draws import draw
from estimates import are_tired, join, judge, pool_of
from falls import foresee, most_urgent
from lives import Life, choose
from market import Product
from series import Series

TYPES = ("IMAGE", "VIDEO")
ORIENTATIONS = ("portrait", "landscape", "square")


class PlanCheck:
    def __init__(self, account: Account, product: Product) -> None:
        self.account = account
        self.same = account.same
        self.product = product
        self.own, self.chosen = choose(product.id, account.series)

    def check(self, need: int) -> None:
        account, product, own = self.account, self.product, self.own
        path = f"{PATH}/plan"
        answer = account.api.get(path, productId=product.id, active=0, target=need)["plan"]
        midnight = account.market.today
        today = (midnight - type(midnight)(1970, 1, 1)).days
        belief = believe(self.chosen)
        states = self.states(own)
        cells = [
            (cep, person, media, orientation)
            for cep in product.ceps
            for person in [None, *product.characters]
            for media in TYPES
            for orientation in ORIENTATIONS
        ]
        recent = {
            cell: len([life for life in own if life.cell == cell and 0 <= today - life.began < 30])
            for cell in cells
        }
        usable = [(cell, recent[cell]) for cell in cells if states.get(cell, {}).get("state") != "losing"]
        seed = f"{product.id} {midnight}"
        places = draw(belief, usable, need, seed)
        name = f"{product.name} for {need}"
        self.check_cells(name, cells, states, answer["cells"])
        make = {self.cell_in(one): one for one in answer["make"]}
        self.same("plan", f"{name} places", sorted(map(str, places)), sorted(map(str, make)))
        for cell, count in places.items():
            shown = make.get(cell, {})
            self.same("plan", f"{name} {cell} count", count, shown.get("count"))
            self.same_lift(f"{name} {cell}", belief.lift(cell, recent[cell]), shown.get("lift", {}))
        ads, running_cells = foresee(own, self.chosen, today)
        self.check_running(name, ads, running_cells, answer)
        due = most_urgent(ads)
        planned = [(cell, recent[cell] + places.get(cell, 0)) for cell, _ in usable]
        later = draw(belief, planned, len(due), f"{seed} replace", math.ceil(len(due) / 4))
        self.check_replacements(name, due, later, (dict(planned), belief), answer["replace"])
        self.check_hooks(name, set(places), answer["replace"])

    @staticmethod
    def cell_in(shown: dict) -> tuple:
        return tuple(shown[name] for name in ("cepId", "characterId", "mediaType", "orientation"))

    def same_lift(self, name: str, lift: tuple, shown: dict) -> None:
        for field, ours in zip(("expected", "low", "high"), lift, strict=True):
            self.same("plan", f"{name} {field}", ours, shown.get(field), FORECAST)

    def states(self, own: list[Life]) -> dict[tuple, dict]:
        """What is known of each cell with ads, by the comparison group of most of them."""
        found = {}
        for cell in dict.fromkeys(life.cell for life in own if life.cell):
            ads = [life for life in own if life.cell == cell]
            by_group: dict[tuple, list[Series]] = {}
            for life in ads:
                by_group.setdefault(life.series.group, []).append(life.series)
            most = max(by_group.values(), key=len)
            usual = self.account.usual(most[0], most[0].metric)
            tiers = {one.id: judge(pool_of(one), usual).tier for one in most}
            standing = judge(join(most, [1.0] * len(most)), usual)
            state = {"winner": "winning", "loser": "losing"}.get(standing.tier, "open")
            if are_tired(most, tiers):
                state = "tired"
            found[cell] = {
                "state": state,
                "estimate": standing.estimate,
                "better": standing.better,
                "ads": len(ads),
            }
        return found

    def check_cells(self, name: str, cells: list, states: dict, answered: list[dict]) -> None:
        shown = {self.cell_in(one): one for one in answered}
        none = {"state": "untested", "estimate": None, "better": None, "ads": 0}
        for cell in cells:
            ours, theirs = states.get(cell, none), shown.get(cell, {})
            self.same("plan", f"{name} {cell} state", ours["state"], theirs.get("state"))
            self.same("plan", f"{name} {cell} ads", ours["ads"], theirs.get("ads"))
            self.same("plan", f"{name} {cell} estimate", ours["estimate"], theirs.get("estimate"), RATIO)
            better = theirs.get("probabilityBetter")
            self.same("plan", f"{name} {cell} P", ours["better"], better, SHARE)

    def check_fall(self, name: str, fall: dict, shown: dict) -> None:
        for field in ("days", "earliest", "latest", "due"):
            self.same("plan", f"{name} {field}", fall[field], shown["fall"][field])

    def check_running(self, name: str, ads: list, cells: list, answer: dict) -> None:
        names = [one["life"].series.ad.id for one in ads]
        self.same("plan", f"{name} running", names, [one["platformAdId"] for one in answer["running"]])
        for one, shown in zip(ads, answer["running"], strict=False):
            self.check_fall(f"{name} {shown['platformAdId']}", one["fall"], shown)
            for what, ours, field in (
                ("risk", one["risk"], "spendAtRisk"),
                ("loss", one["loss"], "expectedLoss"),
            ):
                self.same("plan", f"{name} {shown['platformAdId']} {what}", ours, shown[field], CENTS)
        self.same("plan", f"{name} cells", len(cells), len(answer["runningCells"]))
        shown_cells = {self.cell_in(one): one for one in answer["runningCells"]}
        for one in cells:
            shown = shown_cells[one["cell"]]
            self.check_fall(f"{name} {one['cell']}", one["fall"], shown)
            self.same("plan", f"{name} {one['cell']} ads", one["ads"], shown["ads"])
            risks = {part["currency"]: part["amount"] for part in shown["spendAtRisk"]}
            for currency, amount in one["risks"].items():
                what = f"{name} {one['cell']} {currency}"
                self.same("plan", what, amount, risks.get(currency), CENTS)

    def check_hooks(self, name: str, used: set, shown: list[dict]) -> None:
        """The hook that won with a cell is for one ad of the plan."""
        for by in [one["by"] for one in shown if one["by"]]:
            cell = self.cell_in(by)
            if cell in used:
                self.same("plan", f"{name} {cell} hook again", None, by["hook"])
            used.add(cell)

    def check_replacements(self, name: str, due: list, places: dict, known: tuple, shown: list) -> None:
        recent, belief = known
        names = [one["life"].series.ad.id for one in due]
        self.same("plan", f"{name} replaced", names, [one["platformAdId"] for one in shown])
        left = {
            cell: [belief.lift(cell, recent[cell] + no) for no in range(count)]
            for cell, count in places.items()
        }
        lifts, last = [], None
        while left:
            last = max([cell for cell in left if cell != last] or left, key=lambda cell: left[cell][0][0])
            lifts.append(left[last].pop(0))
            left = {cell: some for cell, some in left.items() if some}
        for one, lift in zip(shown, lifts, strict=False):
            if one["by"]:
                self.same_lift(f"{name} instead of {one['platformAdId']}", lift, one["by"]["lift"])
