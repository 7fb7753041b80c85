"""The calls of the public API for both Python clients: how to make each, and how to read its answer."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Any, List, Literal, TypedDict, Union, cast
from urllib.parse import quote, urlencode

from ._errors import AnswerError, ApiError, is_temporary_code
from ._transport import Answer, Call, Steps, Transport
from ._types import (
    Balance,
    DryRun,
    ErrorAnswer,
    ErrorCode,
    EventPage,
    Login,
    Message,
    MessagePage,
    NewMessage,
    PageOptions,
    ResentEvent,
)


class BatchAccepted(TypedDict):
    """A message of a batch that was accepted."""

    ok: Literal[True]
    message: Message


class BatchRefused(TypedDict):
    """A message of a batch that was refused."""

    ok: Literal[False]
    error: ErrorAnswer


BatchResult = Union[BatchAccepted, BatchRefused]
"""The result of one message of a batch."""


class EventOptions(TypedDict, total=False):
    """From which event on to read, how many, and how long to wait for one: 0 to 25 seconds."""

    after: str
    limit: int
    wait_s: int


class Calls:
    """Each method returns the steps of one call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Any = None,
        body: Any = None,
        idempotency_key: str | None = None,
        is_once: bool = False,
    ) -> Steps[Any]:
        wire = None if body is None else _wire(body)
        call = Call(method, path + _search_of(query or {}), wire, idempotency_key, is_once=is_once)
        return (yield from self._transport.attempts(call))

    def send(self, message: NewMessage, idempotency_key: str | None) -> Steps[Message]:
        call = Call("POST", "/messages", _wire(message), key_of(idempotency_key))
        return cast(Message, (yield from self._transport.attempts(call)))

    def dry_run(self, message: NewMessage) -> Steps[DryRun]:
        # A version of the service without dry runs sends the message. The key limits that to one message, and
        # the AnswerError tells the caller.
        call = Call("POST", "/messages", {**_wire(message), "dry_run": True}, key_of(None))
        answer = yield from self._transport.attempts(call)
        if answer.get("dry_run") is not True:
            raise AnswerError("This service has no dry runs, so it has SENT the message", 201, None)
        return cast(DryRun, answer)

    def batch(self, messages: Sequence[NewMessage], idempotency_key: str | None) -> Steps[List[BatchResult]]:
        def is_unfinished(answer: Answer) -> bool:
            return any(is_temporary_code(one["code"]) for one in answer["results"] if "code" in one)

        body = {"messages": [_wire(message) for message in messages]}
        call = Call("POST", "/messages/batch", body, key_of(idempotency_key), is_unfinished)
        answer = yield from self._transport.attempts(call)
        return [_result_of(one) for one in answer["results"]]

    def get(self, id: str) -> Steps[Message]:
        return cast(Message, (yield from self._transport.attempts(Call("GET", _path_of(id)))))

    def page(self, query: PageOptions | None) -> Steps[MessagePage]:
        asked: dict[str, Any] = {"page_num": 1, "page_size": 25, "sort_order": "ASC", **(query or {})}
        call = Call("GET", f"/messages{_search_of(asked)}")
        return cast(MessagePage, (yield from self._transport.attempts(call)))

    def rows(self, walk: Walk) -> Steps[List[Any]]:
        return walk.take((yield from self._transport.attempts(Call("GET", walk.path))))

    def cancel(self, id: str) -> Steps[Message]:
        try:
            answer = yield from self._transport.attempts(Call("POST", f"{_path_of(id)}/cancel"))
            return cast(Message, answer)
        except ApiError as error:
            if error.code != ErrorCode.CONFLICT:
                raise
            # An earlier try may have cancelled it although its response was lost.
            message = yield from self.get(id)
            failure = message["failure"]
            if failure is None or failure["code"] != "CANCELLED":
                raise
            return message

    def events(self, query: EventOptions | None) -> Steps[EventPage]:
        call = Call("GET", f"/events{_search_of(dict(query or {}))}")
        return cast(EventPage, (yield from self._transport.attempts(call)))

    def resend_event(self, id: str) -> Steps[ResentEvent]:
        call = Call("POST", f"/events/{quoted(id, 'event')}/resend")
        return cast(ResentEvent, (yield from self._transport.attempts(call)))

    def balance(self) -> Steps[Balance]:
        return cast(Balance, (yield from self._transport.attempts(Call("GET", "/balance"))))

    def login(self) -> Steps[Login]:
        return cast(Login, (yield from self._transport.attempts(Call("POST", "/login"))))


class Walk:
    """A walk through all rows of a list: read those at `path` until `is_over`."""

    def __init__(self, path: str, query: Any) -> None:
        self._path = path
        self._query: dict[str, Any] = {"limit": 100, **(query or {})}
        if self._query.get("before") is not None:
            raise ValueError("Leave out before: a list goes on by after. To use before, read a page")
        self.is_over = False

    @property
    def path(self) -> str:
        """The path of the next rows."""
        return self._path + _search_of(self._query)

    def take(self, answer: Any) -> List[Any]:
        """Moves on to the rows after those of an answer, and returns these."""
        self._query["after"] = answer["next"]
        self.is_over = answer["next"] is None
        return cast(List[Any], answer["results"])


def list_query(query: PageOptions | None) -> dict[str, Any]:
    """Returns the query of a walk through messages for the filter of a list."""
    asked: dict[str, Any] = {"page_size": 100, "sort_order": "ASC", **(query or {})}
    filters = {name: value for name, value in asked.items() if name not in ("page_size", "page_num")}
    return {**filters, "limit": asked["page_size"]}


def _result_of(answer: Any) -> BatchResult:
    if "code" in answer:
        return {"ok": False, "error": answer}
    return {"ok": True, "message": answer}


def _wire(body: Any) -> dict[str, Any]:
    """Formats a body for the API, which reads times without fractions of a second."""
    wire: dict[str, Any] = dict(body)
    send_at = wire.get("send_at")
    if isinstance(send_at, datetime):
        if send_at.tzinfo is None:
            raise ValueError("send_at must have a time zone, such as datetime.timezone.utc")
        wire["send_at"] = send_at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return wire


def _search_of(query: dict[str, Any]) -> str:
    """Returns the query with the parameters that have a value."""
    given = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in query.items()
        if value is not None
    }
    return f"?{urlencode(given, quote_via=quote)}" if given else ""


def key_of(key: str | None) -> str:
    """Returns the Idempotency-Key of a call: the given one, or a new one."""
    key = str(uuid.uuid4()) if key is None else key
    if not re.fullmatch(r"[!-~](?:[ -~]{0,253}[!-~])?", key):
        raise ValueError("idempotency_key must be 1 to 255 characters of ASCII, without a space at either end")
    return key


def _path_of(id: str) -> str:
    return f"/messages/{quoted(id, 'message')}"


def quoted(id: str, what: str, name: str = "id") -> str:
    """Returns a part of a path: the id of a message, or the number of a conversation."""
    if not id or not isinstance(id, str):
        raise ValueError(f"The {name} of the {what} is missing")
    return quote(id, safe="")
