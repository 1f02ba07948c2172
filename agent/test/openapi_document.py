"""Loads the OpenAPI document of the service, and the parts that the tests use."""

import json

from repo_paths import CONTRACT

OPENAPI = json.loads((CONTRACT / "openapi.json").read_text(encoding="utf-8"))
SCHEMAS = OPENAPI["components"]["schemas"]
ERROR_CODES = SCHEMAS["Error"]["properties"]["code"]["enum"]
