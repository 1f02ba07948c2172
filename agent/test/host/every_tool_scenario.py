"""One scenario that calls all 22 tools through the host's registry and collects their results."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from api_client import ServiceApi
from host_registry import call_raw, call_tool
from read_database import ServiceDatabase
from seed_campaign import send_rows
from start_system import Service, User

FINISH_SECONDS = 90
AD_ROWS = (
    {"spend": 180.5, "impressions": 9_000, "clicks": 150, "conversions": 9, "revenue": 495},
    {"spend": 40, "impressions": 2_000, "clicks": 30, "conversions": 2, "revenue": 60},
)


@dataclass
class EveryToolScenario:
    service: Service
    user: User
    database: ServiceDatabase
    user_id: str
    picture: Path
    results: dict[str, dict] = field(default_factory=dict)

    def call(self, tool: str, **arguments: object) -> dict:
        result = call_tool(tool, **arguments)
        assert result["ok"] is True, (tool, result)
        self.results[tool] = result
        return result

    def __getitem__(self, tool: str) -> dict:
        return self.results[tool]


def call_every_tool(scenario: EveryToolScenario) -> None:
    """Follows one product from creation to results. Jobs are submitted early, because they take time."""
    word = uuid.uuid4().hex[:8]
    api = ServiceApi(scenario.service.base_url, scenario.user.api_key)
    api.post("/api/gen/characters", {"name": f"Mara {word}"})
    product_id = scenario.call("create_product", name=f"Bar {word}")["product"]["id"]
    scenario.call(
        "add_product_reference", product_id=product_id, label="front", file_path=str(scenario.picture)
    )
    cep_text = f"hungry on the summit {word}"
    cep_id = scenario.call("create_cep", product_id=product_id, cep_text=cep_text, angle="energy")["cep"][
        "id"
    ]
    image = scenario.call(
        "generate_image",
        prompt="The product from the reference photo on a rock",
        product_id=product_id,
        cep_id=cep_id,
        hook="Hungry?",
        client_ref=f"bar-{word}",
    )
    video = scenario.call(
        "generate_video", prompt="It turns", file_path=str(scenario.picture), duration_seconds=6
    )
    scenario.call("list_media", client_ref=f"bar-{word}")
    scenario.call("rename_product", product_id=product_id, name=f"Summit bar {word}")
    scenario.call("list_products", limit=50)
    scenario.call("list_product_photos", product_id=product_id)
    scenario.call("list_characters", limit=50)
    scenario.call("list_ceps", product_id=product_id)
    report_ad_results(scenario, product_id, cep_id, image["id"], word)
    scenario.call("get_campaign_history", product_id=product_id, limit=50)
    scenario.call("get_winning_patterns", product_id=product_id)
    scenario.call("search_knowledge", q=f"summit campaign {word}", product_id=product_id)
    wait_for_files(scenario, image["id"], video["id"])
    scenario.call("get_media", media_ids=[image["id"], video["id"]])
    scenario.call("download_media", media_id=image["id"])
    scenario.call("get_product", product_id=product_id)
    second = call_tool("create_product", name=f"Other {word}")["product"]["id"]
    scenario.call("attach_media", product_id=second, generated_media_id=video["id"])
    scenario.call("delete_cep", cep_id=cep_id)
    scenario.call("ping")
    scenario.call("check_credits", limit=10)
    scenario.results["get_platform_marketing_guide"] = call_raw("get_platform_marketing_guide", section="D")


def report_ad_results(
    scenario: EveryToolScenario, product_id: str, cep_id: str, media_id: str, word: str
) -> None:
    """Reports four ads; three of them share the CEP, which is enough for a pattern."""
    for n in range(3):
        subject = {"platformAdId": f"{word}-{n}", "campaignName": f"Summit campaign {word} {n % 2}"}
        send_rows(
            scenario.service, scenario.user, {**subject, "productId": product_id, "cepId": cep_id}, [*AD_ROWS]
        )
    subject = {"platformAdId": f"{word}-3", "generatedMediaId": media_id, "campaignName": f"Summit {word}"}
    send_rows(scenario.service, scenario.user, subject, [*AD_ROWS])


def wait_for_files(scenario: EveryToolScenario, *media_ids: str) -> None:
    until = time.monotonic() + FINISH_SECONDS
    pending = "select id from media where id = any(%s) and status in ('queued', 'processing')"
    while scenario.database.all(pending, [*media_ids]):
        assert time.monotonic() < until, "the simulator did not finish"
        time.sleep(0.2)
