// Generated from docs/openapi.json by `npm run docs`. Do not edit.

export type AcceptInvitationRequest = {
  "token": string
  "name": string
  "password": string
  "terms"?: string
}

export type AcceptJobForPrinterRequest = {
  "itemsTotal"?: number
  "taxesTotal"?: number
  "reason": string
}

export type AcceptJobRequest = {
  "itemsTotal"?: number
  "taxesTotal"?: number
  "reason"?: string
}

export type AcceptJobsAnswer = {
  "results": (AcceptJobsAnswerResult)[]
}

export type AcceptJobsAnswerResult = {
  "jobId": string
  "outcome": "done" | "awaiting_approval" | "refused"
  "code": (string) | (null)
  "detail": (string) | (null)
  "accepted": boolean
}

export type AcceptTermsRequest = {
  "terms"?: string
}

export type AccessRequest = {
  "approvalId": string
  "kind": "invitation" | "single_sign_on" | "domain"
  "email": (string) | (null)
  "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
  "singleSignOn": (ApprovalSingleSignOn) | (null)
  "domain": (string) | (null)
  "askedAt": string
  "expiresAt": string
}

export type AccountSingleSignOn = {
  "redirectUrl": string
  "settings": (AccountSingleSignOnSettings) | (null)
  "domains": (AccountSingleSignOnDomain)[]
}

export type AccountSingleSignOnDomain = {
  "domain": string
  "confirmedAt": (string) | (null)
  "proofMissingSince": (string) | (null)
  "proof": AccountSingleSignOnDomainProof
}

export type AccountSingleSignOnDomainProof = {
  "name": string
  "type": "TXT"
  "value": string
}

export type AccountSingleSignOnSettings = {
  "issuer": string
  "clientId": string
  "scope": string
  "groupsClaim": string
  "roles": (ApprovalSingleSignOnRole)[]
  "defaultRole": "owner" | "developer" | "bookkeeper" | "viewer" | null
  "localSignIn": boolean
}

export type AccountingExport = {
  "number": number
  "firstPosting": number
  "lastPosting": number
  "postings": number
  "total": number
  "madeAt": string
  "madeBy": string
}

export type AddCardAnswer = {
  "cards": (ListCardsAnswerCard)[]
  "kept": "hosted" | "named" | "none"
  "testCards": (string)[]
  "url": (string) | (null)
}

export type AddCardRequest = {
  "testCard"?: string
}

export type AddPrinterRequest = {
  "name": string
  "title": (string) | (null)
  "adapter": "desk" | "json" | "printtalk" | "siteflow"
  "settings": Record<string, unknown>
  "makes": (string)[]
  "shipsTo": (string)[]
  "copiesPerDay": (number) | (null)
  "cutOff": PrinterSettingCutOff
  "priority": number
  "paper": "letter" | "a4" | null
  "bindingCodes": boolean
  "labelsAtScan": "computed" | "weighed" | null
}

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

export type AgreedJobPrices = {
  "itemsTotal": number
  "taxesTotal": number
  "shippingTotal": number
}

export type Approval = {
  "approvalId": string
  "kind": "refund" | "abandon" | "enterprise" | "payment" | "price_list" | "billing_terms" | "publish" | "quote_offer" | "invitation" | "single_sign_on" | "domain"
  "status": "open" | "approved" | "declined" | "expired"
  "accountId": (string) | (null)
  "accountName": (string) | (null)
  "customerOrderId": (string) | (null)
  "orderTitle"?: string
  "amount": (number) | (null)
  "items": (ApprovalItem)[]
  "limits": ApprovalLimits
  "payments": (ApprovalPayment)[]
  "paymentCount": number
  "billingTerms": (ApprovalBillingTerms) | (null)
  "billingTermsBefore": (ApprovalBillingTerms) | (null)
  "priceList": (string) | (null)
  "agreedPrices": (boolean) | (null)
  "publishes": (ApprovalPublishes) | (null)
  "offer": (ApprovalOffer) | (null)
  "email": (string) | (null)
  "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
  "singleSignOn": (ApprovalSingleSignOn) | (null)
  "domain": (string) | (null)
  "reason": (string) | (null)
  "askedBy": string
  "askedAt": string
  "isYours": boolean
  "approvableAt": string
  "expiresAt": string
  "decidedBy": (string) | (null)
  "decidedAt": (string) | (null)
  "decisionReason": (string) | (null)
}

export type ApprovalBillingTerms = {
  "termsDays"?: number
  "termsFrom"?: "statement" | "end_of_month"
  "purchaseOrderNumber"?: (string) | (null)
  "purchaseOrderRequired"?: boolean
  "creditLimit"?: (number) | (null)
  "discountPercent"?: (number) | (null)
  "discountDays"?: (number) | (null)
  "lateFeePercent"?: (number) | (null)
  "lateFeeAmount"?: (number) | (null)
}

export type ApprovalItem = {
  "index": number
  "quantity": (number) | (null)
  "amount": (number) | (null)
}

export type ApprovalLimits = {
  "sandbox"?: ApprovalLimitsSandbox
  "production"?: ApprovalLimitsSandbox
}

export type ApprovalLimitsSandbox = {
  "ordersPer24Hours"?: number
  "queueCeiling"?: number
}

export type ApprovalOffer = {
  "quoteId": string
  "itemsTotal": number
  "shippingTotal": number
  "manufacturingDays": number
  "validUntil": string
}

export type ApprovalPayment = {
  "kind": "payment" | "credit" | "charge" | "removed_charge" | "waived_fee"
  "accountId": string
  "receivedOn": string
  "amount": number
  "reference": string
  "statement": (number) | (null)
  "note": (string) | (null)
}

export type ApprovalPublishes = {
  "draftRevision": (number) | (null)
  "version": (number) | (null)
  "effectiveAt": (string) | (null)
}

export type ApprovalSingleSignOn = {
  "issuer": string
  "clientId": string
  "scope": string
  "groupsClaim": string
  "roles": (ApprovalSingleSignOnRole)[]
  "defaultRole": "owner" | "developer" | "bookkeeper" | "viewer" | null
  "localSignIn": boolean
  "domains": (string)[]
}

export type ApprovalSingleSignOnRole = {
  "group": string
  "role": "owner" | "developer" | "bookkeeper" | "viewer"
}

export type ApproveExemptionRequest = {
  "expiresOn": string
  "reason"?: string
}

export type ApproveProofByLinkRequest = {
  "token": string
  "author": string
  "files": (ApprovedFiles)[]
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

export type BindingMismatch = {
  "mismatchId": string
  "foundAt": string
  "foundBy": string
  "resolvedAt": (string) | (null)
  "resolvedBy": (string) | (null)
  "scanned": (string)[]
  "jobs": (BindingMismatchJob)[]
}

export type BindingMismatchJob = {
  "jobId": string
  "accountId": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "orderTitle"?: string
  "printer": string
}

export type BookCover = {
  "width": number
  "height": number
  "pictureUrl": (string) | (null)
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

export type BrandLogos = {
  "light": (string) | (null)
  "dark": (string) | (null)
}

export type BrandMistake = {
  "path": string
  "text": string
  "advice": string
}

export type BrandPalette = {
  "shades": (string)[]
  "text": ColorPair
  "pale": ColorPair
}

export type BusinessDays = {
  "min": number
  "max": number
}

export type BuyJobLabelRequest = {
  "parcel": number
  "box"?: string
  "copies"?: (number)[]
  "weightOunces"?: number
  "acceptWeight"?: boolean
}

export type ChangeBillingTermsRequest = {
  "termsDays"?: number
  "termsFrom"?: "statement" | "end_of_month"
  "purchaseOrderNumber"?: (string) | (null)
  "purchaseOrderRequired"?: boolean
  "creditLimit"?: (number) | (null)
  "discountPercent"?: (number) | (null)
  "lateFeePercent"?: (number) | (null)
  "lateFeeAmount"?: (number) | (null)
  "discountDays"?: (number) | (null)
  "reason": string
}

export type ChangeEmailSettingsRequest = {
  "timeZone"?: (string) | (null)
  "morningHour"?: (number) | (null)
  "frequencies"?: ChangeEmailSettingsRequestFrequencies
}

export type ChangeEmailSettingsRequestFrequencies = {
  "order_failed"?: "now" | "daily" | "never"
  "order_files_missing"?: "now" | "daily" | "never"
  "order_on_hold"?: "now" | "daily" | "never"
  "order_shipped"?: "now" | "daily" | "never"
  "proof_reminder"?: "now" | "daily" | "never"
  "order_message"?: "now" | "never"
  "payment"?: "now" | "never"
  "invoice"?: "now" | "never"
  "statement"?: "now" | "never"
  "refund"?: "now" | "never"
  "limit"?: "now" | "never"
  "integration"?: "now" | "never"
  "exemption"?: "now" | "never"
}

export type ChangeLanguageRequest = {
  "language": "en" | "de" | null
}

export type ChangeMemberRoleRequest = {
  "role": "owner" | "developer" | "bookkeeper" | "viewer"
}

export type ChangePasswordRequest = {
  "currentPassword": string
  "newPassword": string
}

export type ChangePrinterRequest = {
  "title": (string) | (null)
  "adapter": "desk" | "json" | "printtalk" | "siteflow"
  "settings": Record<string, unknown>
  "makes": (string)[]
  "shipsTo": (string)[]
  "copiesPerDay": (number) | (null)
  "cutOff": PrinterSettingCutOff
  "priority": number
  "paper": "letter" | "a4" | null
  "bindingCodes": boolean
  "labelsAtScan": "computed" | "weighed" | null
  "basedOn": number
}

export type ChangePrinterTimesRequest = {
  "alarmAfterHours": PrinterSettingsTimesAlarmAfterHours
  "rerouteAfterHours": (number) | (null)
  "staffEmail": (string) | (null)
  "basedOn": number
}

export type ChangeRequest = {
  "status": "REQUESTED" | "ACCEPTED" | "REFUSED"
  "destination": Address
  "shippingClassification": string
  "requestedAt": string
  "reason": (string) | (null)
}

export type ChangeSecondFactorRolesRequest = {
  "roles": ("owner" | "support" | "finance" | "production" | "read_only")[]
}

export type ChangeStaffRoleRequest = {
  "role": "owner" | "support" | "finance" | "production" | "read_only"
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

export type ChargeOnStatementRequest = {
  "amount": number
  "reference": string
  "reason": string
}

export type ChargeOrder = {
  "customerOrderId": string
  "orderTitle"?: string
  "amount": number
}

export type CheckBindingAnswer = {
  "outcome": "match" | "mismatch" | "same_part" | "has_code" | "unknown"
  "mismatchId": (string) | (null)
  "parts": ((CheckBindingAnswerPart) | (null))[]
}

export type CheckBindingAnswerPart = {
  "jobId": string
  "customerOrderId": string
  "orderTitle"?: string
  "book": number
  "part": "cover" | "guts" | null
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
  "cancellationRequested": boolean
}

export type CheckBindingRequest = {
  "scanned": (string)[]
}

export type CheckBrandAnswer = {
  "mistakes": (BrandMistake)[]
  "contrast": (number) | (null)
  "legibleAccent": (string) | (null)
  "palette": (BrandPalette) | (null)
  "logo": BrandLogos
  "removed": (string)[]
}

export type CheckBrandRequest = {
  "brand": Record<string, unknown>
}

export type ColorPair = {
  "light": string
  "dark": string
}

export type CommentOnProofRequest = {
  "token": string
  "author": string
  "item": number
  "part": "cover" | "guts"
  "page": number
  "text": string
}

export type CompareOperatorDataAnswer = {
  "before": number
  "mistakeCount": number
  "mistakes": (GetOperatorDraftAnswerMistake)[]
  "changed": number
  "changes": (ListOperatorVersionsAnswerVersionChange)[]
  "prices": (CompareOperatorDataAnswerPrice)[]
  "baskets": (CompareOperatorDataAnswerBasket)[]
  "books": (CompareOperatorDataAnswerBook)[]
  "openOrders": number
  "queuedOrders": number
  "capped": boolean
}

export type CompareOperatorDataAnswerBasket = {
  "manufacturingSku": string
  "pageCount": number
  "copies": number
  "country": string
  "state": (string) | (null)
  "shippingClassification": string
  "priceList": (string) | (null)
  "before": (number) | (null)
  "after": (number) | (null)
  "marginBefore": (GetOrderForStaffAnswerMarginLine) | (null)
  "marginAfter": (GetOrderForStaffAnswerMarginLine) | (null)
}

export type CompareOperatorDataAnswerBook = {
  "manufacturingSku": string
  "name": string
  "change": "added" | "changed" | "retired" | "removed"
  "products": number
  "accounts": number
  "openOrders": number
  "queuedOrders": number
}

export type CompareOperatorDataAnswerPrice = {
  "manufacturingSku": string
  "pageCount": number
  "copies": number
  "priceList": (string) | (null)
  "before": (number) | (null)
  "after": (number) | (null)
  "costBefore": (number) | (null)
  "costAfter": (number) | (null)
}

export type ConfirmEmailChangeAnswer = {
  "newEmail": string
  "waitsFor": "old" | "new" | null
}

export type ConfirmPasswordRequest = {
  "password": string
}

export type ConfirmSignUpRequest = {
  "token": string
  "password": string
}

export type CountDeliveriesToResendAnswer = {
  "count": number
  "more": boolean
  "asOf": string
}

export type CountExceptionCausesAnswer = {
  "causes": (CountExceptionCausesAnswerCause)[]
  "capped": boolean
  "asOf": string
  "warnings"?: (UnknownParameter)[]
}

export type CountExceptionCausesAnswerCause = {
  "stoppedIn": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "note": (string) | (null)
  "text": (string) | (null)
  "orders": number
  "oldestSince": string
}

export type CreateApiKeyRequest = {
  "label": string
  "expiresAt"?: string
  "scopes"?: ("orders:read" | "orders:write" | "products:read" | "products:write" | "files:read" | "files:write" | "webhooks:read" | "webhooks:write" | "sandbox:read" | "sandbox:write" | "billing:read")[]
  "addresses"?: (string)[]
}

export type CreateFirstOwnerRequest = {
  "code": string
  "name": string
  "email": string
  "password": string
}

export type CreateStaffKeyAnswer = {
  "keyId": string
  "label": string
  "authorization": string
  "expiresAt": (string) | (null)
}

export type CreateStaffKeyRequest = {
  "kind": "staff" | "metrics"
  "label": string
  "role"?: "owner" | "support" | "finance" | "production" | "read_only"
  "expiresAt"?: string
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

export type CustomsLine = {
  "description": string
  "hsCode": string
  "quantity": number
  "unitValue": string
  "value": string
  "weightGrams": number
}

export type DecideAboutReturnedParcelsRequest = {
  "trackingNumbers": (string)[]
  "decision": "reprinted" | "refunded" | "destroyed"
  "reason": string
}

export type DecideJobCancellationForPrinterRequest = {
  "decision": "accept" | "refuse"
  "reason": string
}

export type DecideJobCancellationRequest = {
  "decision": "accept" | "refuse"
  "reason"?: string
}

export type DecideJobChangeForPrinterRequest = {
  "decision": "accept" | "refuse"
  "requestedAt": string
  "reason": string
}

export type DecideJobChangeRequest = {
  "decision": "accept" | "refuse"
  "requestedAt": string
  "reason"?: string
}

export type DeclineQuoteRequest = {
  "reason": string
}

export type DeclineRequestRequest = {
  "reason": string
}

export type DelayJobForPrinterRequest = {
  "until": string
  "reason": string
}

export type DelayJobRequest = {
  "until": string
  "reason"?: string
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

export type DiscardOperatorDraftRequest = {
  "revision": number
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

export type EndAccountSessionsAnswer = {
  "endedSessions": number
}

export type EstimateDestination = {
  "country": string
  "state"?: string
  "postal"?: string
  "city"?: string
  "address1"?: string
}

export type Exemption = {
  "exemptionId": string
  "accountId": string
  "state": string
  "status": "submitted" | "approved" | "refused" | "expired"
  "mediaType": "application/pdf" | "image/png" | "image/jpeg"
  "sizeBytes": number
  "createdAt": string
  "decidedAt": (string) | (null)
  "reason": (string) | (null)
  "expiresAt": (string) | (null)
  "hasFile": boolean
}

export type ExemptionOfAccount = {
  "exemptionId": string
  "accountId": string
  "state": string
  "status": "submitted" | "approved" | "refused" | "expired"
  "mediaType": "application/pdf" | "image/png" | "image/jpeg"
  "sizeBytes": number
  "createdAt": string
  "decidedAt": (string) | (null)
  "reason": (string) | (null)
  "expiresAt": (string) | (null)
  "hasFile": boolean
  "accountName": string
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

export type FileTaxReturnRequest = {
  "registration": string
  "lastDay": string
  "reference"?: string
}

export type FindOrdersAnswer = {
  "orders": (SearchForStaffAnswerOrder)[]
  "more": boolean
  "exact": boolean
  "archived": (ListOrdersOfAllAccountsAnswerArchived)[]
}

export type FinishAddingPasskeyRequest = {
  "name": string
  "credential": FinishAddingPasskeyRequestCredential
}

export type FinishAddingPasskeyRequestCredential = {
  "id": string
  "rawId": string
  "type": "public-key"
  "response": FinishAddingPasskeyRequestCredentialResponse
  "clientExtensionResults"?: FinishPasskeySignInRequestCredentialClientExtensionResults
  "authenticatorAttachment"?: (string) | (null)
}

export type FinishAddingPasskeyRequestCredentialResponse = {
  "clientDataJSON": string
  "attestationObject": string
  "transports"?: (string)[]
}

export type FinishPasskeySignInRequest = {
  "credential": FinishPasskeySignInRequestCredential
}

export type FinishPasskeySignInRequestCredential = {
  "id": string
  "rawId": string
  "type": "public-key"
  "response": FinishPasskeySignInRequestCredentialResponse
  "clientExtensionResults"?: FinishPasskeySignInRequestCredentialClientExtensionResults
  "authenticatorAttachment"?: (string) | (null)
}

export type FinishPasskeySignInRequestCredentialClientExtensionResults = Record<string, unknown>

export type FinishPasskeySignInRequestCredentialResponse = {
  "clientDataJSON": string
  "authenticatorData": string
  "signature": string
  "userHandle"?: (string) | (null)
}

export type FinishSignInWithRecoveryCodeRequest = {
  "code": string
}

export type FinishSignInWithTotpRequest = {
  "code": string
}

export type GetAccountMappingAnswer = {
  "accounts": (MappedAccount)[]
  "unmapped": (UnmappedAccount)[]
}

export type GetAccountSettingsAnswer = {
  "proofRequired": boolean
  "contactPhone": (string) | (null)
  "sandboxPayments": "manual" | "automatic"
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

export type GetBookDimensionsAnswer = {
  "manufacturingSku": string
  "pageCount": number
  "coverEdge": "cut" | "folded"
  "in": GetBookDimensionsAnswerIn
  "mm": GetBookDimensionsAnswerIn
  "pt": GetBookDimensionsAnswerIn
  "pixels": GetBookDimensionsAnswerPixels
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

export type GetBookDimensionsAnswerPixels = {
  "perInch": number
  "cover": GetBookDimensionsAnswerPixelsCover
  "pages": GetBookDimensionsAnswerPixelsCover
}

export type GetBookDimensionsAnswerPixelsCover = {
  "width": number
  "height": number
}

export type GetCatalogAnswer = {
  "skus": (GetCatalogAnswerSku)[]
  "maxFileBytes": number
}

export type GetCatalogAnswerSku = {
  "manufacturingSku": string
  "name": string
  "attributes": ProductAttributes
  "pages": ProductPages
  "bindingEdge": "left" | "right"
  "fromPrice": number
}

export type GetCatalogPricesAnswer = {
  "priceList": (string) | (null)
  "quantities": (number)[]
  "points": (GetCatalogPricesAnswerPoint)[]
}

export type GetCatalogPricesAnswerPoint = {
  "pageCount": number
  "perCopy": (number)[]
}

export type GetClockAnswer = {
  "now": string
}

export type GetEmailChangeAnswer = {
  "change": (GetEmailChangeAnswerChange) | (null)
}

export type GetEmailChangeAnswerChange = {
  "newEmail": string
  "oldConfirmed": boolean
  "newConfirmed": boolean
  "expiresAt": string
}

export type GetEmailSettingsAnswer = {
  "timeZone": (string) | (null)
  "morningHour": (number) | (null)
  "emails": (GetEmailSettingsAnswerEmail)[]
}

export type GetEmailSettingsAnswerEmail = {
  "kind": "order_failed" | "order_files_missing" | "order_on_hold" | "order_shipped" | "proof_reminder" | "order_message" | "payment" | "invoice" | "statement" | "refund" | "limit" | "integration" | "exemption"
  "meaning": string
  "frequency": "now" | "daily" | "never"
  "allowed": ("now" | "daily" | "never")[]
}

export type GetFirstOwnerStateAnswer = {
  "isWanted": boolean
}

export type GetLedgerBalancesAnswer = {
  "from": string
  "to": string
  "currency": string
  "balances": (GetLedgerBalancesAnswerBalance)[]
}

export type GetLedgerBalancesAnswerBalance = {
  "ledgerAccount": "receivable" | "cash" | "revenue" | "tax" | "refunds" | "disputes" | "fees" | "shipping_cost" | "carrier_payable"
  "part": (string) | (null)
  "jurisdiction": (string) | (null)
  "opening": number
  "debit": number
  "credit": number
  "closing": number
}

export type GetMonthCloseAnswer = {
  "month": string
  "isOver": boolean
  "isClear": boolean
  "postingsNotExported": number
  "daysNotCompared": number
  "daysWithDifferences": number
  "chargesUnknown": number
  "refundsNotMade": number
  "disputesOpen": number
  "statementsNotMade": number
  "statementsUnpaid": number
  "statementsDue": number
}

export type GetNewMemberAnswer = {
  "accountName": string
  "email": (string) | (null)
  "terms": (GetNewMemberAnswerTerms) | (null)
}

export type GetNewMemberAnswerTerms = {
  "version": string
  "link": (string) | (null)
  "text": (string) | (null)
}

export type GetOpenTaxReturnsAnswer = {
  "returns": (OpenTaxReturn)[]
}

export type GetOperatorDraftAnswer = {
  "revision": number
  "basedOn": number
  "newest": number
  "savedBy": (string) | (null)
  "savedAt": (string) | (null)
  "changed": number
  "mistakeCount": number
  "mistakes": (GetOperatorDraftAnswerMistake)[]
  "content": OperatorContent
}

export type GetOperatorDraftAnswerMistake = {
  "part": "catalog" | "shipping" | "holidays" | "tax" | "priceLists" | "brand" | "texts" | null
  "path": string
  "text": string
  "subject": (string) | (null)
  "field": string
  "advice": string
}

export type GetOperatorVersionAnswer = {
  "version": number
  "state": "scheduled" | "in_effect" | "past" | "withdrawn"
  "author": string
  "reason": (string) | (null)
  "createdAt": string
  "effectiveAt": string
  "content": OperatorContent
}

export type GetOrderForStaffAnswer = {
  "accountId": string
  "accountName": string
  "order": Order
  "margin": (GetOrderForStaffAnswerMargin) | (null)
  "pageCounts": (number)[]
  "covers": ((BookCover) | (null))[]
  "bookTitles": ((string) | (null))[]
  "steps": (GetOrderInDashboardAnswerStep)[]
  "jobs": (GetOrderForStaffAnswerJob)[]
  "acts": ("edit" | "resume" | "revalidate" | "abandon" | "cancel" | "reprint" | "refund" | "forget")[]
  "money": (GetOrderForStaffAnswerMoney) | (null)
  "taxWait": (GetOrderForStaffAnswerTaxWait) | (null)
  "disputes": (ListDisputesAnswerDispute)[]
  "unpaidBy": "unknown" | "requires_action" | "no_longer_charged" | null
  "turn": (GetOrderInDashboardAnswerTurn) | (null)
  "messages": (OrderMessage)[]
  "archivedAt": (string) | (null)
}

export type GetOrderForStaffAnswerJob = {
  "jobId": string
  "attempt": number
  "printer": string
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
  "cancellationRequested": boolean
  "changeRequested": boolean
  "enterprise": boolean
  "agreedPrices": boolean
  "problem": (string) | (null)
  "alarm": "submission" | "acceptance" | "shipping" | "cancellation" | "change" | null
  "dueDate": (string) | (null)
  "createdAt": string
  "updatedAt": string
}

export type GetOrderForStaffAnswerMargin = {
  "lines": ((GetOrderForStaffAnswerMarginLine) | (null))[]
  "items": (GetOrderForStaffAnswerMarginLine) | (null)
  "fulfillment": (GetOrderForStaffAnswerMarginLine) | (null)
  "shipping": (GetOrderForStaffAnswerMarginLine) | (null)
  "total": GetOrderForStaffAnswerMarginLine
}

export type GetOrderForStaffAnswerMarginLine = {
  "price": number
  "cost": number
  "margin": number
}

export type GetOrderForStaffAnswerMoney = {
  "chargeId": string
  "paid": number
  "refunded": number
}

export type GetOrderForStaffAnswerTaxWait = {
  "since": string
  "cause": string
}

export type GetOrderInDashboardAnswer = {
  "order": Order
  "pageCounts": (number)[]
  "covers": ((BookCover) | (null))[]
  "bookTitles": ((string) | (null))[]
  "steps": (GetOrderInDashboardAnswerStep)[]
  "heldUntil": (string) | (null)
  "triedAgainAt": (string) | (null)
  "turn": (GetOrderInDashboardAnswerTurn) | (null)
  "messages": (GetOrderInDashboardAnswerMessage)[]
  "archivedAt": (string) | (null)
}

export type GetOrderInDashboardAnswerMessage = {
  "messageId": string
  "text": string
  "at": string
}

export type GetOrderInDashboardAnswerStep = {
  "sequence": number
  "at": string
  "on": string
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "webhook": (string) | (null)
  "actor": string
  "by": string
  "note": (string) | (null)
  "change": (GetOrderInDashboardAnswerStepChange) | (null)
}

export type GetOrderInDashboardAnswerStepChange = {
  "before": ShippedTo
  "after": ShippedTo
}

export type GetOrderInDashboardAnswerTurn = {
  "place": number
  "at": (string) | (null)
}

export type GetOverviewAnswer = {
  "now": string
  "limit": LimitUsage
  "days": (GetOverviewAnswerDay)[]
  "open": (GetOverviewAnswerDayCount)[]
  "charge": (GetOverviewAnswerCharge) | (null)
  "webhooks": GetOverviewAnswerWebhooks
  "capped": boolean
}

export type GetOverviewAnswerCharge = {
  "at": string
  "orders": number
  "amount": number
  "declined": number
  "hasCard": boolean
}

export type GetOverviewAnswerDay = {
  "day": string
  "counts": (GetOverviewAnswerDayCount)[]
}

export type GetOverviewAnswerDayCount = {
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "orders": number
}

export type GetOverviewAnswerWebhooks = {
  "lookedAt": number
  "delivered": number
  "pending": number
  "retrying": number
  "failed": number
}

export type GetOverviewForStaffAnswer = {
  "now": string
  "days": (GetOverviewAnswerDay)[]
  "work": (GetOverviewForStaffAnswerWork)[]
  "waiting": (GetOverviewForStaffAnswerWaiting)[]
  "counts": GetOverviewForStaffAnswerCounts
  "sales": GetOverviewForStaffAnswerSales
  "capped": boolean
  "isSelling": boolean
}

export type GetOverviewForStaffAnswerCounts = {
  "stopped": number
  "alarms": number
  "returned": number
  "quotes": number
  "unknownCharges": number
  "unconfirmedCharges": number
  "unmadeRefunds": number
  "refusedPayments": number
  "openDisputes": number
  "approvals": number
  "exemptions": number
  "expiringExemptions": number
  "overdue": number
  "untaxed": number
  "heldPrinters": number
  "failingPrinters": number
  "contradictions": number
  "unevenDays": number
  "stuckMails": number
}

export type GetOverviewForStaffAnswerSales = {
  "today": GetOverviewForStaffAnswerSalesToday
  "yesterday": GetOverviewForStaffAnswerSalesToday
}

export type GetOverviewForStaffAnswerSalesToday = {
  "orders": number
  "amount": number
}

export type GetOverviewForStaffAnswerWaiting = {
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "lateAfterMinutes": number
  "late": number
  "oldestSince": (string) | (null)
  "examples": (GetOverviewForStaffAnswerWaitingExample)[]
}

export type GetOverviewForStaffAnswerWaitingExample = {
  "accountId": string
  "customerOrderId": string
  "orderTitle"?: string
  "since": string
}

export type GetOverviewForStaffAnswerWork = {
  "day": string
  "jobs": number
  "copies": number
}

export type GetProofPreviewRequest = {
  "token": string
  "item": number
  "part": "cover" | "guts"
  "page": number
}

export type GetSandboxInDashboardAnswer = {
  "work": (SandboxWork) | (null)
}

export type GetSetUpAnswer = {
  "isSelling": boolean
  "hasDraft": boolean
  "steps": (SetUpStep)[]
}

export type GetSignUpStateAnswer = {
  "signUp": "open" | "closed"
  "terms": (GetNewMemberAnswerTerms) | (null)
}

export type GetSingleSignOnAnswer = {
  "singleSignOn": boolean
  "passwords": boolean
}

export type GetTeamAnswer = {
  "members": (GetTeamAnswerMember)[]
  "invitations": (GetTeamAnswerInvitation)[]
  "requests": (AccessRequest)[]
}

export type GetTeamAnswerInvitation = {
  "invitationId": string
  "email": string
  "role": "owner" | "developer" | "bookkeeper" | "viewer"
  "createdAt": string
  "expiresAt": string
}

export type GetTeamAnswerMember = {
  "userId": string
  "name": string
  "email": string
  "role": "owner" | "developer" | "bookkeeper" | "viewer"
  "secondFactor": boolean
  "since": string
  "terms": (GetTeamAnswerMemberTerms) | (null)
}

export type GetTeamAnswerMemberTerms = {
  "version": string
  "operatorVersion": number
  "acceptedAt": string
}

export type ImportBooksAnswer = {
  "saved": boolean
  "added": number
  "changed": number
  "unchanged": number
  "missing": number
  "retired": number
  "differences": number
  "changes": (ListOperatorVersionsAnswerVersionChange)[]
  "mistakeCount": number
  "mistakes": (ImportBooksAnswerMistake)[]
}

export type ImportBooksAnswerMistake = {
  "code": string
  "row": number
  "column": string
  "got": string
  "expected": string
}

export type ImportPaymentsAnswer = {
  "payments": number
  "amount": number
}

export type Installation = {
  "isInEffect": boolean
  "isKeyBesideData": boolean
  "mail": InstallationMail
  "address": InstallationAddress
  "payment": InstallationPayment
  "storage": InstallationStorage
}

export type InstallationAddress = {
  "setBy": "environment" | "console" | "nobody"
  "isStored": boolean
  "variables": (string)[]
  "url": (string) | (null)
}

export type InstallationMail = {
  "setBy": "environment" | "console" | "nobody"
  "isStored": boolean
  "variables": (string)[]
  "from": string
  "server": (InstallationMailServer) | (null)
}

export type InstallationMailServer = {
  "host": string
  "port": number
  "security": "tls" | "starttls" | "none"
  "user": (string) | (null)
}

export type InstallationPayment = {
  "setBy": "environment" | "console" | "nobody"
  "isStored": boolean
  "variables": (string)[]
  "gateway": "none" | "simulated" | "stripe"
  "keyOf": "test" | "live" | null
}

export type InstallationStorage = {
  "setBy": "environment" | "console" | "nobody"
  "isStored": boolean
  "variables": (string)[]
  "hasFiles": boolean
  "bucket": (InstallationStorageBucket) | (null)
}

export type InstallationStorageBucket = {
  "bucket": string
  "endpoint": (string) | (null)
  "region": string
  "accessKeyId": (string) | (null)
}

export type InviteMemberAnswer = {
  "invitationId": string
  "email": string
  "role": "owner" | "developer" | "bookkeeper" | "viewer"
  "createdAt": string
  "expiresAt": string
  "link"?: string
}

export type InviteMemberRequest = {
  "email": string
  "role": "owner" | "developer" | "bookkeeper" | "viewer"
  "language"?: "en" | "de"
}

export type InviteOperatorPersonAnswer = {
  "invitationId": string
  "email": string
  "kind": "staff" | "printer"
  "role": "owner" | "support" | "finance" | "production" | "read_only" | null
  "printer": (string) | (null)
  "createdAt": string
  "expiresAt": string
  "link"?: string
}

export type InviteOperatorPersonRequest = {
  "email": string
  "kind": "staff" | "printer"
  "role"?: "owner" | "support" | "finance" | "production" | "read_only" | null
  "printer"?: (string) | (null)
  "language"?: "en" | "de"
}

export type JobComparison = {
  "printer": string
  "day": string
  "comparedAt": string
  "listed": number
  "ours": number
  "asked": number
  "strange": number
  "differences": (JobComparisonDifference)[]
}

export type JobComparisonDifference = {
  "kind": "over" | "never_given" | "over_there"
  "jobId": string
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN" | null
  "accountId": (string) | (null)
  "customerOrderId": (string) | (null)
  "orderTitle"?: string
  "listedAs": (string) | (null)
}

export type LimitUsage = {
  "ordersPer24Hours": number
  "received": number
  "queueCeiling": number
  "queued": number
  "nextPlaceAt": (string) | (null)
}

export type ListAccountingExportsAnswer = {
  "exports": (AccountingExport)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListAccountsAnswer = {
  "accounts": (StaffAccount)[]
  "exact": boolean
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListAccountsInArchiveAnswer = {
  "accounts": (ListAccountsInArchiveAnswerAccount)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListAccountsInArchiveAnswerAccount = {
  "accountId": string
  "accountName": string
  "orders": number
}

export type ListApiKeysAnswer = {
  "keys": (ListApiKeysAnswerKey)[]
  "nextCursor": (string) | (null)
}

export type ListApiKeysAnswerKey = {
  "keyId": string
  "label": string
  "authorization": (string) | (null)
  "createdAt": string
  "lastUsedAt": (string) | (null)
  "expiresAt": (string) | (null)
  "revokedAt": (string) | (null)
  "scopes": (("orders:read" | "orders:write" | "products:read" | "products:write" | "files:read" | "files:write" | "webhooks:read" | "webhooks:write" | "sandbox:read" | "sandbox:write" | "billing:read")[]) | (null)
  "addresses": ((string)[]) | (null)
}

export type ListApprovalsAnswer = {
  "approvals": (Approval)[]
  "secondPersonAbove": (number) | (null)
  "nextCursor": (string) | (null)
}

export type ListAuditLogAnswer = {
  "entries": (ListAuditLogAnswerEntry)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListAuditLogAnswerEntry = {
  "auditId": string
  "at": string
  "by": string
  "action": string
  "subject": (string) | (null)
  "subjectName": (string) | (null)
  "details": Record<string, unknown>
  "customerOrderId": (string) | (null)
  "orderTitle"?: string
}

export type ListAuditLogForStaffAnswer = {
  "entries": (ListAuditLogForStaffAnswerEntry)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListAuditLogForStaffAnswerEntry = {
  "auditId": string
  "at": string
  "actor": string
  "by": string
  "byEmail": (string) | (null)
  "action": string
  "accountId": (string) | (null)
  "accountName": (string) | (null)
  "subject": (string) | (null)
  "subjectName": (string) | (null)
  "details": Record<string, unknown>
  "customerOrderId": (string) | (null)
  "orderTitle"?: string
}

export type ListBillingDocumentsAnswer = {
  "documents": (CreatedDocument)[]
  "nextCursor": (string) | (null)
}

export type ListBindingMismatchesAnswer = {
  "mismatches": (BindingMismatch)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListCardsAnswer = {
  "cards": (ListCardsAnswerCard)[]
  "kept": "hosted" | "named" | "none"
  "testCards": (string)[]
}

export type ListCardsAnswerCard = {
  "cardId": string
  "brand": string
  "last4": string
  "expiresOn": (string) | (null)
  "isDefault": boolean
  "createdAt": string
}

export type ListChargesAnswer = {
  "charges": (Charge)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListChargesOfAllAccountsAnswer = {
  "charges": (ListChargesOfAllAccountsAnswerCharge)[]
  "nextCursor": (string) | (null)
  "count": (number) | (null)
  "total": (number) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListChargesOfAllAccountsAnswerCharge = {
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
  "accountId": string
  "accountName": string
  "provider": string
  "attempts": number
  "nextAttemptAt": (string) | (null)
}

export type ListDeliveriesOfAllAccountsAnswer = {
  "deliveries": (StaffDelivery)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListDisputesAnswer = {
  "disputes": (ListDisputesAnswerDispute)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListDisputesAnswerDispute = {
  "accountId": string
  "accountName": string
  "disputeId": string
  "chargeId": (string) | (null)
  "paymentId": (string) | (null)
  "provider": string
  "providerRef": string
  "amount": number
  "withdrawn": number
  "fees": number
  "reason": string
  "status": "needs_response" | "under_review" | "won" | "lost" | "closed"
  "evidenceDueAt": (string) | (null)
  "openedAt": string
  "closedAt": (string) | (null)
  "orderCount": number
  "customerOrderIds": (string)[]
  "orderTitle"?: string
}

export type ListDocumentsOfAllAccountsAnswer = {
  "documents": (StaffDocument)[]
  "nextCursor": (string) | (null)
  "count": (number) | (null)
  "total": (number) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListEmailTextsAnswer = {
  "texts": (ListEmailTextsAnswerText)[]
}

export type ListEmailTextsAnswerText = {
  "name": string
  "values": (string)[]
  "required": (string)[]
  "ours": (ListEmailTextsAnswerTextOur)[]
}

export type ListEmailTextsAnswerTextOur = {
  "language": "en" | "de"
  "subject": string
  "opening": string
}

export type ListExemptionsAnswer = {
  "exemptions": (Exemption)[]
}

export type ListJobLabelsAnswer = {
  "sellsLabels": boolean
  "isSample": boolean
  "boxes": (string)[]
  "parcels": (ListJobLabelsAnswerParcel)[]
  "labels": (ShippingLabel)[]
}

export type ListJobLabelsAnswerParcel = {
  "parcel": number
  "box": string
  "copies": (number)[]
  "weightOunces": number
  "minOunces": number
  "maxOunces": number
}

export type ListJobsAnswer = {
  "jobs": (PrintJob)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListMailsAnswer = {
  "mails": (ListMailsAnswerMail)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListMailsAnswerMail = {
  "emailId": string
  "accountId": string
  "recipient": string
  "subject": string
  "body": string
  "state": "waiting" | "sent" | "kept" | "given_up"
  "attempts": number
  "createdAt": string
  "sentAt": (string) | (null)
  "nextAttemptAt": (string) | (null)
}

export type ListManifestsAnswer = {
  "manifests": (Manifest)[]
  "nextCursor": (string) | (null)
}

export type ListOnlinePaymentsAnswer = {
  "payments": (OnlinePayment)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListOpenBindingMismatchesAnswer = {
  "mismatches": (ListOpenBindingMismatchesAnswerMismatche)[]
}

export type ListOpenBindingMismatchesAnswerMismatche = {
  "mismatchId": string
  "foundAt": string
  "parts": ((CheckBindingAnswerPart) | (null))[]
}

export type ListOpenRefundsAnswer = {
  "refunds": (ListOpenRefundsAnswerRefund)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListOpenRefundsAnswerRefund = {
  "accountId": string
  "accountName": string
  "refundId": string
  "chargeId": string
  "customerOrderId": string
  "orderTitle"?: string
  "amount": number
  "provider": string
  "problem": string
  "attempts": number
  "nextAttemptAt": string
  "createdAt": string
  "returnedAt": (string) | (null)
}

export type ListOperatorPeopleAnswer = {
  "people": (OperatorPerson)[]
  "invitations": (OperatorInvitation)[]
  "printers": (string)[]
  "secondFactor": SecondFactorRule
}

export type ListOperatorVersionsAnswer = {
  "versions": (ListOperatorVersionsAnswerVersion)[]
  "nextCursor": (string) | (null)
}

export type ListOperatorVersionsAnswerVersion = {
  "version": number
  "state": "scheduled" | "in_effect" | "past" | "withdrawn"
  "author": string
  "reason": (string) | (null)
  "createdAt": string
  "effectiveAt": string
  "changed": number
  "changes": (ListOperatorVersionsAnswerVersionChange)[]
}

export type ListOperatorVersionsAnswerVersionChange = {
  "part": string
  "path": string
  "subject": (string) | (null)
  "field": string
  "before": (string) | (null)
  "after": (string) | (null)
}

export type ListOrderFilesAnswer = {
  "items": (ListOrderFilesAnswerItem)[]
}

export type ListOrderFilesAnswerItem = {
  "sku": string
  "files": (StoredFile)[]
}

export type ListOrderMailsAnswer = {
  "mails": (ListMailsAnswerMail)[]
}

export type ListOrderWebhooksAnswer = {
  "webhooks": (ListOrderWebhooksAnswerWebhook)[]
}

export type ListOrderWebhooksAnswerWebhook = {
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
  "tries": (DeliveryAttempt)[]
}

export type ListOrdersInDashboardAnswer = {
  "orders": (Order)[]
  "nextCursor": (string) | (null)
  "archivedMonths": (ArchivedMonth)[]
  "archivedOrders": (ArchivedOrder)[]
  "covers": ((BookCover) | (null))[]
  "bookTitles": ((string) | (null))[]
  "exact": boolean
  "count": (number) | (null)
  "total": (number) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListOrdersOfAllAccountsAnswer = {
  "orders": (ListOrdersOfAllAccountsAnswerOrder)[]
  "nextCursor": (string) | (null)
  "archivedPeriod": (ListOrdersOfAllAccountsAnswerArchivedPeriod) | (null)
  "exact": boolean
  "more": boolean
  "archived": (ListOrdersOfAllAccountsAnswerArchived)[]
  "count": (number) | (null)
  "total": (number) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListOrdersOfAllAccountsAnswerArchived = {
  "accountId": string
  "accountName": string
  "customerOrderId": string
  "orderNumber": string
  "month": string
}

export type ListOrdersOfAllAccountsAnswerArchivedPeriod = {
  "first": string
  "last": string
}

export type ListOrdersOfAllAccountsAnswerOrder = {
  "accountId": string
  "accountName": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "orderNumber": string
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "paymentStatus": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
  "to": SearchInDashboardAnswerOrderTo
  "total": (number) | (null)
  "skus": (string)[]
  "bookTitles": (string)[]
  "printer": (string) | (null)
  "shippingClass": string
  "note": (string) | (null)
  "promisedShipDate": (string) | (null)
  "shippedAt": (string) | (null)
  "shippedOn": (string) | (null)
  "createdAt": string
  "updatedAt": string
  "cover": (BookCover) | (null)
  "bookTitle": (string) | (null)
}

export type ListOverdueOrdersAnswer = {
  "orders": (ListOverdueOrdersAnswerOrder)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListOverdueOrdersAnswerOrder = {
  "accountId": string
  "accountName": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "orderNumber": string
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "to": SearchInDashboardAnswerOrderTo
  "total": (number) | (null)
  "since": string
  "dueAt": (string) | (null)
  "createdAt": string
  "note": (string) | (null)
}

export type ListPasskeysAnswer = {
  "passkeys": (ListPasskeysAnswerPasskey)[]
}

export type ListPasskeysAnswerPasskey = {
  "passkeyId": string
  "name": (string) | (null)
  "backedUp": boolean
  "createdAt": (string) | (null)
}

export type ListPaymentsForStaffAnswer = {
  "payments": (ListPaymentsForStaffAnswerPayment)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListPaymentsForStaffAnswerPayment = {
  "accountId": string
  "accountName": string
  "paymentId": string
  "statement": (number) | (null)
  "amount": number
  "currency": string
  "status": "open" | "processing" | "succeeded" | "failed" | "expired"
  "method": "card" | "bank_debit" | "bank_transfer" | null
  "url": (string) | (null)
  "failureCode": (string) | (null)
  "failureMessage": (string) | (null)
  "needsStaff": boolean
  "createdAt": string
  "settledAt": (string) | (null)
}

export type ListPendingExemptionsAnswer = {
  "exemptions": (ExemptionOfAccount)[]
  "nextCursor": (string) | (null)
}

export type ListPriceListsAnswer = {
  "priceLists": (PriceList)[]
}

export type ListPrinterAlarmsAnswer = {
  "jobs": (SilentJob)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListPrinterComparisonsAnswer = {
  "comparisons": (JobComparison)[]
  "warnings"?: (UnknownParameter)[]
}

export type ListPrinterMessagesAnswer = {
  "messages": (PrinterMessage)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListPrintersAnswer = {
  "printers": (StaffPrinter)[]
  "removed": (RemovedPrinter)[]
}

export type ListProductsInDashboardAnswer = {
  "products": (ProductInDashboard)[]
  "covers": ((BookCover) | (null))[]
  "nextCursor": (string) | (null)
}

export type ListQuotesAnswer = {
  "quotes": (ListedQuote)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListQuotesOfAllAccountsAnswer = {
  "quotes": (ListedQuoteOfAccount)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListReceivedPaymentsAnswer = {
  "payments": (ReceivedPayment)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListReconciliationsAnswer = {
  "days": (ListReconciliationsAnswerDay)[]
  "warnings"?: (UnknownParameter)[]
}

export type ListReconciliationsAnswerDay = {
  "provider": string
  "day": string
  "comparedAt": string
  "entries": number
  "differences": (ListReconciliationsAnswerDayDifference)[]
}

export type ListReconciliationsAnswerDayDifference = {
  "kind": "unknown_to_us" | "not_recorded" | "unknown_to_provider" | "amount" | "ledger"
  "ref": string
  "accountId": (string) | (null)
  "providerAmount": (number) | (null)
  "ourAmount": (number) | (null)
  "detail": string
}

export type ListRefusalNotesAnswer = {
  "notes": (ListRefusalNotesAnswerNote)[]
}

export type ListRefusalNotesAnswerNote = {
  "use": "refuse_job" | "report_problem" | "cancel_order" | "decline_certificate"
  "texts": (ListRefusalNotesAnswerNoteText)[]
}

export type ListRefusalNotesAnswerNoteText = {
  "language": "en" | "de"
  "text": string
}

export type ListReturnedParcelsAnswer = {
  "orders": (ListReturnedParcelsAnswerOrder)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListReturnedParcelsAnswerOrder = {
  "accountId": string
  "accountName": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "orderTitle"?: string
  "trackingNumbers": (string)[]
  "returnedAt": string
}

export type ListSampleEmailsAnswer = {
  "emails": (ListSampleEmailsAnswerEmail)[]
}

export type ListSampleEmailsAnswerEmail = {
  "name": string
  "group": "orders" | "payments" | "account" | "sign_in" | "staff"
  "subject": string
  "text": string
}

export type ListSessionsAnswer = {
  "sessions": (ListSessionsAnswerSession)[]
}

export type ListSessionsAnswerSession = {
  "sessionId": string
  "createdAt": string
  "expiresAt": string
  "ipAddress": (string) | (null)
  "userAgent": (string) | (null)
  "current": boolean
}

export type ListStaffKeysAnswer = {
  "keys": (ListStaffKeysAnswerKey)[]
  "roles": ("owner" | "support" | "finance" | "production" | "read_only")[]
}

export type ListStaffKeysAnswerKey = {
  "keyId": string
  "kind": "staff" | "printer" | "metrics"
  "printer": (string) | (null)
  "owner": (string) | (null)
  "role": "owner" | "support" | "finance" | "production" | "read_only" | null
  "label": string
  "createdAt": string
  "lastUsedAt": (string) | (null)
  "expiresAt": (string) | (null)
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

export type ListTaxEntriesOfAllAccountsAnswer = {
  "taxEntries": (TaxEntry)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListTaxReturnsAnswer = {
  "returns": (TaxReturn)[]
  "nextCursor": (string) | (null)
}

export type ListUnpaidOrdersAnswer = {
  "orders": (ListUnpaidOrdersAnswerOrder)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListUnpaidOrdersAnswerOrder = {
  "accountId": string
  "accountName": string
  "holderEmail": string
  "customerOrderId": string
  "orderTitle"?: string
  "amount": number
  "firstTriedAt": (string) | (null)
  "lastTriedAt": (string) | (null)
  "declineCode": (string) | (null)
}

export type ListUnpaidStatementsAnswer = {
  "statements": (ListUnpaidStatementsAnswerStatement)[]
  "nextCursor": (string) | (null)
  "warnings"?: (UnknownParameter)[]
}

export type ListUnpaidStatementsAnswerStatement = {
  "accountId": string
  "accountName": string
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

export type ListViewsInDashboardAnswer = {
  "views": (SavedView)[]
}

export type ListWebhookAddressesAnswer = {
  "addresses": (string)[]
}

export type ListWordsAnswer = {
  "statuses": (ListWordsAnswerStatuse)[]
  "events": (ListWordsAnswerEvent)[]
  "webhooks": ("OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" | "InvoiceCreated")[]
}

export type ListWordsAnswerEvent = {
  "on": string
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED" | null
  "words": string
}

export type ListWordsAnswerStatuse = {
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "label": string
  "tone": "waiting" | "working" | "good" | "bad" | "attention" | "ended"
  "meaning": string
  "final": boolean
  "simulations": (ListWordsAnswerStatuseSimulation)[]
}

export type ListWordsAnswerStatuseSimulation = {
  "outcome": "payment_success" | "payment_failure" | "accepted" | "shipped" | "cancel_accepted" | "cancel_refused" | "change_accepted" | "change_refused" | "problem" | "refused" | "printed" | "delayed" | "split_shipment" | "contradiction" | "silent" | "resumed" | "revalidated" | "abandoned" | "delivered" | "returned" | "delivery_problem"
  "label": string
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

export type ListedQuoteOfAccount = {
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
  "accountId": string
  "accountName": string
  "listedTotal": number
}

export type MakeManifestsAnswer = {
  "manifests": (Manifest)[]
  "olderParcels": number
}

export type Manifest = {
  "manifestId": string
  "printer": string
  "carrier": string
  "parcels": number
  "status": "requested" | "made" | "failed"
  "problem": (string) | (null)
  "requestedAt": string
}

export type MappedAccount = {
  "ledgerAccount": "receivable" | "cash" | "revenue" | "tax" | "refunds" | "disputes" | "fees" | "shipping_cost" | "carrier_payable"
  "detail": (string) | (null)
  "code": string
  "name": string
}

export type MarkChargeNotTakenRequest = {
  "reason": string
}

export type MeasureBookRequest = {
  "book": Record<string, unknown>
  "pageCount": number
}

export type MoveClockRequest = {
  "advance"?: string
  "to"?: string
}

export type NewAccountingExport = {
  "number": number
  "firstPosting": number
  "lastPosting": number
  "postings": number
  "total": number
  "madeAt": string
  "madeBy": string
  "hasMore": boolean
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

export type NewOffer = {
  "itemsTotal": number
  "shippingTotal": number
  "manufacturingDays": number
  "validUntil": string
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

export type NewWebhookEndpoint = {
  "url": string
  "description"?: string
  "events"?: (("OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "InvoiceCreated")[]) | (null)
  "enabled"?: boolean
}

export type OnlinePayment = {
  "paymentId": string
  "statement": (number) | (null)
  "amount": number
  "currency": string
  "status": "open" | "processing" | "succeeded" | "failed" | "expired"
  "method": "card" | "bank_debit" | "bank_transfer" | null
  "url": (string) | (null)
  "failureCode": (string) | (null)
  "failureMessage": (string) | (null)
  "needsStaff": boolean
  "createdAt": string
  "settledAt": (string) | (null)
}

export type OpenAccountAnswer = {
  "accountId": string
  "name": string
  "holderEmail": string
  "enterprise": boolean
  "priceList": (string) | (null)
  "agreedPrices": boolean
  "limits": StaffAccountLimits
  "createdAt": string
  "suspendedAt": (string) | (null)
  "suspensionReason": (string) | (null)
  "link"?: string
}

export type OpenAccountRequest = {
  "name": string
  "email": string
  "language"?: "en" | "de"
}

export type OpenBankAccountAnswer = {
  "bank": string
  "holder": string
  "routingNumber": string
  "accountNumber": string
}

export type OpenTaxReturn = {
  "registration": string
  "firstDay": string
  "lastDay": string
  "gross": number
  "exempt": number
  "taxable": number
  "tax": number
  "credits": number
  "creditedTax": number
  "due": number
  "lines": (TaxReturnLine)[]
}

export type OperatorContent = {
  "catalog": Record<string, unknown>
  "shipping": Record<string, unknown>
  "holidays": Record<string, unknown>
  "tax": Record<string, unknown>
  "priceLists"?: Record<string, unknown>
  "brand"?: Record<string, unknown>
  "texts"?: Record<string, unknown>
}

export type OperatorInvitation = {
  "invitationId": string
  "email": string
  "kind": "staff" | "printer"
  "role": "owner" | "support" | "finance" | "production" | "read_only" | null
  "printer": (string) | (null)
  "createdAt": string
  "expiresAt": string
}

export type OperatorPerson = {
  "userId": string
  "name": string
  "email": string
  "kind": "staff" | "printer"
  "role": "owner" | "support" | "finance" | "production" | "read_only" | null
  "printer": (string) | (null)
  "secondFactor": boolean
  "singleSignOn": boolean
  "lastSignInAt": (string) | (null)
  "since": string
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

export type OrderChangeByStaff = {
  "destination"?: Destination
  "shippingClassification"?: string
  "reason"?: string
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

export type OrderMessage = {
  "messageId": string
  "reader": "staff" | "customer"
  "by": string
  "text": string
  "at": string
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

export type PackingSlipSettings = {
  "logo": (string) | (null)
  "message": (string) | (null)
  "returnAddress": (Address) | (null)
  "blind": boolean
  "language": "en" | "de"
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

export type Paper = {
  "stock": string
  "weightGsm": number
  "thicknessInches": (number) | (null)
  "coating": "none" | "coated" | "gloss" | "matte" | "satin"
  "backCoating"?: "none" | "coated" | "gloss" | "matte" | "satin"
  "color"?: "white" | "cream"
  "isoSubstrate": (string) | (null)
  "printStandard": (string) | (null)
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

export type PayAmountDueRequest = {
  "amount": number
}

export type PayStatementRequest = {
  "amount": number
}

export type PaymentInfo = {
  "total": (number) | (null)
  "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
  "retriesEnded"?: boolean
  "refundedTotal"?: number
}

export type PlacePracticeOrderAnswer = {
  "accountId": string
  "customerOrderId": string
}

export type PressWall = {
  "readAt": string
  "today": string
  "timeZone": string
  "cutOff": PressWallCutOff
  "open": (PressWallOpen)[]
  "rush": (PressWallRush)[]
  "shippedToday": number
  "hours": (PressWallHour)[]
}

export type PressWallCutOff = {
  "hour": number
  "nextAt": string
}

export type PressWallHour = {
  "startsAt": string
  "shipped": number
}

export type PressWallOpen = {
  "dueOn": (string) | (null)
  "shippingClassification": (string) | (null)
  "toAccept": number
  "toPrint": number
  "toShip": number
  "cancellationsRequested": number
}

export type PressWallRush = {
  "jobId": string
  "customerOrderId": string
  "orderTitle"?: string
  "dueOn": (string) | (null)
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
}

export type PreviewRouteRequest = {
  "manufacturingSku": string
  "pageCount"?: number
  "quantity": number
  "destination": PreviewRouteRequestDestination
  "shippingClassification": "standard" | "expedited" | "rush"
  "printer"?: AddPrinterRequest
}

export type PreviewRouteRequestDestination = {
  "country": string
  "state"?: string
}

export type PriceAboveAgreement = {
  "part": "items" | "shipping"
  "agreed": number
  "reason": string
}

export type PriceBookAnswer = {
  "quantities": (number)[]
  "points": (PriceBookAnswerPoint)[]
}

export type PriceBookAnswerPoint = {
  "pageCount": number
  "perCopy": (number)[]
  "costPerCopy": ((number)[]) | (null)
}

export type PriceBookRequest = {
  "book": Record<string, unknown>
}

export type PriceChange = {
  "quotedTotal": number
  "reasons": ("page_count" | "tax_exemption" | "tax_provider")[]
}

export type PriceList = {
  "code": string
  "name": string
  "from": (string) | (null)
  "until": (string) | (null)
  "state": "in_effect" | "upcoming" | "ended"
  "accounts": number
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

export type PrintJob = {
  "jobId": string
  "accountId": string
  "customerOrderId": string
  "orderTitle"?: string
  "practice"?: boolean
  "printer": string
  "attempt": number
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
  "cancellationRequested": boolean
  "changeRequest": (RequestedChange) | (null)
  "withdrawing": boolean
  "enterprise": boolean
  "agreedPrices": (AgreedJobPrices) | (null)
  "destination": Address
  "shippingClassification": string
  "items": (PrintJobItem)[]
  "shipFrom"?: Address
  "packingSlip"?: PrintedPackingSlip
  "customs": (PrintJobCustoms) | (null)
  "packages": (PrintJobPackage)[]
  "delivery"?: (ParcelDelivery)[]
  "problem": (string) | (null)
  "bindingMismatchId": (string) | (null)
  "labelsAtScan": "computed" | "weighed" | null
  "dueDate": (string) | (null)
  "expectedShipDate": (string) | (null)
  "acceptedAt": (string) | (null)
  "createdAt": string
  "updatedAt": string
}

export type PrintJobBook = {
  "name": string
  "size": string
  "cover": string
  "paperType": string
  "textColor": string
  "bleed": boolean
  "binding": "soft" | "hard" | "stapled" | "coil"
  "trim": PrintJobBookTrim
  "page": PrintJobBookTrim
  "coverSheet": PrintJobBookTrim
  "finishedCover": PrintJobBookTrim
  "bleedInches": number
  "bindingBleedInches"?: number
  "wrapInches": number
  "hingeInches": number
  "spineInches": number
  "flapInches"?: number
  "flapFoldInches"?: number
  "punchInches"?: number
  "bindingEdge"?: "right"
  "board": (PrintJobBookBoard) | (null)
  "colors": PrintJobBookColors
  "papers": PrintJobBookPapers
  "lamination": "none" | "gloss" | "matte" | "soft touch" | null
  "endpapers"?: string
  "spineShape"?: "flat" | "round"
  "sheets": number
  "signatures": (number) | (null)
  "copyGrams": number
}

export type PrintJobBookBoard = {
  "widthInches": number
  "heightInches": number
  "thicknessInches": (number) | (null)
}

export type PrintJobBookColors = {
  "pages": string
  "cover": string
}

export type PrintJobBookPapers = {
  "pages": (Paper) | (null)
  "cover": (Paper) | (null)
}

export type PrintJobBookTrim = {
  "widthInches": number
  "heightInches": number
}

export type PrintJobCustoms = {
  "terms": "DAP" | null
  "contentType": "merchandise"
  "originCountry": string
  "currency": "USD"
  "value": string
  "weightGrams": number
  "lines": (CustomsLine)[]
}

export type PrintJobItem = {
  "sku": string
  "title"?: string
  "manufacturingSku": string
  "barcode": string
  "quantity": number
  "pageCount": number
  "files": PrintJobItemFiles
  "links": PrintJobItemLinks
  "bindingCodes": (PrintJobItemBindingCodes) | (null)
  "itemDescription": (string) | (null)
  "retailPrice": (string) | (null)
  "book": PrintJobBook
}

export type PrintJobItemBindingCodes = {
  "cover": (PrintJobItemBindingCodesCover) | (null)
  "guts": (PrintJobItemBindingCodesCover) | (null)
}

export type PrintJobItemBindingCodesCover = {
  "code": (string) | (null)
  "missing": "no_room" | "not_drawable" | "not_stored" | null
}

export type PrintJobItemFiles = {
  "cover": (PrintJobItemFilesCover) | (null)
  "guts": (PrintJobItemFilesCover) | (null)
}

export type PrintJobItemFilesCover = {
  "url": string
  "sha256": (string) | (null)
}

export type PrintJobItemLinks = {
  "cover": (string) | (null)
  "guts": (string) | (null)
}

export type PrintJobPackage = {
  "masterTrackingNumber": string
  "carrier": string
  "packages": (Package)[]
}

export type PrintJobWithPrices = {
  "jobId": string
  "accountId": string
  "customerOrderId": string
  "orderTitle"?: string
  "practice"?: boolean
  "printer": string
  "attempt": number
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
  "cancellationRequested": boolean
  "changeRequest": (RequestedChange) | (null)
  "withdrawing": boolean
  "enterprise": boolean
  "agreedPrices": (AgreedJobPrices) | (null)
  "destination": Address
  "shippingClassification": string
  "items": (PrintJobItem)[]
  "shipFrom"?: Address
  "packingSlip"?: PrintedPackingSlip
  "customs": (PrintJobCustoms) | (null)
  "packages": (PrintJobPackage)[]
  "delivery"?: (ParcelDelivery)[]
  "problem": (string) | (null)
  "bindingMismatchId": (string) | (null)
  "labelsAtScan": "computed" | "weighed" | null
  "dueDate": (string) | (null)
  "expectedShipDate": (string) | (null)
  "acceptedAt": (string) | (null)
  "createdAt": string
  "updatedAt": string
  "prices": (PrintJobWithPricesPrices) | (null)
}

export type PrintJobWithPricesPrices = {
  "itemsTotal": number
  "taxesTotal": number
  "shippingTotal": (number) | (null)
}

export type PrintedPackingSlip = {
  "blind": boolean
  "message": (string) | (null)
  "giftMessage": (string) | (null)
  "returnAddress": (Address) | (null)
  "language"?: "en" | "de"
}

export type PrinterMessage = {
  "recordId": string
  "accountId": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "orderTitle"?: string
  "jobId": string
  "printer": string
  "messageId": string
  "kind": string
  "content": Record<string, unknown>
  "saidAt": (string) | (null)
  "receivedAt": string
  "repeatedAt": (string) | (null)
  "repetitions": number
  "verdict": "applied" | "repeated" | "contradicts" | "ignored"
  "why": (string) | (null)
  "actor": string
}

export type PrinterReport = {
  "period": ReportPeriod
  "periodBefore": ReportPeriod
  "interval": "day" | "month"
  "countedUntil": (string) | (null)
  "totals": PrinterReportTotals
  "totalsBefore": PrinterReportTotals
  "steps": (PrinterReportStep)[]
  "problems": (ReportProblem)[]
  "reprintCauses": (ReportReprintCause)[]
  "books": (PrinterReportBook)[]
  "printers": (PrinterReportPrinter)[]
}

export type PrinterReportBook = {
  "sku": (string) | (null)
  "title": (string) | (null)
  "shippedCopies": number
}

export type PrinterReportPrinter = {
  "printer": string
  "shipped": number
  "shippedCopies": number
  "late": number
  "onTimeRate": (number) | (null)
  "makingDays": (number) | (null)
  "stopped": number
  "reprints": number
  "before": PrinterReportTotals
}

export type PrinterReportStep = {
  "startsOn": string
  "shipped": number
  "shippedCopies": number
  "late": number
  "onTimeRate": (number) | (null)
  "makingDays": (number) | (null)
  "stopped": number
  "reprints": number
}

export type PrinterReportTotals = {
  "shipped": number
  "shippedCopies": number
  "late": number
  "onTimeRate": (number) | (null)
  "makingDays": (number) | (null)
  "stopped": number
  "reprints": number
}

export type PrinterSetting = {
  "name": string
  "title": (string) | (null)
  "adapter": string
  "settings": Record<string, unknown>
  "makes": (string)[]
  "shipsTo": (string)[]
  "copiesPerDay": (number) | (null)
  "cutOff": PrinterSettingCutOff
  "priority": number
  "paper": "letter" | "a4" | null
  "bindingCodes": boolean
  "labelsAtScan": "computed" | "weighed" | null
  "secrets": (string)[]
  "unmatched": (string)[]
}

export type PrinterSettingCutOff = {
  "hour": number
  "timeZone": string
}

export type PrinterSettings = {
  "source": "console" | "file" | "default"
  "version": number
  "hasFile": boolean
  "printers": (PrinterSetting)[]
  "times": PrinterSettingsTimes
  "books": (PrinterSettingsBook)[]
}

export type PrinterSettingsBook = {
  "manufacturingSku": string
  "name": string
}

export type PrinterSettingsTimes = {
  "alarmAfterHours": PrinterSettingsTimesAlarmAfterHours
  "rerouteAfterHours": (number) | (null)
  "staffEmail": (string) | (null)
}

export type PrinterSettingsTimesAlarmAfterHours = {
  "submission": number
  "acceptance": number
  "shipping": number
  "cancellation": number
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

export type ProductInDashboard = {
  "sku": string
  "name": string
  "description": (string) | (null)
  "manufacturingSku": string
  "attributes": (ProductAttributes) | (null)
  "pageCount": (number) | (null)
  "coverUrl": (string) | (null)
  "gutsUrl": (string) | (null)
  "uploadedFiles": ("cover" | "guts")[]
  "proofRequired": boolean
  "isbn": (string) | (null)
  "barcodePrice": (BarcodePrice) | (null)
  "barcode": "none" | "draw"
  "createdAt": string
  "updatedAt": string
  "archivedAt": (string) | (null)
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

export type ProofPage = {
  "accountName": string
  "customerOrderId": string
  "proof": Proof
  "items": (ProofPageItem)[]
  "comments": (ProofComment)[]
}

export type ProofPageItem = {
  "sku": string
  "name": (string) | (null)
  "files": (ProofPageItemFile)[]
}

export type ProofPageItemFile = {
  "part": "cover" | "guts"
  "pageCount": (number) | (null)
}

export type ProofRejection = {
  "comment": string
}

export type ProofSharing = {
  "links": (ProofLink)[]
  "comments": (ProofComment)[]
}

export type PublishOperatorDraftRequest = {
  "revision": number
  "reason": string
  "effectiveAt"?: string
}

export type PutAccountMappingRequest = {
  "accounts": (MappedAccount)[]
  "reason"?: string
}

export type PutAccountOnPriceListRequest = {
  "priceList": (string) | (null)
  "agreedPrices"?: boolean
  "reason": string
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

export type QuoteByPriceListAnswer = {
  "catalog": (Pricing) | (null)
  "listed": (Pricing) | (null)
  "catalogMargin": (GetOrderForStaffAnswerMarginLine) | (null)
  "listedMargin": (GetOrderForStaffAnswerMarginLine) | (null)
}

export type QuoteByPriceListRequest = {
  "content": OperatorContent
  "priceList": string
  "manufacturingSku": string
  "pageCount": number
  "copies": number
}

export type QuoteFiles = {
  "item": number
  "coverUrl"?: string
  "gutsUrl"?: string
}

export type QuoteOfAccount = {
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
  "accountId": string
  "accountName": string
  "listed": Pricing
}

export type QuoteOffer = {
  "pricing": Pricing
  "manufacturingDays": number
  "validUntil": string
}

export type ReadBindingSettingsAnswer = {
  "bindingCodes": boolean
}

export type ReadInvitationAnswer = {
  "kind": "customer" | "staff" | "printer"
  "accountName": (string) | (null)
  "email": string
  "role": "owner" | "developer" | "bookkeeper" | "viewer" | "support" | "finance" | "production" | "read_only" | null
  "printer": (string) | (null)
  "terms": (GetNewMemberAnswerTerms) | (null)
}

export type ReadInvitationRequest = {
  "token": string
}

export type ReadOrderSpreadsheetInDashboardAnswer = {
  "orders": (ReadOrderSpreadsheetInDashboardAnswerOrder)[]
  "mistakeCount": number
  "mistakes": (ReadOrderSpreadsheetInDashboardAnswerMistake)[]
  "addressesUnchecked": number
  "ignoredColumns": (string)[]
}

export type ReadOrderSpreadsheetInDashboardAnswerMistake = {
  "row": number
  "column": string
  "code": string
  "detail": string
}

export type ReadOrderSpreadsheetInDashboardAnswerOrder = {
  "rows": (number)[]
  "order": Record<string, unknown>
  "warnings": (OrderProblem)[]
}

export type ReadProofRequest = {
  "token": string
}

export type ReadSpreadsheetCellsAnswer = {
  "rows": (((string) | (number))[])[]
  "decimalMark": "." | ","
}

export type ReaderTracking = {
  "readerTracking": "off" | "page" | "page_and_email"
}

export type ReceiveJobForPrinterRequest = {
  "reason": string
}

export type ReceiveJobRequest = Record<string, unknown>

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

export type RecognizeCarrierAnswer = {
  "carrier": string
  "trackingUrl": string
  "knownCarriers": (string)[]
}

export type RecordManualRefundRequest = {
  "reference": string
  "reason": string
}

export type RecordPaymentRequest = {
  "kind"?: "payment" | "credit"
  "receivedOn": string
  "amount": number
  "reference": string
  "statement"?: (number) | (null)
  "invoice"?: (number) | (null)
  "note"?: (string) | (null)
}

export type RefundOrderRequest = {
  "reason": string
  "amount"?: number
  "items"?: (RefundOrderRequestItem)[]
}

export type RefundOrderRequestItem = {
  "index": number
  "quantity"?: number
  "amount"?: number
}

export type RefuseExemptionRequest = {
  "reason": string
}

export type RefuseJobRequest = {
  "reason": string
}

export type RejectProofByLinkRequest = {
  "token": string
  "author": string
  "comment": string
}

export type RemoveChargeRequest = {
  "reference": string
  "reason": string
}

export type RemovedPrinter = {
  "name": string
  "openJobs": number
  "unsubmitted": number
  "alarms": number
}

export type RenameAccountRequest = {
  "name": string
}

export type RenewRecoveryCodesAnswer = {
  "recoveryCodes": (string)[]
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

export type ReportJobPackagesForPrinterRequest = {
  "shipments": (ReportJobPackagesRequestShipment)[]
  "reason": string
}

export type ReportJobPackagesRequest = {
  "shipments": (ReportJobPackagesRequestShipment)[]
}

export type ReportJobPackagesRequestShipment = {
  "masterTrackingNumber"?: string
  "carrier"?: string
  "packages": (ReportJobPackagesRequestShipmentPackage)[]
}

export type ReportJobPackagesRequestShipmentPackage = {
  "trackingNumber"?: string
  "altTrackingNumber"?: string
  "trackingUrl"?: string
}

export type ReportJobsPrintedAnswer = {
  "results": (ReportJobsPrintedAnswerResult)[]
}

export type ReportJobsPrintedAnswerResult = {
  "jobId": string
  "outcome": "done" | "awaiting_approval" | "refused"
  "code": (string) | (null)
  "detail": (string) | (null)
}

export type ReportJobsPrintedRequest = {
  "jobIds": (string)[]
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

export type RepriceRecentOrdersAnswer = {
  "days": number
  "orders": number
  "notSold": number
  "before": number
  "after": number
  "marginBefore": (GetOrderForStaffAnswerMarginLine) | (null)
  "marginAfter": (GetOrderForStaffAnswerMarginLine) | (null)
  "byBook": (RepricedBook)[]
  "byCustomer": (RepricedCustomer)[]
  "nextCursor": (string) | (null)
}

export type RepricedBook = {
  "manufacturingSku": string
  "copies": number
  "before": number
  "after": number
  "marginBefore": (GetOrderForStaffAnswerMarginLine) | (null)
  "marginAfter": (GetOrderForStaffAnswerMarginLine) | (null)
}

export type RepricedCustomer = {
  "accountId": string
  "accountName": string
  "orders": number
  "before": number
  "after": number
  "marginBefore": (GetOrderForStaffAnswerMarginLine) | (null)
  "marginAfter": (GetOrderForStaffAnswerMarginLine) | (null)
}

export type ReprintOrderRequest = {
  "reason"?: string
  "cause"?: "misprint" | "binding" | "damaged" | "lost" | "wrong_book" | "other"
}

export type RepublishOperatorVersionAnswer = {
  "version": number
  "state": "scheduled" | "in_effect" | "past" | "withdrawn"
  "author": string
  "reason": (string) | (null)
  "createdAt": string
  "effectiveAt": string
}

export type RepublishOperatorVersionRequest = {
  "basedOn": number
  "reason": string
  "effectiveAt"?: string
}

export type RequestEmailChangeRequest = {
  "newEmail": string
}

export type RequestPasswordResetAnswer = {
  "status": "accepted"
}

export type RequestPasswordResetRequest = {
  "email": string
}

export type RequestedChange = {
  "destination": Address
  "shippingClassification": string
  "requestedAt": string
}

export type ResendDeliveriesInDashboardAnswer = {
  "count": number
  "more": boolean
}

export type ResendDeliveriesInDashboardRequest = {
  "from": string
  "to": string
  "state"?: "failed" | "all"
  "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" | "InvoiceCreated"
  "asOf": string
}

export type ResendParcelRequest = {
  "trackingNumber": string
  "destination": Destination
  "reason": string
}

export type ResendSelectedDeliveriesAnswer = {
  "results": (StaffDeliveryResult)[]
  "nextCursor": (string) | (null)
}

export type ResentDelivery = {
  "deliveryId": string
}

export type ResetPasswordRequest = {
  "token": string
  "newPassword": string
}

export type ResolveBindingMismatchRequest = {
  "note"?: string
}

export type RestoreArchivedOrderAnswer = {
  "restored": number
}

export type ResumeOrderRequest = {
  "reason"?: string
}

export type ResumeOrdersAnswer = {
  "done": number
  "failed": (ResumeOrdersAnswerFailed)[]
  "nextCursor": (string) | (null)
}

export type ResumeOrdersAnswerFailed = {
  "accountId": string
  "customerOrderId": string
  "orderTitle"?: string
  "code": string
  "detail": string
}

export type ResumeOrdersRequest = {
  "mode": "sandbox" | "production"
  "stoppedIn": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "note": (string) | (null)
  "asOf": string
  "limit"?: number
  "cursor"?: string
  "reason"?: string
}

export type ResumeSelectedOrdersAnswer = {
  "results": (StaffActResult)[]
  "nextCursor": (string) | (null)
}

export type RollApiKeyRequest = {
  "overlapHours": number
}

export type RoutePreview = {
  "pricing": Pricing
  "estimatedShipDate": string
  "printers": (RoutePreviewPrinter)[]
}

export type RoutePreviewPrinter = {
  "name": string
  "title": (string) | (null)
  "startDay": (string) | (null)
  "isPaused": boolean
  "reason": "books" | "place" | "paused" | "day" | "priority" | "load" | "name" | null
}

export type SandboxWork = {
  "kind": "fast_forward" | "emptying"
  "startedAt": string
  "orders": number
}

export type SaveAccountSingleSignOnRequest = {
  "issuer": string
  "clientId": string
  "scope"?: string
  "groupsClaim"?: string
  "roles": (SaveAccountSingleSignOnRequestRole)[]
  "defaultRole": "owner" | "developer" | "bookkeeper" | "viewer" | null
  "localSignIn": boolean
  "clientSecret"?: string
  "domains": (string)[]
}

export type SaveAccountSingleSignOnRequestRole = {
  "group": string
  "role": "owner" | "developer" | "bookkeeper" | "viewer"
}

export type SaveMailServerRequest = {
  "host": string
  "port": number
  "security": "tls" | "starttls" | "none"
  "user": (string) | (null)
  "password"?: string
  "from": string
}

export type SaveOperatorDraftRequest = {
  "revision": number
  "basedOn": number
  "content": OperatorContent
}

export type SavePaymentProviderRequest = {
  "gateway": "simulated" | "stripe"
  "secretKey"?: string
  "webhookSecret"?: string
}

export type SavePublicAddressRequest = {
  "url": string
}

export type SaveStorageRequest = {
  "bucket": string
  "endpoint": (string) | (null)
  "region": string
  "accessKeyId": (string) | (null)
  "secretAccessKey"?: string
}

export type SaveViewInDashboardAnswer = {
  "viewId": string
}

export type SaveViewInDashboardRequest = {
  "list": "orders" | "webhooks"
  "name": string
  "shared"?: boolean
  "query": string
}

export type SaveViewOfPressRequest = {
  "list": "jobs"
  "name": string
  "shared"?: boolean
  "query": string
}

export type SaveViewOfStaffRequest = {
  "list": "orders" | "webhooks" | "charges" | "documents"
  "name": string
  "shared"?: boolean
  "query": string
}

export type SavedView = {
  "viewId": string
  "name": string
  "shared": boolean
  "mine": boolean
  "mayDelete": boolean
  "by": string
  "query": string
}

export type SearchForStaffAnswer = {
  "orders": (SearchForStaffAnswerOrder)[]
  "more": boolean
  "exact": boolean
  "archived": (ListOrdersOfAllAccountsAnswerArchived)[]
  "accounts": (SearchForStaffAnswerAccount)[]
  "papers": (SearchForStaffAnswerPaper)[]
}

export type SearchForStaffAnswerAccount = {
  "accountId": string
  "name": string
  "holderEmail": string
}

export type SearchForStaffAnswerOrder = {
  "accountId": string
  "accountName": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "orderNumber": string
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "to": SearchInDashboardAnswerOrderTo
  "total": (number) | (null)
  "createdAt": string
}

export type SearchForStaffAnswerPaper = {
  "kind": "invoice" | "credit_note" | "statement"
  "accountId": string
  "accountName": string
  "number": number
  "chargeId": (string) | (null)
  "refundId": (string) | (null)
  "paymentId": (string) | (null)
  "statement": (number) | (null)
  "purchaseOrderNumber": (string) | (null)
  "total": number
  "issuedAt": string
}

export type SearchInDashboardAnswer = {
  "orders": (SearchInDashboardAnswerOrder)[]
  "more": boolean
  "exact": boolean
  "archived": (ArchivedOrder)[]
  "products": (SearchInDashboardAnswerProduct)[]
  "invoices": (SearchInDashboardAnswerInvoice)[]
  "statements": (SearchInDashboardAnswerStatement)[]
}

export type SearchInDashboardAnswerInvoice = {
  "number": number
  "chargeId": (string) | (null)
  "amount": number
}

export type SearchInDashboardAnswerOrder = {
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "orderNumber": string
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "AWAITING_PROOF" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "to": SearchInDashboardAnswerOrderTo
  "total": (number) | (null)
  "createdAt": string
}

export type SearchInDashboardAnswerOrderTo = {
  "name": string
  "city": string
  "country": string
}

export type SearchInDashboardAnswerProduct = {
  "sku": string
  "name": string
}

export type SearchInDashboardAnswerStatement = {
  "number": number
  "month": string
  "total": number
}

export type SecondFactorRule = {
  "everyone": boolean
  "roles": ("owner" | "support" | "finance" | "production" | "read_only")[]
}

export type SelectedShipping = {
  "shippingClassification": string
  "price": (number) | (null)
  "estimatedDelivery": (DeliveryWindow) | (null)
}

export type SendSampleEmailAnswer = {
  "to": string
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

export type SetUpStep = {
  "step": "company" | "brand" | "books" | "shipping" | "taxes" | "holidays" | "publish" | "printers" | "payment" | "mail" | "storage" | "address" | "webhooks" | "customer" | "order"
  "state": "done" | "check" | "todo"
  "detail": string
}

export type SettleOnlinePaymentRequest = {
  "decision": "retry" | "close"
  "reason": string
}

export type ShipJobForPrinterRequest = {
  "shipments"?: (ReportJobPackagesRequestShipment)[]
  "shippingTotal"?: number
  "reason": string
}

export type ShipJobRequest = {
  "shipments"?: (ReportJobPackagesRequestShipment)[]
  "shippingTotal"?: number
  "reason"?: string
}

export type Shipment = {
  "masterTrackingNumber": string
  "carrier": string
  "shippedAt": string
  "packages": (Package)[]
}

export type ShippedTo = {
  "destination": Address
  "shippingClassification": string
  "orderTotal": (number) | (null)
}

export type ShippingEstimate = {
  "currency": "USD"
  "options": (ShippingOption)[]
  "pageCountsAssumed": (AssumedPageCount)[]
  "warnings": (OrderProblem)[]
}

export type ShippingLabel = {
  "labelId": string
  "parcel": number
  "status": "requested" | "bought" | "void_requested" | "voided" | "not_refunded" | "failed"
  "box": string
  "weightOunces": number
  "carrier": (string) | (null)
  "service": (string) | (null)
  "trackingNumber": (string) | (null)
  "cost": (number) | (null)
  "problem": (string) | (null)
  "requestedAt": string
  "resends": (string) | (null)
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

export type SignInAnswer = {
  "userId": string
  "name": string
  "email": string
  "kind": "customer" | "staff" | "printer"
  "accountId": (string) | (null)
  "accountName": (string) | (null)
  "role": "owner" | "developer" | "bookkeeper" | "viewer" | "support" | "finance" | "production" | "read_only" | null
  "printer": (string) | (null)
  "language": "en" | "de" | null
  "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team" | "customers" | "refunds" | "approvals" | "money" | "printing" | "catalog" | "people" | "installation")[]
  "secondFactor": boolean
  "hasPassword": boolean
  "viewing": (SignInAnswerViewing) | (null)
  "mustEnrol": boolean
}

export type SignInAnswerViewing = {
  "accountId": string
  "accountName": string
  "isSuspended": boolean
}

export type SignInRequest = {
  "email": string
  "password": string
}

export type SignUpRequest = {
  "accountName": string
  "name": string
  "email": string
  "password": string
  "terms"?: string
}

export type SilentJob = {
  "jobId": string
  "accountId": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "orderTitle"?: string
  "printer": string
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
  "alarm": "submission" | "acceptance" | "shipping" | "cancellation" | "change"
  "alarmedAt": string
  "dueDate": (string) | (null)
  "expectedShipDate": (string) | (null)
  "createdAt": string
  "updatedAt": string
}

export type SimulateConfirmationRequest = {
  "says": "confirmed" | "refused"
}

export type SimulateDisputeRequest = {
  "says": "opened" | "won" | "lost"
}

export type SimulateOutcomeRequest = {
  "outcome": "payment_success" | "payment_failure" | "accepted" | "shipped" | "cancel_accepted" | "cancel_refused" | "change_accepted" | "change_refused" | "problem" | "refused" | "printed" | "delayed" | "split_shipment" | "contradiction" | "silent" | "resumed" | "revalidated" | "abandoned" | "delivered" | "returned" | "delivery_problem"
}

export type SimulatePayerRequest = {
  "by": "card" | "bank_debit" | "bank_debit_fails"
}

export type StaffAccount = {
  "accountId": string
  "name": string
  "holderEmail": string
  "enterprise": boolean
  "priceList": (string) | (null)
  "agreedPrices": boolean
  "limits": StaffAccountLimits
  "createdAt": string
  "suspendedAt": (string) | (null)
  "suspensionReason": (string) | (null)
}

export type StaffAccountLimits = {
  "sandbox": StaffAccountLimitsSandbox
  "production": StaffAccountLimitsSandbox
}

export type StaffAccountLimitsSandbox = {
  "ordersPer24Hours": number
  "queueCeiling": number
  "queued": number
}

export type StaffActResult = {
  "accountId": string
  "customerOrderId": string
  "orderTitle"?: string
  "outcome": "done" | "awaiting_approval" | "refused"
  "code": (string) | (null)
  "detail": (string) | (null)
}

export type StaffDelivery = {
  "accountId": string
  "accountName": string
  "mode": "sandbox" | "production"
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
  "orderTitle"?: string
}

export type StaffDeliveryResult = {
  "accountId": string
  "mode": "sandbox" | "production"
  "deliveryId": string
  "outcome": "done" | "awaiting_approval" | "refused"
  "code": (string) | (null)
  "detail": (string) | (null)
}

export type StaffDeliverySelection = {
  "deliveries"?: (StaffDeliverySelectionDelivery)[]
  "filter"?: StaffDeliverySelectionFilter
  "cursor"?: string
}

export type StaffDeliverySelectionDelivery = {
  "accountId": string
  "mode": "sandbox" | "production"
  "deliveryId": string
}

export type StaffDeliverySelectionFilter = {
  "sort"?: "newest" | "oldest"
  "accountId"?: string
  "mode"?: "sandbox" | "production"
  "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" | "InvoiceCreated" | "WebhookTest"
  "status"?: "pending" | "delivered" | "exhausted" | "gone"
  "result"?: "first_try" | "later" | "failed" | "any"
  "from"?: string
  "to"?: string
  "response"?: "2xx" | "3xx" | "4xx" | "5xx" | "none"
}

export type StaffDocument = {
  "accountId": string
  "accountName": string
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

export type StaffOrderSelection = {
  "orders"?: (StaffOrderSelectionOrder)[]
  "filter"?: StaffOrderSelectionFilter
  "cursor"?: string
  "reason"?: string
}

export type StaffOrderSelectionFilter = {
  "sort"?: "newest" | "oldest"
  "mode"?: "sandbox" | "production"
  "status"?: string
  "accountId"?: string
  "createdAfter"?: string
  "createdBefore"?: string
  "sku"?: string
  "country"?: string
  "minTotal"?: string
  "maxTotal"?: string
  "problem"?: "only"
  "queued"?: "only"
  "due"?: "late" | "today"
  "endedAfter"?: string
  "endedBefore"?: string
  "printer"?: string
}

export type StaffOrderSelectionOrder = {
  "accountId": string
  "customerOrderId": string
}

export type StaffPrinter = {
  "name": string
  "title": (string) | (null)
  "adapter": string
  "priority": number
  "copiesPerDay": (number) | (null)
  "bindingCodes": boolean
  "day": StaffPrinterDay
  "heldAt": (string) | (null)
  "heldBy": (string) | (null)
  "holdReason": (string) | (null)
  "heardAt": (string) | (null)
  "failingSince": (string) | (null)
  "lastFailure": (string) | (null)
  "openJobs": number
  "unsubmitted": number
  "alarms": number
}

export type StaffPrinterDay = {
  "date": string
  "jobs": number
  "copies": number
}

export type StaffReport = {
  "period": ReportPeriod
  "periodBefore": ReportPeriod
  "interval": "day" | "month"
  "countedUntil": (string) | (null)
  "totals": StaffReportTotals
  "totalsBefore": StaffReportTotals
  "steps": (StaffReportStep)[]
  "failures": (ReportFailure)[]
  "problems": (ReportProblem)[]
  "cancellations": (ReportCancellation)[]
  "reprintCauses": (ReportReprintCause)[]
  "deliveries": (ReportDelivery)[]
  "books": (StaffReportBook)[]
  "printers": (StaffReportPrinter)[]
  "customers": (StaffReportCustomer)[]
}

export type StaffReportBook = {
  "sku": (string) | (null)
  "title": (string) | (null)
  "orders": number
  "copies": number
  "copiesBefore": number
  "shippedCopies": number
  "cost": number
  "costPerCopy": (number) | (null)
  "costedSales": (number) | (null)
  "costs": (number) | (null)
  "margin": (number) | (null)
}

export type StaffReportCustomer = {
  "accountId": string
  "accountName": string
  "charged": number
  "refunded": number
  "net": number
  "printerPrices": number
  "shipped": number
  "costedSales": (number) | (null)
  "costs": (number) | (null)
  "margin": (number) | (null)
  "marginRate": (number) | (null)
}

export type StaffReportPrinter = {
  "printer": string
  "shipped": number
  "shippedCopies": number
  "late": number
  "onTimeRate": (number) | (null)
  "makingDays": (number) | (null)
  "stopped": number
  "reprints": number
  "costedSales": (number) | (null)
  "costs": (number) | (null)
  "margin": (number) | (null)
  "marginRate": (number) | (null)
  "before": StaffReportPrinterBefore
}

export type StaffReportPrinterBefore = {
  "shipped": number
  "shippedCopies": number
  "late": number
  "onTimeRate": (number) | (null)
  "makingDays": (number) | (null)
  "stopped": number
  "reprints": number
  "costedSales": (number) | (null)
  "costs": (number) | (null)
  "margin": (number) | (null)
  "marginRate": (number) | (null)
}

export type StaffReportStep = {
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
  "costedSales": (number) | (null)
  "costs": (number) | (null)
  "margin": (number) | (null)
  "marginRate": (number) | (null)
}

export type StaffReportTotals = {
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
  "costedSales": (number) | (null)
  "costs": (number) | (null)
  "margin": (number) | (null)
  "marginRate": (number) | (null)
}

export type StartSecondFactorAnswer = {
  "totpUri": string
  "recoveryCodes": (string)[]
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

export type TaxEntry = {
  "entryId": string
  "at": string
  "accountId": string
  "orderId": string
  "customerOrderId": (string) | (null)
  "orderTitle"?: string
  "registration": string
  "jurisdiction": string
  "gross": number
  "exempt": number
  "taxable": number
  "tax": number
  "credits": number
  "creditedTax": number
  "due": number
  "returnId": (string) | (null)
}

export type TaxReturn = {
  "returnId": string
  "registration": string
  "firstDay": string
  "lastDay": string
  "gross": number
  "exempt": number
  "taxable": number
  "tax": number
  "credits": number
  "creditedTax": number
  "due": number
  "lines": (TaxReturnLine)[]
  "reference": (string) | (null)
  "filedAt": string
  "filedBy": string
}

export type TaxReturnLine = {
  "jurisdiction": string
  "gross": number
  "exempt": number
  "taxable": number
  "tax": number
  "credits": number
  "creditedTax": number
  "due": number
}

export type TestAccountSingleSignOnAnswer = {
  "problem": (TestAccountSingleSignOnAnswerProblem) | (null)
}

export type TestAccountSingleSignOnAnswerProblem = {
  "code": "unreachable" | "not_a_provider" | "other_issuer" | "wrong_client" | "refused"
  "detail": string
}

export type TestPrinterConnectionAnswer = {
  "works": (boolean) | (null)
  "detail": string
}

export type UnknownParameter = {
  "pointer": string
  "code": string
  "detail": string
}

export type UnmappedAccount = {
  "ledgerAccount": "receivable" | "cash" | "revenue" | "tax" | "refunds" | "disputes" | "fees" | "shipping_cost" | "carrier_payable"
  "detail": (string) | (null)
}

export type UpdateAccountRequest = {
  "enterprise"?: boolean
  "limits"?: UpdateAccountRequestLimits
  "reason"?: string
}

export type UpdateAccountRequestLimits = {
  "sandbox"?: UpdateAccountRequestLimitsSandbox
  "production"?: UpdateAccountRequestLimitsSandbox
}

export type UpdateAccountRequestLimitsSandbox = {
  "ordersPer24Hours"?: number
  "queueCeiling"?: number
}

export type UpdateAccountSettingsRequest = {
  "proofRequired"?: boolean
  "contactPhone"?: (string) | (null)
  "sandboxPayments"?: "manual" | "automatic"
}

export type UpdateBillingDetailsInDashboardRequest = {
  "company"?: (string) | (null)
  "contact"?: (string) | (null)
  "address"?: (UpdateBillingDetailsInDashboardRequestAddress) | (null)
  "taxNumber"?: (string) | (null)
  "purchaseOrderNumber"?: (string) | (null)
}

export type UpdateBillingDetailsInDashboardRequestAddress = {
  "address1": string
  "address2"?: (string) | (null)
  "city": string
  "state"?: (string) | (null)
  "postal": string
  "country": string
}

export type UpdatePackingSlipSettingsRequest = {
  "logo"?: (string) | (null)
  "message"?: (string) | (null)
  "returnAddress"?: (UpdatePackingSlipSettingsRequestReturnAddress) | (null)
  "blind"?: boolean
  "language"?: "en" | "de"
}

export type UpdatePackingSlipSettingsRequestReturnAddress = {
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

export type UpdateReaderTrackingInDashboardRequest = {
  "readerTracking": "off" | "page" | "page_and_email"
}

export type UploadedFile = {
  "fileUrl": string
  "sha256": string
  "bytes": number
  "pageCount": (number) | (null)
  "pageSize": (UploadedFilePageSize) | (null)
  "books": (string)[]
  "products": (UploadedFileProduct)[]
  "title": (string) | (null)
  "problem": (string) | (null)
}

export type UploadedFilePageSize = {
  "width": number
  "height": number
}

export type UploadedFileProduct = {
  "sku": string
  "part": "cover" | "guts"
}

export type WaiveLateFeesRequest = {
  "reason": string
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

export type WithdrawOperatorVersionRequest = {
  "reason": string
}

export type WriteOrderMessageRequest = {
  "reader": "staff" | "customer"
  "text": string
}

export type paths = {
  "/_clock": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetClockAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": MoveClockRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetClockAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/change-email": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetEmailChangeAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": RequestEmailChangeRequest } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": RequestPasswordResetAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/auth/change-email/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ReadInvitationRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ConfirmEmailChangeAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/change-password": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ChangePasswordRequest } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/confirm-password": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ConfirmPasswordRequest } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/email-settings": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetEmailSettingsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ChangeEmailSettingsRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetEmailSettingsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/auth/first-owner": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetFirstOwnerStateAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": CreateFirstOwnerRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/invitations/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": AcceptInvitationRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/invitations/read": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ReadInvitationRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReadInvitationAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/language": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ChangeLanguageRequest } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/auth/passkeys": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListPasskeysAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": FinishAddingPasskeyRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": ListPasskeysAnswerPasskey } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/passkeys/options": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/passkeys/{passkeyId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "passkeyId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/auth/request-password-reset": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": RequestPasswordResetRequest } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": RequestPasswordResetAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/reset-password": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ResetPasswordRequest } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/second-factor/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": FinishSignInWithTotpRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/second-factor/enrol": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ConfirmPasswordRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": StartSecondFactorAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/second-factor/recovery-codes": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ConfirmPasswordRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": RenewRecoveryCodesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/second-factor/remove": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ConfirmPasswordRequest } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/session": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/auth/sessions": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListSessionsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/auth/sessions/end-others": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sessions/{sessionId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "sessionId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/auth/sign-in/email": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SignInRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-in/passkey": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": FinishPasskeySignInRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-in/passkey/options": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-in/recovery-code": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": FinishSignInWithRecoveryCodeRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-in/totp": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": FinishSignInWithTotpRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-out": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-up": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetSignUpStateAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SignUpRequest } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": RequestPasswordResetAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-up/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ConfirmSignUpRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/single-sign-on": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "domain"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetSingleSignOnAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/auth/single-sign-on/terms": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetNewMemberAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": AcceptTermsRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": SignInAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/account": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetAccountSettingsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": UpdateAccountSettingsRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetAccountSettingsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/account/packing-slip": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": PackingSlipSettings } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": UpdatePackingSlipSettingsRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PackingSlipSettings } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/account/reader-tracking": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReaderTracking } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": UpdateReaderTrackingInDashboardRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReaderTracking } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/archive": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ArchivedMonths } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/archive/{month}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "month": string }; query?: { "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ArchivedOrderPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/archive/{month}/export": {
    parameters: Record<string, never>
    get: { parameters: { path: { "month": string }; query?: { "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/audit": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListAuditLogAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/audit/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/bank-account": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": OpenBankAccountAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/charges/{chargeId}/invoice.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "chargeId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/details": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BillingDetails } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": UpdateBillingDetailsInDashboardRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": BillingDetails } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/billing/documents": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "kind"?: "invoice" | "credit_note"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListBillingDocumentsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/documents/{number}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BillingDocument } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/due": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetAmountDueAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/ledger": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "from": string; "to": string; "format"?: "csv" | "json" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/ledger/balances": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "from": string; "to": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetLedgerBalancesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/online-payments": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOnlinePaymentsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/online-payments/{paymentId}/simulate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "paymentId": string }; query?: never }; requestBody: { content: { "application/json": SimulatePayerRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OnlinePayment } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/pay": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": PayAmountDueRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Charge } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/payments": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListReceivedPaymentsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/payments/{paymentId}/credit-note.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "paymentId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/refunds/{refundId}/credit-note.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "refundId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/simulated-transfers": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": PayStatementRequest } }; responses: { 202: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/statement-lines": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "statement"?: number; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListStatementLinesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/statements": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListStatementsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/statements/{number}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Statement } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/statements/{number}/pay": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "number": number }; query?: never }; requestBody: { content: { "application/json": PayStatementRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OnlinePayment } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/statements/{number}/statement.csv": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/statements/{number}/statement.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": number }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/terms": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetBillingTermsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/cards": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListCardsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: { content: { "application/json": (AddCardRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": AddCardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/cards/look": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 202: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/cards/{cardId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "cardId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListCardsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/cards/{cardId}/default": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "cardId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListCardsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/catalogue": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetCatalogAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/catalogue/{manufacturingSku}/prices": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetCatalogPricesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListChargesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges/{chargeId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "chargeId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Charge } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges/{chargeId}/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "chargeId": string }; query?: never }; requestBody: { content: { "application/json": SimulateConfirmationRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Charge } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges/{chargeId}/dispute": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "chargeId": string }; query?: never }; requestBody: { content: { "application/json": SimulateDisputeRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Charge } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges/{chargeId}/withdraw": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "chargeId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Charge } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/covers/{sha256}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sha256": string }; query: { "book": string; "size"?: "list" | "page" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/estimate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewEstimate } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ShippingEstimate } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/exemptions": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListExemptionsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query: { "state": string } }; requestBody: { content: { "application/pdf": Blob; "image/png": Blob; "image/jpeg": Blob } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Exemption } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/products": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "sku" | "-sku" | "name" | "-name" | "created" | "-created"; "archived"?: boolean; "search"?: string; "cursor"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListProductsInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": NewProduct } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": ProductInDashboard } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/products/{sku}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProductInDashboard } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "sku": string }; query?: never }; requestBody: { content: { "application/json": ProductChanges } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProductInDashboard } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/products/{sku}/archive": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProductInDashboard } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/products/{sku}/restore": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProductInDashboard } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/proofs/approve": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ApproveProofByLinkRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProofPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/proofs/comment": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": CommentOnProofRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": ProofComment } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/proofs/preview": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": GetProofPreviewRequest } }; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/proofs/read": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ReadProofRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProofPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/proofs/reject": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": RejectProofByLinkRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProofPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/sandbox": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetSandboxInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/sandbox/fast-forward": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": FastForwardSandboxRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": FastForwardSandboxAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/sandbox/orders": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": EmptySandboxAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/sandbox/orders/{customerOrderId}/simulate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": SimulateOutcomeRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/single-sign-on": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": AccountSingleSignOn } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SaveAccountSingleSignOnRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": AccountSingleSignOn } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/single-sign-on/domains/{domain}/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "domain": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": AccountSingleSignOn } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/single-sign-on/test": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": TestAccountSingleSignOnAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/team": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetTeamAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/team/invitations": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": InviteMemberRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": InviteMemberAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/team/invitations/{invitationId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "invitationId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/team/members/{userId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "userId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch: { parameters: { path: { "userId": string }; query?: never }; requestBody: { content: { "application/json": ChangeMemberRoleRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetTeamAnswerMember } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/team/requests/{approvalId}/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "approvalId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/team/requests/{approvalId}/refuse": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "approvalId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/views": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "list": "orders" | "webhooks" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListViewsInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SaveViewInDashboardRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SaveViewInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/views/{viewId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "viewId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/words": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListWordsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "customerOrderId"?: string; "state"?: "all" | "given_up"; "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" | "InvoiceCreated" | "WebhookTest"; "status"?: "pending" | "delivered" | "exhausted" | "gone"; "result"?: "first_try" | "later" | "failed" | "any"; "from"?: string; "to"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": DeliveryPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries/redeliver": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query: { "from": string; "to": string; "state"?: "failed" | "all"; "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" | "InvoiceCreated" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": CountDeliveriesToResendAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": ResendDeliveriesInDashboardRequest } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": ResendDeliveriesInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries/{deliveryId}/attempts": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "deliveryId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": DeliveryAttempts } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries/{deliveryId}/redeliver": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "deliveryId": string }; query?: never }; requestBody?: never; responses: { 202: { headers: Record<string, string>; content: { "application/json": ResentDelivery } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries/{deliveryId}/request": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "deliveryId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": DeliveryRequest } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/files": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/pdf": Blob } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": UploadedFile } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/keys": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "cursor"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListApiKeysAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": CreateApiKeyRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": ListApiKeysAnswerKey } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/keys/{keyId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "mode": "sandbox" | "production"; "keyId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/{mode}/keys/{keyId}/roll": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "keyId": string }; query?: never }; requestBody: { content: { "application/json": RollApiKeyRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": ListApiKeysAnswerKey } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "sort"?: "newest" | "oldest" | "due" | "-due" | "updated" | "-updated" | "total" | "-total" | "status" | "-status" | "country" | "-country" | "recipient" | "-recipient"; "status"?: string; "createdAfter"?: string; "createdBefore"?: string; "search"?: string; "sku"?: string; "country"?: string; "minTotal"?: string; "maxTotal"?: string; "problem"?: "only"; "queued"?: "only"; "due"?: "late" | "today"; "endedAfter"?: string; "endedBefore"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOrdersInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": NewOrder } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders-export": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "sort"?: "newest" | "oldest" | "due" | "-due" | "updated" | "-updated" | "total" | "-total" | "status" | "-status" | "country" | "-country" | "recipient" | "-recipient"; "status"?: string; "createdAfter"?: string; "createdBefore"?: string; "search"?: string; "sku"?: string; "country"?: string; "minTotal"?: string; "maxTotal"?: string; "problem"?: "only"; "queued"?: "only"; "due"?: "late" | "today"; "endedAfter"?: string; "endedBefore"?: string; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/bulk/cancel": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": OrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderActResults } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/bulk/resend-webhooks": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": OrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderActResults } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/spreadsheet": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/octet-stream": Blob; "text/csv": Blob; "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReadOrderSpreadsheetInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/validate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": NewOrder } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderPreview } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOrderInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: { "preview"?: boolean } }; requestBody: { content: { "application/json": OrderChange } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/books/{item}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string; "item": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BookView } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/files": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOrderFilesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/files/{item}/{part}": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string; "item": number; "part": "cover" | "guts" }; query?: never }; requestBody: { content: { "application/json": OrderFileReplacement } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/files/{item}/{part}/preview/{page}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string; "item": number; "part": "cover" | "guts"; "page": number }; query?: { "size"?: "thumbnail" | "screen" | "zoom"; "lines"?: boolean } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/proof": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ProofSharing } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/proof/approve": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": ProofApproval } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/proof/links": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": NewProofLink } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": CreatedProofLink } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/proof/links/{linkId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string; "linkId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/proof/reject": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": ProofRejection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/overview": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOverviewAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/quotes": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "status"?: "requested" | "offered" | "declined" | "withdrawn" | "expired" | "accepted"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListQuotesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": NewQuote } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Quote } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/quotes/{quoteId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "quoteId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Quote } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/quotes/{quoteId}/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "quoteId": string }; query?: never }; requestBody: { content: { "application/json": QuoteAcceptance } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/quotes/{quoteId}/withdraw": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "quoteId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Quote } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/reports": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "period"?: "last_7_days" | "last_30_days" | "last_90_days" | "this_month" | "last_month" | "this_year"; "from"?: string; "to"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Report } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/reports/export": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "period"?: "last_7_days" | "last_30_days" | "last_90_days" | "this_month" | "last_month" | "this_year"; "from"?: string; "to"?: string; "format"?: "csv" | "json" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/search": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query: { "search": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": SearchInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-endpoints": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookEndpoints } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": NewWebhookEndpoint } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": CreatedWebhookEndpoint } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-endpoints/{endpointId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "mode": "sandbox" | "production"; "endpointId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch: { parameters: { path: { "mode": "sandbox" | "production"; "endpointId": string }; query?: never }; requestBody: { content: { "application/json": WebhookEndpointChanges } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookEndpoint } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/{mode}/webhook-endpoints/{endpointId}/secret": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "endpointId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookSecrets } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-endpoints/{endpointId}/secret/rotate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "endpointId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookSecrets } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-public-key": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookPublicKey } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-public-key/rotate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookPublicKey } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-secret": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookSecrets } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-secret/rotate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": WebhookSecrets } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-test": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListWebhookAddressesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: { content: { "application/json": (SendTestEventRequest) | (null) } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": SentTest } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
  "/metrics": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/plain": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/binding": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReadBindingSettingsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/binding/checks": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": CheckBindingRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": CheckBindingAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/binding/mismatches": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOpenBindingMismatchesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/binding/mismatches/{mismatchId}/resolve": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mismatchId": string }; query?: never }; requestBody?: { content: { "application/json": (ResolveBindingMismatchRequest) | (null) } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/carrier": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "trackingNumber": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": RecognizeCarrierAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/files/{token}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "token": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "status"?: string; "customerOrderId"?: string; "dueBy"?: string; "manufacturingSku"?: string; "shippingClassification"?: string; "cancellationRequested"?: boolean; "waitsForAnswer"?: boolean; "printer"?: string; "sort"?: "given" | "due" | "ended"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListJobsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ReportJobsPrintedRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": AcceptJobsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/files.zip": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "jobIds": string; "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/zip": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/printed": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ReportJobsPrintedRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReportJobsPrintedAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/tickets.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "jobIds": string; "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJobWithPrices } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: { content: { "application/json": (AcceptJobRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/books/{item}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string; "item": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BookView } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/cancellation": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": DecideJobCancellationRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/change": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": DecideJobChangeRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/covers/{item}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string; "item": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/delay": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": DelayJobRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/files": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOrderFilesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/files/{item}/{part}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string; "item": number; "part": "cover" | "guts" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/files/{item}/{part}/preview/{page}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string; "item": number; "part": "cover" | "guts"; "page": number }; query?: { "size"?: "thumbnail" | "screen" | "zoom"; "lines"?: boolean } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/labels": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListJobLabelsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": BuyJobLabelRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ShippingLabel } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/labels/{labelId}/file": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string; "labelId": string }; query?: { "format"?: "PDF" | "ZPL" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/labels/{labelId}/invoice": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string; "labelId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/labels/{labelId}/void": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string; "labelId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ShippingLabel } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/packages": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": ReportJobPackagesRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/printed": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: { content: { "application/json": (ReceiveJobRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/problem": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": RefuseJobRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/receive": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: { content: { "application/json": (ReceiveJobRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/refuse": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": RefuseJobRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/ship": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": ShipJobRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrintJob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/ticket.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/manifests": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListManifestsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ReceiveJobRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": MakeManifestsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/manifests/{manifestId}/file": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manifestId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/refusal-notes": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListRefusalNotesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/reports": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "period"?: "last_7_days" | "last_30_days" | "last_90_days" | "this_month" | "last_month" | "this_year"; "from"?: string; "to"?: string; "printer"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrinterReport } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/reports/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "period"?: "last_7_days" | "last_30_days" | "last_90_days" | "this_month" | "last_month" | "this_year"; "from"?: string; "to"?: string; "printer"?: string; "format"?: "csv" | "json" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/slips/{token}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "token": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/views": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "list": "jobs" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListViewsInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SaveViewOfPressRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SaveViewInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/views/{viewId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "viewId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/press/wall": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": PressWall } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
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
  "/staff/accounting/exports": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListAccountingExportsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 201: { headers: Record<string, string>; content: { "application/json": NewAccountingExport } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounting/exports/{number}/journal": {
    parameters: Record<string, never>
    get: { parameters: { path: { "number": string }; query?: { "format"?: "csv" | "iif" | "quickbooks_online" | "xero" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "text/plain": string; "application/zip": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounting/mapping": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetAccountMappingAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": PutAccountMappingRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetAccountMappingAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounting/month-close": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "month": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetMonthCloseAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "search"?: string; "priceList"?: string; "sort"?: "created" | "-created" | "name" | "-name" | "holder" | "-holder"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListAccountsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": OpenAccountRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": OpenAccountAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffAccount } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": UpdateAccountRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffAccount } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/staff/accounts/{accountId}/archive": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ArchivedMonths } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/archive/{month}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "month": string }; query?: { "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ArchivedOrderPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/archive/{month}/export": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "month": string }; query?: { "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/charges": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": ChargeOnStatementRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetBillingTermsAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/charges/remove": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": RemoveChargeRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetBillingTermsAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/charges/{chargeId}/invoice.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "chargeId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/details": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BillingDetails } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": UpdateBillingDetailsInDashboardRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": BillingDetails } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/staff/accounts/{accountId}/billing/documents": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: { "kind"?: "invoice" | "credit_note"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListBillingDocumentsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/documents/{number}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BillingDocument } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/online-payments": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOnlinePaymentsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/online-payments/{paymentId}/settle": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "paymentId": string }; query?: never }; requestBody: { content: { "application/json": SettleOnlinePaymentRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OnlinePayment } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/payments": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListReceivedPaymentsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": RecordPaymentRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": ReceivedPayment } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/payments/{paymentId}/credit-note.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "paymentId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/payments/{paymentId}/reverse": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "paymentId": string }; query?: never }; requestBody: { content: { "application/json": MarkChargeNotTakenRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReceivedPayment } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/refunds/{refundId}/credit-note.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "refundId": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/statement-lines": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: { "statement"?: number; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListStatementLinesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/statements": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListStatementsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/statements/{number}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Statement } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/statements/{number}/statement.csv": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "number": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/statements/{number}/statement.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "number": number }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/statements/{number}/waive-late-fees": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "number": number }; query?: never }; requestBody: { content: { "application/json": WaiveLateFeesRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetBillingTermsAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/billing/terms": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetBillingTermsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": ChangeBillingTermsRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetBillingTermsAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/staff/accounts/{accountId}/end-sessions": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": DeclineRequestRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": EndAccountSessionsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/invitations": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": InviteMemberRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": InviteMemberAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/invitations/{invitationId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "accountId": string; "invitationId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/staff/accounts/{accountId}/members": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetTeamAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/name": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": RenameAccountRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffAccount } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/price-list": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": PutAccountOnPriceListRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffAccount } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/reader-tracking": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReaderTracking } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": UpdateReaderTrackingInDashboardRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReaderTracking } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/staff/accounts/{accountId}/resume": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": DeclineRequestRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffAccount } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/single-sign-on": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": AccountSingleSignOn } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": SaveAccountSingleSignOnRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": AccountSingleSignOn } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/staff/accounts/{accountId}/single-sign-on/domains/{domain}/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "domain": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": AccountSingleSignOn } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/single-sign-on/test": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": TestAccountSingleSignOnAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/suspend": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": DeclineRequestRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffAccount } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/view": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/{mode}/files": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/pdf": Blob } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": UploadedFile } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/{mode}/orders": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "mode": "sandbox" | "production" }; query?: { "sort"?: "newest" | "oldest" | "due" | "-due" | "updated" | "-updated" | "total" | "-total" | "status" | "-status" | "country" | "-country" | "recipient" | "-recipient"; "status"?: string; "createdAfter"?: string; "createdBefore"?: string; "search"?: string; "sku"?: string; "country"?: string; "minTotal"?: string; "maxTotal"?: string; "problem"?: "only"; "queued"?: "only"; "due"?: "late" | "today"; "endedAfter"?: string; "endedBefore"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": OrderPage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/{mode}/quotes/{quoteId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "mode": "sandbox" | "production"; "quoteId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": QuoteOfAccount } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/{mode}/quotes/{quoteId}/decline": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "mode": "sandbox" | "production"; "quoteId": string }; query?: never }; requestBody: { content: { "application/json": DeclineQuoteRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": QuoteOfAccount } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/{mode}/quotes/{quoteId}/offer": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "mode": "sandbox" | "production"; "quoteId": string }; query?: never }; requestBody: { content: { "application/json": NewOffer } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": QuoteOfAccount } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/approvals": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "customerOrderId"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListApprovalsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/approvals/{approvalId}/approve": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "approvalId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/approvals/{approvalId}/decline": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "approvalId": string }; query?: never }; requestBody: { content: { "application/json": DeclineRequestRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/archive": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ArchivedMonths } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/archive/{month}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "month": string }; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListAccountsInArchiveAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/audit": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "action"?: string; "by"?: string; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListAuditLogForStaffAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/audit/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "action"?: string; "by"?: string; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/binding-mismatches": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListBindingMismatchesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/charges": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "status"?: "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"; "minAmount"?: string; "maxAmount"?: string; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListChargesOfAllAccountsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/charges/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "status"?: "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"; "minAmount"?: string; "maxAmount"?: string; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/charges/{accountId}/{chargeId}/not-taken": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "chargeId": string }; query?: never }; requestBody: { content: { "application/json": MarkChargeNotTakenRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Charge } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/covers/{accountId}/{sha256}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "sha256": string }; query: { "book": string; "size"?: "list" | "page" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/deliveries": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "newest" | "oldest"; "accountId"?: string; "mode"?: "sandbox" | "production"; "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" | "InvoiceCreated" | "WebhookTest"; "status"?: "pending" | "delivered" | "exhausted" | "gone"; "result"?: "first_try" | "later" | "failed" | "any"; "from"?: string; "to"?: string; "response"?: "2xx" | "3xx" | "4xx" | "5xx" | "none"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListDeliveriesOfAllAccountsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/deliveries/bulk/resend": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": StaffDeliverySelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ResendSelectedDeliveriesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/deliveries/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "newest" | "oldest"; "accountId"?: string; "mode"?: "sandbox" | "production"; "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderChanged" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderAwaitingProof" | "OrderFilesUnreachable" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderDelivered" | "OrderDeliveryProblem" | "OrderReturned" | "OrderException" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" | "InvoiceCreated" | "WebhookTest"; "status"?: "pending" | "delivered" | "exhausted" | "gone"; "result"?: "first_try" | "later" | "failed" | "any"; "from"?: string; "to"?: string; "response"?: "2xx" | "3xx" | "4xx" | "5xx" | "none"; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/deliveries/{accountId}/{mode}/{deliveryId}/attempts": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "mode": "sandbox" | "production"; "deliveryId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": DeliveryAttempts } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/deliveries/{accountId}/{mode}/{deliveryId}/request": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "mode": "sandbox" | "production"; "deliveryId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": DeliveryRequest } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/disputes": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "state"?: "open" | "closed"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListDisputesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/documents": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "kind"?: "invoice" | "credit_note"; "number"?: string; "minAmount"?: string; "maxAmount"?: string; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListDocumentsOfAllAccountsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/documents/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "kind"?: "invoice" | "credit_note"; "number"?: string; "minAmount"?: string; "maxAmount"?: string; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/exemptions": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "expiring"?: boolean; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListPendingExemptionsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/exemptions/{accountId}/{exemptionId}/approve": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "exemptionId": string }; query?: never }; requestBody: { content: { "application/json": ApproveExemptionRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Exemption } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/exemptions/{accountId}/{exemptionId}/file": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "exemptionId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob; "image/png": Blob; "image/jpeg": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/exemptions/{accountId}/{exemptionId}/refuse": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "exemptionId": string }; query?: never }; requestBody: { content: { "application/json": RefuseExemptionRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Exemption } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/installation": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": Installation } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/installation/address": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SavePublicAddressRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Installation } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/installation/mail": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SaveMailServerRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Installation } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/installation/payment": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SavePaymentProviderRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Installation } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/installation/storage": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SaveStorageRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Installation } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/installation/{group}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "group": "mail" | "address" | "payment" | "storage" }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/staff/keys": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListStaffKeysAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": CreateStaffKeyRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": CreateStaffKeyAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/keys/{keyId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "keyId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/staff/ledger": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "from": string; "to": string; "format"?: "csv" | "json"; "accountId"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/ledger/balances": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "from": string; "to": string; "accountId"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetLedgerBalancesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/mails": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "state"?: "waiting" | "sent" | "kept" | "given_up"; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListMailsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/mails/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "state"?: "waiting" | "sent" | "kept" | "given_up"; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/mails/samples": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListSampleEmailsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/mails/samples/{name}/html": {
    parameters: Record<string, never>
    get: { parameters: { path: { "name": string }; query?: { "language"?: "en" | "de" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/html": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/mails/samples/{name}/send": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "name": string }; query?: never }; requestBody?: never; responses: { 202: { headers: Record<string, string>; content: { "application/json": SendSampleEmailAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/mails/texts": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListEmailTextsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/online-payments": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListPaymentsForStaffAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/book-measures": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": MeasureBookRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": (GetBookDimensionsAnswerIn) | (null) } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/book-prices": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": PriceBookRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": (PriceBookAnswer) | (null) } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/books": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "format"?: "xlsx" | "csv"; "decimals"?: "point" | "comma"; "version"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob; "text/csv": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/books/import": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query: { "revision": number; "save"?: boolean; "missing"?: "keep" | "retire" } }; requestBody: { content: { "application/octet-stream": Blob; "text/csv": Blob; "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ImportBooksAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/books/template": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "format"?: "xlsx" | "csv"; "decimals"?: "point" | "comma" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob; "text/csv": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/brand/check": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": CheckBrandRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": CheckBrandAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/cells": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/octet-stream": Blob; "text/csv": Blob; "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ReadSpreadsheetCellsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/difference": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "draft"?: number; "version"?: number; "before"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": CompareOperatorDataAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/draft": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOperatorDraftAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SaveOperatorDraftRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOperatorDraftAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/draft/discard": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": DiscardOperatorDraftRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOperatorDraftAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/draft/publish": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": PublishOperatorDraftRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": RepublishOperatorVersionAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/quote": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": QuoteByPriceListRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": QuoteByPriceListAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/repricing": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "draft"?: number; "version"?: number; "before"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": RepriceRecentOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/sample": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": OperatorContent } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/versions": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOperatorVersionsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/versions/{version}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "version": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOperatorVersionAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/operator-data/versions/{version}/publish": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "version": number }; query?: never }; requestBody: { content: { "application/json": RepublishOperatorVersionRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": RepublishOperatorVersionAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/operator-data/versions/{version}/withdraw": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "version": number }; query?: never }; requestBody: { content: { "application/json": WithdrawOperatorVersionRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": RepublishOperatorVersionAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "status"?: string; "mode"?: "sandbox" | "production"; "olderThan"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOverdueOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/all": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "newest" | "oldest" | "due" | "-due" | "updated" | "-updated" | "total" | "-total" | "status" | "-status" | "country" | "-country" | "recipient" | "-recipient" | "account" | "-account"; "mode"?: "sandbox" | "production"; "status"?: string; "accountId"?: string; "createdAfter"?: string; "createdBefore"?: string; "search"?: string; "sku"?: string; "country"?: string; "minTotal"?: string; "maxTotal"?: string; "problem"?: "only"; "queued"?: "only"; "due"?: "late" | "today"; "endedAfter"?: string; "endedBefore"?: string; "printer"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOrdersOfAllAccountsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/bulk/abandon": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": StaffOrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ResumeSelectedOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/bulk/reprint": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": StaffOrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ResumeSelectedOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/bulk/resend-webhooks": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": StaffOrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ResumeSelectedOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/bulk/resume": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": StaffOrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ResumeSelectedOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/bulk/revalidate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": StaffOrderSelection } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ResumeSelectedOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/causes": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "mode"?: "sandbox" | "production" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": CountExceptionCausesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "sort"?: "newest" | "oldest" | "due" | "-due" | "updated" | "-updated" | "total" | "-total" | "status" | "-status" | "country" | "-country" | "recipient" | "-recipient" | "account" | "-account"; "mode"?: "sandbox" | "production"; "status"?: string; "accountId"?: string; "createdAfter"?: string; "createdBefore"?: string; "search"?: string; "sku"?: string; "country"?: string; "minTotal"?: string; "maxTotal"?: string; "problem"?: "only"; "queued"?: "only"; "due"?: "late" | "today"; "endedAfter"?: string; "endedBefore"?: string; "printer"?: string; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/find": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "search": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": FindOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/overdue": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListUnpaidOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/resume": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ResumeOrdersRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ResumeOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/revalidate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ResumeOrdersRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ResumeOrdersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOrderForStaffAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: { "preview"?: boolean } }; requestBody: { content: { "application/json": OrderChangeByStaff } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/staff/orders/{accountId}/{customerOrderId}/abandon": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": (ResumeOrderRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/books/{item}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string; "item": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": BookView } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/cancel": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": (ResumeOrderRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/files": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOrderFilesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/files/{item}/{part}": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "accountId": string; "customerOrderId": string; "item": number; "part": "cover" | "guts" }; query?: never }; requestBody: { content: { "application/json": OrderFileReplacement } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/files/{item}/{part}/preview/{page}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string; "item": number; "part": "cover" | "guts"; "page": number }; query?: { "size"?: "thumbnail" | "screen" | "zoom"; "lines"?: boolean } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/forget": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": (ResumeOrderRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/mails": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOrderMailsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/messages": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": WriteOrderMessageRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": OrderMessage } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/refund": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": RefundOrderRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/reprint": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": (ReprintOrderRequest) | (null) } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/resend": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query: { "trackingNumber": string; "format"?: "PDF" | "ZPL" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": ResendParcelRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ShippingLabel } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/restore": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": RestoreArchivedOrderAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/resume": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": (ResumeOrderRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/returned-parcels": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": DecideAboutReturnedParcelsRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/revalidate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": (ResumeOrderRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/webhooks": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOrderWebhooksAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/overview": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOverviewForStaffAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/payments/import": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/octet-stream": Blob; "text/csv": Blob; "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": ImportPaymentsAnswer } }; 202: { headers: Record<string, string>; content: { "application/json": Approval } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/people": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOperatorPeopleAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/people/invitations": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": InviteOperatorPersonRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": InviteOperatorPersonAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/people/invitations/{invitationId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "invitationId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/staff/people/second-factor": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ChangeSecondFactorRolesRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SecondFactorRule } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/people/{userId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "userId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch: { parameters: { path: { "userId": string }; query?: never }; requestBody: { content: { "application/json": ChangeStaffRoleRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": OperatorPerson } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/staff/price-lists": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListPriceListsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": AcceptJobForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/cancellation": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": DecideJobCancellationForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/change": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": DecideJobChangeForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/delay": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": DelayJobForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/packages": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": ReportJobPackagesForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/printed": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": ReceiveJobForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/problem": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": ReceiveJobForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/receive": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": ReceiveJobForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/refuse": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": ReceiveJobForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/reroute": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: { content: { "application/json": (ResumeOrderRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/ship": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": ShipJobForPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/printer-alarms": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListPrinterAlarmsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printer-comparisons": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "before"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListPrinterComparisonsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printer-messages": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "verdict"?: "applied" | "repeated" | "contradicts" | "ignored"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListPrinterMessagesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printer-settings": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrinterSettings } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printer-settings/printers": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": AddPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrinterSettings } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/printer-settings/printers/{name}": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "name": string }; query?: never }; requestBody: { content: { "application/json": ChangePrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrinterSettings } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete: { parameters: { path: { "name": string }; query: { "basedOn": number } }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/staff/printer-settings/route": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": PreviewRouteRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": RoutePreview } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/printer-settings/test": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": AddPrinterRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": TestPrinterConnectionAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/printer-settings/times": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": ChangePrinterTimesRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": PrinterSettings } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printers": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListPrintersAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printers/{name}/hold": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "name": string }; query?: never }; requestBody?: { content: { "application/json": (ResumeOrderRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffPrinter } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/printers/{name}/release": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "name": string }; query?: never }; requestBody?: { content: { "application/json": (ResumeOrderRequest) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffPrinter } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/quotes": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "status"?: "requested" | "offered" | "declined" | "withdrawn" | "expired" | "accepted"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListQuotesOfAllAccountsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/reconciliations": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "before"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListReconciliationsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/refunds": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListOpenRefundsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/refunds/{accountId}/{refundId}/given-back": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "refundId": string }; query?: never }; requestBody: { content: { "application/json": RecordManualRefundRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": Order } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/refusal-notes": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListRefusalNotesAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/reports": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "period"?: "last_7_days" | "last_30_days" | "last_90_days" | "this_month" | "last_month" | "this_year"; "from"?: string; "to"?: string; "mode"?: "production" | "sandbox"; "accountId"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": StaffReport } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/reports/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "period"?: "last_7_days" | "last_30_days" | "last_90_days" | "this_month" | "last_month" | "this_year"; "from"?: string; "to"?: string; "mode"?: "production" | "sandbox"; "accountId"?: string; "format"?: "csv" | "json" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/returned-parcels": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListReturnedParcelsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/search": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "search": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": SearchForStaffAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/set-up": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetSetUpAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/set-up/practice-order": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 201: { headers: Record<string, string>; content: { "application/json": PlacePracticeOrderAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/set-up/test-email": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 202: { headers: Record<string, string>; content: { "application/json": GetSetUpAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/statements": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "state"?: "overdue" | "due"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListUnpaidStatementsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/tax-returns": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "registration"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListTaxReturnsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": FileTaxReturnRequest } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": TaxReturn } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/tax-returns/entries": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "registration": string; "returnId"?: string; "jurisdiction"?: string; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListTaxEntriesOfAllAccountsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/tax-returns/entries/export": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "registration": string; "returnId"?: string; "jurisdiction"?: string; "sort"?: "newest" | "oldest"; "from"?: string; "to"?: string; "format"?: "csv" | "json"; "columns"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "text/csv": string; "application/json": Record<string, unknown> } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/tax-returns/open": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "lastDay": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetOpenTaxReturnsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/view": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/staff/views": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "list": "orders" | "webhooks" | "charges" | "documents" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": ListViewsInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": SaveViewOfStaffRequest } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": SaveViewInDashboardAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/views/{viewId}": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path: { "viewId": string }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/templates/published/{manufacturingSku}/cover/idml": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number; "barcode"?: boolean; "isbn"?: string; "currency"?: "USD" | "CAD" | "GBP" | "AUD" | "NZD"; "price"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/vnd.adobe.indesign-idml-package": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/cover/pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "units"?: "in"; "pageCount": number; "barcode"?: boolean; "isbn"?: string; "currency"?: "USD" | "CAD" | "GBP" | "AUD" | "NZD"; "price"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/cover/png": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number; "barcode"?: boolean; "isbn"?: string; "currency"?: "USD" | "CAD" | "GBP" | "AUD" | "NZD"; "price"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/png": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/cover/sample": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/cover/svg": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number; "barcode"?: boolean; "isbn"?: string; "currency"?: "USD" | "CAD" | "GBP" | "AUD" | "NZD"; "price"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/svg+xml": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/dimensions": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": GetBookDimensionsAnswer } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/pages/idml": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/vnd.adobe.indesign-idml-package": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/pages/pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "units"?: "in"; "pageCount": number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/pages/png": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number; "side"?: "recto" | "verso" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/png": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/pages/sample": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/pages/svg": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number; "side"?: "recto" | "verso" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/svg+xml": string } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
}
