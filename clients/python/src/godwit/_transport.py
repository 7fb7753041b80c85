"""One call: its tries, the pauses between them, and the reading of its response.

This module does no input or output. `Transport.attempts` yields the next step, which the blocking client or
the asyncio client performs.
"""

from __future__ import annotations

import json
import math
import platform
import random
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar, Union
from urllib.parse import urlsplit

import httpx

from ._errors import AnswerError, ApiError, ConnectionError, GodwitError
from ._types import VERSION

# The first pause; each is twice the previous one, up to the longest.
_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 8.0

Answer = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """A call of the API.

    `is_unfinished`: whether to repeat it although it succeeded. `is_once`: whether to repeat it only if the
    service refused it: without an answer, it may have taken effect.
    """

    method: str
    path: str
    body: Answer | None = None
    idempotency_key: str | None = None
    is_unfinished: Callable[[Answer], bool] | None = None
    is_once: bool = False


@dataclass(frozen=True)
class Try:
    """A request to make. Send back its response, or the error of httpx."""

    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None
    timeout: float


@dataclass(frozen=True)
class Pause:
    """A time to wait."""

    seconds: float


Received = Union[httpx.Response, httpx.RequestError, None]
Result = TypeVar("Result")
Steps = Generator[Union[Try, Pause], Received, Result]


class Transport:
    """The address, the credentials and the time limits of a client."""

    def __init__(
        self,
        base_url: str,
        project_id: str,
        api_key: str,
        timeout: float,
        total_timeout: float,
        max_retries: int,
    ) -> None:
        self.base_url = _base_of(base_url)
        for name, value in (("project_id", project_id), ("api_key", api_key)):
            if not isinstance(value, str) or not value.strip():
                raise ValueError(f"{name} is missing")
        if not (timeout > 0 and total_timeout > 0 and max_retries >= 0):
            raise ValueError("timeout and total_timeout must be more than 0, and max_retries 0 or more")
        self.auth = httpx.BasicAuth(project_id.strip(), api_key.strip())
        self._timeout = timeout
        self._total_timeout = total_timeout
        self._max_retries = max_retries

    def attempts(self, call: Call) -> Steps[Answer]:
        """Makes a call and returns its response. Raises a GodwitError."""
        content = None if call.body is None else _encode(call.body)
        ends_at = time.monotonic() + self._total_timeout
        tries = 0
        while True:
            tries += 1
            timeout = max(0.001, min(self._timeout, ends_at - time.monotonic()))
            url = self.base_url + call.path
            received = yield Try(call.method, url, _headers(call), content, timeout)
            outcome = _read(url, received, timeout)
            if isinstance(outcome, GodwitError):
                wants_more = outcome.is_temporary and (not call.is_once or isinstance(outcome, ApiError))
                pause = _pause_after(tries, outcome.retry_after_seconds)
            else:
                wants_more = call.is_unfinished is not None and call.is_unfinished(outcome)
                pause = _pause_after(tries, None)
            if not wants_more or tries > self._max_retries or time.monotonic() + pause >= ends_at:
                if not isinstance(outcome, GodwitError):
                    return outcome
                outcome.tries = tries
                outcome.idempotency_key = call.idempotency_key
                raise outcome
            yield Pause(pause)


def _headers(call: Call) -> dict[str, str]:
    headers = {
        "accept": "application/json",
        "user-agent": f"godwit-python/{VERSION} python/{platform.python_version()}",
    }
    if call.body is not None:
        headers["content-type"] = "application/json"
    if call.idempotency_key is not None:
        headers["idempotency-key"] = call.idempotency_key
    return headers


def _read(url: str, received: Received, timeout: float) -> Answer | GodwitError:
    """Reads a response: returns its object, or the error to raise."""
    if not isinstance(received, httpx.Response):
        timed_out = isinstance(received, httpx.TimeoutException)
        why = f"within {math.ceil(timeout * 1000)} ms" if timed_out else f"({received})"
        failed = ConnectionError(f"No answer from {url} {why}", timed_out)
        failed.__cause__ = received
        return failed
    status = received.status_code
    retry_after = _seconds_until(received.headers.get("retry-after"))
    answer = _parse(received.content)
    if 200 <= status < 300 and answer is not None:
        return answer
    code, description = (answer or {}).get("code"), (answer or {}).get("description")
    if answer is not None and status >= 400 and isinstance(code, int) and isinstance(description, str):
        request_id = received.headers.get("x-request-id")
        return ApiError(status, code, description, answer.get("fields") or {}, request_id, retry_after)
    points = f" and points to {received.headers.get('location')}" if 300 <= status < 400 else ""
    message = f"{url} is not a Godwit service ({status}{points}): check base_url, and proxies in between"
    return AnswerError(message, status, retry_after)


def _parse(content: bytes) -> Answer | None:
    try:
        answer = json.loads(content)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def _seconds_until(retry_after: str | None) -> int | None:
    """Reads a Retry-After, a number of seconds or a date, as seconds from now."""
    if not retry_after:
        return None
    if retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 10:
        return int(retry_after)
    try:
        at = parsedate_to_datetime(retry_after)
    except (TypeError, ValueError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
    return max(0, math.ceil((at - datetime.now(timezone.utc)).total_seconds()))


def _pause_after(tries: int, retry_after_seconds: int | None) -> float:
    """Returns at least the service's Retry-After. Partly random, so many clients do not retry at once."""
    if retry_after_seconds is not None:
        return retry_after_seconds + random.random() * _PAUSE_SECONDS
    doubled = math.ldexp(_PAUSE_SECONDS, min(tries - 1, 10))
    return min(_LONGEST_PAUSE_SECONDS, doubled) * (0.5 + random.random() / 2)


def _encode(body: Answer) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise ValueError(f"The body cannot be sent as JSON: {error}") from error


def _base_of(base_url: str) -> str:
    """Returns the base of all calls. The given address may end with `/v1` or a slash."""
    wrong = "base_url must be an address such as https://sms.example.com"
    try:
        url = urlsplit(base_url)
        is_address = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except (ValueError, AttributeError):
        raise ValueError(wrong) from None
    if not is_address:
        raise ValueError(wrong)
    if url.query or url.fragment or url.username or url.password:
        raise ValueError("base_url must be an address without ?, # and credentials")
    return f"{url.scheme}://{url.netloc}{url.path.rstrip('/').removesuffix('/v1')}/v1"
