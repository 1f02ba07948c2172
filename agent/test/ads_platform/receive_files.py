"""Handles the two upload edges: pictures sent as bytes, and videos that the double downloads from a URL."""

from __future__ import annotations

import hashlib
import urllib.error
import urllib.request
from urllib.parse import urlsplit

from .check_fields import is_picture, is_video
from .graph_error import invalid

DOWNLOAD_SECONDS = 20
MAX_FILE_BYTES = 200 * 1024 * 1024
LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")


def receive_image(platform, account_id: str, params: dict) -> dict:
    data = params["bytes"]
    # Not the plain MD5, to detect a caller that computes the hash instead of reading it from the response.
    image_hash = hashlib.md5(b"platform" + data).hexdigest()
    url = f"{platform.graph_url}/images/{image_hash}"
    platform.state.images[image_hash] = {
        "hash": image_hash, "url": url, "name": params.get("name"), "sizeBytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }  # fmt: skip
    return {"images": {params.get("name") or "bytes": {"hash": image_hash, "url": url}}}


def receive_video(platform, account_id: str, params: dict) -> dict:
    data = download(params["file_url"], "file_url")
    if not is_video(data):
        raise invalid("file_url does not refer to a video", blame="file_url")
    video_id = platform.state.new_id()
    platform.state.videos[video_id] = {
        "id": video_id, "name": params.get("name"), "file_url": params["file_url"], "sizeBytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(), "encoding_reads": platform.encoding_reads,
    }  # fmt: skip
    return {"id": video_id}


def fetch_picture(url: str, name: str) -> None:
    if not is_picture(download(url, name)):
        raise invalid(f"{name} does not refer to a picture", blame=name)


def download(url: str, name: str) -> bytes:
    if urlsplit(url).hostname not in LOOPBACK_HOSTS:
        raise invalid(f"{name}: the test double downloads only from this machine", blame=name)
    try:
        with urllib.request.urlopen(url, timeout=DOWNLOAD_SECONDS) as answer:
            data = answer.read(MAX_FILE_BYTES + 1)
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise invalid(f"{name} cannot be downloaded: {error}", blame=name) from None
    if len(data) > MAX_FILE_BYTES:
        raise invalid(f"{name} refers to a file that is too large", blame=name)
    return data


def read_thumbnails(platform, video_id: str) -> dict:
    uri = f"{platform.graph_url}/thumbnails/{video_id}"
    return {"data": [{"id": video_id + "1", "uri": uri, "is_preferred": True}]}
