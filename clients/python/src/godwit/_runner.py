"""Makes the requests of both clients' methods, and walks through lists."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar, cast

import httpx

from ._calls import Calls, Walk
from ._transport import Pause, Received, Result, Steps, Transport

Self = TypeVar("Self")


class _Opened:
    """The address, the credentials and the time limits of a client."""

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
        self._open()

    def _open(self) -> None:
        """Opens the connections, which each client has in its own form."""

    def __repr__(self) -> str:
        """Keeps keys out of logs."""
        return f"{type(self).__name__}({self._transport.base_url!r})"


class Runner(_Opened):
    """Performs calls, and waits for each."""

    _http: httpx.Client

    def _open(self) -> None:
        self._http = httpx.Client(auth=self._transport.auth, follow_redirects=False)

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _request(self, method: str, path: str, **more: Any) -> Any:
        return self._run(self._calls.request(method, path, **more))

    def _walk(self, path: str, query: Any) -> Iterator[Any]:
        """Returns the rows of a list one by one, and loads more as needed."""
        walk = Walk(path, query)
        while not walk.is_over:
            yield from self._run(self._calls.rows(walk))

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


class AsyncRunner(_Opened):
    """Performs calls with asyncio."""

    _http: httpx.AsyncClient

    def _open(self) -> None:
        self._http = httpx.AsyncClient(auth=self._transport.auth, follow_redirects=False)

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _request(self, method: str, path: str, **more: Any) -> Any:
        return await self._run(self._calls.request(method, path, **more))

    async def _walk(self, path: str, query: Any) -> AsyncIterator[Any]:
        """Returns the rows of a list one by one, and loads more as needed."""
        walk = Walk(path, query)
        while not walk.is_over:
            for row in await self._run(self._calls.rows(walk)):
                yield row

    async def _run(self, steps: Steps[Result]) -> Result:
        """Performs the steps of a call in order."""
        received: Received = None
        while True:
            try:
                step = steps.send(received)
            except StopIteration as done:
                return cast(Result, done.value)
            received = None
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                continue
            try:
                received = await self._http.request(
                    step.method, step.url, headers=step.headers, content=step.content, timeout=step.timeout
                )
            except httpx.RequestError as error:
                received = error
