"""The asynchronous client. _async_resources.py has the methods that need nothing more than a request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import List, cast

from ._async_resources import AsyncResources
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


class AsyncGodwit(AsyncResources):
    """Makes the calls of the public API for one project, in the mode of the key, with asyncio."""

    async def send(self, message: NewMessage, *, idempotency_key: str | None = None) -> Message:
        """Sends one message. Retries have the same Idempotency-Key, so the message is sent once.

        :param idempotency_key: 1 to 255 characters that identify the message, such as `order-1042-shipped`.
            For 24 hours the service accepts one message with it. Default: a new key for each call.
        """
        return await self._run(self._calls.send(message, idempotency_key))

    async def dry_run(self, message: NewMessage) -> DryRun:
        """Checks and prices a message without sending it.

        Raises the ApiError with which the message would be refused.
        """
        return await self._run(self._calls.dry_run(message))

    async def batch(
        self, messages: Sequence[NewMessage], *, idempotency_key: str | None = None
    ) -> List[BatchResult]:
        """Sends up to 1,000 messages. Each is accepted or refused separately.

        Results are in the order of the messages. Temporary refusals are retried.
        """
        return await self._run(self._calls.batch(messages, idempotency_key))

    async def get(self, id: str) -> Message:
        """Reads a message."""
        return await self._run(self._calls.get(id))

    async def list(self, query: PageOptions | None = None) -> AsyncIterator[MessageRow]:
        """Lists all messages of these days that match the filters: `async for message in godwit.list()`.

        Loads more as needed, `page_size` in one call.
        """
        async for row in self._walk("/messages", list_query(query)):
            yield row

    async def page(self, query: PageOptions | None = None) -> MessagePage:
        """Lists one page, with totals; pages count from 1."""
        return await self._run(self._calls.page(query))

    async def cancel(self, id: str) -> Message:
        """Cancels a scheduled or queued message. Cancelling it again succeeds.

        Raises an ApiError with `ErrorCode.CONFLICT` once it is being sent.
        """
        return await self._run(self._calls.cancel(id))

    async def events(self, query: EventOptions | None = None) -> EventPage:
        """Reads events of the project in the mode of the key, the oldest first.

        Recording begins with the first call. Pass `next` as `after` in the next call, and none is missed.
        """
        return await self._run(self._calls.events(query))

    async def list_events(self, query: EventOptions | None = None) -> AsyncIterator[Event]:
        """Returns the events after `after` one by one, the oldest first, and ends when there are no more.

        The `id` of the last one is the `after` of your next call.
        """
        asked: EventOptions = {"limit": 100, **(query or {})}
        while (page := await self.events(asked))["results"]:
            for event in page["results"]:
                yield event
            asked = {**asked, "after": cast(str, page["next"])}

    async def resend_event(self, id: str) -> ResentEvent:
        """Sends an event again to the webhook endpoints that take it.

        Raises an ApiError with `ErrorCode.CONFLICT` if there is none.
        """
        return await self._run(self._calls.resend_event(id))

    async def balance(self) -> Balance:
        """Reads the team's balance."""
        return await self._run(self._calls.balance())

    async def login(self) -> Login:
        """Checks the credentials; returns their project and mode."""
        return await self._run(self._calls.login())
