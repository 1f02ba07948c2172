"""What goods cost, and tests that withhold an ad from some people."""

import random


class Goods:
    """Draws of its own, so that the other figures are those of the same seed before."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(f"{seed} goods")

    def add_margins(self, rows: list[dict]) -> None:
        """Some ads say what is left after the goods, now and then less than nothing."""
        draw = self.random
        share = draw.choice([None, 0.6, 0.3, -0.1])
        for row in rows:
            if share is not None and draw.random() < 0.9:
                row["margin"] = round(row["revenue"] * share, 2)

    def draw_tests(self, rows: list[dict]) -> list[tuple[dict, dict, bool]]:
        """Some ads have one or two: its last row, the test, and whether later readings repeat it."""
        draw = self.random
        found = []
        for row in draw.sample(rows, min(len(rows), draw.choice([0, 0, 1, 2]))):
            people = draw.randint(2_000, 20_000)
            test = {
                "since": draw.choice([one["day"] for one in rows if one["day"] <= row["day"]]),
                "testPeople": people,
                "controlPeople": round(people * draw.uniform(0.3, 1)),
                "testConversions": draw.randint(0, 120),
                "controlConversions": draw.randint(2, 60),
            }
            found.append((row, test, draw.random() < 0.6))
        return found
