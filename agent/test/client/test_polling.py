"""An early poll waits; several jobs are one poll; a finished job says what it cost."""

from __future__ import annotations

import threading

import polling
import pytest
from faulty_server import answers, refuses
from polling import PollClock


def job(status: str, media_id: str = "med_1", **more: object) -> dict:
    waiting = status in ("queued", "processing")
    return {
        "id": media_id,
        "status": status,
        "mediaType": "IMAGE",
        "creditsCost": 400,
        "waiting": waiting,
        "progress": 40 if waiting else None,
        "pollAfterSeconds": 1 if waiting else None,
        "nextAction": {"completed": "use_videoUrl", "failed": "retry"}.get(status, "poll_again"),
        "videoUrl": "https://svc.example/f.png" if status == "completed" else None,
        "charged": "refunded" if status == "failed" else "charged",
        "creditsRefunded": 400 if status == "failed" else 0,
        "outputs": [],
        "message": "Failed: no. The 400 credits were refunded. Submit again with a new clientRef.",
        **more,
    }


def test_an_early_poll_waits_until_it_is_due(faulty, call, monkeypatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(polling.time, "sleep", slept.append)
    submitted = {"id": "med_1", "status": "processing", "pollAfterSeconds": 8}
    waiting = job("processing", pollAfterSeconds=8)
    faulty(answers(201, submitted), answers(200, waiting), answers(200, job("completed")))
    call("generate_image", prompt="x")
    first, second, third = (call("get_media", media_id="med_1") for _ in range(3))
    assert (first["waiting"], second["waiting"], third["waiting"]) == (True, False, False)
    # Each of the two waits is what is left of the 8 seconds; a job that has ended is not waited for.
    assert len(slept) == 2 and all(6 < seconds <= 8 for seconds in slept)


def test_a_poll_never_sleeps_longer_than_ten_seconds(monkeypatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(polling.time, "sleep", slept.append)
    clock = PollClock()
    clock.record("a", 3600)
    clock.wait_until_due(["a"])
    clock.wait_until_due(["a", "unknown"])
    assert slept == [10.0]


def test_a_finished_and_an_unknown_job_do_not_hasten_the_poll_of_the_others(faulty, call) -> None:
    rows = [job("completed", "med_1"), job("processing", "med_2")]
    service = faulty(answers(200, {"media": rows, "nextCursor": None}))
    for _ in range(3):
        result = call("get_media", media_ids=["med_1", "med_2", "med_9"])
    assert (result["waiting"], result["missing"]) == (1, ["med_9"])
    at = [one.at for one in service.received]
    assert at[1] - at[0] > 0.9 and at[2] - at[1] > 0.9


def test_an_id_that_nobody_knows_is_not_asked_for_without_a_pause(faulty, call, monkeypatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(polling.time, "sleep", slept.append)
    faulty(answers(200, {"media": [], "nextCursor": None}), refuses(404, "not_found"))
    call("get_media", media_ids=["med_8"])
    call("get_media", media_id="med_9")
    assert slept == []
    call("get_media", media_id="med_8")
    call("get_media", media_id="med_9")
    assert [round(seconds) for seconds in slept] == [10, 10]


def test_jobs_that_are_all_over_are_answered_at_once(faulty, call, monkeypatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(polling.time, "sleep", slept.append)
    rows = [job("completed", "med_1"), job("failed", "med_2")]
    faulty(answers(200, {"media": rows, "nextCursor": None}))
    for _ in range(3):
        assert call("get_media", media_ids=["med_1", "med_2"])["waiting"] == 0
    assert slept == []


def test_the_clock_is_thread_safe_and_bounded() -> None:
    clock = PollClock()
    work = [
        threading.Thread(target=lambda n=n: [clock.record(f"{n}-{m}", 5) for m in range(500)])
        for n in range(8)
    ]
    for one in work:
        one.start()
    for one in work:
        one.join()
    assert len(clock._due) == polling.MAX_JOBS


def test_a_waiting_job_is_short_and_says_when_to_poll_again(faulty, call) -> None:
    faulty(answers(200, job("processing")))
    assert call("get_media", media_id="med_1") == {
        "ok": True,
        "id": "med_1",
        "status": "processing",
        "mediaType": "IMAGE",
        "waiting": True,
        "progress": 40,
        "pollAfterSeconds": 1,
        "nextAction": "poll_again",
        "creditsCost": 400,
        "charged": "charged",
    }


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (job("completed", message="Completed."), ["400 credits stay charged", "download_media"]),
        (job("failed"), ["The 400 credits were refunded", "new client_ref"]),
        (job("failed", errorCode="content_rejected"), ["refunded", "Change the prompt"]),
        (job("failed", errorCode="reference_unusable"), ["refunded", "Replace the reference"]),
        (
            job("completed", charged="none", creditsCost=0, message="Completed with its job."),
            ["with its job"],
        ),
    ],
)
def test_a_finished_job_says_what_it_cost_and_what_to_do_next(one, words, faulty, call) -> None:
    faulty(answers(200, one))
    message = call("get_media", media_id="med_1")["message"]
    assert all(word in message for word in words)


def test_several_jobs_are_one_poll_in_the_requested_order(faulty, call) -> None:
    rows = [job("processing", "med_2"), job("completed", "med_1"), job("failed", "med_3")]
    service = faulty(answers(200, {"media": rows, "nextCursor": None}))
    result = call("get_media", media_ids=["med_1", "med_2", "med_3", "med_4", "med_1"])
    assert [row["id"] for row in result["media"]] == ["med_1", "med_2", "med_3"]
    assert (result["waiting"], result["missing"]) == (1, ["med_4"])
    assert (
        result["message"] == "1 completed; 1 failed; 1 waiting: poll these again in 1 s; 1 not among yours."
    )
    assert service.received[0].path == "/api/gen/media?ids=med_1%2Cmed_2%2Cmed_3%2Cmed_4"


def test_more_files_are_listed_only_when_there_are_several(faulty, call) -> None:
    files = [
        {"id": f"med_{n}", "videoUrl": f"https://svc.example/{n}.png", "thumbnailUrl": "t"} for n in (1, 2)
    ]
    faulty(answers(200, job("completed", outputs=files[:1])), answers(200, job("completed", outputs=files)))
    assert "moreFiles" not in call("get_media", media_id="med_1")
    assert call("get_media", media_id="med_1")["moreFiles"] == ["https://svc.example/2.png"]


def test_a_job_of_another_user_is_not_found(faulty, call) -> None:
    faulty(refuses(404, "not_found"))
    result = call("get_media", media_id="med_1")
    assert result["code"] == "not_found" and "list_media" in result["hint"]
