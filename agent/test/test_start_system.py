from api_client import ServiceApi
from start_system import Service


def test_the_service_accepts_the_users_it_created(service: Service) -> None:
    user = service.take_user()
    assert ServiceApi(service.base_url, user.api_key).get("/api/gen/credits")["balance"] > 0
