"""The errors of a call: a refusal by the service, no response, or a response that is not the service's."""

from __future__ import annotations

from collections.abc import Mapping

from ._types import ErrorCode

_TEMPORARY_CODES = frozenset(
    (ErrorCode.TOO_MANY_REQUESTS, ErrorCode.IDEMPOTENCY_IN_PROGRESS, ErrorCode.UNAVAILABLE)
)


class GodwitError(Exception):
    """The base class of every failed call."""

    tries: int = 1
    """How often the call was tried."""

    idempotency_key: str | None = None
    """The Idempotency-Key of every try of `send` and `batch`.

    If it is unknown whether messages were accepted, repeat the call with this key within 24 hours: nothing
    is sent twice.
    """

    retry_after_seconds: int | None = None
    """Seconds to wait before a retry, if the response has them."""

    @property
    def is_temporary(self) -> bool:
        """Whether the same call may succeed shortly."""
        return False


class ApiError(GodwitError):
    """Raised if the service refused the call."""

    def __init__(
        self,
        status: int,
        code: int,
        description: str,
        fields: Mapping[str, str],
        request_id: str | None,
        retry_after_seconds: int | None,
    ) -> None:
        super().__init__(f"{description} ({code})")
        self.status = status
        """The HTTP status."""
        self.code = code
        """The error code, one of `ErrorCode`."""
        self.description = description
        self.fields = fields
        """The error of each invalid field."""
        self.request_id = request_id
        """Identifies this call in the service's log."""
        self.retry_after_seconds = retry_after_seconds

    @property
    def is_temporary(self) -> bool:
        return is_temporary_status(self.status) or is_temporary_code(self.code)


class ConnectionError(GodwitError):
    """Raised if there was no response: the service was not reachable, the connection broke, or it timed out."""

    def __init__(self, message: str, timed_out: bool) -> None:
        super().__init__(message)
        self.timed_out = timed_out

    @property
    def is_temporary(self) -> bool:
        return True


class AnswerError(GodwitError):
    """Raised if the response is not from the service: a proxy's error page, a redirect or a wrong `base_url`."""

    def __init__(self, message: str, status: int, retry_after_seconds: int | None) -> None:
        super().__init__(message)
        self.status = status
        """The HTTP status."""
        self.retry_after_seconds = retry_after_seconds

    @property
    def is_temporary(self) -> bool:
        return is_temporary_status(self.status)


def is_temporary_status(status: int) -> bool:
    """Whether a call that was answered with this HTTP status may succeed shortly."""
    return status == 429 or 502 <= status <= 504


def is_temporary_code(code: int) -> bool:
    """Whether a call, or a message of a batch, that was refused with this code may succeed shortly."""
    return code in _TEMPORARY_CODES
