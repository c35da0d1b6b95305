"""Generated from client.py by `npm run docs`. Do not edit.

The same client for asyncio. Each call runs in a thread of its own, because the standard library has no other way.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar

from .client import Billing, Deliveries, Files, Octavo, Orders, Products, SandboxCalls, WebhookEndpoints
from .types import (
    Charge,
    CreatedProofLink,
    CreatedWebhookEndpoint,
    Delivery,
    DeliveryAttempt,
    DeliveryRequest,
    EventPage,
    FileCheck,
    NewEstimate,
    NewFileCheck,
    NewOrder,
    NewProduct,
    NewWebhookEndpoint,
    Order,
    OrderChange,
    OrderEvent,
    OrderPreview,
    OwnAccount,
    Product,
    ProductChanges,
    ProductFiles,
    ProofFiles,
    ProofSharing,
    Report,
    Sandbox,
    SentTest,
    ShippingEstimate,
    Statement,
    WebhookEndpoint,
    WebhookEndpointChanges,
)

Row = TypeVar("Row")
_END: Any = object()


async def _each(rows: Iterator[Row]) -> AsyncIterator[Row]:
    while (row := await asyncio.to_thread(next, rows, _END)) is not _END:
        yield row


class AsyncOrders:
    def __init__(self, calls: Orders) -> None:
        self._calls = calls

    async def create(self, body: NewOrder) -> Order:
        return await asyncio.to_thread(self._calls.create, body)

    async def get(self, customer_order_id: str) -> Order:
        return await asyncio.to_thread(self._calls.get, customer_order_id)

    async def cancel(self, customer_order_id: str) -> Order:
        return await asyncio.to_thread(self._calls.cancel, customer_order_id)

    async def change(self, customer_order_id: str, change: OrderChange, *, preview: bool = False) -> Order:
        return await asyncio.to_thread(self._calls.change, customer_order_id, change, preview=preview)

    async def replace_file(self, customer_order_id: str, item: int, part: Literal["cover", "guts"], file_url: str) -> Order:
        return await asyncio.to_thread(self._calls.replace_file, customer_order_id, item, part, file_url)

    async def approve_proof(self, customer_order_id: str, files: Sequence[ProofFiles]) -> Order:
        return await asyncio.to_thread(self._calls.approve_proof, customer_order_id, files)

    async def reject_proof(self, customer_order_id: str, comment: str) -> Order:
        return await asyncio.to_thread(self._calls.reject_proof, customer_order_id, comment)

    async def proof(self, customer_order_id: str) -> ProofSharing:
        return await asyncio.to_thread(self._calls.proof, customer_order_id)

    async def create_proof_link(self, customer_order_id: str, *, days: int = 14) -> CreatedProofLink:
        return await asyncio.to_thread(self._calls.create_proof_link, customer_order_id, days=days)

    async def revoke_proof_link(self, customer_order_id: str, link_id: str) -> None:
        return await asyncio.to_thread(self._calls.revoke_proof_link, customer_order_id, link_id)

    def list(
        self,
        *,
        status: Sequence[str] | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
    ) -> AsyncIterator[Order]:
        return _each(self._calls.list(status=status, created_after=created_after, created_before=created_before))

    def events(self, customer_order_id: str) -> AsyncIterator[OrderEvent]:
        return _each(self._calls.events(customer_order_id))

    async def validate(self, body: NewOrder) -> OrderPreview:
        return await asyncio.to_thread(self._calls.validate, body)

    async def estimate(self, body: NewEstimate) -> ShippingEstimate:
        return await asyncio.to_thread(self._calls.estimate, body)

    async def report(
        self, *, period: str | None = None, from_day: date | None = None, to_day: date | None = None
    ) -> Report:
        return await asyncio.to_thread(self._calls.report, period=period, from_day=from_day, to_day=to_day)


class AsyncProducts:
    def __init__(self, calls: Products) -> None:
        self._calls = calls

    def list(self) -> AsyncIterator[Product]:
        return _each(self._calls.list())

    async def get(self, sku: str) -> Product:
        return await asyncio.to_thread(self._calls.get, sku)

    async def create(self, body: NewProduct) -> Product:
        return await asyncio.to_thread(self._calls.create, body)

    async def update(self, sku: str, body: ProductChanges, *, also_in_production: bool = False) -> Product:
        return await asyncio.to_thread(self._calls.update, sku, body, also_in_production=also_in_production)

    async def archive(self, sku: str, *, also_in_production: bool = False) -> Product:
        return await asyncio.to_thread(self._calls.archive, sku, also_in_production=also_in_production)

    async def restore(self, sku: str, *, also_in_production: bool = False) -> Product:
        return await asyncio.to_thread(self._calls.restore, sku, also_in_production=also_in_production)

    async def files(self, sku: str) -> ProductFiles:
        return await asyncio.to_thread(self._calls.files, sku)

    async def upload_file(
        self, sku: str, part: Literal["cover", "guts"], pdf: Path, *, also_in_production: bool = False
    ) -> ProductFiles:
        return await asyncio.to_thread(self._calls.upload_file, sku, part, pdf, also_in_production=also_in_production)

    async def use_upload(
        self, sku: str, part: Literal["cover", "guts"], file_url: str, *, also_in_production: bool = False
    ) -> ProductFiles:
        return await asyncio.to_thread(self._calls.use_upload, sku, part, file_url, also_in_production=also_in_production)

    async def remove_file(self, sku: str, part: Literal["cover", "guts"], *, also_in_production: bool = False) -> None:
        return await asyncio.to_thread(self._calls.remove_file, sku, part, also_in_production=also_in_production)


class AsyncFiles:
    def __init__(self, calls: Files) -> None:
        self._calls = calls

    async def upload(self, pdf: Path, *, on_progress: Callable[[int, int], None] | None = None) -> str:
        return await asyncio.to_thread(self._calls.upload, pdf, on_progress=on_progress)

    async def check(self, body: NewFileCheck) -> FileCheck:
        return await asyncio.to_thread(self._calls.check, body)


class AsyncBilling:
    def __init__(self, calls: Billing) -> None:
        self._calls = calls

    async def due(self) -> float:
        return await asyncio.to_thread(self._calls.due)

    def charges(self) -> AsyncIterator[Charge]:
        return _each(self._calls.charges())

    async def charge(self, charge_id: str) -> Charge:
        return await asyncio.to_thread(self._calls.charge, charge_id)

    def statements(self) -> AsyncIterator[Statement]:
        return _each(self._calls.statements())


class AsyncDeliveries:
    def __init__(self, calls: Deliveries) -> None:
        self._calls = calls

    def list(self, *, customer_order_id: str | None = None) -> AsyncIterator[Delivery]:
        return _each(self._calls.list(customer_order_id=customer_order_id))

    async def attempts(self, delivery_id: str) -> Sequence[DeliveryAttempt]:
        return await asyncio.to_thread(self._calls.attempts, delivery_id)

    async def request(self, delivery_id: str) -> DeliveryRequest:
        return await asyncio.to_thread(self._calls.request, delivery_id)

    async def test(
        self, *, url: str | None = None, endpoint_id: str | None = None, event_type: str = "WebhookTest"
    ) -> SentTest:
        return await asyncio.to_thread(self._calls.test, url=url, endpoint_id=endpoint_id, event_type=event_type)

    async def resend(self, delivery_id: str) -> None:
        return await asyncio.to_thread(self._calls.resend, delivery_id)


class AsyncWebhookEndpoints:
    def __init__(self, calls: WebhookEndpoints) -> None:
        self._calls = calls

    async def list(self) -> Sequence[WebhookEndpoint]:
        return await asyncio.to_thread(self._calls.list)

    async def get(self, endpoint_id: str) -> WebhookEndpoint:
        return await asyncio.to_thread(self._calls.get, endpoint_id)

    async def create(self, body: NewWebhookEndpoint) -> CreatedWebhookEndpoint:
        return await asyncio.to_thread(self._calls.create, body)

    async def update(self, endpoint_id: str, body: WebhookEndpointChanges) -> WebhookEndpoint:
        return await asyncio.to_thread(self._calls.update, endpoint_id, body)

    async def delete(self, endpoint_id: str) -> None:
        return await asyncio.to_thread(self._calls.delete, endpoint_id)

    async def rotate_secret(self, endpoint_id: str) -> str | None:
        return await asyncio.to_thread(self._calls.rotate_secret, endpoint_id)


class AsyncSandboxCalls:
    def __init__(self, calls: SandboxCalls) -> None:
        self._calls = calls

    async def simulate(self, customer_order_id: str, outcome: str) -> Order:
        return await asyncio.to_thread(self._calls.simulate, customer_order_id, outcome)

    async def fast_forward(self, by: str) -> None:
        return await asyncio.to_thread(self._calls.fast_forward, by)

    async def empty(self) -> None:
        return await asyncio.to_thread(self._calls.empty)

    async def set_payments(self, payments: str) -> Sandbox:
        return await asyncio.to_thread(self._calls.set_payments, payments)

    async def set_pace(self, pace: str | None) -> Sandbox:
        return await asyncio.to_thread(self._calls.set_pace, pace)

    async def secret(self) -> str | None:
        return await asyncio.to_thread(self._calls.secret)


class AsyncOctavo:
    """A connection to the service for asyncio."""

    def __init__(
        self,
        url: str,
        authorization: str,
        *,
        attempts: int = 5,
        timeout_seconds: float = 30.0,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._calls = Octavo(url, authorization, attempts=attempts, timeout_seconds=timeout_seconds, pause=pause)
        self.orders = AsyncOrders(self._calls.orders)
        self.products = AsyncProducts(self._calls.products)
        self.files = AsyncFiles(self._calls.files)
        self.billing = AsyncBilling(self._calls.billing)
        self.deliveries = AsyncDeliveries(self._calls.deliveries)
        self.webhook_endpoints = AsyncWebhookEndpoints(self._calls.webhook_endpoints)
        self.sandbox = AsyncSandboxCalls(self._calls.sandbox)

    async def account(self) -> OwnAccount:
        return await asyncio.to_thread(self._calls.account)

    async def events(self, *, cursor: str | None = None, since: datetime | None = None) -> EventPage:
        return await asyncio.to_thread(self._calls.events, cursor=cursor, since=since)
