"""Generated from docs/openapi.json by `npm run docs`. Do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Address = TypedDict(
    "Address",
    {
        "name": "str",
        "company": "NotRequired[str]",
        "address1": "str",
        "address2": "NotRequired[str]",
        "city": "str",
        "state": "NotRequired[str]",
        "postal": "str",
        "country": "str",
        "phone": "NotRequired[str]",
        "email": "NotRequired[str]",
    },
)

AddressCheck = TypedDict(
    "AddressCheck",
    {
        "result": "Literal['deliverable', 'corrected', 'undeliverable', 'unknown']",
        "suggestion": "AddressCheckSuggestion | None",
    },
)

AddressCheckSuggestion = TypedDict(
    "AddressCheckSuggestion",
    {
        "address1": "str",
        "address2": "NotRequired[str]",
        "city": "str",
        "state": "NotRequired[str]",
        "postal": "str",
        "country": "str",
    },
)

ApprovedFiles = TypedDict(
    "ApprovedFiles",
    {
        "cover": "str | None",
        "guts": "str | None",
    },
)

ArchivedMonth = TypedDict(
    "ArchivedMonth",
    {
        "month": "str",
        "orders": "int",
    },
)

ArchivedMonths = TypedDict(
    "ArchivedMonths",
    {
        "months": "list[ArchivedMonth]",
    },
)

ArchivedOrder = TypedDict(
    "ArchivedOrder",
    {
        "customerOrderId": "str",
        "orderNumber": "str",
        "month": "str",
    },
)

ArchivedOrderPage = TypedDict(
    "ArchivedOrderPage",
    {
        "orders": "list[Order]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

AssumedPageCount = TypedDict(
    "AssumedPageCount",
    {
        "sku": "str",
        "pageCount": "int",
    },
)

BarcodePrice = TypedDict(
    "BarcodePrice",
    {
        "currency": "Literal['USD', 'CAD', 'GBP', 'AUD', 'NZD']",
        "amount": "str",
    },
)

BillingAddress = TypedDict(
    "BillingAddress",
    {
        "address1": "str",
        "address2": "str | None",
        "city": "str",
        "state": "str | None",
        "postal": "str",
        "country": "str",
    },
)

BillingDetails = TypedDict(
    "BillingDetails",
    {
        "company": "str | None",
        "contact": "str | None",
        "address": "BillingAddress | None",
        "taxNumber": "str | None",
        "purchaseOrderNumber": "str | None",
    },
)

BillingDocument = TypedDict(
    "BillingDocument",
    {
        "kind": "Literal['invoice', 'credit_note']",
        "number": "int",
        "chargeId": "str | None",
        "refundId": "str | None",
        "statement": "int | None",
        "paymentId": "str | None",
        "invoiceNumber": "int | None",
        "dueOn": "str | None",
        "issuedAt": "str",
        "amount": "float",
        "currency": "str",
        "net": "float",
        "tax": "float",
        "seller": "DocumentSeller",
        "billTo": "DocumentBillTo",
        "orderCount": "int",
        "orders": "list[DocumentOrder]",
        "taxes": "list[DocumentTax]",
        "reason": "str | None",
    },
)

BookMeasures = TypedDict(
    "BookMeasures",
    {
        "cover": "BookMeasuresCover",
        "guts": "BookMeasuresGuts",
    },
)

BookMeasuresCover = TypedDict(
    "BookMeasuresCover",
    {
        "width": "float",
        "height": "float",
        "spine": "float",
    },
)

BookMeasuresGuts = TypedDict(
    "BookMeasuresGuts",
    {
        "width": "float",
        "height": "float",
        "bleed": "float",
    },
)

BookView = TypedDict(
    "BookView",
    {
        "sku": "str",
        "title": "str | None",
        "orderTitle": "NotRequired[str]",
        "manufacturingSku": "str",
        "pageCount": "int | None",
        "measures": "GetBookDimensionsAnswerIn | None",
        "lines": "BookViewLines | None",
        "files": "list[BookViewFile]",
    },
)

BookViewFile = TypedDict(
    "BookViewFile",
    {
        "part": "Literal['cover', 'guts']",
        "pageCount": "int | None",
        "sizes": "list[BookViewFileSize]",
        "findings": "list[FileFinding]",
        "places": "list[BookViewFilePlace]",
        "pageUrl": "str",
    },
)

BookViewFilePlace = TypedDict(
    "BookViewFilePlace",
    {
        "code": "str",
        "page": "int",
        "x": "float",
        "y": "float",
        "width": "float",
        "height": "float",
    },
)

BookViewFileSize = TypedDict(
    "BookViewFileSize",
    {
        "from": "int",
        "to": "int",
        "width": "float",
        "height": "float",
    },
)

BookViewLines = TypedDict(
    "BookViewLines",
    {
        "cover": "list[PageLine]",
        "recto": "list[PageLine]",
        "verso": "list[PageLine]",
    },
)

BusinessDays = TypedDict(
    "BusinessDays",
    {
        "min": "int",
        "max": "int",
    },
)

ChangeRequest = TypedDict(
    "ChangeRequest",
    {
        "status": "Literal['REQUESTED', 'ACCEPTED', 'REFUSED']",
        "destination": "Address",
        "shippingClassification": "str",
        "requestedAt": "str",
        "reason": "str | None",
    },
)

Charge = TypedDict(
    "Charge",
    {
        "chargeId": "str",
        "date": "str",
        "kind": "Literal['daily', 'at_once']",
        "status": "Literal['claimed', 'unknown', 'requires_action', 'succeeded', 'declined']",
        "amount": "float",
        "refunded": "float",
        "currency": "str",
        "card": "ChargeCard | None",
        "declineCode": "str | None",
        "declineMessage": "str | None",
        "confirmUrl": "str | None",
        "invoiceNumber": "int | None",
        "orderCount": "int",
        "orders": "list[ChargeOrder]",
        "createdAt": "str",
        "settledAt": "str | None",
    },
)

ChargeCard = TypedDict(
    "ChargeCard",
    {
        "brand": "str",
        "last4": "str",
    },
)

ChargeOrder = TypedDict(
    "ChargeOrder",
    {
        "customerOrderId": "str",
        "orderTitle": "NotRequired[str]",
        "amount": "float",
    },
)

CreatedDocument = TypedDict(
    "CreatedDocument",
    {
        "kind": "Literal['invoice', 'credit_note']",
        "number": "int",
        "chargeId": "str | None",
        "refundId": "str | None",
        "statement": "int | None",
        "paymentId": "str | None",
        "invoiceNumber": "int | None",
        "dueOn": "str | None",
        "issuedAt": "str",
        "amount": "float",
    },
)

CreatedProofLink = TypedDict(
    "CreatedProofLink",
    {
        "linkId": "str",
        "createdAt": "str",
        "expiresAt": "str",
        "url": "str",
    },
)

CreatedWebhookEndpoint = TypedDict(
    "CreatedWebhookEndpoint",
    {
        "endpointId": "str",
        "url": "str",
        "description": "str",
        "events": "list[str] | None",
        "enabled": "bool",
        "createdAt": "str",
        "updatedAt": "str",
        "secret": "str",
    },
)

Delivery = TypedDict(
    "Delivery",
    {
        "deliveryId": "str",
        "customerOrderId": "str | None",
        "sequence": "int | None",
        "endpointId": "str | None",
        "webhookId": "str",
        "type": "str",
        "url": "str | None",
        "at": "str",
        "status": "Literal['pending', 'delivered', 'exhausted', 'gone']",
        "result": "Literal['first_try', 'later', 'failed'] | None",
        "attempts": "int",
        "nextAttemptAt": "str | None",
        "settledAt": "str | None",
        "lastAttempt": "DeliveryLastAttempt | None",
    },
)

DeliveryAttempt = TypedDict(
    "DeliveryAttempt",
    {
        "attempt": "int",
        "at": "str",
        "trigger": "Literal['schedule', 'redelivery']",
        "durationMs": "int",
        "responseStatus": "int | None",
        "responseBody": "str | None",
        "failure": "str | None",
    },
)

DeliveryAttempts = TypedDict(
    "DeliveryAttempts",
    {
        "attempts": "list[DeliveryAttempt]",
    },
)

DeliveryLastAttempt = TypedDict(
    "DeliveryLastAttempt",
    {
        "durationMs": "int",
        "responseStatus": "int | None",
        "failure": "str | None",
    },
)

DeliveryPage = TypedDict(
    "DeliveryPage",
    {
        "deliveries": "list[Delivery]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

DeliveryRequest = TypedDict(
    "DeliveryRequest",
    {
        "url": "str",
        "headers": "dict[str, Any]",
        "body": "str",
        "bodyBytes": "int",
    },
)

DeliveryWindow = TypedDict(
    "DeliveryWindow",
    {
        "earliest": "str",
        "latest": "str",
    },
)

Destination = TypedDict(
    "Destination",
    {
        "name": "str",
        "company": "NotRequired[str]",
        "address1": "str",
        "address2": "NotRequired[str]",
        "city": "str",
        "state": "NotRequired[str]",
        "postal": "str",
        "country": "str",
        "phone": "NotRequired[str]",
        "email": "NotRequired[str]",
    },
)

DocumentBillTo = TypedDict(
    "DocumentBillTo",
    {
        "name": "str",
        "email": "str",
        "company": "str | None",
        "contact": "str | None",
        "address": "BillingAddress | None",
        "taxNumber": "str | None",
        "purchaseOrderNumber": "str | None",
    },
)

DocumentItem = TypedDict(
    "DocumentItem",
    {
        "sku": "str",
        "quantity": "int",
        "amount": "float",
    },
)

DocumentOrder = TypedDict(
    "DocumentOrder",
    {
        "customerOrderId": "str",
        "purchaseOrderNumber": "str | None",
        "items": "list[DocumentItem]",
        "fulfillment": "float",
        "shipping": "float",
        "tax": "float",
        "amount": "float",
    },
)

DocumentSeller = TypedDict(
    "DocumentSeller",
    {
        "name": "str",
        "lines": "list[str]",
        "registrations": "dict[str, Any]",
    },
)

DocumentTax = TypedDict(
    "DocumentTax",
    {
        "jurisdiction": "str",
        "kind": "str",
        "rate": "float",
        "amount": "float",
    },
)

EmptySandboxAnswer = TypedDict(
    "EmptySandboxAnswer",
    {
        "deleted": "int",
        "done": "bool",
    },
)

EstimateDestination = TypedDict(
    "EstimateDestination",
    {
        "country": "str",
        "state": "NotRequired[str]",
        "postal": "NotRequired[str]",
        "city": "NotRequired[str]",
        "address1": "NotRequired[str]",
    },
)

EventPage = TypedDict(
    "EventPage",
    {
        "events": "list[OrderEvent]",
        "nextCursor": "str",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

FastForwardSandboxAnswer = TypedDict(
    "FastForwardSandboxAnswer",
    {
        "by": "str",
        "done": "bool",
    },
)

FastForwardSandboxRequest = TypedDict(
    "FastForwardSandboxRequest",
    {
        "by": "str",
    },
)

FileCheck = TypedDict(
    "FileCheck",
    {
        "checkId": "str",
        "mode": "Literal['sandbox', 'production']",
        "status": "Literal['CHECKING', 'DONE']",
        "passed": "bool | None",
        "sku": "str | None",
        "manufacturingSku": "str",
        "pageCount": "int | None",
        "findings": "list[FileFinding]",
        "measures": "BookMeasures | None",
        "previews": "list[FilePreview]",
        "createdAt": "str",
        "doneAt": "str | None",
        "keptUntil": "str",
    },
)

FileFinding = TypedDict(
    "FileFinding",
    {
        "code": "str",
        "severity": "Literal['error', 'warning', 'info']",
        "file": "Literal['cover', 'guts']",
        "pages": "str | None",
        "got": "str | None",
        "expected": "str | None",
        "tolerance": "str | None",
        "message": "str",
        "fix": "str",
        "place": "NotRequired[OrderProblemPlace]",
    },
)

FilePreview = TypedDict(
    "FilePreview",
    {
        "n": "int",
        "file": "Literal['cover', 'guts']",
        "page": "int",
        "url": "str",
    },
)

FilesCheckedWebhook = TypedDict(
    "FilesCheckedWebhook",
    {
        "type": "Literal['FilesChecked']",
        "timestamp": "str",
        "sequence": "int",
        "data": "FileCheck",
    },
)

GetAmountDueAnswer = TypedDict(
    "GetAmountDueAnswer",
    {
        "amount": "float",
        "currency": "str",
        "orderCount": "int",
        "orders": "list[GetAmountDueAnswerOrder]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

GetAmountDueAnswerOrder = TypedDict(
    "GetAmountDueAnswerOrder",
    {
        "customerOrderId": "str",
        "orderTitle": "NotRequired[str]",
        "recipient": "str | None",
        "createdAt": "str",
        "amount": "float",
    },
)

GetBillingTermsAnswer = TypedDict(
    "GetBillingTermsAnswer",
    {
        "termsDays": "int",
        "termsFrom": "Literal['statement', 'end_of_month']",
        "purchaseOrderNumber": "str | None",
        "purchaseOrderRequired": "bool",
        "creditLimit": "float | None",
        "discountPercent": "float | None",
        "discountDays": "int | None",
        "lateFeePercent": "float | None",
        "lateFeeAmount": "float | None",
        "currency": "str",
        "balance": "float",
        "overdue": "float",
        "unbilled": "GetBillingTermsAnswerUnbilled",
        "nextStatementAt": "str | None",
    },
)

GetBillingTermsAnswerUnbilled = TypedDict(
    "GetBillingTermsAnswerUnbilled",
    {
        "lines": "int",
        "amount": "float",
    },
)

GetBookDimensionsAnswer = TypedDict(
    "GetBookDimensionsAnswer",
    {
        "manufacturingSku": "str",
        "pageCount": "int",
        "coverEdge": "Literal['cut', 'folded']",
        "in": "GetBookDimensionsAnswerIn",
        "mm": "GetBookDimensionsAnswerIn",
        "pt": "GetBookDimensionsAnswerIn",
        "pixels": "GetBookDimensionsAnswerPixels",
    },
)

GetBookDimensionsAnswerIn = TypedDict(
    "GetBookDimensionsAnswerIn",
    {
        "cover": "GetBookDimensionsAnswerInCover",
        "pages": "GetBookDimensionsAnswerInPages",
    },
)

GetBookDimensionsAnswerInCover = TypedDict(
    "GetBookDimensionsAnswerInCover",
    {
        "width": "float",
        "height": "float",
        "wrap": "float",
        "hinge": "float",
        "spine": "float",
        "safe": "float",
        "trim": "GetBookDimensionsAnswerInCoverTrim",
        "back": "GetBookDimensionsAnswerInCoverTrim",
        "hingeBack": "GetBookDimensionsAnswerInCoverTrim | None",
        "spineArea": "GetBookDimensionsAnswerInCoverTrim | None",
        "hingeFront": "GetBookDimensionsAnswerInCoverTrim | None",
        "front": "GetBookDimensionsAnswerInCoverTrim",
        "safeBack": "GetBookDimensionsAnswerInCoverTrim",
        "safeSpine": "GetBookDimensionsAnswerInCoverTrim | None",
        "safeFront": "GetBookDimensionsAnswerInCoverTrim",
        "barcode": "GetBookDimensionsAnswerInCoverTrim",
        "flap": "float",
        "flapBack": "GetBookDimensionsAnswerInCoverTrim | None",
        "flapFront": "GetBookDimensionsAnswerInCoverTrim | None",
        "safeFlapBack": "GetBookDimensionsAnswerInCoverTrim | None",
        "safeFlapFront": "GetBookDimensionsAnswerInCoverTrim | None",
        "punch": "float",
        "punchBack": "GetBookDimensionsAnswerInCoverTrim | None",
        "punchFront": "GetBookDimensionsAnswerInCoverTrim | None",
    },
)

GetBookDimensionsAnswerInCoverTrim = TypedDict(
    "GetBookDimensionsAnswerInCoverTrim",
    {
        "x": "float",
        "y": "float",
        "width": "float",
        "height": "float",
    },
)

GetBookDimensionsAnswerInPages = TypedDict(
    "GetBookDimensionsAnswerInPages",
    {
        "bindingEdge": "Literal['left', 'right']",
        "width": "float",
        "height": "float",
        "bleed": "float",
        "bindingBleed": "float",
        "safe": "float",
        "gutter": "float",
        "punch": "float",
        "trim": "GetBookDimensionsAnswerInCoverTrim",
        "recto": "GetBookDimensionsAnswerInPagesRecto",
        "verso": "GetBookDimensionsAnswerInPagesRecto",
    },
)

GetBookDimensionsAnswerInPagesRecto = TypedDict(
    "GetBookDimensionsAnswerInPagesRecto",
    {
        "trim": "GetBookDimensionsAnswerInCoverTrim",
        "safe": "GetBookDimensionsAnswerInCoverTrim",
        "gutter": "GetBookDimensionsAnswerInCoverTrim | None",
        "punch": "GetBookDimensionsAnswerInCoverTrim | None",
    },
)

GetBookDimensionsAnswerPixels = TypedDict(
    "GetBookDimensionsAnswerPixels",
    {
        "perInch": "int",
        "cover": "GetBookDimensionsAnswerPixelsCover",
        "pages": "GetBookDimensionsAnswerPixelsCover",
    },
)

GetBookDimensionsAnswerPixelsCover = TypedDict(
    "GetBookDimensionsAnswerPixelsCover",
    {
        "width": "int",
        "height": "int",
    },
)

InvoiceCreatedWebhook = TypedDict(
    "InvoiceCreatedWebhook",
    {
        "type": "Literal['InvoiceCreated']",
        "timestamp": "str",
        "sequence": "int",
        "data": "CreatedDocument",
    },
)

LimitUsage = TypedDict(
    "LimitUsage",
    {
        "ordersPer24Hours": "int",
        "received": "int",
        "queueCeiling": "int",
        "queued": "int",
        "nextPlaceAt": "str | None",
    },
)

ListBillingDocumentsAnswer = TypedDict(
    "ListBillingDocumentsAnswer",
    {
        "documents": "list[CreatedDocument]",
        "nextCursor": "str | None",
    },
)

ListChargesAnswer = TypedDict(
    "ListChargesAnswer",
    {
        "charges": "list[Charge]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

ListProductsAnswer = TypedDict(
    "ListProductsAnswer",
    {
        "products": "list[Product]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

ListQuotesAnswer = TypedDict(
    "ListQuotesAnswer",
    {
        "quotes": "list[ListedQuote]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

ListReceivedPaymentsAnswer = TypedDict(
    "ListReceivedPaymentsAnswer",
    {
        "payments": "list[ReceivedPayment]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

ListStatementLinesAnswer = TypedDict(
    "ListStatementLinesAnswer",
    {
        "lines": "list[StatementLine]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

ListStatementsAnswer = TypedDict(
    "ListStatementsAnswer",
    {
        "statements": "list[Statement]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

ListedQuote = TypedDict(
    "ListedQuote",
    {
        "quoteId": "str",
        "mode": "Literal['sandbox', 'production']",
        "status": "Literal['requested', 'offered', 'declined', 'withdrawn', 'expired', 'accepted']",
        "customerOrderId": "str | None",
        "orderTitle": "NotRequired[str]",
        "bookTitle": "str | None",
        "copies": "int",
        "createdAt": "str",
        "endedAt": "str | None",
        "orderTotal": "float | None",
        "validUntil": "str | None",
    },
)

NewEstimate = TypedDict(
    "NewEstimate",
    {
        "currency": "NotRequired[Literal['USD']]",
        "destination": "EstimateDestination",
        "orderItems": "list[OrderItem]",
        "purchaseOrderNumber": "NotRequired[str]",
    },
)

NewFileCheck = TypedDict(
    "NewFileCheck",
    {
        "manufacturingSku": "NotRequired[str]",
        "sku": "NotRequired[str]",
        "mode": "NotRequired[Literal['sandbox', 'production']]",
        "pageCount": "NotRequired[int]",
        "coverUrl": "NotRequired[str]",
        "gutsUrl": "NotRequired[str]",
        "repairs": "NotRequired[bool]",
        "webhookUrl": "NotRequired[str]",
    },
)

NewOrder = TypedDict(
    "NewOrder",
    {
        "customerOrderId": "NotRequired[str]",
        "payload": "NotRequired[str]",
        "currency": "NotRequired[Literal['USD']]",
        "shippingClassification": "NotRequired[str]",
        "webhookUrl": "NotRequired[str]",
        "destination": "Destination",
        "orderItems": "list[OrderItem]",
        "purchaseOrderNumber": "NotRequired[str]",
        "packingSlip": "NotRequired[PackingSlip]",
        "proofRequired": "NotRequired[bool]",
        "sandbox": "NotRequired[OrderInSandbox]",
    },
)

NewProduct = TypedDict(
    "NewProduct",
    {
        "sku": "str",
        "name": "str",
        "description": "NotRequired[str | None]",
        "manufacturingSku": "str",
        "pageCount": "NotRequired[int | None]",
        "coverUrl": "NotRequired[str | None]",
        "gutsUrl": "NotRequired[str | None]",
        "proofRequired": "NotRequired[bool]",
        "isbn": "NotRequired[str | None]",
        "barcodePrice": "NotRequired[BarcodePrice | None]",
        "barcode": "NotRequired[Literal['none', 'draw']]",
    },
)

NewProofLink = TypedDict(
    "NewProofLink",
    {
        "days": "NotRequired[int]",
    },
)

NewQuote = TypedDict(
    "NewQuote",
    {
        "customerOrderId": "NotRequired[str]",
        "payload": "NotRequired[str]",
        "currency": "NotRequired[Literal['USD']]",
        "shippingClassification": "NotRequired[str]",
        "webhookUrl": "NotRequired[str]",
        "destination": "Destination",
        "orderItems": "list[OrderItem]",
        "purchaseOrderNumber": "NotRequired[str]",
        "packingSlip": "NotRequired[PackingSlip]",
        "proofRequired": "NotRequired[bool]",
        "sandbox": "NotRequired[OrderInSandbox]",
        "message": "NotRequired[str]",
    },
)

NewUpload = TypedDict(
    "NewUpload",
    {
        "bytes": "int",
        "sha256": "str",
    },
)

NewWebhookEndpoint = TypedDict(
    "NewWebhookEndpoint",
    {
        "url": "str",
        "description": "NotRequired[str]",
        "events": "NotRequired[list[Literal['OrderReceived', 'OrderQueued', 'OrderExceedsLimitQueue', 'OrderValidationFailed', 'OrderReleased', 'OrderCancelled', 'OrderChanged', 'OrderValidated', 'OrderEnteredHoldingBin', 'OrderAwaitingProof', 'OrderFilesUnreachable', 'OrderPaymentFailed', 'OrderSentToPrinter', 'OrderAcceptedByPrinter', 'OrderDelayed', 'OrderCancellationRequested', 'OrderCancellationRefused', 'OrderShipped', 'OrderDelivered', 'OrderDeliveryProblem', 'OrderReturned', 'OrderException', 'OrderResumed', 'OrderRefunded', 'OrderRefundFailed', 'InvoiceCreated']] | None]",
        "enabled": "NotRequired[bool]",
    },
)

Order = TypedDict(
    "Order",
    {
        "customerOrderId": "str",
        "orderNumber": "str",
        "mode": "Literal['sandbox', 'production']",
        "practice": "NotRequired[bool]",
        "status": "Literal['QUEUED', 'RECEIVED', 'VALIDATING', 'AWAITING_PROOF', 'VALID_AWAITING_PAYMENT', 'VALID_HOLDING_BIN', 'PRINTING', 'CANCELLATION_REQUESTED', 'EXCEPTION', 'SHIPPED', 'CANCELLED', 'FAILED', 'REJECTED']",
        "payload": "NotRequired[str]",
        "purchaseOrderNumber": "NotRequired[str]",
        "quoteId": "NotRequired[str]",
        "currency": "Literal['USD']",
        "shippingClassification": "str",
        "webhookUrl": "NotRequired[str]",
        "destination": "Address",
        "orderItems": "list[OrderedItem]",
        "packingSlip": "NotRequired[OrderedPackingSlip]",
        "shipmentTracking": "list[Shipment]",
        "delivery": "NotRequired[list[ParcelDelivery]]",
        "readerPage": "NotRequired[str]",
        "changeRequest": "NotRequired[ChangeRequest]",
        "pricing": "NotRequired[Pricing]",
        "selectedShipping": "SelectedShipping",
        "paymentInfo": "PaymentInfo",
        "errors": "list[OrderProblem]",
        "warnings": "list[OrderProblem]",
        "proof": "NotRequired[Proof]",
        "actions": "list[Literal['cancel', 'edit', 'replace_file']]",
        "estimatedShipDate": "str | None",
        "promisedShipDate": "str | None",
        "reprintOf": "str | None",
        "recipientForgottenAt": "str | None",
        "createdAt": "str",
        "updatedAt": "str",
    },
)

OrderAcceptedByPrinterWebhook = TypedDict(
    "OrderAcceptedByPrinterWebhook",
    {
        "type": "Literal['OrderAcceptedByPrinter']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderActResult = TypedDict(
    "OrderActResult",
    {
        "customerOrderId": "str",
        "orderTitle": "NotRequired[str]",
        "outcome": "Literal['done', 'awaiting_approval', 'refused']",
        "code": "str | None",
        "detail": "str | None",
    },
)

OrderActResults = TypedDict(
    "OrderActResults",
    {
        "results": "list[OrderActResult]",
        "nextCursor": "str | None",
    },
)

OrderAwaitingProofWebhook = TypedDict(
    "OrderAwaitingProofWebhook",
    {
        "type": "Literal['OrderAwaitingProof']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderCancellationRefusedWebhook = TypedDict(
    "OrderCancellationRefusedWebhook",
    {
        "type": "Literal['OrderCancellationRefused']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderCancellationRequestedWebhook = TypedDict(
    "OrderCancellationRequestedWebhook",
    {
        "type": "Literal['OrderCancellationRequested']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderCancelledWebhook = TypedDict(
    "OrderCancelledWebhook",
    {
        "type": "Literal['OrderCancelled']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderChange = TypedDict(
    "OrderChange",
    {
        "destination": "NotRequired[Destination]",
        "shippingClassification": "NotRequired[str]",
    },
)

OrderChangedWebhook = TypedDict(
    "OrderChangedWebhook",
    {
        "type": "Literal['OrderChanged']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderDelayedWebhook = TypedDict(
    "OrderDelayedWebhook",
    {
        "type": "Literal['OrderDelayed']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderDeliveredWebhook = TypedDict(
    "OrderDeliveredWebhook",
    {
        "type": "Literal['OrderDelivered']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderDeliveryProblemWebhook = TypedDict(
    "OrderDeliveryProblemWebhook",
    {
        "type": "Literal['OrderDeliveryProblem']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderEnteredHoldingBinWebhook = TypedDict(
    "OrderEnteredHoldingBinWebhook",
    {
        "type": "Literal['OrderEnteredHoldingBin']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderEvent = TypedDict(
    "OrderEvent",
    {
        "eventId": "str",
        "type": "Literal['OrderReceived', 'OrderQueued', 'OrderExceedsLimitQueue', 'OrderValidationFailed', 'OrderReleased', 'OrderCancelled', 'OrderChanged', 'OrderValidated', 'OrderEnteredHoldingBin', 'OrderAwaitingProof', 'OrderFilesUnreachable', 'OrderPaymentFailed', 'OrderSentToPrinter', 'OrderAcceptedByPrinter', 'OrderDelayed', 'OrderCancellationRequested', 'OrderCancellationRefused', 'OrderShipped', 'OrderDelivered', 'OrderDeliveryProblem', 'OrderReturned', 'OrderException', 'OrderResumed', 'OrderRefunded', 'OrderRefundFailed']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderEventPage = TypedDict(
    "OrderEventPage",
    {
        "events": "list[OrderEvent]",
        "nextCursor": "str | None",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

OrderExceedsLimitQueueWebhook = TypedDict(
    "OrderExceedsLimitQueueWebhook",
    {
        "type": "Literal['OrderExceedsLimitQueue']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderExceptionWebhook = TypedDict(
    "OrderExceptionWebhook",
    {
        "type": "Literal['OrderException']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderFileReplacement = TypedDict(
    "OrderFileReplacement",
    {
        "fileUrl": "str",
    },
)

OrderFilesUnreachableWebhook = TypedDict(
    "OrderFilesUnreachableWebhook",
    {
        "type": "Literal['OrderFilesUnreachable']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderInSandbox = TypedDict(
    "OrderInSandbox",
    {
        "payments": "NotRequired[Literal['manual', 'automatic']]",
        "pace": "NotRequired[str | None]",
    },
)

OrderItem = TypedDict(
    "OrderItem",
    {
        "sku": "str",
        "quantity": "NotRequired[int]",
        "retailPrice": "NotRequired[str]",
        "itemDescription": "NotRequired[str]",
        "pageCount": "NotRequired[int]",
        "repairs": "NotRequired[bool]",
        "product": "NotRequired[PrintFiles]",
    },
)

OrderPage = TypedDict(
    "OrderPage",
    {
        "orders": "list[Order]",
        "nextCursor": "str | None",
        "archivedMonths": "list[ArchivedMonth]",
        "archivedOrders": "list[ArchivedOrder]",
        "warnings": "NotRequired[list[UnknownParameter]]",
    },
)

OrderPaymentFailedWebhook = TypedDict(
    "OrderPaymentFailedWebhook",
    {
        "type": "Literal['OrderPaymentFailed']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderPreview = TypedDict(
    "OrderPreview",
    {
        "mode": "Literal['sandbox', 'production']",
        "status": "Literal['RECEIVED', 'QUEUED', 'REJECTED', 'FAILED']",
        "pricing": "NotRequired[Pricing]",
        "selectedShipping": "SelectedShipping",
        "paymentInfo": "PaymentInfo",
        "errors": "list[OrderProblem]",
        "warnings": "list[OrderProblem]",
        "proof": "NotRequired[Proof]",
        "estimatedShipDate": "str | None",
        "addressCheck": "AddressCheck | None",
    },
)

OrderProblem = TypedDict(
    "OrderProblem",
    {
        "severity": "NotRequired[Literal['error', 'warning', 'info']]",
        "file": "NotRequired[Literal['cover', 'guts']]",
        "pages": "NotRequired[str | None]",
        "got": "NotRequired[str | None]",
        "expected": "NotRequired[str | None]",
        "tolerance": "NotRequired[str | None]",
        "message": "NotRequired[str]",
        "fix": "NotRequired[str]",
        "place": "NotRequired[OrderProblemPlace]",
        "pointer": "str",
        "code": "str",
        "detail": "str",
    },
)

OrderProblemPlace = TypedDict(
    "OrderProblemPlace",
    {
        "page": "int",
        "x": "float",
        "y": "float",
        "width": "float",
        "height": "float",
    },
)

OrderQueuedWebhook = TypedDict(
    "OrderQueuedWebhook",
    {
        "type": "Literal['OrderQueued']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderReceivedWebhook = TypedDict(
    "OrderReceivedWebhook",
    {
        "type": "Literal['OrderReceived']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderRefundFailedWebhook = TypedDict(
    "OrderRefundFailedWebhook",
    {
        "type": "Literal['OrderRefundFailed']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderRefundedWebhook = TypedDict(
    "OrderRefundedWebhook",
    {
        "type": "Literal['OrderRefunded']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderReleasedWebhook = TypedDict(
    "OrderReleasedWebhook",
    {
        "type": "Literal['OrderReleased']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderResumedWebhook = TypedDict(
    "OrderResumedWebhook",
    {
        "type": "Literal['OrderResumed']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderReturnedWebhook = TypedDict(
    "OrderReturnedWebhook",
    {
        "type": "Literal['OrderReturned']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderSelection = TypedDict(
    "OrderSelection",
    {
        "customerOrderIds": "NotRequired[list[str]]",
        "filter": "NotRequired[OrderSelectionFilter]",
        "cursor": "NotRequired[str]",
    },
)

OrderSelectionFilter = TypedDict(
    "OrderSelectionFilter",
    {
        "sort": "NotRequired[Literal['newest', 'oldest']]",
        "status": "NotRequired[str]",
        "createdAfter": "NotRequired[str]",
        "createdBefore": "NotRequired[str]",
        "search": "NotRequired[str]",
        "sku": "NotRequired[str]",
        "country": "NotRequired[str]",
        "minTotal": "NotRequired[str]",
        "maxTotal": "NotRequired[str]",
        "problem": "NotRequired[Literal['only']]",
        "queued": "NotRequired[Literal['only']]",
        "due": "NotRequired[Literal['late', 'today']]",
        "endedAfter": "NotRequired[str]",
        "endedBefore": "NotRequired[str]",
    },
)

OrderSentToPrinterWebhook = TypedDict(
    "OrderSentToPrinterWebhook",
    {
        "type": "Literal['OrderSentToPrinter']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderShippedWebhook = TypedDict(
    "OrderShippedWebhook",
    {
        "type": "Literal['OrderShipped']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderValidatedWebhook = TypedDict(
    "OrderValidatedWebhook",
    {
        "type": "Literal['OrderValidated']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderValidationFailedWebhook = TypedDict(
    "OrderValidationFailedWebhook",
    {
        "type": "Literal['OrderValidationFailed']",
        "timestamp": "str",
        "sequence": "int",
        "data": "Order",
    },
)

OrderedFiles = TypedDict(
    "OrderedFiles",
    {
        "coverUrl": "NotRequired[str]",
        "gutsUrl": "NotRequired[str]",
    },
)

OrderedItem = TypedDict(
    "OrderedItem",
    {
        "sku": "str",
        "quantity": "int",
        "retailPrice": "NotRequired[str]",
        "itemDescription": "NotRequired[str]",
        "pageCount": "NotRequired[int]",
        "repairs": "NotRequired[bool]",
        "product": "NotRequired[OrderedFiles]",
    },
)

OrderedPackingSlip = TypedDict(
    "OrderedPackingSlip",
    {
        "message": "NotRequired[str]",
        "giftMessage": "NotRequired[str]",
        "returnAddress": "NotRequired[Address]",
        "blind": "NotRequired[bool]",
    },
)

OwnAccount = TypedDict(
    "OwnAccount",
    {
        "name": "str",
        "mode": "Literal['sandbox', 'production']",
        "key": "OwnAccountKey",
        "limit": "LimitUsage",
    },
)

OwnAccountKey = TypedDict(
    "OwnAccountKey",
    {
        "label": "str",
        "scopes": "list[Literal['orders:read', 'orders:write', 'products:read', 'products:write', 'files:read', 'files:write', 'webhooks:read', 'webhooks:write', 'sandbox:read', 'sandbox:write', 'billing:read']] | None",
        "expiresAt": "str | None",
    },
)

Package = TypedDict(
    "Package",
    {
        "trackingNumber": "str",
        "altTrackingNumber": "str",
        "trackingUrl": "str",
    },
)

PackingSlip = TypedDict(
    "PackingSlip",
    {
        "message": "NotRequired[str]",
        "giftMessage": "NotRequired[str]",
        "returnAddress": "NotRequired[Destination]",
        "blind": "NotRequired[bool]",
    },
)

PageLine = TypedDict(
    "PageLine",
    {
        "kind": "Literal['trim', 'bleed', 'safe', 'gutter', 'punch', 'fold', 'barcode']",
        "area": "PageLineArea",
    },
)

PageLineArea = TypedDict(
    "PageLineArea",
    {
        "x": "float",
        "y": "float",
        "width": "float",
        "height": "float",
    },
)

ParcelDelivery = TypedDict(
    "ParcelDelivery",
    {
        "trackingNumber": "str",
        "carrier": "str",
        "status": "Literal['announced', 'in_transit', 'out_for_delivery', 'attempted', 'ready_for_pickup', 'delivered', 'exception', 'returning', 'returned', 'lost']",
        "at": "str",
        "description": "str",
        "place": "ParcelPlace",
        "expectedOn": "str | None",
        "resends": "NotRequired[str]",
    },
)

ParcelPlace = TypedDict(
    "ParcelPlace",
    {
        "city": "str",
        "state": "str",
        "country": "str",
    },
)

PaymentInfo = TypedDict(
    "PaymentInfo",
    {
        "total": "float | None",
        "status": "Literal['NOT_DUE', 'PENDING', 'SUCCEEDED', 'FAILED', 'REFUNDED', 'NOT_CHARGED']",
        "retriesEnded": "NotRequired[bool]",
        "refundedTotal": "NotRequired[float]",
    },
)

PriceAboveAgreement = TypedDict(
    "PriceAboveAgreement",
    {
        "part": "Literal['items', 'shipping']",
        "agreed": "float",
        "reason": "str",
    },
)

PriceChange = TypedDict(
    "PriceChange",
    {
        "quotedTotal": "float",
        "reasons": "list[Literal['page_count', 'tax_exemption', 'tax_provider']]",
    },
)

PriceListName = TypedDict(
    "PriceListName",
    {
        "code": "str",
        "name": "str",
    },
)

Pricing = TypedDict(
    "Pricing",
    {
        "itemsTotal": "float",
        "fulfillmentTotal": "NotRequired[float]",
        "shippingTotal": "float | None",
        "taxesTotal": "float",
        "orderTotal": "float | None",
        "currency": "Literal['USD']",
        "final": "bool",
        "taxes": "NotRequired[list[Tax]]",
        "priceList": "NotRequired[PriceListName]",
        "aboveAgreement": "NotRequired[list[PriceAboveAgreement]]",
        "change": "NotRequired[PriceChange]",
    },
)

PrintFiles = TypedDict(
    "PrintFiles",
    {
        "coverUrl": "NotRequired[str]",
        "gutsUrl": "NotRequired[str]",
    },
)

Problem = TypedDict(
    "Problem",
    {
        "type": "str",
        "title": "str",
        "status": "int",
        "detail": "str",
        "code": "str",
        "errors": "list[ProblemError]",
        "requestId": "str",
        "currentStatus": "NotRequired[str]",
        "missingScope": "NotRequired[str]",
    },
)

ProblemError = TypedDict(
    "ProblemError",
    {
        "pointer": "str",
        "code": "str",
        "detail": "str",
        "got": "NotRequired[str | None]",
        "expected": "NotRequired[str | None]",
    },
)

Product = TypedDict(
    "Product",
    {
        "sku": "str",
        "name": "str",
        "description": "str | None",
        "manufacturingSku": "str",
        "attributes": "ProductAttributes | None",
        "pages": "ProductPages | None",
        "pageCount": "int | None",
        "coverUrl": "str | None",
        "gutsUrl": "str | None",
        "uploadedFiles": "list[Literal['cover', 'guts']]",
        "proofRequired": "bool",
        "isbn": "str | None",
        "barcodePrice": "BarcodePrice | None",
        "barcode": "Literal['none', 'draw']",
    },
)

ProductAttributes = TypedDict(
    "ProductAttributes",
    {
        "size": "str",
        "cover": "str",
        "paperType": "str",
        "textColor": "str",
        "bleed": "bool",
    },
)

ProductChanges = TypedDict(
    "ProductChanges",
    {
        "name": "NotRequired[str]",
        "description": "NotRequired[str | None]",
        "manufacturingSku": "NotRequired[str]",
        "pageCount": "NotRequired[int | None]",
        "coverUrl": "NotRequired[str | None]",
        "gutsUrl": "NotRequired[str | None]",
        "proofRequired": "NotRequired[bool]",
        "isbn": "NotRequired[str | None]",
        "barcodePrice": "NotRequired[BarcodePrice | None]",
        "barcode": "NotRequired[Literal['none', 'draw']]",
    },
)

ProductFileUse = TypedDict(
    "ProductFileUse",
    {
        "fileUrl": "str",
    },
)

ProductFiles = TypedDict(
    "ProductFiles",
    {
        "files": "list[StoredFile]",
        "measures": "BookMeasures | None",
    },
)

ProductPages = TypedDict(
    "ProductPages",
    {
        "min": "int",
        "max": "int",
        "step": "int",
    },
)

Proof = TypedDict(
    "Proof",
    {
        "status": "Literal['REQUIRED', 'WAITING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED']",
        "files": "list[ProofFiles]",
        "approveBy": "str | None",
        "decidedAt": "str | None",
        "decidedBy": "Literal['customer', 'author'] | None",
        "author": "str | None",
        "comment": "str | None",
    },
)

ProofApproval = TypedDict(
    "ProofApproval",
    {
        "files": "list[ApprovedFiles]",
    },
)

ProofComment = TypedDict(
    "ProofComment",
    {
        "commentId": "str",
        "author": "str",
        "item": "int",
        "part": "Literal['cover', 'guts']",
        "page": "int",
        "text": "str",
        "at": "str",
    },
)

ProofFiles = TypedDict(
    "ProofFiles",
    {
        "cover": "str | None",
        "guts": "str | None",
    },
)

ProofLink = TypedDict(
    "ProofLink",
    {
        "linkId": "str",
        "createdAt": "str",
        "expiresAt": "str",
    },
)

ProofRejection = TypedDict(
    "ProofRejection",
    {
        "comment": "str",
    },
)

ProofSharing = TypedDict(
    "ProofSharing",
    {
        "links": "list[ProofLink]",
        "comments": "list[ProofComment]",
    },
)

Quote = TypedDict(
    "Quote",
    {
        "quoteId": "str",
        "mode": "Literal['sandbox', 'production']",
        "status": "Literal['requested', 'offered', 'declined', 'withdrawn', 'expired', 'accepted']",
        "customerOrderId": "str | None",
        "orderTitle": "NotRequired[str]",
        "bookTitle": "str | None",
        "copies": "int",
        "createdAt": "str",
        "endedAt": "str | None",
        "message": "str | None",
        "shippingClassification": "str",
        "destination": "Address",
        "orderItems": "list[OrderedItem]",
        "bookTitles": "list[str | None]",
        "offer": "QuoteOffer | None",
        "reason": "str | None",
        "warnings": "list[OrderProblem]",
    },
)

QuoteAcceptance = TypedDict(
    "QuoteAcceptance",
    {
        "customerOrderId": "NotRequired[str]",
        "files": "NotRequired[list[QuoteFiles]]",
    },
)

QuoteFiles = TypedDict(
    "QuoteFiles",
    {
        "item": "int",
        "coverUrl": "NotRequired[str]",
        "gutsUrl": "NotRequired[str]",
    },
)

QuoteOffer = TypedDict(
    "QuoteOffer",
    {
        "pricing": "Pricing",
        "manufacturingDays": "int",
        "validUntil": "str",
    },
)

ReceivedPayment = TypedDict(
    "ReceivedPayment",
    {
        "paymentId": "str",
        "kind": "Literal['payment', 'credit', 'discount']",
        "receivedOn": "str",
        "amount": "float",
        "currency": "str",
        "reference": "str",
        "statement": "int | None",
        "note": "str | None",
        "recordedAt": "str",
        "reversedAt": "str | None",
        "reversalReason": "str | None",
    },
)

RecentDeliveries = TypedDict(
    "RecentDeliveries",
    {
        "orders": "int",
        "inTimeShare": "float",
    },
)

Report = TypedDict(
    "Report",
    {
        "period": "ReportPeriod",
        "periodBefore": "ReportPeriod",
        "interval": "Literal['day', 'month']",
        "countedUntil": "str | None",
        "totals": "ReportTotals",
        "totalsBefore": "ReportTotals",
        "steps": "list[ReportStep]",
        "failures": "list[ReportFailure]",
        "problems": "list[ReportProblem]",
        "cancellations": "list[ReportCancellation]",
        "reprintCauses": "list[ReportReprintCause]",
        "deliveries": "list[ReportDelivery]",
        "books": "list[ReportBook]",
    },
)

ReportBook = TypedDict(
    "ReportBook",
    {
        "sku": "str | None",
        "title": "str | None",
        "orders": "int",
        "copies": "int",
        "copiesBefore": "int",
        "shippedCopies": "int",
        "cost": "float",
        "costPerCopy": "float | None",
    },
)

ReportCancellation = TypedDict(
    "ReportCancellation",
    {
        "when": "str",
        "orders": "int",
        "ordersBefore": "int",
    },
)

ReportDelivery = TypedDict(
    "ReportDelivery",
    {
        "shippingClassification": "str",
        "state": "str",
        "early": "int",
        "onTime": "int",
        "late": "int",
    },
)

ReportFailure = TypedDict(
    "ReportFailure",
    {
        "code": "str",
        "orders": "int",
        "ordersBefore": "int",
    },
)

ReportPeriod = TypedDict(
    "ReportPeriod",
    {
        "from": "str",
        "to": "str",
    },
)

ReportProblem = TypedDict(
    "ReportProblem",
    {
        "code": "str",
        "orders": "int",
        "ordersBefore": "int",
    },
)

ReportReprintCause = TypedDict(
    "ReportReprintCause",
    {
        "cause": "str",
        "orders": "int",
        "ordersBefore": "int",
    },
)

ReportStep = TypedDict(
    "ReportStep",
    {
        "startsOn": "str",
        "orders": "int",
        "copies": "int",
        "failed": "int",
        "rejected": "int",
        "queued": "int",
        "queueDays": "float | None",
        "limitUsed": "float | None",
        "canceled": "int",
        "stopped": "int",
        "shipped": "int",
        "shippedCopies": "int",
        "late": "int",
        "onTimeRate": "float | None",
        "waitingDays": "float | None",
        "makingDays": "float | None",
        "transitDays": "float | None",
        "deliveredOnTimeRate": "float | None",
        "reprints": "int",
        "charged": "float",
        "taxes": "float",
        "refunded": "float",
        "net": "float",
        "printerPrices": "float",
        "webhooks": "int",
        "webhooksFirstTry": "int",
        "webhooksLater": "int",
        "webhooksFailed": "int",
        "webhookSuccess": "float | None",
    },
)

ReportTotals = TypedDict(
    "ReportTotals",
    {
        "orders": "int",
        "copies": "int",
        "failed": "int",
        "rejected": "int",
        "queued": "int",
        "queueDays": "float | None",
        "limitUsed": "float | None",
        "canceled": "int",
        "stopped": "int",
        "shipped": "int",
        "shippedCopies": "int",
        "late": "int",
        "onTimeRate": "float | None",
        "waitingDays": "float | None",
        "makingDays": "float | None",
        "transitDays": "float | None",
        "deliveredOnTimeRate": "float | None",
        "reprints": "int",
        "charged": "float",
        "taxes": "float",
        "refunded": "float",
        "net": "float",
        "printerPrices": "float",
        "webhooks": "int",
        "webhooksFirstTry": "int",
        "webhooksLater": "int",
        "webhooksFailed": "int",
        "webhookSuccess": "float | None",
    },
)

ResentDelivery = TypedDict(
    "ResentDelivery",
    {
        "deliveryId": "str",
    },
)

Sandbox = TypedDict(
    "Sandbox",
    {
        "payments": "Literal['manual', 'automatic']",
        "pace": "str | None",
        "work": "SandboxWork | None",
    },
)

SandboxWork = TypedDict(
    "SandboxWork",
    {
        "kind": "Literal['fast_forward', 'emptying']",
        "startedAt": "str",
        "orders": "int",
    },
)

SelectedShipping = TypedDict(
    "SelectedShipping",
    {
        "shippingClassification": "str",
        "price": "float | None",
        "estimatedDelivery": "DeliveryWindow | None",
    },
)

SendTestEventRequest = TypedDict(
    "SendTestEventRequest",
    {
        "url": "NotRequired[str]",
        "endpointId": "NotRequired[str]",
        "type": "NotRequired[Literal['WebhookTest', 'OrderReceived', 'OrderQueued', 'OrderExceedsLimitQueue', 'OrderValidationFailed', 'OrderReleased', 'OrderCancelled', 'OrderChanged', 'OrderValidated', 'OrderEnteredHoldingBin', 'OrderAwaitingProof', 'OrderFilesUnreachable', 'OrderPaymentFailed', 'OrderSentToPrinter', 'OrderAcceptedByPrinter', 'OrderDelayed', 'OrderCancellationRequested', 'OrderCancellationRefused', 'OrderShipped', 'OrderDelivered', 'OrderDeliveryProblem', 'OrderReturned', 'OrderException', 'OrderResumed', 'OrderRefunded', 'OrderRefundFailed', 'InvoiceCreated']]",
    },
)

SentTest = TypedDict(
    "SentTest",
    {
        "deliveryId": "str",
        "request": "SentTestRequest",
        "answer": "SentTestAnswer",
    },
)

SentTestAnswer = TypedDict(
    "SentTestAnswer",
    {
        "durationMs": "int",
        "responseStatus": "int | None",
        "responseBody": "str | None",
        "failure": "str | None",
    },
)

SentTestRequest = TypedDict(
    "SentTestRequest",
    {
        "url": "str",
        "headers": "dict[str, Any]",
        "body": "str",
    },
)

Shipment = TypedDict(
    "Shipment",
    {
        "masterTrackingNumber": "str",
        "carrier": "str",
        "shippedAt": "str",
        "packages": "list[Package]",
    },
)

ShippingEstimate = TypedDict(
    "ShippingEstimate",
    {
        "currency": "Literal['USD']",
        "options": "list[ShippingOption]",
        "pageCountsAssumed": "list[AssumedPageCount]",
        "warnings": "list[OrderProblem]",
    },
)

ShippingOption = TypedDict(
    "ShippingOption",
    {
        "shippingClassification": "str",
        "shippingPrice": "float | None",
        "agreedPricing": "NotRequired[Pricing]",
        "estimatedShipDate": "str",
        "estimatedDelivery": "DeliveryWindow",
        "freight": "bool",
        "manufacturingBusinessDays": "int",
        "transitBusinessDays": "BusinessDays",
        "pricing": "Pricing | None",
        "cheapest": "bool",
        "fastest": "bool",
        "dominated": "bool",
        "recentDeliveries": "RecentDeliveries | None",
    },
)

SimulateOutcomeRequest = TypedDict(
    "SimulateOutcomeRequest",
    {
        "outcome": "Literal['payment_success', 'payment_failure', 'accepted', 'shipped', 'cancel_accepted', 'cancel_refused', 'change_accepted', 'change_refused', 'problem', 'refused', 'printed', 'delayed', 'split_shipment', 'contradiction', 'silent', 'resumed', 'revalidated', 'abandoned', 'delivered', 'returned', 'delivery_problem']",
    },
)

Statement = TypedDict(
    "Statement",
    {
        "number": "int",
        "documentNumber": "int",
        "month": "str",
        "state": "Literal['due', 'partly_paid', 'processing', 'overdue', 'paid']",
        "issuedAt": "str",
        "dueOn": "str",
        "termsDays": "int",
        "termsFrom": "Literal['statement', 'end_of_month']",
        "purchaseOrderNumber": "str | None",
        "lines": "int",
        "total": "float",
        "tax": "float",
        "paid": "float",
        "due": "float",
        "processing": "float",
        "currency": "str",
        "discount": "float | None",
        "discountOn": "str | None",
        "discountEndsAt": "str | None",
        "lateFees": "int",
        "lateFeesTotal": "float",
        "reminders": "int",
    },
)

StatementLine = TypedDict(
    "StatementLine",
    {
        "kind": "Literal['order', 'reprint', 'credit', 'late_fee', 'waived_fee', 'charge', 'removed_charge']",
        "at": "str",
        "customerOrderId": "str | None",
        "orderTitle": "NotRequired[str]",
        "lateStatement": "int | None",
        "reprintOf": "str | None",
        "purchaseOrderNumber": "str | None",
        "items": "list[StatementLineItem]",
        "itemsTotal": "float",
        "shippingTotal": "float",
        "taxesTotal": "float",
        "amount": "float",
        "reference": "str | None",
        "isRemoved": "bool",
        "reason": "str | None",
    },
)

StatementLineItem = TypedDict(
    "StatementLineItem",
    {
        "sku": "str",
        "quantity": "int",
        "title": "NotRequired[str]",
    },
)

StoredFile = TypedDict(
    "StoredFile",
    {
        "part": "Literal['cover', 'guts']",
        "source": "Literal['upload', 'address']",
        "sha256": "str | None",
        "bytes": "int | None",
        "pageCount": "int | None",
        "uploadedAt": "str | None",
        "findings": "list[FileFinding]",
        "previews": "list[FilePreview]",
        "lines": "list[Literal['trim', 'bleed', 'safe', 'fold', 'problem']]",
    },
)

Tax = TypedDict(
    "Tax",
    {
        "jurisdiction": "str",
        "kind": "str",
        "rate": "float",
        "amount": "float",
    },
)

UnknownParameter = TypedDict(
    "UnknownParameter",
    {
        "pointer": "str",
        "code": "str",
        "detail": "str",
    },
)

Upload = TypedDict(
    "Upload",
    {
        "uploadId": "str",
        "status": "Literal['OPEN', 'DONE']",
        "bytes": "int",
        "sha256": "str",
        "partBytes": "int",
        "partCount": "int",
        "receivedParts": "list[int]",
        "fileUrl": "str | None",
        "expiresAt": "str",
    },
)

WebhookEndpoint = TypedDict(
    "WebhookEndpoint",
    {
        "endpointId": "str",
        "url": "str",
        "description": "str",
        "events": "list[str] | None",
        "enabled": "bool",
        "createdAt": "str",
        "updatedAt": "str",
    },
)

WebhookEndpointChanges = TypedDict(
    "WebhookEndpointChanges",
    {
        "url": "NotRequired[str]",
        "description": "NotRequired[str]",
        "events": "NotRequired[list[Literal['OrderReceived', 'OrderQueued', 'OrderExceedsLimitQueue', 'OrderValidationFailed', 'OrderReleased', 'OrderCancelled', 'OrderChanged', 'OrderValidated', 'OrderEnteredHoldingBin', 'OrderAwaitingProof', 'OrderFilesUnreachable', 'OrderPaymentFailed', 'OrderSentToPrinter', 'OrderAcceptedByPrinter', 'OrderDelayed', 'OrderCancellationRequested', 'OrderCancellationRefused', 'OrderShipped', 'OrderDelivered', 'OrderDeliveryProblem', 'OrderReturned', 'OrderException', 'OrderResumed', 'OrderRefunded', 'OrderRefundFailed', 'InvoiceCreated']] | None]",
        "enabled": "NotRequired[bool]",
    },
)

WebhookEndpoints = TypedDict(
    "WebhookEndpoints",
    {
        "endpoints": "list[WebhookEndpoint]",
    },
)

WebhookPublicKey = TypedDict(
    "WebhookPublicKey",
    {
        "publicKey": "str | None",
        "createdAt": "str | None",
        "previous": "WebhookPublicKeyPrevious | None",
    },
)

WebhookPublicKeyPrevious = TypedDict(
    "WebhookPublicKeyPrevious",
    {
        "publicKey": "str",
        "expiresAt": "str",
    },
)

WebhookSecrets = TypedDict(
    "WebhookSecrets",
    {
        "secret": "str | None",
        "createdAt": "str",
        "previous": "WebhookSecretsPrevious | None",
    },
)

WebhookSecretsPrevious = TypedDict(
    "WebhookSecretsPrevious",
    {
        "secret": "str",
        "expiresAt": "str",
    },
)

WebhookTestData = TypedDict(
    "WebhookTestData",
    {
        "test": "bool",
        "mode": "Literal['sandbox', 'production']",
        "message": "str",
    },
)

WebhookTestWebhook = TypedDict(
    "WebhookTestWebhook",
    {
        "type": "Literal['WebhookTest']",
        "timestamp": "str",
        "sequence": "int",
        "data": "WebhookTestData",
    },
)

# More types may be added: ignore those that you do not know.
OctavoEvent = (
    OrderReceivedWebhook
    | OrderQueuedWebhook
    | OrderExceedsLimitQueueWebhook
    | OrderValidationFailedWebhook
    | OrderReleasedWebhook
    | OrderCancelledWebhook
    | OrderChangedWebhook
    | OrderValidatedWebhook
    | OrderEnteredHoldingBinWebhook
    | OrderAwaitingProofWebhook
    | OrderFilesUnreachableWebhook
    | OrderPaymentFailedWebhook
    | OrderSentToPrinterWebhook
    | OrderAcceptedByPrinterWebhook
    | OrderDelayedWebhook
    | OrderCancellationRequestedWebhook
    | OrderCancellationRefusedWebhook
    | OrderShippedWebhook
    | OrderDeliveredWebhook
    | OrderDeliveryProblemWebhook
    | OrderReturnedWebhook
    | OrderExceptionWebhook
    | OrderResumedWebhook
    | OrderRefundedWebhook
    | OrderRefundFailedWebhook
    | FilesCheckedWebhook
    | InvoiceCreatedWebhook
    | WebhookTestWebhook
)
