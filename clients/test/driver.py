"""Runs the Python client in a process of its own.

Reads a line of JSON for each call and writes one for its outcome. Arguments: the folder of the client, and
the client to use, `Godwit` or `AsyncGodwit`.
"""

import asyncio
import base64
import inspect
import json
import re
import sys

sys.path.insert(0, sys.argv[1])
import godwit  # noqa: E402

TYPES = (
    (godwit.ApiError, "api"),
    (godwit.ConnectionError, "connection"),
    (godwit.AnswerError, "answer"),
    (godwit.CallbackError, "callback"),
    ((ValueError, TypeError), "argument"),
)
SECONDS = {"timeoutMs": "timeout", "totalTimeoutMs": "total_timeout"}
clients = {}


def snake(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def camel(name):
    return re.sub("_([a-z])", lambda letter: letter[1].upper(), name)


def client_of(options):
    name = json.dumps(options)
    if name not in clients:
        named = {
            SECONDS.get(key, snake(key)): value / 1000 if key in SECONDS else value
            for key, value in options.items()
        }
        clients[name] = getattr(godwit, sys.argv[2])(**named)
    return clients[name]


async def perform(call, client=None, args=(), idempotencyKey=None, **_):
    if call == "verify":
        given = args[0]
        return godwit.verify_callback(**{**given, "body": base64.b64decode(given["body"])})
    if call == "methods":
        return [camel(name) for name in dir(getattr(godwit, sys.argv[2])) if not name.startswith("_")]
    key = {} if idempotencyKey is None else {"idempotency_key": idempotencyKey}
    value = getattr(client_of(client), snake(call))(*args, **key)
    if hasattr(value, "__aiter__"):
        return [row async for row in value]
    if inspect.isgenerator(value):
        return list(value)
    return await value if asyncio.iscoroutine(value) else value


def shown(error):
    kind = next((name for kinds, name in TYPES if isinstance(error, kinds)), type(error).__name__)
    details = ("tries", "idempotency_key", "retry_after_seconds")
    known = {name: getattr(error, name, None) for name in details} | vars(error)
    return {"type": kind, "message": str(error)} | {camel(name): value for name, value in known.items()}


async def main():
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        call = json.loads(line)
        try:
            outcome = {"value": await perform(**call)}
        except Exception as error:
            outcome = {"error": shown(error)}
        print(json.dumps({"number": call["number"], **outcome}), flush=True)


asyncio.run(main())
