"""Reports the rows of an invented account over HTTP and computes again what the service answers about them.

It shares no code with the service: its rules are written a second time.
Usage: recompute.py BASE_URL SEED SCALE, the keys of one user as NAME=KEY lines in the standard input.
"""

import json
import sys

from api import Api
from check import Account
from check_plan import PlanCheck
from market import Maker


def main() -> None:
    base, seed, scale = sys.argv[1], sys.argv[2], float(sys.argv[3])
    keys = dict(line.strip().split("=", 1) for line in sys.stdin if "=" in line)
    first, second = (Api(base, key) for key in keys.values())
    market = Maker(first, second, seed, scale).make()
    account = Account(first, market, {key: name for name, key in keys.items()})
    account.check_history()
    account.check_drift()
    for product in market.products:
        account.check_patterns(product)
        plan = PlanCheck(account, product)
        for need in (3, 8):
            plan.check(need)
    differences = account.differences
    print(
        json.dumps(
            {
                "rows": market.rows,
                "figures": differences.figures,
                "byKind": differences.by_kind,
                "differences": differences.found,
            }
        )
    )


if __name__ == "__main__":
    main()
