from dev_service import Service
from service_api import ServiceApi


def test_the_house_answers_whom_it_made(service: Service) -> None:
    person = service.person()
    assert ServiceApi(service.base_url, person.api_key).get("/api/gen/credits")["balance"] > 0
