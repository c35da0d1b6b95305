"""What a program does with the client, against a service whose answers get lost: test/pythonClient.test.ts runs it.

Prints one JSON value with what it saw.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from octavo_client import AsyncOctavo, InvalidSignature, Octavo, OctavoProblem, read_webhook  # noqa: E402

pauses: list[float] = []
url, authorization = os.environ["OCTAVO_URL"], os.environ["OCTAVO_AUTHORIZATION"]
octavo = Octavo(f"{url}/", authorization, pause=pauses.append)
body = json.load(sys.stdin)

created = octavo.orders.create(body["order"])
name = created["customerOrderId"]
create_pauses, pauses[:] = list(pauses), []


def code_of(call: object) -> list[object]:
    try:
        call()  # type: ignore[operator]
    except OctavoProblem as problem:
        return [problem.status, problem.code, problem.is_passing]
    return []


def verdict(text: str, headers: dict[str, str], secret: str = body["webhook"]["secret"]) -> str:
    try:
        return str(read_webhook(secret, headers, text)["type"])
    except InvalidSignature as refusal:
        return str(refusal)


async def in_asyncio() -> list[object]:
    also = AsyncOctavo(url, authorization)
    order = await also.orders.get(name)
    listed = [one["customerOrderId"] async for one in also.orders.list()]
    events = await also.events()
    return [order["status"], listed, len(events["events"]) > 0]


def endpoints() -> list[object]:
    calls = octavo.webhook_endpoints
    made = calls.create({"url": "https://shop.example/hook", "events": ["OrderShipped"]})
    name = made["endpointId"]
    changed = calls.update(name, {"enabled": False})
    secrets = {made["secret"], calls.rotate_secret(name)}
    seen = [calls.get(name) == changed, calls.list() == [changed], changed["enabled"], len(secrets)]
    calls.delete(name)
    return [*seen, calls.list(), asyncio.run(AsyncOctavo(url, authorization).webhook_endpoints.list())]


def products() -> list[object]:
    calls = octavo.products
    made = calls.create({"sku": "POEMS", "name": "Poems", "manufacturingSku": calls.get("NOVEL")["manufacturingSku"]})
    refused = code_of(lambda: calls.update("POEMS", {"name": "Verse"}))
    changed = calls.update("POEMS", {"name": "Verse"}, also_in_production=True)
    calls.archive("POEMS", also_in_production=True)
    gone = code_of(lambda: calls.get("POEMS"))
    restored = asyncio.run(AsyncOctavo(url, authorization).products.restore("POEMS", also_in_production=True))
    return [made["name"], refused[1], gone[1], restored == changed, restored["name"]]


def product_files() -> list[object]:
    calls, also = octavo.products, AsyncOctavo(url, authorization).products
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder, "cover.pdf")
        pdf.write_bytes(base64.b64decode(body["cover"]))
        refused = code_of(lambda: calls.upload_file("POEMS", "cover", pdf))
        sent = calls.upload_file("POEMS", "cover", pdf, also_in_production=True)["files"]
        again = asyncio.run(also.upload_file("POEMS", "cover", pdf, also_in_production=True))["files"]
    calls.remove_file("POEMS", "cover", also_in_production=True)
    return [refused[1], sent[0]["sha256"], again[0]["sha256"], asyncio.run(also.files("POEMS"))["files"]]


signed, text = body["webhook"]["headers"], body["webhook"]["body"]
print(
    json.dumps(
        {
            "created": name,
            "pauses": create_pauses,
            "validated": octavo.orders.validate(body["order"] | {"customerOrderId": "another"})["status"],
            "report": octavo.orders.report(period="this_month")["interval"],
            "options": len(octavo.orders.estimate(body["estimate"])["options"]) > 0,
            "products": sorted(product["sku"] for product in octavo.products.list()),
            "events": [event["type"] for event in octavo.orders.events(name)],
            "missing": code_of(lambda: octavo.orders.get("none/☃")),
            "wrong": code_of(lambda: Octavo(url, "Basic b2N0YXZvOg==").orders.get(name)),
            "away": code_of(lambda: Octavo("http://127.0.0.1:1", authorization, attempts=2, pause=pauses.append).orders.get(name)),
            "async": asyncio.run(in_asyncio()),
            "endpoints": endpoints(),
            "changedProducts": products(),
            "productFiles": product_files(),
            "secret": octavo.sandbox.secret(),
            "webhook": verdict(text, signed),
            "altered": verdict(text + " ", signed),
            "publicKey": [
                verdict(text, signed, body["webhook"]["publicKey"]),
                verdict(text + " ", signed, body["webhook"]["publicKey"]),
                verdict(text, signed, body["webhook"]["anotherKey"]),
            ],
            "old": verdict(text, {**signed, "webhook-timestamp": "1"}),
            "cancelled": octavo.orders.cancel(name)["status"],
        }
    )
)
