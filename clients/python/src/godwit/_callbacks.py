"""Verifies callbacks by Standard Webhooks 1.0 and parses them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Sequence
from typing import Any, Literal, cast

from ._types import StatusCallback

_PREFIX = "whsec_"
_VERSION = "v1,"
_TOLERANCE_SECONDS = 300


class CallbackError(Exception):
    """Raised if a callback is invalid: answer it with 400 and ignore it."""

    def __init__(self, reason: Literal["header", "timestamp", "signature", "body"], message: str) -> None:
        super().__init__(message)
        self.reason = reason


def verify_callback(
    secret: str | Sequence[str],
    headers: Any,
    body: bytes | str,
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now: float | None = None,
) -> StatusCallback:
    """Verifies the signature and the time of a callback and returns its content.

    At the URL for incoming messages the content is an `IncomingCallback`: use `typing.cast`.

    :param secret: the project's callback secret, `whsec_…`, or several while you rotate it
    :param headers: those of a framework's request, a mapping, or a WSGI environment
    :param body: the raw body; the signature does not match JSON that was parsed and serialised again
    :param tolerance_seconds: how far the callback's time may differ from now, in either direction
    :param now: Unix time; default: the current time
    :raises CallbackError: if the callback is invalid
    """
    if not isinstance(body, (bytes, bytearray, str)):
        raise TypeError("verify_callback needs the raw body: text or bytes, not parsed JSON")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    given = _header(headers, "webhook-signature").split(" ")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise CallbackError("timestamp", "webhook-timestamp is not a number of seconds")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise CallbackError(
            "timestamp",
            f"webhook-timestamp differs by more than {tolerance_seconds:g} s from now: "
            "the callback is old, or this machine's clock is wrong",
        )
    fits = False
    for key in keys:
        signed = hmac.new(key, f"{message_id}.{timestamp}.".encode() + raw, hashlib.sha256)
        expected = _VERSION.encode() + base64.b64encode(signed.digest())
        for one in given:
            # Compare all, so the duration does not reveal which one matches.
            fits = hmac.compare_digest(expected, one.encode()) or fits
    if not fits:
        raise CallbackError("signature", "No signature matches: the secret is wrong, or the body was changed")
    try:
        return cast(StatusCallback, json.loads(raw))
    except ValueError:
        raise CallbackError("body", "The body is not JSON") from None


def _key_of(secret: str) -> bytes:
    text = secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret
    try:
        key = base64.b64decode(text, validate=True)
    except ValueError:
        key = b""
    if not key:
        raise ValueError("The callback secret must be as in the project's settings: whsec_ and base64")
    return key


def _header(headers: Any, name: str) -> str:
    in_environment = "http_" + name.replace("-", "_")
    for key, value in headers.items():
        if str(key).lower() in (name, in_environment):
            text = value if isinstance(value, str) else " ".join(value)
            if text:
                return text
    raise CallbackError("header", f"The header {name} is missing")
