"""The blocking client, with one method for each call."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import List, cast

import httpx

from ._calls import BatchResult, Calls, EventOptions, Walk
from ._transport import Pause, Received, Result, Steps, Transport
from ._types import (
    Balance,
    DryRun,
    EventPage,
    Login,
    Message,
    MessagePage,
    MessageRow,
    NewMessage,
    PageOptions,
    ResentEvent,
)


class Godwit:
    """Sends and reads the messages of one project, in the mode of the key."""

    def __init__(
        self,
        base_url: str,
        project_id: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        total_timeout: float = 60.0,
        max_retries: int = 4,
    ) -> None:
        """Creates a client, which calls nothing yet.

        :param base_url: the address of the service, such as `https://sms.example.com`; `/v1` is appended
        :param api_key: a key of the project; it decides the mode, TEST or LIVE
        :param timeout: how long one try waits for the connection and for data, in seconds
        :param total_timeout: the time limit of all tries and the pauses between them, in seconds
        :param max_retries: how often a failed call is retried; 0 for never
        """
        self._transport = Transport(base_url, project_id, api_key, timeout, total_timeout, max_retries)
        self._calls = Calls(self._transport)
        self._http = httpx.Client(auth=self._transport.auth, follow_redirects=False)

    def __repr__(self) -> str:
        """Keeps keys out of logs."""
        return f"Godwit({self._transport.base_url!r})"

    def __enter__(self) -> Godwit:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def send(self, message: NewMessage, *, idempotency_key: str | None = None) -> Message:
        """Sends one message. Retries have the same Idempotency-Key, so the message is sent once.

        :param idempotency_key: 1 to 255 characters that identify the message, such as `order-1042-shipped`.
            For 24 hours the service accepts one message with it. Default: a new key for each call.
        """
        return self._run(self._calls.send(message, idempotency_key))

    def dry_run(self, message: NewMessage) -> DryRun:
        """Checks and prices a message without sending it.

        Raises the ApiError with which the message would be refused.
        """
        return self._run(self._calls.dry_run(message))

    def batch(
        self, messages: Sequence[NewMessage], *, idempotency_key: str | None = None
    ) -> List[BatchResult]:
        """Sends up to 1,000 messages. Each is accepted or refused separately.

        Results are in the order of the messages. Temporary refusals are retried.
        """
        return self._run(self._calls.batch(messages, idempotency_key))

    def get(self, id: str) -> Message:
        """Reads a message."""
        return self._run(self._calls.get(id))

    def list(self, query: PageOptions | None = None) -> Iterator[MessageRow]:
        """Lists all messages of these days that match the filters: `for message in godwit.list()`.

        Loads more as needed, `page_size` in one call.
        """
        walk = Walk(query)
        while not walk.is_over:
            yield from self._run(self._calls.rows(walk))

    def page(self, query: PageOptions | None = None) -> MessagePage:
        """Lists one page, with totals; pages count from 1."""
        return self._run(self._calls.page(query))

    def cancel(self, id: str) -> Message:
        """Cancels a scheduled or queued message. Cancelling it again succeeds.

        Raises an ApiError with `ErrorCode.CONFLICT` once it is being sent.
        """
        return self._run(self._calls.cancel(id))

    def events(self, query: EventOptions | None = None) -> EventPage:
        """Reads events of the project in the mode of the key, the oldest first.

        Recording begins with the first call. Pass `next` as `after` in the next call, and none is missed.
        """
        return self._run(self._calls.events(query))

    def resend_event(self, id: str) -> ResentEvent:
        """Sends an event again to the webhook endpoints that take it.

        Raises an ApiError with `ErrorCode.CONFLICT` if there is none.
        """
        return self._run(self._calls.resend_event(id))

    def balance(self) -> Balance:
        """Reads the team's balance."""
        return self._run(self._calls.balance())

    def login(self) -> Login:
        """Checks the credentials; returns their project and mode."""
        return self._run(self._calls.login())

    def _run(self, steps: Steps[Result]) -> Result:
        """Performs the steps of a call in order."""
        received: Received = None
        while True:
            try:
                step = steps.send(received)
            except StopIteration as done:
                return cast(Result, done.value)
            received = None
            if isinstance(step, Pause):
                time.sleep(step.seconds)
                continue
            try:
                received = self._http.request(
                    step.method, step.url, headers=step.headers, content=step.content, timeout=step.timeout
                )
            except httpx.RequestError as error:
                received = error
