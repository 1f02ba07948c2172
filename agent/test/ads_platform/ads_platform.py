"""Entry point of the test double: start it, seed it, let an agent use it, then check what happened."""

from __future__ import annotations

import json
import secrets
import threading
from datetime import date
from pathlib import Path
from urllib.parse import urlencode

from .answer_batch import answer_batch
from .answer_call import answer_call
from .check_fields import check_fields
from .graph_error import GraphError
from .guide_rules import read_guide
from .listen import listen
from .platform_state import PlatformState
from .read_tracker import ReadTracker
from .receive_files import fetch_picture
from .route_call import route_call

# Recorded parameters are truncated to this length; a picture in base64 is long.
RECORDED_CHARS = 400
# Calls per hour by business use case, as the guide's section C states them.
BASE_QUOTA = {"ads_management": 300, "ads_insights": 600}
QUOTA_PER_ACTIVE_AD = {"ads_management": 40, "ads_insights": 400}


class AdsPlatform:
    """Refuses every call that our guide does not allow with code 100, and records it in `violations`."""

    def __init__(self, guide_dir: Path | str, *, token: str = "test-token", review_reads: int = 2):
        self.rules = read_guide(guide_dir)
        self.token = token
        # An ad is in review for this many reads of its status; raise it for a slow review.
        self.review_reads = review_reads
        # A video is encoding for this many reads of its status.
        self.encoding_reads = 2
        # Number of new ads that the review still has to disapprove.
        self.disapprovals = 0
        # Overrides the computed usage in the response header.
        self.usage_percent: int | None = None
        self.today = date.today()
        self.graph_url = ""
        self._server = None
        self._lock = threading.RLock()
        self.reset()

    def reset(self) -> None:
        self.state = PlatformState()
        self.calls: list[dict] = []
        self.violations: list[str] = []
        self._faults: list[dict] = []
        self.new_session()

    def new_session(self) -> None:
        """Forgets what the caller has read and invalidates its cursors, as a new conversation would."""
        self.session = secrets.token_hex(4)
        self.reads = ReadTracker()

    def start(self) -> str:
        self._server, self.graph_url = listen(self)
        return self.graph_url

    def stop(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> AdsPlatform:
        self.start()
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    def seed(
        self, account=None, campaigns=(), adsets=(), ads=(), insights=None, pages=("501",)
    ) -> AdsPlatform:
        """Adds objects as dicts (`id` and parents; other fields have defaults), and insights by ad id."""
        self.state.seed(account, campaigns, adsets, ads, insights, pages)
        return self

    def fail_next(
        self, code: int, times: int = 1, *, method: str = "", path: str = "", applied: bool = False
    ) -> None:
        """Makes the next matching calls fail. With `applied`, the call takes effect before it fails."""
        self._faults.append(
            {"code": code, "times": times, "method": method, "path": path, "applied": applied}
        )

    def disapprove_next(self, times: int = 1) -> None:
        self.disapprovals = times

    @property
    def unread_writes(self) -> list[str]:
        """Writes whose new value the caller has not read back."""
        return list(self.reads.unread_writes.values())

    def record_violation(self, message: str) -> None:
        self.violations.append(message)

    def answer(
        self, method: str, path: str, params: dict, has_auth_header: bool = False
    ) -> tuple[int, object]:
        """Handles one call, sent by HTTP or in a batch. Returns the HTTP status and the body."""
        with self._lock:
            recorded = {k: str(v)[:RECORDED_CHARS] for k, v in params.items() if k != "access_token"}
            call = {"method": method, "path": path, "params": recorded, "status": 200, "error": None}
            self.calls.append(call)
            try:
                return 200, self._answer(method, path, dict(params), has_auth_header)
            except GraphError as error:
                call["status"], call["error"] = error.http_status, error.code
                if error.is_violation:
                    self.record_violation(f"{method} {path}: {error.message}")
                return error.http_status, error.body(f"trace{len(self.calls)}")

    def _answer(self, method: str, path: str, params: dict, has_auth_header: bool):
        fault = self._take_fault(method, path)
        if fault and not fault["applied"]:
            raise GraphError(fault["code"], "Simulated fault")
        route = route_call(self.rules, self.state, method, path)
        token = params.pop("access_token", None)
        if route.endpoint.path != "/oauth/access_token":
            self._check_token(token, has_auth_header)
        where = f"{method} {route.endpoint.path}"
        query = dict(params)
        if method == "POST" and route.endpoint.path == "/<ad_id>" and "adset_id" in params:
            raise GraphError(
                100, "adset_id cannot change after the ad is created", blame="adset_id", is_violation=True
            )
        checked = check_fields(self.rules, route.endpoint.shape, params, where)
        if route.endpoint.path == "/":
            return answer_batch(self, checked["batch"], token)
        query.pop("after", None)
        request_url = f"{self.graph_url}{path}?{urlencode({**query, 'access_token': token or ''})}"
        body = answer_call(self, route, checked, request_url)
        if fault:
            raise GraphError(fault["code"], "Simulated fault, after the call took effect")
        return body

    def _check_token(self, token: str | None, has_auth_header: bool) -> None:
        if token is None:
            problem = "was sent as a header, not" if has_auth_header else "must be sent"
            raise GraphError(190, f"The token {problem} as the parameter access_token", is_violation=True)
        if token != self.token:
            raise GraphError(190, "The token is not valid")

    def _take_fault(self, method: str, path: str) -> dict | None:
        for fault in self._faults:
            if fault["method"] in ("", method) and fault["path"] in path:
                fault["times"] -= 1
                if fault["times"] <= 0:
                    self._faults.remove(fault)
                return fault
        return None

    def fetch_picture(self, url: str, name: str) -> None:
        fetch_picture(url, name)

    def usage_header(self, path: str, throttled: bool) -> str:
        """Builds the value of the header X-Business-Use-Case-Usage."""
        kind = "ads_insights" if path.endswith("/insights") else "ads_management"
        quota = BASE_QUOTA[kind] + QUOTA_PER_ACTIVE_AD[kind] * self.state.active_ads()
        used = (
            self.usage_percent if self.usage_percent is not None else min(99, 100 * len(self.calls) // quota)
        )
        used = 100 if throttled else used
        entry = {"type": kind, "call_count": used, "total_cputime": used // 2, "total_time": used // 2}
        entry["estimated_time_to_regain_access"] = 1 if throttled else 0
        return json.dumps({self.state.business_id: [entry]})
