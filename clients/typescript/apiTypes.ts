// Generated from docs/openapi.json by `npm run docs`. Do not edit.

export type Address = {
  "name": string
  "company"?: string
  "address1": string
  "address2"?: string
  "city": string
  "state"?: string
  "postal": string
  "country": string
  "phone"?: string
  "email"?: string
}

export type AddressCheck = {
  "result": "deliverable" | "corrected" | "undeliverable" | "unknown"
  "suggestion": (AddressCheckSuggestion) | (null)
}

export type AddressCheckSuggestion = {
  "address1": string
  "address2"?: string
  "city": string
  "state"?: string
  "postal": string
  "country": string
}

export type ApprovedFiles = {
  "cover": (string) | (null)
  "guts": (string) | (null)
}

export type ArchivedMonth = {
  "month": string
  "orders": number
}

export type ArchivedMonths = {
  "months": (ArchivedMonth)[]
}

export type ArchivedOrder = {
  "customerOrderId": string
  "orderNumber": string
  "month": string
}

export type ArchivedOrderPage = {
  "orders": (Order)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type AssumedPageCount = {
  "sku": string
  "pageCount": number
}

export type BarcodePrice = {
  "currency": "USD" | "CAD" | "GBP" | "AUD" | "NZD"
  "amount": string
}

export type BillingAddress = {
  "address1": string
  "address2": (string) | (null)
  "city": string
  "state": (string) | (null)
  "postal": string
  "country": string
}

export type BillingDetails = {
  "company": (string) | (null)
  "contact": (string) | (null)
  "address": (BillingAddress) | (null)
  "taxNumber": (string) | (null)
  "purchaseOrderNumber": (string) | (null)
}

export type BillingDocument = {
  "kind": "invoice" | "credit_note"
  "number": number
  "chargeId": (string) | (null)
  "refundId": (string) | (null)
  "statement": (number) | (null)
  "paymentId": (string) | (null)
  "invoiceNumber": (number) | (null)
  "dueOn": (string) | (null)
  "issuedAt": string
  "amount": number
  "currency": string
  "net": number
  "tax": number
  "seller": DocumentSeller
  "billTo": DocumentBillTo
  "orderCount": number
  "orders": (DocumentOrder)[]
  "taxes": (DocumentTax)[]
  "reason": (string) | (null)
}

export type BookMeasures = {
  "cover": BookMeasuresCover
  "guts": BookMeasuresGuts
}

export type BookMeasuresCover = {
  "width": number
  "height": number
  "spine": number
}

export type BookMeasuresGuts = {
  "width": number
  "height": number
  "bleed": number
}

export type BookView = {
  "sku": string
  "title": (string) | (null)
  "orderTitle"?: string
  "manufacturingSku": string
  "pageCount": (number) | (null)
  "measures": (GetBookDimensionsAnswerIn) | (null)
  "lines": (BookViewLines) | (null)
  "files": (BookViewFile)[]
}

export type BookViewFile = {
  "part": "cover" | "guts"
  "pageCount": (number) | (null)
  "sizes": (BookViewFileSize)[]
  "findings": (FileFinding)[]
  "places": (BookViewFilePlace)[]
  "pageUrl": string
}

export type BookViewFilePlace = {
  "code": string
  "page": number
  "x": number
  "y": number
  "width": number
  "height": number
}

export type BookViewFileSize = {
  "from": number
  "to": number
  "width": number
  "height": number
}

export type BookViewLines = {
  "cover": (PageLine)[]
  "recto": (PageLine)[]
  "verso": (PageLine)[]
}

export type BusinessDays = {
  "min": number
  "max": number
}

export type ChangeRequest = {
  "status": "REQUESTED" | "ACCEPTED" | "REFUSED"
  "destination": Address
  "shippingClassification": string
  "requestedAt": string
  "reason": (string) | (null)
}

export type Charge = {
  "chargeId": string
  "date": string
  "kind": "daily" | "at_once"
  "status": "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"
  "amount": number
  "refunded": number
  "currency": string
  "card": (ChargeCard) | (null)
  "declineCode": (string) | (null)
  "declineMessage": (string) | (null)
  "confirmUrl": (string) | (null)
  "invoiceNumber": (number) | (null)
  "orderCount": number
  "orders": (ChargeOrder)[]
  "createdAt": string
  "settledAt": (string) | (null)
}

export type ChargeCard = {
  "brand": string
  "last4": string
}

export type ChargeOrder = {
  "customerOrderId": string
  "orderTitle"?: string
  "amount": number
}

export type CreatedDocument = {
  "kind": "invoice" | "credit_note"
  "number": number
  "chargeId": (string) | (null)
  "refundId": (string) | (null)
  "statement": (number) | (null)
  "paymentId": (string) | (null)
  "invoiceNumber": (number) | (null)
  "dueOn": (string) | (null)
  "issuedAt": string
  "amount": number
}

export type CreatedProofLink = {
  "linkId": string
  "createdAt": string
  "expiresAt": string
  "url": string
}

export type CreatedWebhookEndpoint = {
  "endpointId": string
  "url": string
  "description": string
  "events": ((string)[]) | (null)
  "enabled": boolean
  "createdAt": string
  "updatedAt": string
  "secret": string
}

export type Delivery = {
  "deliveryId": string
  "customerOrderId": (string) | (null)
  "sequence": (number) | (null)
  "endpointId": (string) | (null)
  "webhookId": string
  "type": string
  "url": (string) | (null)
  "at": string
  "status": "pending" | "delivered" | "exhausted" | "gone"
  "result": "first_try" | "later" | "failed" | null
  "attempts": number
  "nextAttemptAt": (string) | (null)
  "settledAt": (string) | (null)
  "lastAttempt": (DeliveryLastAttempt) | (null)
}

export type DeliveryAttempt = {
  "attempt": number
  "at": string
  "trigger": "schedule" | "redelivery"
  "durationMs": number
  "responseStatus": (number) | (null)
  "responseBody": (string) | (null)
  "failure": (string) | (null)
}

export type DeliveryAttempts = {
  "attempts": (DeliveryAttempt)[]
}

export type DeliveryLastAttempt = {
  "durationMs": number
  "responseStatus": (number) | (null)
  "failure": (string) | (null)
}

export type DeliveryPage = {
  "deliveries": (Delivery)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type DeliveryRequest = {
  "url": string
  "headers": {
    [name: string]: string
  }
  "body": string
  "bodyBytes": number
}

export type DeliveryWindow = {
  "earliest": string
  "latest": string
}

export type Destination = {
  "name": string
  "company"?: string
  "address1": string
  "address2"?: string
  "city": string
  "state"?: string
  "postal": string
  "country": string
  "phone"?: string
  "email"?: string
}

export type DocumentBillTo = {
  "name": string
  "email": string
  "company": (string) | (null)
  "contact": (string) | (null)
  "address": (BillingAddress) | (null)
  "taxNumber": (string) | (null)
  "purchaseOrderNumber": (string) | (null)
}

export type DocumentItem = {
  "sku": string
  "quantity": number
  "amount": number
}

export type DocumentOrder = {
  "customerOrderId": string
  "purchaseOrderNumber": (string) | (null)
  "items": (DocumentItem)[]
  "fulfillment": number
  "shipping": number
  "tax": number
  "amount": number
}

export type DocumentSeller = {
  "name": string
  "lines": (string)[]
  "registrations": {
    [name: string]: string
  }
}

export type DocumentTax = {
  "jurisdiction": string
  "kind": string
  "rate": number
  "amount": number
}

export type EmptySandboxAnswer = {
  "deleted": number
  "done": boolean
}

export type EstimateDestination = {
  "country": string
  "state"?: string
  "postal"?: string
  "city"?: string
  "address1"?: string
}

export type EventPage = {
  "events": (OrderEvent)[]
  "nextCursor": string
  "warnings"?: (UnknownParameter)[]
}

export type FastForwardSandboxAnswer = {
  "by": string
  "done": boolean
}

export type FastForwardSandboxRequest = {
  "by": string
}

export type FileCheck = {
  "checkId": string
  "mode": "sandbox" | "production"
  "status": "CHECKING" | "DONE"
  "passed": (boolean) | (null)
  "sku": (string) | (null)
  "manufacturingSku": string
  "pageCount": (number) | (null)
  "findings": (FileFinding)[]
  "measures": (BookMeasures) | (null)
  "previews": (FilePreview)[]
  "createdAt": string
  "doneAt": (string) | (null)
  "keptUntil": string
}

export type FileFinding = {
  "code": string
  "severity": "error" | "warning" | "info"
  "file": "cover" | "guts"
  "pages": (string) | (null)
  "got": (string) | (null)
  "expected": (string) | (null)
  "tolerance": (string) | (null)
  "message": string
  "fix": string
  "place"?: OrderProblemPlace
}

export type FilePreview = {
  "n": number
  "file": "cover" | "guts"
  "page": number
  "url": string
}

export type GetAmountDueAnswer = {
  "amount": number
  "currency": string
  "orderCount": number
  "orders": (GetAmountDueAnswerOrder)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type GetAmountDueAnswerOrder = {
  "customerOrderId": string
  "orderTitle"?: string
  "recipient": (string) | (null)
  "createdAt": string
  "amount": number
}

export type GetBillingTermsAnswer = {
  "termsDays": number
  "termsFrom": "statement" | "end_of_month"
  "purchaseOrderNumber": (string) | (null)
  "purchaseOrderRequired": boolean
  "creditLimit": (number) | (null)
  "discountPercent": (number) | (null)
  "discountDays": (number) | (null)
  "lateFeePercent": (number) | (null)
  "lateFeeAmount": (number) | (null)
  "currency": string
  "balance": number
  "overdue": number
  "unbilled": GetBillingTermsAnswerUnbilled
  "nextStatementAt": (string) | (null)
}

export type GetBillingTermsAnswerUnbilled = {
  "lines": number
  "amount": number
}

export type GetBookDimensionsAnswerIn = {
  "cover": GetBookDimensionsAnswerInCover
  "pages": GetBookDimensionsAnswerInPages
}

export type GetBookDimensionsAnswerInCover = {
  "width": number
  "height": number
  "wrap": number
  "hinge": number
  "spine": number
  "safe": number
  "trim": GetBookDimensionsAnswerInCoverTrim
  "back": GetBookDimensionsAnswerInCoverTrim
  "hingeBack": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "spineArea": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "hingeFront": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "front": GetBookDimensionsAnswerInCoverTrim
  "safeBack": GetBookDimensionsAnswerInCoverTrim
  "safeSpine": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "safeFront": GetBookDimensionsAnswerInCoverTrim
  "barcode": GetBookDimensionsAnswerInCoverTrim
  "flap": number
  "flapBack": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "flapFront": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "safeFlapBack": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "safeFlapFront": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "punch": number
  "punchBack": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "punchFront": (GetBookDimensionsAnswerInCoverTrim) | (null)
}

export type GetBookDimensionsAnswerInCoverTrim = {
  "x": number
  "y": number
  "width": number
  "height": number
}

export type GetBookDimensionsAnswerInPages = {
  "bindingEdge": "left" | "right"
  "width": number
  "height": number
  "bleed": number
  "bindingBleed": number
  "safe": number
  "gutter": number
  "punch": number
  "trim": GetBookDimensionsAnswerInCoverTrim
  "recto": GetBookDimensionsAnswerInPagesRecto
  "verso": GetBookDimensionsAnswerInPagesRecto
}

export type GetBookDimensionsAnswerInPagesRecto = {
  "trim": GetBookDimensionsAnswerInCoverTrim
  "safe": GetBookDimensionsAnswerInCoverTrim
  "gutter": (GetBookDimensionsAnswerInCoverTrim) | (null)
  "punch": (GetBookDimensionsAnswerInCoverTrim) | (null)
}

export type LimitUsage = {
  "ordersPer24Hours": number
  "received": number
  "queueCeiling": number
  "queued": number
  "nextPlaceAt": (string) | (null)
}

export type ListBillingDocumentsAnswer = {
  "documents": (CreatedDocument)[]
  "nextCursor": (string) | (null)
}

export type ListChargesAnswer = {
  "charges": (Charge)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListProductsAnswer = {
  "products": (Product)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListQuotesAnswer = {
  "quotes": (ListedQuote)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListReceivedPaymentsAnswer = {
  "payments": (ReceivedPayment)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListStatementLinesAnswer = {
  "lines": (StatementLine)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListStatementsAnswer = {
  "statements": (Statement)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListedQuote = {
  "quoteId": string
  "mode": "sandbox" | "production"
  "status": "requested" | "offered" | "declined" | "withdrawn" | "expired" | "accepted"
  "customerOrderId": (string) | (null)
  "orderTitle"?: string
  "bookTitle": (string) | (null)
  "copies": number
  "createdAt": string
  "endedAt": (string) | (null)
  "orderTotal": (number) | (null)
  "validUntil": (string) | (null)
}

export type NewEstimate = {
  "currency"?: "USD"
  "destination": EstimateDestination
  "orderItems": (OrderItem)[]
  "purchaseOrderNumber"?: string
}

export type NewFileCheck = {
  "manufacturingSku"?: string
  "sku"?: string
  "mode"?: "sandbox" | "production"
  "pageCount"?: number
  "coverUrl"?: string
  "gutsUrl"?: string
  "repairs"?: boolean
  "webhookUrl"?: string
}

export type NewOrder = {
  "customerOrderId"?: string
  "payload"?: string
  "currency"?: "USD"
  "shippingClassification"?: string
  "webhookUrl"?: string
  "destination": Destination
  "orderItems": (OrderItem)[]
  "purchaseOrderNumber"?: string
  "packingSlip"?: PackingSlip
  "proofRequired"?: boolean
  "sandbox"?: OrderInSandbox
}

export type NewProduct = {
  "sku": string
  "name": string
  "description"?: (string) | (null)
  "manufacturingSku": string
  "pageCount"?: (number) | (null)
  "coverUrl"?: (string) | (null)
  "gutsUrl"?: (string) | (null)
  "proofRequired"?: boolean
  "isbn"?: (string) | (null)
  "barcodePrice"?: (BarcodePrice) | (null)
  "barcode"?: "none" | "draw"
}

export type NewProofLink = {
  "days"?: number
}

export type NewQuote = {
  "customerOrderId"?: string
  "payload"?: string
  "currency"?: "USD"
  "shippingClassification"?: string
  "webhookUrl"?: string
  "destination": Destination
  "orderItems": (OrderItem)[]
  "purchaseOrderNumber"?: string
  "packingSlip"?: PackingSlip
  "proofRequired"?: boolean
  "sandbox"?: OrderInSandbox
  "message"?: string
}

export type NewUpload = {
  "bytes": number
  "sha256": string
}

export type NewWebhookEndpoint = {
  "url": string
  "description"?: string
  "events"?: (("OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "InvoiceCreated")[]) | (null)
  "enabled"?: boolean
}

export type Order = {
  "customerOrderId": string
  "orderNumber": string
  "mode": "sandbox" | "production"
  "practice"?: boolean
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "payload"?: string
  "purchaseOrderNumber"?: string
  "quoteId"?: string
  "currency": "USD"
  "shippingClassification": string
  "webhookUrl"?: string
  "destination": Address
  "orderItems": (OrderedItem)[]
  "packingSlip"?: OrderedPackingSlip
  "shipmentTracking": (Shipment)[]
  "delivery"?: (ParcelDelivery)[]
  "readerPage"?: string
  "changeRequest"?: ChangeRequest
  "pricing"?: Pricing
  "selectedShipping": SelectedShipping
  "paymentInfo": PaymentInfo
  "errors": (OrderProblem)[]
  "warnings": (OrderProblem)[]
  "proof"?: Proof
  "actions": ("cancel" | "edit" | "replace_file")[]
  "estimatedShipDate": (string) | (null)
  "promisedShipDate": (string) | (null)
  "reprintOf": (string) | (null)
  "recipientForgottenAt": (string) | (null)
  "createdAt": string
  "updatedAt": string
}

export type OrderActResult = {
  "customerOrderId": string
  "orderTitle"?: string
  "outcome": "done" | "awaiting_approval" | "refused"
  "code": (string) | (null)
  "detail": (string) | (null)
}

export type OrderActResults = {
  "results": (OrderActResult)[]
  "nextCursor": (string) | (null)
}

export type OrderChange = {
  "destination"?: Destination
  "shippingClassification"?: string
}

export type OrderEvent = {
  "eventId": string
  "type": "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed"
  "timestamp": string
  "sequence": number
  "data": Order
}

export type OrderEventPage = {
  "events": (OrderEvent)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type OrderFileReplacement = {
  "fileUrl": string
}

export type OrderInSandbox = {
  "payments"?: "manual" | "automatic"
  "pace"?: (string) | (null)
}

export type OrderItem = {
  "sku": string
  "quantity"?: number
  "retailPrice"?: string
  "itemDescription"?: string
  "pageCount"?: number
  "repairs"?: boolean
  "product"?: PrintFiles
}

export type OrderPage = {
  "orders": (Order)[]
  "nextCursor": (string) | (null)
  "archivedMonths": (ArchivedMonth)[]
  "archivedOrders": (ArchivedOrder)[]
  "warnings"?: (UnknownParameter)[]
}

export type OrderPreview = {
  "mode": "sandbox" | "production"
  "status": "RECEIVED" | "QUEUED" | "REJECTED" | "FAILED"
  "pricing"?: Pricing
  "selectedShipping": SelectedShipping
  "paymentInfo": PaymentInfo
  "errors": (OrderProblem)[]
  "warnings": (OrderProblem)[]
  "proof"?: Proof
  "estimatedShipDate": (string) | (null)
  "addressCheck": (AddressCheck) | (null)
}

export type OrderProblem = {
  "severity"?: "error" | "warning" | "info"
  "file"?: "cover" | "guts"
  "pages"?: (string) | (null)
  "got"?: (string) | (null)
  "expected"?: (string) | (null)
  "tolerance"?: (string) | (null)
  "message"?: string
  "fix"?: string
  "place"?: OrderProblemPlace
  "pointer": string
  "code": string
  "detail": string
}

export type OrderProblemPlace = {
  "page": number
  "x": number
  "y": number
  "width": number
  "height": number
}

export type OrderSelection = {
  "customerOrderIds"?: (string)[]
  "filter"?: OrderSelectionFilter
  "cursor"?: string
}

export type OrderSelectionFilter = {
  "sort"?: "newest" | "oldest"
  "status"?: string
  "createdAfter"?: string
  "createdBefore"?: string
  "search"?: string
  "sku"?: string
  "country"?: string
  "minTotal"?: string
  "maxTotal"?: string
  "problem"?: "only"
  "queued"?: "only"
  "due"?: "late" | "today"
  "endedAfter"?: string
  "endedBefore"?: string
}

export type OrderedFiles = {
  "coverUrl"?: string
  "gutsUrl"?: string
}

export type OrderedItem = {
  "sku": string
  "quantity": number
  "retailPrice"?: string
  "itemDescription"?: string
  "pageCount"?: number
  "repairs"?: boolean
  "product"?: OrderedFiles
}

export type OrderedPackingSlip = {
  "message"?: string
  "giftMessage"?: string
  "returnAddress"?: Address
  "blind"?: boolean
}

export type OwnAccount = {
  "name": string
  "mode": "sandbox" | "production"
  "key": OwnAccountKey
  "limit": LimitUsage
}

export type OwnAccountKey = {
  "label": string
  "scopes": (("orders:read" | "orders:write" | "products:read" | "products:write" | "files:read" | "files:write" | "webhooks:read" | "webhooks:write" | "sandbox:read" | "sandbox:write" | "billing:read")[]) | (null)
  "expiresAt": (string) | (null)
}

export type Package = {
  "trackingNumber": string
  "altTrackingNumber": string
  "trackingUrl": string
}

export type PackingSlip = {
  "message"?: string
  "giftMessage"?: string
  "returnAddress"?: Destination
  "blind"?: boolean
}

export type PageLine = {
  "kind": "trim" | "bleed" | "safe" | "gutter" | "punch" | "fold" | "barcode"
  "area": PageLineArea
}

export type PageLineArea = {
  "x": number
  "y": number
  "width": number
  "height": number
}

export type ParcelDelivery = {
  "trackingNumber": string
  "carrier": string
  "status": "announced" | "in_transit" | "out_for_delivery" | "attempted" | "ready_for_pickup" | "delivered" | "exception" | "returning" | "returned" | "lost"
  "at": string
  "description": string
  "place": ParcelPlace
  "expectedOn": (string) | (null)
  "resends"?: string
}

export type ParcelPlace = {
  "city": string
  "state": string
  "country": string
}

export type PaymentInfo = {
  "total": (number) | (null)
  "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
  "retriesEnded"?: boolean
  "refundedTotal"?: number
}

export type PriceAboveAgreement = {
  "part": "items" | "shipping"
  "agreed": number
  "reason": string
}

export type PriceChange = {
  "quotedTotal": number
  "reasons": ("page_count" | "tax_exemption" | "tax_provider")[]
}

export type PriceListName = {
  "code": string
  "name": string
}

export type Pricing = {
  "itemsTotal": number
  "fulfillmentTotal"?: number
  "shippingTotal": (number) | (null)
  "taxesTotal": number
  "orderTotal": (number) | (null)
  "currency": "USD"
  "final": boolean
  "taxes"?: (Tax)[]
  "priceList"?: PriceListName
  "aboveAgreement"?: (PriceAboveAgreement)[]
  "change"?: PriceChange
}

export type PrintFiles = {
  "coverUrl"?: string
  "gutsUrl"?: string
}

export type Problem = {
  "type": string
  "title": string
  "status": number
  "detail": string
  "code": string
  "errors": (ProblemError)[]
  "requestId": string
  "currentStatus"?: string
  "missingScope"?: string
}

export type ProblemError = {
  "pointer": string
  "code": string
  "detail": string
  "got"?: (string) | (null)
  "expected"?: (string) | (null)
}

export type Product = {
  "sku": string
  "name": string
  "description": (string) | (null)
  "manufacturingSku": string
  "attributes": (ProductAttributes) | (null)
  "pages": (ProductPages) | (null)
  "pageCount": (number) | (null)
  "coverUrl": (string) | (null)
  "gutsUrl": (string) | (null)
  "uploadedFiles": ("cover" | "guts")[]
  "proofRequired": boolean
  "isbn": (string) | (null)
  "barcodePrice": (BarcodePrice) | (null)
  "barcode": "none" | "draw"
}

export type ProductAttributes = {
  "size": string
  "cover": string
  "paperType": string
  "textColor": string
  "bleed": boolean
}

export type ProductChanges = {
  "name"?: string
  "description"?: (string) | (null)
  "manufacturingSku"?: string
  "pageCount"?: (number) | (null)
  "coverUrl"?: (string) | (null)
  "gutsUrl"?: (string) | (null)
  "proofRequired"?: boolean
  "isbn"?: (string) | (null)
  "barcodePrice"?: (BarcodePrice) | (null)
  "barcode"?: "none" | "draw"
}

export type ProductFileUse = {
  "fileUrl": string
}

export type ProductFiles = {
  "files": (StoredFile)[]
  "measures": (BookMeasures) | (null)
}

export type ProductPages = {
  "min": number
  "max": number
  "step": number
}

export type Proof = {
  "status": "REQUIRED" | "WAITING" | "APPROVED" | "REJECTED" | "EXPIRED" | "CANCELLED"
  "files": (ProofFiles)[]
  "approveBy": (string) | (null)
  "decidedAt": (string) | (null)
  "decidedBy": "customer" | "author" | null
  "author": (string) | (null)
  "comment": (string) | (null)
}

export type ProofApproval = {
  "files": (ApprovedFiles)[]
}

export type ProofComment = {
  "commentId": string
  "author": string
  "item": number
  "part": "cover" | "guts"
  "page": number
  "text": string
  "at": string
}

export type ProofFiles = {
  "cover": (string) | (null)
  "guts": (string) | (null)
}

export type ProofLink = {
  "linkId": string
  "createdAt": string
  "expiresAt": string
}

export type ProofRejection = {
  "comment": string
}

export type ProofSharing = {
  "links": (ProofLink)[]
  "comments": (ProofComment)[]
}

export type Quote = {
  "quoteId": string
  "mode": "sandbox" | "production"
  "status": "requested" | "offered" | "declined" | "withdrawn" | "expired" | "accepted"
  "customerOrderId": (string) | (null)
  "orderTitle"?: string
  "bookTitle": (string) | (null)
  "copies": number
  "createdAt": string
  "endedAt": (string) | (null)
  "message": (string) | (null)
  "shippingClassification": string
  "destination": Address
  "orderItems": (OrderedItem)[]
  "bookTitles": ((string) | (null))[]
  "offer": (QuoteOffer) | (null)
  "reason": (string) | (null)
  "warnings": (OrderProblem)[]
}

export type QuoteAcceptance = {
  "customerOrderId"?: string
  "files"?: (QuoteFiles)[]
}

export type QuoteFiles = {
  "item": number
  "coverUrl"?: string
  "gutsUrl"?: string
}

export type QuoteOffer = {
  "pricing": Pricing
  "manufacturingDays": number
  "validUntil": string
}

export type ReceivedPayment = {
  "paymentId": string
  "kind": "payment" | "credit" | "discount"
  "receivedOn": string
  "amount": number
  "currency": string
  "reference": string
  "statement": (number) | (null)
  "note": (string) | (null)
  "recordedAt": string
  "reversedAt": (string) | (null)
  "reversalReason": (string) | (null)
}

export type RecentDeliveries = {
  "orders": number
  "inTimeShare": number
}

export type Report = {
  "period": ReportPeriod
  "periodBefore": ReportPeriod
  "interval": "day" | "month"
  "countedUntil": (string) | (null)
  "totals": ReportTotals
  "totalsBefore": ReportTotals
  "steps": (ReportStep)[]
  "failures": (ReportFailure)[]
  "problems": (ReportProblem)[]
  "cancellations": (ReportCancellation)[]
  "reprintCauses": (ReportReprintCause)[]
  "deliveries": (ReportDelivery)[]
  "books": (ReportBook)[]
}

export type ReportBook = {
  "sku": (string) | (null)
  "title": (string) | (null)
  "orders": number
  "copies": number
  "copiesBefore": number
  "shippedCopies": number
  "cost": number
  "costPerCopy": (number) | (null)
}

export type ReportCancellation = {
  "when": string
  "orders": number
  "ordersBefore": number
}

export type ReportDelivery = {
  "shippingClassification": string
  "state": string
  "early": number
  "onTime": number
  "late": number
}

export type ReportFailure = {
  "code": string
  "orders": number
  "ordersBefore": number
}

export type ReportPeriod = {
  "from": string
  "to": string
}

export type ReportProblem = {
  "code": string
  "orders": number
  "ordersBefore": number
}

export type ReportReprintCause = {
  "cause": string
  "orders": number
  "ordersBefore": number
}

export type ReportStep = {
  "startsOn": string
  "orders": number
  "copies": number
  "failed": number
  "rejected": number
  "queued": number
  "queueDays": (number) | (null)
  "limitUsed": (number) | (null)
  "canceled": number
  "stopped": number
  "shipped": number
  "shippedCopies": number
  "late": number
  "onTimeRate": (number) | (null)
  "waitingDays": (number) | (null)
  "makingDays": (number) | (null)
  "transitDays": (number) | (null)
  "deliveredOnTimeRate": (number) | (null)
  "reprints": number
  "charged": number
  "taxes": number
  "refunded": number
  "net": number
  "printerPrices": number
  "webhooks": number
  "webhooksFirstTry": number
  "webhooksLater": number
  "webhooksFailed": number
  "webhookSuccess": (number) | (null)
}

export type ReportTotals = {
  "orders": number
  "copies": number
  "failed": number
  "rejected": number
  "queued": number
  "queueDays": (number) | (null)
  "limitUsed": (number) | (null)
  "canceled": number
  "stopped": number
  "shipped": number
  "shippedCopies": number
  "late": number
  "onTimeRate": (number) | (null)
  "waitingDays": (number) | (null)
  "makingDays": (number) | (null)
  "transitDays": (number) | (null)
  "deliveredOnTimeRate": (number) | (null)
  "reprints": number
  "charged": number
  "taxes": number
  "refunded": number
  "net": number
  "printerPrices": number
  "webhooks": number
  "webhooksFirstTry": number
  "webhooksLater": number
  "webhooksFailed": number
  "webhookSuccess": (number) | (null)
}

export type ResentDelivery = {
  "deliveryId": string
}

export type Sandbox = {
  "payments": "manual" | "automatic"
  "pace": (string) | (null)
  "work": (SandboxWork) | (null)
}

export type SandboxWork = {
  "kind": "fast_forward" | "emptying"
  "startedAt": string
  "orders": number
}

export type SelectedShipping = {
  "shippingClassification": string
  "price": (number) | (null)
  "estimatedDelivery": (DeliveryWindow) | (null)
}

export type SendTestEventRequest = {
  "url"?: string
  "endpointId"?: string
  "type"?: "WebhookTest" | "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "InvoiceCreated"
}

export type SentTest = {
  "deliveryId": string
  "request": SentTestRequest
  "answer": SentTestAnswer
}

export type SentTestAnswer = {
  "durationMs": number
  "responseStatus": (number) | (null)
  "responseBody": (string) | (null)
  "failure": (string) | (null)
}

export type SentTestRequest = {
  "url": string
  "headers": {
    [name: string]: string
  }
  "body": string
}

export type Shipment = {
  "masterTrackingNumber": string
  "carrier": string
  "shippedAt": string
  "packages": (Package)[]
}

export type ShippingEstimate = {
  "currency": "USD"
  "options": (ShippingOption)[]
  "pageCountsAssumed": (AssumedPageCount)[]
  "warnings": (OrderProblem)[]
}

export type ShippingOption = {
  "shippingClassification": string
  "shippingPrice": (number) | (null)
  "agreedPricing"?: Pricing
  "estimatedShipDate": string
  "estimatedDelivery": DeliveryWindow
  "freight": boolean
  "manufacturingBusinessDays": number
  "transitBusinessDays": BusinessDays
  "pricing": (Pricing) | (null)
  "cheapest": boolean
  "fastest": boolean
  "dominated": boolean
  "recentDeliveries": (RecentDeliveries) | (null)
}

export type SimulateOutcomeRequest = {
  "outcome": "payment_success" | "payment_failure" | "accepted" | "shipped" | "cancel_accepted" | "cancel_refused" | "change_accepted" | "change_refused" | "problem" | "refused" | "printed" | "delayed" | "split_shipment" | "contradiction" | "silent" | "resumed" | "revalidated" | "abandoned" | "delivered" | "returned" | "delivery_problem"
}

export type Statement = {
  "number": number
  "documentNumber": number
  "month": string
  "state": "due" | "partly_paid" | "processing" | "overdue" | "paid"
  "issuedAt": string
  "dueOn": string
  "termsDays": number
  "termsFrom": "statement" | "end_of_month"
  "purchaseOrderNumber": (string) | (null)
  "lines": number
  "total": number
  "tax": number
  "paid": number
  "due": number
  "processing": number
  "currency": string
  "discount": (number) | (null)
  "discountOn": (string) | (null)
  "discountEndsAt": (string) | (null)
  "lateFees": number
  "lateFeesTotal": number
  "reminders": number
}

export type StatementLine = {
  "kind": "order" | "reprint" | "credit" | "late_fee" | "waived_fee" | "charge" | "removed_charge"
  "at": string
  "customerOrderId": (string) | (null)
  "orderTitle"?: string
  "lateStatement": (number) | (null)
  "reprintOf": (string) | (null)
  "purchaseOrderNumber": (string) | (null)
  "items": (StatementLineItem)[]
  "itemsTotal": number
  "shippingTotal": number
  "taxesTotal": number
  "amount": number
  "reference": (string) | (null)
  "isRemoved": boolean
  "reason": (string) | (null)
}

export type StatementLineItem = {
  "sku": string
  "quantity": number
  "title"?: string
}

export type StoredFile = {
  "part": "cover" | "guts"
  "source": "upload" | "address"
  "sha256": (string) | (null)
  "bytes": (number) | (null)
  "pageCount": (number) | (null)
  "uploadedAt": (string) | (null)
  "findings": (FileFinding)[]
  "previews": (FilePreview)[]
  "lines": ("trim" | "bleed" | "safe" | "fold" | "problem")[]
}

export type Tax = {
  "jurisdiction": string
  "kind": string
  "rate": number
  "amount": number
}

export type UnknownParameter = {
  "pointer": string
  "code": string
  "detail": string
}

export type Upload = {
  "uploadId": string
  "status": "OPEN" | "DONE"
  "bytes": number
  "sha256": string
  "partBytes": number
  "partCount": number
  "receivedParts": (number)[]
  "fileUrl": (string) | (null)
  "expiresAt": string
}

export type WebhookEndpoint = {
  "endpointId": string
  "url": string
  "description": string
  "events": ((string)[]) | (null)
  "enabled": boolean
  "createdAt": string
  "updatedAt": string
}

export type WebhookEndpointChanges = {
  "url"?: string
  "description"?: string
  "events"?: (("OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "InvoiceCreated")[]) | (null)
  "enabled"?: boolean
}

export type WebhookEndpoints = {
  "endpoints": (WebhookEndpoint)[]
}

export type WebhookPublicKey = {
  "publicKey": (string) | (null)
  "createdAt": (string) | (null)
  "previous": (WebhookPublicKeyPrevious) | (null)
}

export type WebhookPublicKeyPrevious = {
  "publicKey": string
  "expiresAt": string
}

export type WebhookSecrets = {
  "secret": (string) | (null)
  "createdAt": string
  "previous": (WebhookSecretsPrevious) | (null)
}

export type WebhookSecretsPrevious = {
  "secret": string
  "expiresAt": string
}

export type paths = {
  "/account": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": OwnAccount } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/archive": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ArchivedMonths } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/archive/{month}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "month": string }; query?: { "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ArchivedOrderPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/charges": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListChargesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/charges/{chargeId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "chargeId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Charge } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/charges/{chargeId}/invoice.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "chargeId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/details": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BillingDetails } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/documents": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "kind"?: "invoice" | "credit_note"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListBillingDocumentsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/documents/{number}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BillingDocument } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/due": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetAmountDueAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/payments": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListReceivedPaymentsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/payments/{paymentId}/credit-note.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "paymentId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/refunds/{refundId}/credit-note.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "refundId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/statement-lines": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "statement"?: number; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListStatementLinesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/statements": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListStatementsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/statements/{number}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Statement } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/statements/{number}/statement.csv": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/statements/{number}/statement.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": number }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/billing/terms": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetBillingTermsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/deliveries": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "customerOrderId"?: string; "state"?: "all" | "given_up"; "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" | "InvoiceCreated" | "WebhookTest"; "status"?: "pending" | "delivered" | "exhausted" | "gone"; "result"?: "first_try" | "later" | "failed" | "any"; "from"?: string; "to"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": DeliveryPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/deliveries/{deliveryId}/attempts": {
    parameters: Record<string, never>
    get: { parameters: { path: { "deliveryId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": DeliveryAttempts } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/deliveries/{deliveryId}/redeliver": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "deliveryId": string }; query?: never }; requestBody?: never; responses: { 202: { headers: Record<string, string>; content: { "application/json": ResentDelivery } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/deliveries/{deliveryId}/request": {
    parameters: Record<string, never>
    get: { parameters: { path: { "deliveryId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": DeliveryRequest } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/events": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "cursor"?: string; "since"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": EventPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/files/check": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewFileCheck } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": FileCheck } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/files/checks/{checkId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "checkId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": FileCheck } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/files/checks/{checkId}/preview/{n}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "checkId": string; "n": number }; query?: { "size"?: "thumbnail" | "screen" | "zoom"; "lines"?: boolean } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/files/uploads": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewUpload } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Upload } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/files/uploads/{uploadId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "uploadId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Upload } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/files/uploads/{uploadId}/complete": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "uploadId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Upload } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/files/uploads/{uploadId}/parts/{number}": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "uploadId": string; "number": number }; query?: never }; requestBody: { content: { "application/octet-stream": Blob } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Upload } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/orders": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "newest" | "oldest" | "due" | "-due" | "updated" | "-updated" | "total" | "-total" | "status" | "-status" | "country" | "-country" | "recipient" | "-recipient"; "status"?: string; "createdAfter"?: string; "createdBefore"?: string; "search"?: string; "sku"?: string; "country"?: string; "minTotal"?: string; "maxTotal"?: string; "problem"?: "only"; "queued"?: "only"; "due"?: "late" | "today"; "endedAfter"?: string; "endedBefore"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/orders/bulk/cancel": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": OrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderActResults } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/orders/bulk/resend-webhooks": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": OrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderActResults } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/orders/create": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewOrder } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/orders/shipping/estimate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewEstimate } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ShippingEstimate } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/orders/validate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewOrder } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderPreview } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/orders/{customerOrderId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch: { parameters: { path: { "customerOrderId": string }; query?: { "preview"?: boolean } }; requestBody: { content: { "application/json": OrderChange } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/orders/{customerOrderId}/events": {
    parameters: Record<string, never>
    get: { parameters: { path: { "customerOrderId": string }; query?: { "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderEventPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/orders/{customerOrderId}/files/{item}/{part}": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "customerOrderId": string; "item": number; "part": "cover" | "guts" }; query?: never }; requestBody: { content: { "application/json": OrderFileReplacement } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/orders/{customerOrderId}/proof": {
    parameters: Record<string, never>
    get: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProofSharing } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/orders/{customerOrderId}/proof/approve": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": ProofApproval } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/orders/{customerOrderId}/proof/links": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": NewProofLink } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": CreatedProofLink } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/orders/{customerOrderId}/proof/links/{linkId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "customerOrderId": string; "linkId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/orders/{customerOrderId}/proof/reject": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": ProofRejection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/products": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "sku" | "-sku" | "name" | "-name" | "created" | "-created"; "cursor"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListProductsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewProduct } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Product } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/products/{sku}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Product } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "sku": string }; query?: { "alsoInProduction"?: boolean } }; requestBody: { content: { "application/json": ProductChanges } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Product } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/products/{sku}/archive": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "sku": string }; query?: { "alsoInProduction"?: boolean } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Product } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/products/{sku}/book": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BookView } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/products/{sku}/files": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProductFiles } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/products/{sku}/files/{part}": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "sku": string; "part": "cover" | "guts" }; query?: { "alsoInProduction"?: boolean } }; requestBody: { content: { "application/pdf": Blob } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProductFiles } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post: { parameters: { path: { "sku": string; "part": "cover" | "guts" }; query?: { "alsoInProduction"?: boolean } }; requestBody: { content: { "application/json": ProductFileUse } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProductFiles } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete: { parameters: { path: { "sku": string; "part": "cover" | "guts" }; query?: { "alsoInProduction"?: boolean } }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/products/{sku}/files/{part}/preview/{page}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sku": string; "part": "cover" | "guts"; "page": number }; query?: { "size"?: "thumbnail" | "screen" | "zoom"; "lines"?: boolean } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/products/{sku}/restore": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "sku": string }; query?: { "alsoInProduction"?: boolean } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Product } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/quotes": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "status"?: "requested" | "offered" | "declined" | "withdrawn" | "expired" | "accepted"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListQuotesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewQuote } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Quote } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/quotes/{quoteId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "quoteId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Quote } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/quotes/{quoteId}/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "quoteId": string }; query?: never }; requestBody: { content: { "application/json": QuoteAcceptance } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/quotes/{quoteId}/withdraw": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "quoteId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Quote } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/reports": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "period"?: "last_7_days" | "last_30_days" | "last_90_days" | "this_month" | "last_month" | "this_year"; "from"?: string; "to"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Report } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/reports/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "period"?: "last_7_days" | "last_30_days" | "last_90_days" | "this_month" | "last_month" | "this_year"; "from"?: string; "to"?: string; "format"?: "csv" | "json" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/sandbox": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Sandbox } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": OrderInSandbox } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Sandbox } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/sandbox/fast-forward": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": FastForwardSandboxRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": FastForwardSandboxAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/sandbox/orders": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": EmptySandboxAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/sandbox/orders/{customerOrderId}/simulate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": SimulateOutcomeRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/sandbox/webhook-secret": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookSecrets } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/sandbox/webhook-secret/rotate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookSecrets } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/webhook-endpoints": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookEndpoints } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewWebhookEndpoint } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": CreatedWebhookEndpoint } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/webhook-endpoints/{endpointId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "endpointId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookEndpoint } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete: { parameters: { path: { "endpointId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch: { parameters: { path: { "endpointId": string }; query?: never }; requestBody: { content: { "application/json": WebhookEndpointChanges } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookEndpoint } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/webhook-endpoints/{endpointId}/secret/rotate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "endpointId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookSecrets } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/webhook-public-key": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookPublicKey } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/webhook-test": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: { content: { "application/json": (SendTestEventRequest) | (null) } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": SentTest } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
}
