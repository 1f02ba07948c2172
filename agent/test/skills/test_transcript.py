"""A transcript shows the same lines each time an agent does the same, independent of how long jobs take."""

from __future__ import annotations

from read_skill import Call
from transcript import Transcript, is_same

POLL = Call("svc", "get_media", reads=["waiting"])
ADD = Call("svc", "add_product_reference", reads=["photo.id"])


def lines(*calls: tuple[Call, dict, dict]) -> list[str]:
    transcript = Transcript(titles={1: "Poll"}, ending="done")
    for call, args, answer in calls:
        transcript.svc(1, call, args, {"ok": "code" not in answer, **answer})
    return transcript.lines()


def test_polls_are_one_line_with_the_last_answer() -> None:
    first, last = {"media_ids": ["med_1", "med_2"]}, {"media_ids": ["med_2"]}
    once = lines((POLL, first, {"waiting": 0}))
    assert lines((POLL, first, {"waiting": 2}), (POLL, last, {"waiting": 0})) == once


def test_a_wait_for_the_rate_limit_leaves_no_line() -> None:
    done = (ADD, {"label": "front"}, {"photo": {"id": "pho_1"}})
    assert lines((ADD, {"label": "front"}, {"code": "rate_limited"}), done) == lines(done)


def test_a_refused_call_and_its_second_form_are_both_shown() -> None:
    refused = (ADD, {"file_path": "/pictures/mug.png"}, {"code": "upload_needed"})
    shown = lines(refused, (ADD, {"file_path": "ast_1"}, {"photo": {"id": "pho_1"}}))
    assert [line.strip() for line in shown[1:-1]] == [
        "svc      add_product_reference(file_path=…/mug.png)",
        "-> code upload_needed",
        "svc      add_product_reference(file_path=ast_1)",
        "-> photo {id pho_1}",
    ]


def test_lines_are_compared_without_ids_and_numbers_but_with_their_words() -> None:
    assert is_same("-> id med_00Vb…; creditsCost 400", "-> id med_00Vc…; creditsCost 800")
    assert not is_same("chosen: Dry skin after flights", "chosen: Hands crack in winter")
