import json
from urllib.request import Request, urlopen

from dev_service import Service


def test_the_house_answers_whom_it_made(service: Service) -> None:
    person = service.person()
    ask = Request(f"{service.base_url}/api/gen/credits", headers={"x-api-key": person.api_key})
    with urlopen(ask, timeout=10) as answer:
        assert json.load(answer)["balance"] > 0
