"""The same client for asyncio. Each call runs in a thread of its own, because the standard library has no other way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar

from .client import Octavo
from .types import (
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
    OrderEvent,
    OrderPreview,
    Product,
    ProductChanges,
    ProductFiles,
    ProofFiles,
    ProofSharing,
    Report,
    Sandbox,
    SentTest,
    ShippingEstimate,
    WebhookEndpoint,
    WebhookEndpointChanges,
)

Row = TypeVar("Row")
_END: Any = object()


async def _each(rows: Iterator[Row]) -> AsyncIterator[Row]:
    while (row := await asyncio.to_thread(next, rows, _END)) is not _END:
        yield row


class AsyncOrders:
    def __init__(self, octavo: Octavo) -> None:
        self._orders = octavo.orders

    async def create(self, body: NewOrder) -> Order:
        return await asyncio.to_thread(self._orders.create, body)

    async def get(self, customer_order_id: str) -> Order:
        return await asyncio.to_thread(self._orders.get, customer_order_id)

    async def cancel(self, customer_order_id: str) -> Order:
        return await asyncio.to_thread(self._orders.cancel, customer_order_id)

    async def approve_proof(self, customer_order_id: str, files: Sequence[ProofFiles]) -> Order:
        return await asyncio.to_thread(self._orders.approve_proof, customer_order_id, files)

    async def reject_proof(self, customer_order_id: str, comment: str) -> Order:
        return await asyncio.to_thread(self._orders.reject_proof, customer_order_id, comment)

    async def proof(self, customer_order_id: str) -> ProofSharing:
        return await asyncio.to_thread(self._orders.proof, customer_order_id)

    async def create_proof_link(self, customer_order_id: str, *, days: int = 14) -> CreatedProofLink:
        return await asyncio.to_thread(self._orders.create_proof_link, customer_order_id, days=days)

    async def revoke_proof_link(self, customer_order_id: str, link_id: str) -> None:
        await asyncio.to_thread(self._orders.revoke_proof_link, customer_order_id, link_id)

    def list(
        self,
        *,
        status: Sequence[str] | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
    ) -> AsyncIterator[Order]:
        return _each(
            self._orders.list(status=status, created_after=created_after, created_before=created_before)
        )

    def events(self, customer_order_id: str) -> AsyncIterator[OrderEvent]:
        return _each(self._orders.events(customer_order_id))

    async def validate(self, body: NewOrder) -> OrderPreview:
        return await asyncio.to_thread(self._orders.validate, body)

    async def estimate(self, body: NewEstimate) -> ShippingEstimate:
        return await asyncio.to_thread(self._orders.estimate, body)

    async def report(
        self, *, period: str | None = None, from_day: date | None = None, to_day: date | None = None
    ) -> Report:
        return await asyncio.to_thread(self._orders.report, period=period, from_day=from_day, to_day=to_day)


class AsyncProducts:
    def __init__(self, octavo: Octavo) -> None:
        self._products = octavo.products

    def list(self) -> AsyncIterator[Product]:
        return _each(self._products.list())

    async def get(self, sku: str) -> Product:
        return await asyncio.to_thread(self._products.get, sku)

    async def create(self, body: NewProduct) -> Product:
        return await asyncio.to_thread(self._products.create, body)

    async def update(self, sku: str, body: ProductChanges, *, also_in_production: bool = False) -> Product:
        return await asyncio.to_thread(
            lambda: self._products.update(sku, body, also_in_production=also_in_production)
        )

    async def archive(self, sku: str, *, also_in_production: bool = False) -> Product:
        return await asyncio.to_thread(lambda: self._products.archive(sku, also_in_production=also_in_production))

    async def restore(self, sku: str, *, also_in_production: bool = False) -> Product:
        return await asyncio.to_thread(lambda: self._products.restore(sku, also_in_production=also_in_production))

    async def files(self, sku: str) -> ProductFiles:
        return await asyncio.to_thread(self._products.files, sku)

    async def upload_file(
        self, sku: str, part: Literal["cover", "guts"], pdf: Path, *, also_in_production: bool = False
    ) -> ProductFiles:
        return await asyncio.to_thread(
            lambda: self._products.upload_file(sku, part, pdf, also_in_production=also_in_production)
        )

    async def use_upload(
        self, sku: str, part: Literal["cover", "guts"], file_url: str, *, also_in_production: bool = False
    ) -> ProductFiles:
        return await asyncio.to_thread(
            lambda: self._products.use_upload(sku, part, file_url, also_in_production=also_in_production)
        )

    async def remove_file(self, sku: str, part: Literal["cover", "guts"], *, also_in_production: bool = False) -> None:
        return await asyncio.to_thread(
            lambda: self._products.remove_file(sku, part, also_in_production=also_in_production)
        )


class AsyncFiles:
    def __init__(self, octavo: Octavo) -> None:
        self._files = octavo.files

    async def upload(self, pdf: Path, *, on_progress: Callable[[int, int], None] | None = None) -> str:
        """`on_progress` is called in another thread."""
        return await asyncio.to_thread(lambda: self._files.upload(pdf, on_progress=on_progress))

    async def check(self, body: NewFileCheck) -> FileCheck:
        return await asyncio.to_thread(self._files.check, body)


class AsyncDeliveries:
    def __init__(self, octavo: Octavo) -> None:
        self._deliveries = octavo.deliveries

    def list(self, *, customer_order_id: str | None = None) -> AsyncIterator[Delivery]:
        return _each(self._deliveries.list(customer_order_id=customer_order_id))

    async def attempts(self, delivery_id: str) -> Sequence[DeliveryAttempt]:
        return await asyncio.to_thread(self._deliveries.attempts, delivery_id)

    async def request(self, delivery_id: str) -> DeliveryRequest:
        return await asyncio.to_thread(self._deliveries.request, delivery_id)

    async def test(
        self, *, url: str | None = None, endpoint_id: str | None = None, event_type: str = "WebhookTest"
    ) -> SentTest:
        return await asyncio.to_thread(
            lambda: self._deliveries.test(url=url, endpoint_id=endpoint_id, event_type=event_type)
        )

    async def resend(self, delivery_id: str) -> None:
        await asyncio.to_thread(self._deliveries.resend, delivery_id)


class AsyncWebhookEndpoints:
    def __init__(self, octavo: Octavo) -> None:
        self._endpoints = octavo.webhook_endpoints

    async def list(self) -> Sequence[WebhookEndpoint]:
        return await asyncio.to_thread(self._endpoints.list)

    async def get(self, endpoint_id: str) -> WebhookEndpoint:
        return await asyncio.to_thread(self._endpoints.get, endpoint_id)

    async def create(self, body: NewWebhookEndpoint) -> CreatedWebhookEndpoint:
        return await asyncio.to_thread(self._endpoints.create, body)

    async def update(self, endpoint_id: str, body: WebhookEndpointChanges) -> WebhookEndpoint:
        return await asyncio.to_thread(self._endpoints.update, endpoint_id, body)

    async def delete(self, endpoint_id: str) -> None:
        await asyncio.to_thread(self._endpoints.delete, endpoint_id)

    async def rotate_secret(self, endpoint_id: str) -> str | None:
        return await asyncio.to_thread(self._endpoints.rotate_secret, endpoint_id)


class AsyncSandbox:
    def __init__(self, octavo: Octavo) -> None:
        self._sandbox = octavo.sandbox

    async def simulate(self, customer_order_id: str, outcome: str) -> Order:
        return await asyncio.to_thread(self._sandbox.simulate, customer_order_id, outcome)

    async def fast_forward(self, by: str) -> None:
        await asyncio.to_thread(self._sandbox.fast_forward, by)

    async def empty(self) -> None:
        await asyncio.to_thread(self._sandbox.empty)

    async def set_payments(self, payments: str) -> Sandbox:
        return await asyncio.to_thread(self._sandbox.set_payments, payments)

    async def set_pace(self, pace: str | None) -> Sandbox:
        return await asyncio.to_thread(self._sandbox.set_pace, pace)

    async def secret(self) -> str | None:
        return await asyncio.to_thread(self._sandbox.secret)


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
        octavo = Octavo(url, authorization, attempts=attempts, timeout_seconds=timeout_seconds, pause=pause)
        self._octavo = octavo
        self.orders = AsyncOrders(octavo)
        self.products = AsyncProducts(octavo)
        self.files = AsyncFiles(octavo)
        self.deliveries = AsyncDeliveries(octavo)
        self.webhook_endpoints = AsyncWebhookEndpoints(octavo)
        self.sandbox = AsyncSandbox(octavo)

    async def events(self, *, cursor: str | None = None, since: datetime | None = None) -> EventPage:
        return await asyncio.to_thread(self._octavo.events, cursor=cursor, since=since)
