"""Defines the tools for products, their photos, characters and generated media."""

from __future__ import annotations

from calls import Call, ask_page
from failures import fail
from files import read_picture
from retry import RetryPolicy
from tool_builders import CREATES, FETCHES, UPDATES, page_params, path_id, string, tool

PRODUCT = "id name mediaCount:int referencePhotoCount:int"
PHOTO = "id label url isPrimary:bool"
STATUSES = ("queued", "processing", "completed", "failed", "stalled")
LATEST_MEDIA = 5


def run_get_product(call: Call) -> dict:
    result = call.ask()
    media = result.get("product", {}).get("media", [])
    del media[LATEST_MEDIA:]
    return result


def run_download_media(call: Call) -> dict:
    """Leaves out padded renditions: their URLs differ from the cropped ones in a word that the note names."""
    result = call.ask()
    kit = result.get("uploadKit", {})
    if "renditions" in kit:
        kit["renditions"] = [row for row in kit["renditions"] if row.get("way") != "pad"]
    return result


def run_add_reference(call: Call) -> dict:
    path = call.arguments.pop("file_path", None)
    if path is not None:
        call.picture, why = read_picture(path)
        if call.picture is None:
            return fail("file_unusable", f"file_path: {why}")
    return call.ask()


CONTENT_TOOLS = [
    tool(
        "create_product",
        "Register a product",
        "Register a product so that media can attach to it. Call list_products first: duplicate names are"
        " allowed. Next: add_product_reference.",
        "POST /api/gen/products",
        [string("name", required=True, maximum=200)],
        "product{id name} message",
        RetryPolicy.ONCE,
        CREATES,
        check_with="list_products",
    ),
    tool(
        "list_products",
        "List products",
        "List your products with media and photo counts.",
        "GET /api/gen/products",
        page_params(),
        f"products[{PRODUCT}] nextCursor",
        run=ask_page,
    ),
    tool(
        "get_product",
        "Read a product",
        "Read one product with its latest media, photos and CEPs.",
        "GET /api/gen/products/{product_id}",
        [path_id("product_id")],
        f"product{{{PRODUCT} primaryPhotoUrl media[id mediaType videoUrl] photos[id label isPrimary:bool]"
        " ceps[id cepText angle]}",
        run=run_get_product,
    ),
    tool(
        "rename_product",
        "Rename a product",
        "Change the name of a product.",
        "PATCH /api/gen/products/{product_id}",
        [path_id("product_id"), string("name", required=True, maximum=200)],
        "product{id name} message",
        RetryPolicy.REPEAT,
        UPDATES,
    ),
    tool(
        "add_product_reference",
        "Add a product photo",
        "Add a reference photo to a product. Give exactly one of file_url, media_asset_id, file_path. The"
        " oldest photo is primary and is used in jobs automatically.",
        "POST /api/gen/products/{product_id}/reference",
        [
            path_id("product_id"),
            string("label", "what it shows", required=True, maximum=100),
            string("file_url", "HTTPS URL of a picture"),
            string("media_asset_id", "a completed image (med_) or upload (ast_)"),
            string("file_path", "local JPEG, PNG or WebP, up to 10 MB", place="local"),
        ],
        f"photo{{{PHOTO}}} message",
        RetryPolicy.ONCE,
        FETCHES,
        exactly_one=("file_url", "media_asset_id", "file_path"),
        run=run_add_reference,
        check_with="list_product_photos",
    ),
    tool(
        "list_product_photos",
        "List product photos",
        "List the reference photos of a product. Use their ids in product_photo_reference_ids.",
        "GET /api/gen/products/{product_id}/reference",
        [path_id("product_id")],
        f"photos[{PHOTO}]",
    ),
    tool(
        "list_characters",
        "List characters",
        "List your characters; use an id as character_id.",
        "GET /api/gen/characters",
        page_params(),
        "characters[id name] nextCursor",
        run=ask_page,
    ),
    tool(
        "list_media",
        "List media",
        "List your generated media, newest first. Filter by client_ref to find a job whose answer was lost.",
        "GET /api/gen/media",
        [
            string("type", choices=("image", "video")),
            string("status", choices=STATUSES),
            string("product_id"),
            string("client_ref"),
            *page_params(),
        ],
        "media[id status mediaType videoUrl creditsCost:int charged clientRef productId createdAt]"
        " nextCursor",
        run=ask_page,
    ),
    tool(
        "download_media",
        "Read upload facts",
        "Read download URL and upload facts of a completed file. Size, checksums, pixels, placements, and"
        " renditions for feed and stories; if you only need the file, videoUrl is enough.",
        "GET /api/gen/media/{media_id}/download",
        [path_id("media_id")],
        "downloadUrl fileName contentType sizeBytes:int sha256 uploadKit{md5 width:int height:int codec"
        " durationSeconds:int thumbnailUrl placements[] aiOriginMark:bool"
        " renditions[placement way url width:int height:int] renditionsNote}",
        run=run_download_media,
    ),
    tool(
        "attach_media",
        "Attach media to a product",
        "Attach a completed media item to a product. Not needed if product_id was given at submit.",
        "POST /api/gen/products/{product_id}/attach",
        [path_id("product_id"), string("generated_media_id", required=True)],
        "product{id name mediaCount:int} message",
        RetryPolicy.REPEAT,
        UPDATES,
    ),
]
