"""A picture is sent unchanged; any other file is not sent."""

from __future__ import annotations

import hashlib
import os

import pytest
from faulty_server import answers, resets
from files import MAX_PICTURE_BYTES

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
PICTURES = {
    "png": PNG,
    "jpeg": b"\xff\xd8\xff\xe0" + b"x" * 50,
    "webp": b"RIFF\x00\x00\x00\x00WEBPVP8 " + b"x" * 50,
}
SUBMITTED = answers(201, {"id": "med_1", "status": "processing", "creditsCost": 1300, "balanceAfter": 0})
PRIVATE = b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n"


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_is_sent_as_a_form(kind, tmp_path, faulty, call) -> None:
    file = tmp_path / "my holiday.bin"
    file.write_bytes(PICTURES[kind])
    service = faulty(answers(201, {"photo": {"id": "pho_1"}, "message": "added"}))
    assert call("add_product_reference", product_id="prd_1", label="front ü", file_path=str(file))["ok"]
    one = service.received[0]
    assert one.headers["content-type"].startswith("multipart/form-data; boundary=")
    assert PICTURES[kind] in one.body and "front ü".encode() in one.body
    assert f"image/{kind}".encode() in one.body
    assert b"holiday" not in one.body and b"file_path" not in one.body


def test_a_video_from_a_file_keeps_its_client_ref_and_bytes_over_the_tries(tmp_path, faulty, call) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(PNG)
    service = faulty(resets, SUBMITTED)
    result = call("generate_video", prompt="x", duration_seconds=6, file_path=str(file))
    first, second = service.received
    assert first.body == second.body and result["clientRef"].encode() in first.body
    assert b'name="durationSeconds"\r\n\r\n6\r\n' in first.body


@pytest.mark.parametrize("other", ["character_id", "product_id", "photo_reference_ids", "use_product_photo"])
def test_an_argument_that_excludes_a_file_is_named(other, tmp_path, faulty, call) -> None:
    service = faulty(SUBMITTED)
    result = call("generate_video", prompt="x", file_path=str(tmp_path / "a.png"), **{other: "true"})
    assert result["code"] == "bad_arguments" and other in result["message"]
    assert service.received == []


def unusable(tmp_path, kind: str) -> str:
    file = tmp_path / f"{kind}.png"
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "link":
        (tmp_path / "id_ed25519").write_bytes(PRIVATE)
        file.symlink_to(tmp_path / "id_ed25519")
    elif kind == "device":
        return "/dev/zero"
    elif kind == "network":
        return r"\\host\share\a.png"
    elif kind == "no home":
        return "~no-such-user/a.png"
    elif kind == "zero byte":
        return "a\0.png"
    elif kind != "missing":
        content = {"secret": PRIVATE, "empty": b"", "svg": b"<svg/>", "gif": b"GIF89a"}
        file.write_bytes(content.get(kind, PNG + b"x" * MAX_PICTURE_BYTES))
    return str(file)


KINDS = ["secret", "link", "empty", "svg", "gif", "large", "folder", "pipe", "device", "network", "no home"]


@pytest.mark.parametrize("kind", [*KINDS, "zero byte", "missing"])
@pytest.mark.parametrize("name", ["add_product_reference", "generate_video"])
def test_a_file_that_is_not_a_picture_is_not_sent(kind, name, tmp_path, faulty, call) -> None:
    service = faulty(SUBMITTED)
    arguments = {"prompt": "x"} if name == "generate_video" else {"product_id": "prd_1", "label": "x"}
    result = call(name, **arguments, file_path=unusable(tmp_path, kind))
    assert result["code"] == "file_unusable" and result["charged"] == "none"
    assert "BEGIN" not in str(result) and service.received == []


def test_a_tilde_stands_for_the_home_folder(tmp_path, faulty, call, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "a.png").write_bytes(PNG)
    faulty(SUBMITTED)
    assert call("generate_video", prompt="x", file_path="~/a.png")["ok"]


def test_a_picture_of_the_maximum_size_is_sent(tmp_path, faulty, call) -> None:
    file = tmp_path / "a.png"
    data = PNG + bytes(MAX_PICTURE_BYTES - len(PNG))
    file.write_bytes(data)
    service = faulty(SUBMITTED)
    assert call("generate_video", prompt="x", file_path=str(file))["ok"]
    start = service.received[0].body.index(PNG[:8])
    assert (
        hashlib.sha256(service.received[0].body[start : start + len(data)]).digest()
        == hashlib.sha256(data).digest()
    )
