"""The service as a program sees it.

Calls that may be repeated are repeated until they are answered; an order is placed once, however often its answer was
lost. Every call raises OctavoProblem when the service refuses it, or cannot be reached after all attempts.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, cast

from .problem import OctavoProblem
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
    Upload,
    WebhookEndpoint,
    WebhookEndpointChanges,
)

FIRST_PAUSE_SECONDS = 0.5
MAX_PAUSE_SECONDS = 30.0
CHECK_EVERY_SECONDS = 1.0
UPLOAD_TIMEOUT_SECONDS = 1800.0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key must not follow an answer to another host."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Transport:
    """Sends requests, and repeats those that may be repeated."""

    def __init__(
        self, url: str, authorization: str, attempts: int, timeout_seconds: float, pause: Callable[[float], None]
    ) -> None:
        self._url = url.rstrip("/")
        self._authorization = authorization
        self._attempts = attempts
        self._timeout_seconds = timeout_seconds
        self.pause = pause
        self._opener = urllib.request.build_opener(_NoRedirects)

    def call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        headers: dict[str, str] | None = None,
        attempts: int | None = None,
        pdf: Path | None = None,
        part: bytes | None = None,
        is_slow: bool = False,
    ) -> Any:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        address = f"{self._url}{path}{'?' + urllib.parse.urlencode(given) if given else ''}"
        data = None if body is None else json.dumps(body).encode()
        sent = {"authorization": self._authorization, "accept": "application/json", **(headers or {})}
        if data is not None:
            sent["content-type"] = "application/json"
        if pdf is not None:
            sent |= {"content-type": "application/pdf", "content-length": str(pdf.stat().st_size)}
        if part is not None:
            data, sent["content-type"] = part, "application/octet-stream"
        is_slow = is_slow or pdf is not None or part is not None
        timeout_seconds = UPLOAD_TIMEOUT_SECONDS if is_slow else self._timeout_seconds
        last = attempts or self._attempts
        attempt = 1
        while True:
            try:
                with nullcontext(data) if pdf is None else pdf.open("rb") as content:
                    request = urllib.request.Request(address, data=content, headers=sent, method=method)
                    return self._once(request, timeout_seconds)
            except OctavoProblem as problem:
                if not problem.is_passing or attempt >= last:
                    raise
                self.pause(_pause_seconds(problem, attempt))
            attempt += 1

    def _once(self, request: urllib.request.Request, timeout_seconds: float) -> Any:
        try:
            with self._opener.open(request, timeout=timeout_seconds) as answer:
                text = answer.read()
                if answer.status == 204:
                    return None
        except urllib.error.HTTPError as error:
            raise _problem_of(error) from None
        except (OSError, http.client.HTTPException) as cause:
            raise OctavoProblem(code="unreachable", detail=f"There was no answer: {cause}") from cause
        try:
            return json.loads(text)
        except ValueError as cause:
            raise OctavoProblem(code="unreachable", detail="The answer is not JSON.") from cause


def _problem_of(error: urllib.error.HTTPError) -> OctavoProblem:
    told: dict[str, Any] = {}
    try:
        found = json.loads(error.read())
        told = found if isinstance(found, dict) else {}
    except (ValueError, OSError, http.client.HTTPException):
        pass
    location = error.headers.get("location")
    if not told and location is not None:
        told = {"detail": f"The service is at another address: {location}"}
    try:
        retry_after = float(error.headers.get("retry-after", ""))
    except ValueError:
        retry_after = None
    return OctavoProblem(
        status=error.code,
        code=told.get("code", "unexpected"),
        detail=told.get("detail"),
        errors=told.get("errors"),
        request_id=told.get("requestId"),
        retry_after_seconds=retry_after,
    )


def _pause_seconds(problem: OctavoProblem, attempt: int) -> float:
    """Doubles each time, shortened at random by up to a half; longer if the service asks for it."""
    step = min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), MAX_PAUSE_SECONDS)
    return max(step * (1 - random.random() / 2), problem.retry_after_seconds or 0.0)


def _step(name: str) -> str:
    return urllib.parse.quote(name, safe="")


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone().isoformat()


class Orders:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, body: NewOrder) -> Order:
        """Places an order and returns it as it was created: its status may be FAILED, QUEUED or REJECTED.

        Every attempt has the same idempotency key, so it is placed once.
        """
        headers = {"idempotency-key": str(uuid.uuid4())}
        return cast(Order, self._transport.call("POST", "/orders/create", body=body, headers=headers))

    def get(self, customer_order_id: str) -> Order:
        return cast(Order, self._transport.call("GET", f"/orders/{_step(customer_order_id)}"))

    def cancel(self, customer_order_id: str) -> Order:
        """Returns the order as it is then: CANCELLED, or CANCELLATION_REQUESTED until the printer has decided."""
        return cast(Order, self._transport.call("DELETE", f"/orders/{_step(customer_order_id)}"))

    def change(self, customer_order_id: str, change: OrderChange, *, preview: bool = False) -> Order:
        """Changes where and how the order is shipped, while its `actions` have `edit`.

        With `preview`, returns the order as the change would make it, and changes nothing.
        """
        query = {"preview": "true"} if preview else {}
        return cast(Order, self._transport.call("PATCH", f"/orders/{_step(customer_order_id)}", query=query, body=change))

    def replace_file(self, customer_order_id: str, item: int, part: Literal["cover", "guts"], file_url: str) -> Order:
        """Of an order that waits, another address for a file that could not be fetched. `item` counts from 0."""
        path = f"/orders/{_step(customer_order_id)}/files/{item}/{part}"
        return cast(Order, self._transport.call("PUT", path, body={"fileUrl": file_url}))

    def approve_proof(self, customer_order_id: str, files: Sequence[ProofFiles]) -> Order:
        """`files` are those of the order's `proof`."""
        path = f"/orders/{_step(customer_order_id)}/proof/approve"
        return cast(Order, self._transport.call("POST", path, body={"files": list(files)}))

    def reject_proof(self, customer_order_id: str, comment: str) -> Order:
        """Cancels the order, with what must be changed."""
        path = f"/orders/{_step(customer_order_id)}/proof/reject"
        return cast(Order, self._transport.call("POST", path, body={"comment": comment}, attempts=1))

    def proof(self, customer_order_id: str) -> ProofSharing:
        """The links to the order's proof that still work, and the comments on its pages."""
        return cast(ProofSharing, self._transport.call("GET", f"/orders/{_step(customer_order_id)}/proof"))

    def create_proof_link(self, customer_order_id: str, *, days: int = 14) -> CreatedProofLink:
        """Makes a link for a person without a sign-in, such as the author. Its address is returned only now.

        Is not repeated: there would be two links.
        """
        path = f"/orders/{_step(customer_order_id)}/proof/links"
        return cast(CreatedProofLink, self._transport.call("POST", path, body={"days": days}, attempts=1))

    def revoke_proof_link(self, customer_order_id: str, link_id: str) -> None:
        """Is not repeated: a link that is revoked is not found any more."""
        path = f"/orders/{_step(customer_order_id)}/proof/links/{_step(link_id)}"
        self._transport.call("DELETE", path, attempts=1)

    def list(
        self,
        *,
        status: Sequence[str] | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
    ) -> Iterator[Order]:
        """The orders of the key's mode, newest first; pages are read as needed."""
        query: dict[str, Any] = {
            "limit": 100,
            "status": None if status is None else ",".join(status),
            "createdAfter": _time(created_after),
            "createdBefore": _time(created_before),
        }
        return _paged(self._transport, "/orders", "orders", query)

    def events(self, customer_order_id: str) -> Iterator[OrderEvent]:
        """The events of an order, oldest first."""
        return _paged(self._transport, f"/orders/{_step(customer_order_id)}/events", "events", {})

    def validate(self, body: NewOrder) -> OrderPreview:
        """What creating the order would return. Nothing is stored."""
        return cast(OrderPreview, self._transport.call("POST", "/orders/validate", body=body))

    def estimate(self, body: NewEstimate) -> ShippingEstimate:
        """Every shipping class that the destination offers, cheapest first, with prices and dates."""
        return cast(ShippingEstimate, self._transport.call("POST", "/orders/shipping/estimate", body=body))

    def report(
        self, *, period: str | None = None, from_day: date | None = None, to_day: date | None = None
    ) -> Report:
        """What happened in a period, the last 30 days if none is given, and in the period before."""
        query = {
            "period": period,
            "from": None if from_day is None else from_day.isoformat(),
            "to": None if to_day is None else to_day.isoformat(),
        }
        return cast(Report, self._transport.call("GET", "/reports", query=query))


class Products:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> Iterator[Product]:
        return _paged(self._transport, "/products", "products", {})

    def get(self, sku: str) -> Product:
        return cast(Product, self._transport.call("GET", f"/products/{_step(sku)}"))

    def create(self, body: NewProduct) -> Product:
        """Is not repeated: it may exist although the answer was lost."""
        return cast(Product, self._transport.call("POST", "/products", body=body, attempts=1))

    def update(self, sku: str, body: ProductChanges, *, also_in_production: bool = False) -> Product:
        """Both modes share products.

        With a sandbox key, `also_in_production` says that the change is meant for both.
        """
        query = _shared(also_in_production)
        return cast(Product, self._transport.call("PATCH", f"/products/{_step(sku)}", query=query, body=body))

    def archive(self, sku: str, *, also_in_production: bool = False) -> Product:
        query = _shared(also_in_production)
        return cast(Product, self._transport.call("POST", f"/products/{_step(sku)}/archive", query=query))

    def restore(self, sku: str, *, also_in_production: bool = False) -> Product:
        query = _shared(also_in_production)
        return cast(Product, self._transport.call("POST", f"/products/{_step(sku)}/restore", query=query))

    def files(self, sku: str) -> ProductFiles:
        """The uploaded files of a product, which orders without files of their own use, with their findings."""
        return cast(ProductFiles, self._transport.call("GET", f"/products/{_step(sku)}/files"))

    def upload_file(
        self, sku: str, part: Literal["cover", "guts"], pdf: Path, *, also_in_production: bool = False
    ) -> ProductFiles:
        """Sends a PDF from the disk."""
        path, query = f"/products/{_step(sku)}/files/{part}", _shared(also_in_production)
        return cast(ProductFiles, self._transport.call("PUT", path, query=query, pdf=pdf))

    def use_upload(
        self, sku: str, part: Literal["cover", "guts"], file_url: str, *, also_in_production: bool = False
    ) -> ProductFiles:
        """Uses a file that `files.upload` has stored."""
        path, query = f"/products/{_step(sku)}/files/{part}", _shared(also_in_production)
        return cast(ProductFiles, self._transport.call("POST", path, query=query, body={"fileUrl": file_url}))

    def remove_file(self, sku: str, part: Literal["cover", "guts"], *, also_in_production: bool = False) -> None:
        """Is not repeated: a file that is removed is not found any more."""
        path, query = f"/products/{_step(sku)}/files/{part}", _shared(also_in_production)
        self._transport.call("DELETE", path, query=query, attempts=1)


def _shared(also_in_production: bool) -> dict[str, Any]:
    return {"alsoInProduction": "true" if also_in_production else None}


class Files:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def upload(self, pdf: Path, *, on_progress: Callable[[int, int], None] | None = None) -> str:
        """Stores a PDF, and returns its address for `coverUrl` and `gutsUrl` of orders and checks.

        It is sent in parts: an upload that was interrupted continues where it stopped when it is called with the same
        file within a day. `on_progress` gets the number of bytes that the service has, and of all bytes.
        """
        total = pdf.stat().st_size
        with pdf.open("rb") as content:
            sha256 = hashlib.file_digest(content, "sha256").hexdigest()
            begun = self._transport.call("POST", "/files/uploads", body={"bytes": total, "sha256": sha256})
            upload = cast(Upload, begun)
            if upload["fileUrl"] is not None:
                return upload["fileUrl"]
            path, part_bytes, received = f"/files/uploads/{upload['uploadId']}", upload["partBytes"], upload["receivedParts"]
            sent = sum(min(part_bytes, total - (number - 1) * part_bytes) for number in received)
            report = on_progress or (lambda _sent, _total: None)
            report(sent, total)
            for number in range(1, upload["partCount"] + 1):
                if number in received:
                    continue
                content.seek((number - 1) * part_bytes)
                part = content.read(part_bytes)
                self._transport.call("PUT", f"{path}/parts/{number}", part=part)
                sent += len(part)
                report(sent, total)
        return cast(str, self._transport.call("POST", f"{path}/complete", is_slow=True)["fileUrl"])

    def check(self, body: NewFileCheck) -> FileCheck:
        """Checks print files before an order, and returns when the check is done."""
        check_id = self._transport.call("POST", "/files/check", body=body)["checkId"]
        while True:
            check = cast(FileCheck, self._transport.call("GET", f"/files/checks/{check_id}"))
            if check["status"] == "DONE":
                return check
            self._transport.pause(CHECK_EVERY_SECONDS)


class Billing:
    """What the account was charged and owes. With a production key only."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def due(self) -> float:
        """Everything that waits for the next charge, in US dollars."""
        return cast(float, self._transport.call("GET", "/billing/due", query={"limit": 1})["amount"])

    def charges(self) -> Iterator[Charge]:
        """The charges, newest first; pages are read as needed."""
        return _paged(self._transport, "/billing/charges", "charges", {"limit": 100})

    def charge(self, charge_id: str) -> Charge:
        return cast(Charge, self._transport.call("GET", f"/billing/charges/{_step(charge_id)}"))

    def statements(self) -> Iterator[Statement]:
        """The statements of an enterprise account, newest first; pages are read as needed."""
        return _paged(self._transport, "/billing/statements", "statements", {"limit": 100})


class Deliveries:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, customer_order_id: str | None = None) -> Iterator[Delivery]:
        """The webhook deliveries of the key's mode or of an order, newest first; pages are read as needed."""
        return _paged(self._transport, "/deliveries", "deliveries", {"customerOrderId": customer_order_id})

    def attempts(self, delivery_id: str) -> Sequence[DeliveryAttempt]:
        """The attempts of the last 30 days, newest first."""
        answer = self._transport.call("GET", f"/deliveries/{_step(delivery_id)}/attempts")
        return cast("Sequence[DeliveryAttempt]", answer["attempts"])

    def request(self, delivery_id: str) -> DeliveryRequest:
        """The address, headers and body of every attempt."""
        return cast(DeliveryRequest, self._transport.call("GET", f"/deliveries/{_step(delivery_id)}/request"))

    def test(
        self, *, url: str | None = None, endpoint_id: str | None = None, event_type: str = "WebhookTest"
    ) -> SentTest:
        """Sends a test event, or a sample of a type, to a URL or an endpoint.

        Is not repeated: it would be sent twice.
        """
        target = {"url": url, "endpointId": endpoint_id, "type": event_type}
        body = {name: value for name, value in target.items() if value is not None}
        return cast(SentTest, self._transport.call("POST", "/webhook-test", body=body, attempts=1))

    def resend(self, delivery_id: str) -> None:
        self._transport.call("POST", f"/deliveries/{_step(delivery_id)}/redeliver")


class WebhookEndpoints:
    """Receive the webhooks of all orders of the key's mode, beside the `webhookUrl` of each order."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> Sequence[WebhookEndpoint]:
        return cast("Sequence[WebhookEndpoint]", self._transport.call("GET", "/webhook-endpoints")["endpoints"])

    def get(self, endpoint_id: str) -> WebhookEndpoint:
        return cast(WebhookEndpoint, self._transport.call("GET", f"/webhook-endpoints/{_step(endpoint_id)}"))

    def create(self, body: NewWebhookEndpoint) -> CreatedWebhookEndpoint:
        """Returns its secret, too: store it. Is not repeated: there would be two endpoints."""
        return cast(CreatedWebhookEndpoint, self._transport.call("POST", "/webhook-endpoints", body=body, attempts=1))

    def update(self, endpoint_id: str, body: WebhookEndpointChanges) -> WebhookEndpoint:
        path = f"/webhook-endpoints/{_step(endpoint_id)}"
        return cast(WebhookEndpoint, self._transport.call("PATCH", path, body=body))

    def delete(self, endpoint_id: str) -> None:
        """Is not repeated: an endpoint that is deleted is not found any more."""
        self._transport.call("DELETE", f"/webhook-endpoints/{_step(endpoint_id)}", attempts=1)

    def rotate_secret(self, endpoint_id: str) -> str | None:
        """The previous secret signs for another 24 hours.

        Is not repeated: the secret before it would end at once.
        """
        path = f"/webhook-endpoints/{_step(endpoint_id)}/secret/rotate"
        return cast("str | None", self._transport.call("POST", path, attempts=1)["secret"])


class SandboxCalls:
    """With a sandbox key only."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def simulate(self, customer_order_id: str, outcome: str) -> Order:
        """Is not repeated after a lost answer, because an outcome that has happened cannot happen again."""
        path = f"/sandbox/orders/{_step(customer_order_id)}/simulate"
        return cast(Order, self._transport.call("POST", path, body={"outcome": outcome}, attempts=1))

    def fast_forward(self, by: str) -> None:
        """Lets time pass, such as `PT2H`. Is not repeated after a lost answer, because it may have passed."""
        self._transport.call("POST", "/sandbox/fast-forward", body={"by": by}, attempts=1)

    def empty(self) -> None:
        self._transport.call("DELETE", "/sandbox/orders")

    def set_payments(self, payments: str) -> Sandbox:
        """How payments are made: `automatic`, or `manual` by a simulation."""
        return cast(Sandbox, self._transport.call("PATCH", "/sandbox", body={"payments": payments}))

    def set_pace(self, pace: str | None) -> Sandbox:
        """How long the hold lasts, and then the print, such as `PT5S`; None for the times of production."""
        return cast(Sandbox, self._transport.call("PATCH", "/sandbox", body={"pace": pace}))

    def secret(self) -> str | None:
        """The secret that signs the webhooks of the sandbox; None if the operator has lost its key."""
        return cast("str | None", self._transport.call("GET", "/sandbox/webhook-secret")["secret"])


class Octavo:
    """A connection to the service. It may be used from several threads."""

    def __init__(
        self,
        url: str,
        authorization: str,
        *,
        attempts: int = 5,
        timeout_seconds: float = 30.0,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = Transport(url, authorization, attempts, timeout_seconds, pause)
        self.orders = Orders(self._transport)
        self.products = Products(self._transport)
        self.files = Files(self._transport)
        self.billing = Billing(self._transport)
        self.deliveries = Deliveries(self._transport)
        self.webhook_endpoints = WebhookEndpoints(self._transport)
        self.sandbox = SandboxCalls(self._transport)

    def account(self) -> OwnAccount:
        """Whose key it is, and how much of the limit is used."""
        return cast(OwnAccount, self._transport.call("GET", "/account"))

    def events(self, *, cursor: str | None = None, since: datetime | None = None) -> EventPage:
        """Events of all orders of the key's mode, oldest first.

        They are those after the `nextCursor` of an earlier page (or after `latest`, for none so far), or since an
        instant. The last page has no events; keep its `nextCursor` to continue later.
        """
        query = {"limit": 100, "cursor": cursor, "since": _time(since)}
        return cast(EventPage, self._transport.call("GET", "/events", query=query))


def _paged(transport: Transport, path: str, rows: str, query: dict[str, Any]) -> Iterator[Any]:
    cursor: str | None = None
    while True:
        page = transport.call("GET", path, query={**query, "cursor": cursor})
        yield from page[rows]
        cursor = page["nextCursor"]
        if cursor is None:
            return
