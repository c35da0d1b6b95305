"""The exception with which calls fail."""

from __future__ import annotations

from typing import Any


class OctavoProblem(Exception):
    """A refusal of the service as it was sent (RFC 9457), or no answer at all.

    Without an answer, `status` is 0 and `code` is `unreachable`. `errors` names each wrong field by its JSON pointer.
    Quote `request_id` to the operator of the service.
    """

    def __init__(
        self,
        *,
        status: int = 0,
        code: str = "unexpected",
        detail: str | None = None,
        errors: list[dict[str, Any]] | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(detail or f"The service answered {status} without saying why.")
        self.status = status
        self.code = code
        self.errors = errors or []
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds

    @property
    def is_unknown_outcome(self) -> bool:
        """Whether the service may have done it, although it did not say so."""
        return self.status == 0 or self.status >= 500

    @property
    def is_passing(self) -> bool:
        """Whether the same request may succeed later."""
        return self.is_unknown_outcome or self.status == 429
