"""The blocking client. _resources.py has the methods that need nothing more than a request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import List, cast

from ._resources import Resources
from ._calls import BatchResult, EventOptions, list_query
from ._types import (
    Balance,
    DryRun,
    Event,
    EventPage,
    Login,
    Message,
    MessagePage,
    MessageRow,
    NewMessage,
    PageOptions,
    ResentEvent,
)


class Godwit(Resources):
    """Makes the calls of the public API for one project, in the mode of the key."""

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
        return self._walk("/messages", list_query(query))

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

    def list_events(self, query: EventOptions | None = None) -> Iterator[Event]:
        """Returns the events after `after` one by one, the oldest first, and ends when there are no more.

        The `id` of the last one is the `after` of your next call.
        """
        asked: EventOptions = {"limit": 100, **(query or {})}
        while (page := self.events(asked))["results"]:
            yield from page["results"]
            asked = {**asked, "after": cast(str, page["next"])}

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
