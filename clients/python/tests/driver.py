"""Makes the calls that test/clients.test.ts asks for, one a line, so that both clients are tested by the same cases.

Reads `{"url", "authorization", "name", "args", "options"}` and prints `{"value"}`, `{"problem"}` or `{"refused"}`. Before
a pause it prints `{"pause"}` and waits for a line. With `async` in the arguments, calls are those of AsyncOctavo.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from inspect import isawaitable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from octavo_client import AsyncOctavo, InvalidSignature, Octavo, OctavoProblem, read_webhook  # noqa: E402

is_async = "async" in sys.argv[1:]


def write(value: dict[str, Any]) -> None:
    print(json.dumps(value), flush=True)


def pause(seconds: float) -> None:
    write({"pause": seconds})
    sys.stdin.readline()


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def argument(value: Any) -> Any:
    match value:
        case {"path": str(path)}:
            return Path(path)
        case {"time": str(time)}:
            return datetime.fromisoformat(time)
        case _:
            return value


async def awaited(result: Any) -> Any:
    if isinstance(result, AsyncIterator):
        return [row async for row in result]
    return await result if isawaitable(result) else result


def answer(name: str, args: list[Any], options: dict[str, Any], url: str, authorization: str) -> dict[str, Any]:
    if name == "readWebhook":
        return {"value": read_webhook(*args)["type"]}
    connected: Any = (AsyncOctavo if is_async else Octavo)(url, authorization, pause=pause)
    call = connected
    for step in name.split("."):
        call = getattr(call, snake(step))
    progress: list[Any] = []
    given = {snake(option): argument(value) for option, value in options.items()}
    if "on_progress" in given:
        given["on_progress"] = lambda sent, total: progress.append([sent, total])
    result = call(*map(argument, args), **given)
    value = asyncio.run(awaited(result)) if is_async else list(result) if isinstance(result, Iterator) else result
    return {"value": value, "progress": progress}


for line in iter(sys.stdin.readline, ""):
    try:
        write(answer(**json.loads(line)))
    except OctavoProblem as problem:
        pointers = [error["pointer"] for error in problem.errors]
        has_request = problem.request_id is not None
        facts = {"status": problem.status, "code": problem.code, "message": str(problem)}
        says = {"isPassing": problem.is_passing, "isUnknownOutcome": problem.is_unknown_outcome}
        retry = {"retryAfterSeconds": problem.retry_after_seconds}
        write({"problem": {**facts, **says, **retry, "pointers": pointers, "hasRequestId": has_request}})
    except InvalidSignature:
        write({"refused": True})
