"""Errors of the platform, in the format that section C4 of the guide describes."""

from __future__ import annotations

TRANSIENT_CODES = {1, 2, 4, 17, 32, 613, *range(80000, 80005)}
PERMISSION_CODES = {10, 200, 272}


class GraphError(Exception):
    """An error response. `is_violation` is true if the caller broke a rule of the guide."""

    def __init__(
        self, code: int, message: str, *, subcode: int = 0, blame: str = "", is_violation: bool = False
    ):
        super().__init__(message)
        self.code, self.message, self.subcode, self.blame, self.is_violation = (
            code,
            message,
            subcode,
            blame,
            is_violation,
        )

    @property
    def http_status(self) -> int:
        if self.code in (1, 2):
            return 500
        if self.code == 190:
            return 401
        return 403 if self.code in PERMISSION_CODES else 400

    def body(self, trace: str) -> dict:
        error = {
            "message": f"(#{self.code}) {self.message}",
            "type": "OAuthException" if self.code != 2 else "ServerException",
            "code": self.code,
            "error_subcode": self.subcode,
            "is_transient": self.code in TRANSIENT_CODES,
            "error_user_msg": self.message,
            "error_data": {"blame_field_specs": [[self.blame]] if self.blame else []},
            "fbtrace_id": trace,
        }
        return {"error": error}


def invalid(message: str, *, subcode: int = 0, blame: str = "") -> GraphError:
    """Builds the error for a call that the guide does not allow. `blame` names the wrong parameter."""
    return GraphError(100, message, subcode=subcode, blame=blame, is_violation=True)
