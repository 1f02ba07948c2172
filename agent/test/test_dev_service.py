from dev_service import Service
from service_api import ServiceApi


def test_the_house_answers_whom_it_made(service: Service) -> None:
    user = service.take_user()
    assert ServiceApi(service.base_url, user.api_key).get("/api/gen/credits")["balance"] > 0
