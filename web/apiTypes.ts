// Generated from docs/openapi.json by `npm run docs`. Do not edit.

export type Problem = {
  "type": string
  "title": string
  "status": number
  "detail": string
  "code": string
  "errors": ({
    "pointer": string
    "code": string
    "detail": string
    "got"?: (string) | (null)
    "expected"?: (string) | (null)
  })[]
  "requestId": string
}

export type Charge = {
  "chargeId": string
  "date": string
  "kind": "daily" | "at_once"
  "status": "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"
  "amount": number
  "refunded": number
  "currency": string
  "card": ({
    "brand": string
    "last4": string
  }) | (null)
  "declineCode": (string) | (null)
  "declineMessage": (string) | (null)
  "confirmUrl": (string) | (null)
  "invoiceNumber": (number) | (null)
  "orderCount": number
  "orders": ({
    "customerOrderId": string
    "amount": number
  })[]
  "createdAt": string
  "settledAt": (string) | (null)
}

export type Order = {
  "customerOrderId": string
  "mode": "sandbox" | "production"
  "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
  "payload"?: string
  "currency": "USD"
  "shippingClassification": string
  "webhookUrl"?: string
  "destination": {
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
  "orderItems": ({
    "sku": string
    "quantity": number
    "retailPrice"?: string
    "itemDescription"?: string
    "pageCount"?: number
    "product"?: {
      "coverUrl"?: string
      "gutsUrl"?: string
    }
  })[]
  "shipmentTracking": ({
    "masterTrackingNumber": string
    "carrier": string
    "shippedAt": string
    "packages": ({
      "trackingNumber": string
      "altTrackingNumber": string
      "trackingUrl": string
    })[]
  })[]
  "pricing"?: {
    "itemsTotal": number
    "fulfillmentTotal"?: number
    "shippingTotal": (number) | (null)
    "taxesTotal": number
    "orderTotal": (number) | (null)
    "currency": "USD"
    "final": boolean
    "taxes"?: ({
      "jurisdiction": string
      "kind": string
      "rate": number
      "amount": number
    })[]
  }
  "selectedShipping": {
    "shippingClassification": string
    "price": (number) | (null)
    "estimatedDelivery": ({
      "earliest": string
      "latest": string
    }) | (null)
  }
  "paymentInfo": {
    "total": (number) | (null)
    "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
    "refundedTotal"?: number
  }
  "errors": ({
    "severity"?: "error" | "warning" | "info"
    "file"?: "cover" | "guts"
    "pages"?: (string) | (null)
    "got"?: (string) | (null)
    "expected"?: (string) | (null)
    "tolerance"?: (string) | (null)
    "message"?: string
    "fix"?: string
    "pointer": string
    "code": string
    "detail": string
  })[]
  "warnings": ({
    "severity"?: "error" | "warning" | "info"
    "file"?: "cover" | "guts"
    "pages"?: (string) | (null)
    "got"?: (string) | (null)
    "expected"?: (string) | (null)
    "tolerance"?: (string) | (null)
    "message"?: string
    "fix"?: string
    "pointer": string
    "code": string
    "detail": string
  })[]
  "actions": ("cancel")[]
  "estimatedShipDate": (string) | (null)
  "promisedShipDate": (string) | (null)
  "reprintOf": (string) | (null)
  "recipientForgottenAt": (string) | (null)
  "createdAt": string
  "updatedAt": string
}

export type PrintJob = {
  "jobId": string
  "accountId": string
  "customerOrderId": string
  "printer": string
  "attempt": number
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
  "cancellationRequested": boolean
  "withdrawing": boolean
  "enterprise": boolean
  "destination": {
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
  "shippingClassification": string
  "items": ({
    "sku": string
    "manufacturingSku": string
    "quantity": number
    "pageCount": number
    "files": {
      "cover": ({
        "url": string
        "sha256": (string) | (null)
      }) | (null)
      "guts": ({
        "url": string
        "sha256": (string) | (null)
      }) | (null)
    }
    "links": {
      "cover": (string) | (null)
      "guts": (string) | (null)
    }
    "itemDescription": (string) | (null)
    "retailPrice": (string) | (null)
    "book"?: PrintJobBook
  })[]
  "shipFrom"?: {
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
  "customs": ({
    "terms": "DAP" | null
    "originCountry": string
    "value": string
    "weightGrams": number
  }) | (null)
  "packages": ({
    "masterTrackingNumber": string
    "carrier": string
    "packages": ({
      "trackingNumber": string
      "altTrackingNumber": string
      "trackingUrl": string
    })[]
  })[]
  "problem": (string) | (null)
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
  "binding": "soft" | "hard" | "stapled"
  "trim": {
    "widthInches": number
    "heightInches": number
  }
  "page": {
    "widthInches": number
    "heightInches": number
  }
  "coverSheet": {
    "widthInches": number
    "heightInches": number
  }
  "bleedInches": number
  "spineInches": number
  "sheets": number
  "signatures": (number) | (null)
  "copyGrams": number
}

export type StaffAccount = {
  "accountId": string
  "name": string
  "holderEmail": string
  "enterprise": boolean
  "limits": {
    "sandbox": {
      "ordersPer24Hours": number
      "queueCeiling": number
      "queued": number
    }
    "production": {
      "ordersPer24Hours": number
      "queueCeiling": number
      "queued": number
    }
  }
  "createdAt": string
}

export type Approval = {
  "approvalId": string
  "kind": "refund" | "abandon" | "enterprise"
  "status": "open" | "approved" | "declined" | "expired"
  "accountId": string
  "accountName": string
  "customerOrderId": (string) | (null)
  "amount": (number) | (null)
  "items": ({
    "index": number
    "quantity": (number) | (null)
    "amount": (number) | (null)
  })[]
  "limits": {
    "sandbox"?: {
      "ordersPer24Hours"?: number
      "queueCeiling"?: number
    }
    "production"?: {
      "ordersPer24Hours"?: number
      "queueCeiling"?: number
    }
  }
  "reason": (string) | (null)
  "askedBy": string
  "askedAt": string
  "isYours": boolean
  "expiresAt": string
  "decidedBy": (string) | (null)
  "decidedAt": (string) | (null)
  "decisionReason": (string) | (null)
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

export type StaffPrinter = {
  "name": string
  "adapter": string
  "priority": number
  "copiesPerDay": (number) | (null)
  "day": {
    "date": string
    "jobs": number
    "copies": number
  }
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

export type RemovedPrinter = {
  "name": string
  "openJobs": number
  "unsubmitted": number
  "alarms": number
}

export type PrinterMessage = {
  "recordId": string
  "accountId": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
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

export type JobComparison = {
  "printer": string
  "day": string
  "comparedAt": string
  "listed": number
  "ours": number
  "asked": number
  "strange": number
  "differences": ({
    "kind": "over" | "never_given" | "over_there"
    "jobId": string
    "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN" | null
    "accountId": (string) | (null)
    "customerOrderId": (string) | (null)
    "listedAs": (string) | (null)
  })[]
}

export type SilentJob = {
  "jobId": string
  "accountId": string
  "mode": "sandbox" | "production"
  "customerOrderId": string
  "printer": string
  "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
  "alarm": "submission" | "acceptance" | "shipping" | "cancellation"
  "alarmedAt": string
  "dueDate": (string) | (null)
  "expectedShipDate": (string) | (null)
  "createdAt": string
  "updatedAt": string
}

export type paths = {
  "/_clock": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "now": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "advance"?: string
        "to"?: string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "now": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/change-email": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "change": ({
          "newEmail": string
          "oldConfirmed": boolean
          "newConfirmed": boolean
          "expiresAt": string
        }) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "newEmail": string
      } } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": {
        "status": "accepted"
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/auth/change-email/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "token": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "newEmail": string
        "waitsFor": "old" | "new" | null
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/change-password": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "currentPassword": string
        "newPassword": string
      } } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/confirm-password": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "password": string
      } } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/invitations/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "token": string
        "name": string
        "password": string
      } } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "kind": "customer" | "staff" | "printer"
        "accountId": (string) | (null)
        "accountName": (string) | (null)
        "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
        "printer": (string) | (null)
        "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team")[]
        "secondFactor": boolean
        "mustEnrol": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/invitations/read": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "token": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "accountName": string
        "email": string
        "role": "owner" | "developer" | "bookkeeper" | "viewer"
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/passkeys": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "passkeys": ({
          "passkeyId": string
          "name": (string) | (null)
          "backedUp": boolean
          "createdAt": (string) | (null)
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "name": string
        "credential": {
          "id": string
          "rawId": string
          "type": "public-key"
          "response": {
            "clientDataJSON": string
            "attestationObject": string
            "transports"?: (string)[]
          }
          "clientExtensionResults"?: Record<string, unknown>
          "authenticatorAttachment"?: (string) | (null)
        }
      } } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "passkeyId": string
        "name": (string) | (null)
        "backedUp": boolean
        "createdAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "email": string
      } } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": {
        "status": "accepted"
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/reset-password": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "token": string
        "newPassword": string
      } } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/second-factor/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "code": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "kind": "customer" | "staff" | "printer"
        "accountId": (string) | (null)
        "accountName": (string) | (null)
        "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
        "printer": (string) | (null)
        "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team")[]
        "secondFactor": boolean
        "mustEnrol": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/second-factor/enrol": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "password": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "totpUri": string
        "recoveryCodes": (string)[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/second-factor/recovery-codes": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "password": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "recoveryCodes": (string)[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/second-factor/remove": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "password": string
      } } }; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/session": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "kind": "customer" | "staff" | "printer"
        "accountId": (string) | (null)
        "accountName": (string) | (null)
        "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
        "printer": (string) | (null)
        "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team")[]
        "secondFactor": boolean
        "mustEnrol": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/auth/sessions": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "sessions": ({
          "sessionId": string
          "createdAt": string
          "expiresAt": string
          "ipAddress": (string) | (null)
          "userAgent": (string) | (null)
          "current": boolean
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "email": string
        "password": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "kind": "customer" | "staff" | "printer"
        "accountId": (string) | (null)
        "accountName": (string) | (null)
        "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
        "printer": (string) | (null)
        "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team")[]
        "secondFactor": boolean
        "mustEnrol": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-in/passkey": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "credential": {
          "id": string
          "rawId": string
          "type": "public-key"
          "response": {
            "clientDataJSON": string
            "authenticatorData": string
            "signature": string
            "userHandle"?: (string) | (null)
          }
          "clientExtensionResults"?: Record<string, unknown>
          "authenticatorAttachment"?: (string) | (null)
        }
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "kind": "customer" | "staff" | "printer"
        "accountId": (string) | (null)
        "accountName": (string) | (null)
        "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
        "printer": (string) | (null)
        "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team")[]
        "secondFactor": boolean
        "mustEnrol": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "code": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "kind": "customer" | "staff" | "printer"
        "accountId": (string) | (null)
        "accountName": (string) | (null)
        "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
        "printer": (string) | (null)
        "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team")[]
        "secondFactor": boolean
        "mustEnrol": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-in/totp": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "code": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "kind": "customer" | "staff" | "printer"
        "accountId": (string) | (null)
        "accountName": (string) | (null)
        "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
        "printer": (string) | (null)
        "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team")[]
        "secondFactor": boolean
        "mustEnrol": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "signUp": "open" | "closed"
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "accountName": string
        "name": string
        "email": string
        "password": string
      } } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": {
        "status": "accepted"
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/auth/sign-up/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "token": string
        "password": string
      } } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "kind": "customer" | "staff" | "printer"
        "accountId": (string) | (null)
        "accountName": (string) | (null)
        "role": "owner" | "developer" | "bookkeeper" | "viewer" | null
        "printer": (string) | (null)
        "permissions": ("orders" | "products" | "keys" | "webhooks" | "billing" | "team")[]
        "secondFactor": boolean
        "mustEnrol": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/account": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "contactPhone": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "contactPhone": (string) | (null)
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "contactPhone": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/audit": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "entries": ({
          "auditId": string
          "at": string
          "by": string
          "action": string
          "subject": (string) | (null)
          "subjectName": (string) | (null)
          "details": Record<string, unknown>
        })[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/charges/{chargeId}/invoice.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "chargeId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": unknown } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/documents": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "kind"?: "invoice" | "credit_note"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "documents": ({
          "kind": "invoice" | "credit_note"
          "number": number
          "chargeId": string
          "refundId": (string) | (null)
          "issuedAt": string
          "amount": number
        })[]
        "nextCursor": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/due": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "amount": number
        "currency": string
        "orders": ({
          "customerOrderId": string
          "recipient": string
          "createdAt": string
          "amount": number
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    get: { parameters: { path?: never; query: { "from": string; "to": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "from": string
        "to": string
        "currency": string
        "balances": ({
          "ledgerAccount": "receivable" | "cash" | "revenue" | "tax" | "refunds"
          "part": (string) | (null)
          "jurisdiction": (string) | (null)
          "opening": number
          "debit": number
          "credit": number
          "closing": number
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/pay": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "amount": number
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "chargeId": string
        "date": string
        "kind": "daily" | "at_once"
        "status": "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"
        "amount": number
        "refunded": number
        "currency": string
        "card": ({
          "brand": string
          "last4": string
        }) | (null)
        "declineCode": (string) | (null)
        "declineMessage": (string) | (null)
        "confirmUrl": (string) | (null)
        "invoiceNumber": (number) | (null)
        "orderCount": number
        "orders": ({
          "customerOrderId": string
          "amount": number
        })[]
        "createdAt": string
        "settledAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/billing/refunds/{refundId}/credit-note.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "refundId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": unknown } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/cards": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "cards": ({
          "cardId": string
          "brand": string
          "last4": string
          "isDefault": boolean
          "createdAt": string
        })[]
        "kept": "hosted" | "named"
        "testCards": (string)[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody?: { content: { "application/json": ({
        "testCard"?: string
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "cards": ({
          "cardId": string
          "brand": string
          "last4": string
          "isDefault": boolean
          "createdAt": string
        })[]
        "kept": "hosted" | "named"
        "testCards": (string)[]
        "url": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    delete: { parameters: { path: { "cardId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "cards": ({
          "cardId": string
          "brand": string
          "last4": string
          "isDefault": boolean
          "createdAt": string
        })[]
        "kept": "hosted" | "named"
        "testCards": (string)[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/cards/{cardId}/default": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "cardId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "cards": ({
          "cardId": string
          "brand": string
          "last4": string
          "isDefault": boolean
          "createdAt": string
        })[]
        "kept": "hosted" | "named"
        "testCards": (string)[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/catalogue": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "skus": ({
          "manufacturingSku": string
          "name": string
          "attributes": {
            "size": string
            "cover": string
            "paperType": string
            "textColor": string
            "bleed": boolean
          }
          "pages": {
            "min": number
            "max": number
            "step": number
          }
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/catalogue/{manufacturingSku}/prices": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "quantities": (number)[]
        "points": ({
          "pageCount": number
          "perCopy": (number)[]
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "charges": (Charge)[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges/{chargeId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "chargeId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "chargeId": string
        "date": string
        "kind": "daily" | "at_once"
        "status": "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"
        "amount": number
        "refunded": number
        "currency": string
        "card": ({
          "brand": string
          "last4": string
        }) | (null)
        "declineCode": (string) | (null)
        "declineMessage": (string) | (null)
        "confirmUrl": (string) | (null)
        "invoiceNumber": (number) | (null)
        "orderCount": number
        "orders": ({
          "customerOrderId": string
          "amount": number
        })[]
        "createdAt": string
        "settledAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges/{chargeId}/confirm": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "chargeId": string }; query?: never }; requestBody: { content: { "application/json": {
        "says": "confirmed" | "refused"
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "chargeId": string
        "date": string
        "kind": "daily" | "at_once"
        "status": "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"
        "amount": number
        "refunded": number
        "currency": string
        "card": ({
          "brand": string
          "last4": string
        }) | (null)
        "declineCode": (string) | (null)
        "declineMessage": (string) | (null)
        "confirmUrl": (string) | (null)
        "invoiceNumber": (number) | (null)
        "orderCount": number
        "orders": ({
          "customerOrderId": string
          "amount": number
        })[]
        "createdAt": string
        "settledAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/charges/{chargeId}/withdraw": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "chargeId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "chargeId": string
        "date": string
        "kind": "daily" | "at_once"
        "status": "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"
        "amount": number
        "refunded": number
        "currency": string
        "card": ({
          "brand": string
          "last4": string
        }) | (null)
        "declineCode": (string) | (null)
        "declineMessage": (string) | (null)
        "confirmUrl": (string) | (null)
        "invoiceNumber": (number) | (null)
        "orderCount": number
        "orders": ({
          "customerOrderId": string
          "amount": number
        })[]
        "createdAt": string
        "settledAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/estimate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "currency"?: "USD"
        "destination": {
          "country": string
          "state"?: string
          "postal"?: string
          "city"?: string
          "address1"?: string
        }
        "orderItems": ({
          "sku": string
          "quantity"?: number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "currency": "USD"
        "options": ({
          "shippingClassification": string
          "shippingPrice": (number) | (null)
          "estimatedShipDate": string
          "estimatedDelivery": {
            "earliest": string
            "latest": string
          }
          "manufacturingBusinessDays": number
          "transitBusinessDays": {
            "min": number
            "max": number
          }
          "pricing": ({
            "itemsTotal": number
            "fulfillmentTotal"?: number
            "shippingTotal": (number) | (null)
            "taxesTotal": number
            "orderTotal": (number) | (null)
            "currency": "USD"
            "final": boolean
            "taxes"?: ({
              "jurisdiction": string
              "kind": string
              "rate": number
              "amount": number
            })[]
          }) | (null)
          "cheapest": boolean
          "fastest": boolean
          "dominated": boolean
        })[]
        "pageCountsAssumed": ({
          "sku": string
          "pageCount": number
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/exemptions": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "exemptions": (Exemption)[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query: { "state": string } }; requestBody?: never; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
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
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/products": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "archived"?: boolean; "cursor"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "products": ({
          "sku": string
          "name": string
          "description": (string) | (null)
          "manufacturingSku": string
          "attributes": ({
            "size": string
            "cover": string
            "paperType": string
            "textColor": string
            "bleed": boolean
          }) | (null)
          "pageCount": (number) | (null)
          "coverUrl": (string) | (null)
          "gutsUrl": (string) | (null)
          "createdAt": string
          "updatedAt": string
          "archivedAt": (string) | (null)
        })[]
        "nextCursor": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "sku": string
        "name": string
        "description"?: (string) | (null)
        "manufacturingSku": string
        "pageCount"?: (number) | (null)
        "coverUrl"?: (string) | (null)
        "gutsUrl"?: (string) | (null)
      } } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "sku": string
        "name": string
        "description": (string) | (null)
        "manufacturingSku": string
        "attributes": ({
          "size": string
          "cover": string
          "paperType": string
          "textColor": string
          "bleed": boolean
        }) | (null)
        "pageCount": (number) | (null)
        "coverUrl": (string) | (null)
        "gutsUrl": (string) | (null)
        "createdAt": string
        "updatedAt": string
        "archivedAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/products/{sku}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "sku": string
        "name": string
        "description": (string) | (null)
        "manufacturingSku": string
        "attributes": ({
          "size": string
          "cover": string
          "paperType": string
          "textColor": string
          "bleed": boolean
        }) | (null)
        "pageCount": (number) | (null)
        "coverUrl": (string) | (null)
        "gutsUrl": (string) | (null)
        "createdAt": string
        "updatedAt": string
        "archivedAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "sku": string }; query?: never }; requestBody: { content: { "application/json": {
        "name"?: string
        "description"?: (string) | (null)
        "manufacturingSku"?: string
        "pageCount"?: (number) | (null)
        "coverUrl"?: (string) | (null)
        "gutsUrl"?: (string) | (null)
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "sku": string
        "name": string
        "description": (string) | (null)
        "manufacturingSku": string
        "attributes": ({
          "size": string
          "cover": string
          "paperType": string
          "textColor": string
          "bleed": boolean
        }) | (null)
        "pageCount": (number) | (null)
        "coverUrl": (string) | (null)
        "gutsUrl": (string) | (null)
        "createdAt": string
        "updatedAt": string
        "archivedAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/products/{sku}/archive": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "sku": string
        "name": string
        "description": (string) | (null)
        "manufacturingSku": string
        "attributes": ({
          "size": string
          "cover": string
          "paperType": string
          "textColor": string
          "bleed": boolean
        }) | (null)
        "pageCount": (number) | (null)
        "coverUrl": (string) | (null)
        "gutsUrl": (string) | (null)
        "createdAt": string
        "updatedAt": string
        "archivedAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/products/{sku}/files": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "files": ({
          "part": "cover" | "guts"
          "source": "upload" | "address"
          "sha256": (string) | (null)
          "bytes": (number) | (null)
          "pageCount": (number) | (null)
          "uploadedAt": (string) | (null)
          "findings": ({
            "code": string
            "severity": "error" | "warning" | "info"
            "file": "cover" | "guts"
            "pages": (string) | (null)
            "got": (string) | (null)
            "expected": (string) | (null)
            "tolerance": (string) | (null)
            "message": string
            "fix": string
          })[]
          "previews": ({
            "n": number
            "file": "cover" | "guts"
            "page": number
            "url": string
          })[]
          "lines": ("trim" | "bleed" | "safe" | "fold")[]
        })[]
        "measures": ({
          "cover": {
            "width": number
            "height": number
            "spine": number
          }
          "guts": {
            "width": number
            "height": number
            "bleed": number
          }
        }) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/products/{sku}/files/{part}": {
    parameters: Record<string, never>
    get?: never
    put: { parameters: { path: { "sku": string; "part": "cover" | "guts" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "files": ({
          "part": "cover" | "guts"
          "source": "upload" | "address"
          "sha256": (string) | (null)
          "bytes": (number) | (null)
          "pageCount": (number) | (null)
          "uploadedAt": (string) | (null)
          "findings": ({
            "code": string
            "severity": "error" | "warning" | "info"
            "file": "cover" | "guts"
            "pages": (string) | (null)
            "got": (string) | (null)
            "expected": (string) | (null)
            "tolerance": (string) | (null)
            "message": string
            "fix": string
          })[]
          "previews": ({
            "n": number
            "file": "cover" | "guts"
            "page": number
            "url": string
          })[]
          "lines": ("trim" | "bleed" | "safe" | "fold")[]
        })[]
        "measures": ({
          "cover": {
            "width": number
            "height": number
            "spine": number
          }
          "guts": {
            "width": number
            "height": number
            "bleed": number
          }
        }) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    post?: never
    delete: { parameters: { path: { "sku": string; "part": "cover" | "guts" }; query?: never }; requestBody?: never; responses: { 204: { headers: Record<string, string>; content?: never }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/products/{sku}/files/{part}/preview/{page}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "sku": string; "part": "cover" | "guts"; "page": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/products/{sku}/restore": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "sku": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "sku": string
        "name": string
        "description": (string) | (null)
        "manufacturingSku": string
        "attributes": ({
          "size": string
          "cover": string
          "paperType": string
          "textColor": string
          "bleed": boolean
        }) | (null)
        "pageCount": (number) | (null)
        "coverUrl": (string) | (null)
        "gutsUrl": (string) | (null)
        "createdAt": string
        "updatedAt": string
        "archivedAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/sandbox/fast-forward": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "by": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "by": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/sandbox/orders": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post?: never
    delete: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "deleted": number
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/sandbox/orders/{customerOrderId}/simulate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": {
        "outcome": "payment_success" | "payment_failure" | "accepted" | "shipped" | "cancel_accepted" | "cancel_refused" | "problem" | "refused" | "printed" | "delayed" | "split_shipment" | "contradiction" | "silent" | "resumed" | "revalidated" | "abandoned"
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/team": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "members": ({
          "userId": string
          "name": string
          "email": string
          "role": "owner" | "developer" | "bookkeeper" | "viewer"
          "secondFactor": boolean
          "since": string
        })[]
        "invitations": ({
          "invitationId": string
          "email": string
          "role": "owner" | "developer" | "bookkeeper" | "viewer"
          "createdAt": string
          "expiresAt": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/team/invitations": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "email": string
        "role": "owner" | "developer" | "bookkeeper" | "viewer"
      } } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "invitationId": string
        "email": string
        "role": "owner" | "developer" | "bookkeeper" | "viewer"
        "createdAt": string
        "expiresAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    patch: { parameters: { path: { "userId": string }; query?: never }; requestBody: { content: { "application/json": {
        "role": "owner" | "developer" | "bookkeeper" | "viewer"
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "userId": string
        "name": string
        "email": string
        "role": "owner" | "developer" | "bookkeeper" | "viewer"
        "secondFactor": boolean
        "since": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/dashboard/api/words": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "statuses": ({
          "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
          "label": string
          "tone": "waiting" | "working" | "good" | "bad" | "attention" | "ended"
          "meaning": string
          "final": boolean
          "simulations": ({
            "outcome": "payment_success" | "payment_failure" | "accepted" | "shipped" | "cancel_accepted" | "cancel_refused" | "problem" | "refused" | "printed" | "delayed" | "split_shipment" | "contradiction" | "silent" | "resumed" | "revalidated" | "abandoned"
            "label": string
          })[]
        })[]
        "events": ({
          "on": string
          "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED" | null
          "words": string
        })[]
        "webhooks": ("OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderException" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked")[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "customerOrderId"?: string; "state"?: "all" | "given_up"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "deliveries": ({
          "deliveryId": string
          "customerOrderId": (string) | (null)
          "sequence": (number) | (null)
          "webhookId": string
          "type": string
          "url": (string) | (null)
          "at": string
          "status": "pending" | "delivered" | "exhausted" | "gone"
          "attempts": number
          "nextAttemptAt": (string) | (null)
          "settledAt": (string) | (null)
          "lastAttempt": ({
            "durationMs": number
            "responseStatus": (number) | (null)
            "failure": (string) | (null)
          }) | (null)
        })[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries/redeliver": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query: { "from": string; "to": string; "state"?: "failed" | "all"; "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderException" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked" } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "count": number
        "more": boolean
        "asOf": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": {
        "from": string
        "to": string
        "state"?: "failed" | "all"
        "type"?: "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderException" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed" | "FilesChecked"
        "asOf": string
      } } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": {
        "count": number
        "more": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries/{deliveryId}/attempts": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "deliveryId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "attempts": ({
          "attempt": number
          "at": string
          "trigger": "schedule" | "redelivery"
          "durationMs": number
          "responseStatus": (number) | (null)
          "responseBody": (string) | (null)
          "failure": (string) | (null)
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/deliveries/{deliveryId}/redeliver": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production"; "deliveryId": string }; query?: never }; requestBody?: never; responses: { 202: { headers: Record<string, string>; content: { "application/json": {
        "deliveryId": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/keys": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "keys": ({
          "keyId": string
          "label": string
          "authorization": (string) | (null)
          "createdAt": string
          "lastUsedAt": (string) | (null)
          "expiresAt": (string) | (null)
          "revokedAt": (string) | (null)
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": {
        "label": string
        "expiresAt"?: string
      } } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "keyId": string
        "label": string
        "authorization": (string) | (null)
        "createdAt": string
        "lastUsedAt": (string) | (null)
        "expiresAt": (string) | (null)
        "revokedAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
  "/dashboard/api/{mode}/orders": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: { "status"?: string; "createdAfter"?: string; "createdBefore"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "orders": (Order)[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": {
        "customerOrderId"?: string
        "payload"?: string
        "currency"?: "USD"
        "shippingClassification"?: string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity"?: number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
      } } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/validate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody: { content: { "application/json": {
        "customerOrderId"?: string
        "payload"?: string
        "currency"?: "USD"
        "shippingClassification"?: string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity"?: number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "mode": "sandbox" | "production"
        "status": "RECEIVED" | "QUEUED" | "REJECTED" | "FAILED"
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "estimatedShipDate": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "order": Order
        "pageCounts": (number)[]
        "steps": ({
          "sequence": number
          "at": string
          "on": string
          "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
          "webhook": (string) | (null)
          "actor": string
          "by": string
          "note": (string) | (null)
        })[]
        "heldUntil": (string) | (null)
        "triedAgainAt": (string) | (null)
        "turn": ({
          "place": number
          "at": (string) | (null)
        }) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/files": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "items": ({
          "sku": string
          "files": ({
            "part": "cover" | "guts"
            "source": "upload" | "address"
            "sha256": (string) | (null)
            "bytes": (number) | (null)
            "pageCount": (number) | (null)
            "uploadedAt": (string) | (null)
            "findings": ({
              "code": string
              "severity": "error" | "warning" | "info"
              "file": "cover" | "guts"
              "pages": (string) | (null)
              "got": (string) | (null)
              "expected": (string) | (null)
              "tolerance": (string) | (null)
              "message": string
              "fix": string
            })[]
            "previews": ({
              "n": number
              "file": "cover" | "guts"
              "page": number
              "url": string
            })[]
            "lines": ("trim" | "bleed" | "safe" | "fold")[]
          })[]
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/orders/{customerOrderId}/files/{item}/{part}/preview/{page}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production"; "customerOrderId": string; "item": number; "part": "cover" | "guts"; "page": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/overview": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "now": string
        "limit": {
          "ordersPer24Hours": number
          "received": number
          "queueCeiling": number
          "queued": number
          "nextPlaceAt": (string) | (null)
        }
        "days": ({
          "day": string
          "counts": ({
            "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
            "orders": number
          })[]
        })[]
        "open": ({
          "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
          "orders": number
        })[]
        "charge": ({
          "at": string
          "orders": number
          "amount": number
          "declined": number
          "hasCard": boolean
        }) | (null)
        "webhooks": {
          "lookedAt": number
          "delivered": number
          "pending": number
          "retrying": number
          "failed": number
        }
        "capped": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-secret": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "secret": (string) | (null)
        "createdAt": string
        "previous": ({
          "secret": string
          "expiresAt": string
        }) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-secret/rotate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "secret": (string) | (null)
        "createdAt": string
        "previous": ({
          "secret": string
          "expiresAt": string
        }) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/dashboard/api/{mode}/webhook-test": {
    parameters: Record<string, never>
    get: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "addresses": (string)[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post: { parameters: { path: { "mode": "sandbox" | "production" }; query?: never }; requestBody?: { content: { "application/json": ({
        "url"?: string
      }) | (null) } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "deliveryId": string
        "request": {
          "url": string
          "headers": {
            [name: string]: string
          }
          "body": string
        }
        "answer": {
          "durationMs": number
          "responseStatus": (number) | (null)
          "responseBody": (string) | (null)
          "failure": (string) | (null)
        }
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/carrier": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "trackingNumber": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "carrier": string
        "trackingUrl": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    get: { parameters: { path?: never; query?: { "status"?: string; "customerOrderId"?: string; "dueBy"?: string; "manufacturingSku"?: string; "shippingClassification"?: string; "cancellationRequested"?: boolean; "printer"?: string; "sort"?: "given" | "ended"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobs": (PrintJob)[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "jobIds": (string)[]
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "results": ({
          "jobId": string
          "accepted": boolean
          "code": (string) | (null)
          "detail": (string) | (null)
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
        "prices": ({
          "itemsTotal": number
          "taxesTotal": number
          "shippingTotal": (number) | (null)
        }) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "itemsTotal"?: number
        "taxesTotal"?: number
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/cancellation": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "decision": "accept" | "refuse"
        "reason"?: string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/delay": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "until": string
        "reason"?: string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/files": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "items": ({
          "sku": string
          "files": ({
            "part": "cover" | "guts"
            "source": "upload" | "address"
            "sha256": (string) | (null)
            "bytes": (number) | (null)
            "pageCount": (number) | (null)
            "uploadedAt": (string) | (null)
            "findings": ({
              "code": string
              "severity": "error" | "warning" | "info"
              "file": "cover" | "guts"
              "pages": (string) | (null)
              "got": (string) | (null)
              "expected": (string) | (null)
              "tolerance": (string) | (null)
              "message": string
              "fix": string
            })[]
            "previews": ({
              "n": number
              "file": "cover" | "guts"
              "page": number
              "url": string
            })[]
            "lines": ("trim" | "bleed" | "safe" | "fold")[]
          })[]
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    get: { parameters: { path: { "jobId": string; "item": number; "part": "cover" | "guts"; "page": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/packages": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "shipments": ({
          "masterTrackingNumber"?: string
          "carrier"?: string
          "packages": ({
            "trackingNumber"?: string
            "altTrackingNumber"?: string
            "trackingUrl"?: string
          })[]
        })[]
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/printed": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: { content: { "application/json": (Record<string, unknown>) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/problem": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/receive": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: { content: { "application/json": (Record<string, unknown>) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/refuse": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/ship": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "shipments"?: ({
          "masterTrackingNumber"?: string
          "carrier"?: string
          "packages": ({
            "trackingNumber"?: string
            "altTrackingNumber"?: string
            "trackingUrl"?: string
          })[]
        })[]
        "shippingTotal"?: number
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobId": string
        "accountId": string
        "customerOrderId": string
        "printer": string
        "attempt": number
        "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
        "cancellationRequested": boolean
        "withdrawing": boolean
        "enterprise": boolean
        "destination": {
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
        "shippingClassification": string
        "items": ({
          "sku": string
          "manufacturingSku": string
          "quantity": number
          "pageCount": number
          "files": {
            "cover": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
            "guts": ({
              "url": string
              "sha256": (string) | (null)
            }) | (null)
          }
          "links": {
            "cover": (string) | (null)
            "guts": (string) | (null)
          }
          "itemDescription": (string) | (null)
          "retailPrice": (string) | (null)
          "book"?: PrintJobBook
        })[]
        "shipFrom"?: {
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
        "customs": ({
          "terms": "DAP" | null
          "originCountry": string
          "value": string
          "weightGrams": number
        }) | (null)
        "packages": ({
          "masterTrackingNumber": string
          "carrier": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "problem": (string) | (null)
        "dueDate": (string) | (null)
        "expectedShipDate": (string) | (null)
        "acceptedAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/press/jobs/{jobId}/ticket.pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "search"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "accounts": (StaffAccount)[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "accountId": string
        "name": string
        "holderEmail": string
        "enterprise": boolean
        "limits": {
          "sandbox": {
            "ordersPer24Hours": number
            "queueCeiling": number
            "queued": number
          }
          "production": {
            "ordersPer24Hours": number
            "queueCeiling": number
            "queued": number
          }
        }
        "createdAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch: { parameters: { path: { "accountId": string }; query?: never }; requestBody: { content: { "application/json": {
        "enterprise"?: boolean
        "limits"?: {
          "sandbox"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
          "production"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
        }
        "reason"?: string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "accountId": string
        "name": string
        "holderEmail": string
        "enterprise": boolean
        "limits": {
          "sandbox": {
            "ordersPer24Hours": number
            "queueCeiling": number
            "queued": number
          }
          "production": {
            "ordersPer24Hours": number
            "queueCeiling": number
            "queued": number
          }
        }
        "createdAt": string
      } } }; 202: { headers: Record<string, string>; content: { "application/json": {
        "approvalId": string
        "kind": "refund" | "abandon" | "enterprise"
        "status": "open" | "approved" | "declined" | "expired"
        "accountId": string
        "accountName": string
        "customerOrderId": (string) | (null)
        "amount": (number) | (null)
        "items": ({
          "index": number
          "quantity": (number) | (null)
          "amount": (number) | (null)
        })[]
        "limits": {
          "sandbox"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
          "production"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
        }
        "reason": (string) | (null)
        "askedBy": string
        "askedAt": string
        "isYours": boolean
        "expiresAt": string
        "decidedBy": (string) | (null)
        "decidedAt": (string) | (null)
        "decisionReason": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
  }
  "/staff/accounts/{accountId}/members": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "members": ({
          "userId": string
          "name": string
          "email": string
          "role": "owner" | "developer" | "bookkeeper" | "viewer"
          "secondFactor": boolean
          "since": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/accounts/{accountId}/{mode}/orders": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "mode": "sandbox" | "production" }; query?: { "status"?: string; "createdAfter"?: string; "createdBefore"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "orders": (Order)[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/approvals": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "customerOrderId"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "approvals": (Approval)[]
        "secondPersonAbove": (number) | (null)
        "nextCursor": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/approvals/{approvalId}/approve": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "approvalId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "approvalId": string
        "kind": "refund" | "abandon" | "enterprise"
        "status": "open" | "approved" | "declined" | "expired"
        "accountId": string
        "accountName": string
        "customerOrderId": (string) | (null)
        "amount": (number) | (null)
        "items": ({
          "index": number
          "quantity": (number) | (null)
          "amount": (number) | (null)
        })[]
        "limits": {
          "sandbox"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
          "production"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
        }
        "reason": (string) | (null)
        "askedBy": string
        "askedAt": string
        "isYours": boolean
        "expiresAt": string
        "decidedBy": (string) | (null)
        "decidedAt": (string) | (null)
        "decisionReason": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/approvals/{approvalId}/decline": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "approvalId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "approvalId": string
        "kind": "refund" | "abandon" | "enterprise"
        "status": "open" | "approved" | "declined" | "expired"
        "accountId": string
        "accountName": string
        "customerOrderId": (string) | (null)
        "amount": (number) | (null)
        "items": ({
          "index": number
          "quantity": (number) | (null)
          "amount": (number) | (null)
        })[]
        "limits": {
          "sandbox"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
          "production"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
        }
        "reason": (string) | (null)
        "askedBy": string
        "askedAt": string
        "isYours": boolean
        "expiresAt": string
        "decidedBy": (string) | (null)
        "decidedAt": (string) | (null)
        "decisionReason": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/audit": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "entries": ({
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
        })[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/charges": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "status": "unknown" | "requires_action"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "charges": ({
          "chargeId": string
          "date": string
          "kind": "daily" | "at_once"
          "status": "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"
          "amount": number
          "refunded": number
          "currency": string
          "card": ({
            "brand": string
            "last4": string
          }) | (null)
          "declineCode": (string) | (null)
          "declineMessage": (string) | (null)
          "confirmUrl": (string) | (null)
          "invoiceNumber": (number) | (null)
          "orderCount": number
          "orders": ({
            "customerOrderId": string
            "amount": number
          })[]
          "createdAt": string
          "settledAt": (string) | (null)
          "accountId": string
          "accountName": string
          "provider": string
          "attempts": number
          "nextAttemptAt": (string) | (null)
        })[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/charges/{accountId}/{chargeId}/not-taken": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "chargeId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "chargeId": string
        "date": string
        "kind": "daily" | "at_once"
        "status": "claimed" | "unknown" | "requires_action" | "succeeded" | "declined"
        "amount": number
        "refunded": number
        "currency": string
        "card": ({
          "brand": string
          "last4": string
        }) | (null)
        "declineCode": (string) | (null)
        "declineMessage": (string) | (null)
        "confirmUrl": (string) | (null)
        "invoiceNumber": (number) | (null)
        "orderCount": number
        "orders": ({
          "customerOrderId": string
          "amount": number
        })[]
        "createdAt": string
        "settledAt": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/exemptions": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "exemptions": (Exemption)[]
        "nextCursor": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/exemptions/{accountId}/{exemptionId}/approve": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "exemptionId": string }; query?: never }; requestBody: { content: { "application/json": {
        "expiresOn": string
        "reason"?: string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
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
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
    post: { parameters: { path: { "accountId": string; "exemptionId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
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
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
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
    get: { parameters: { path?: never; query: { "from": string; "to": string; "accountId"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "from": string
        "to": string
        "currency": string
        "balances": ({
          "ledgerAccount": "receivable" | "cash" | "revenue" | "tax" | "refunds"
          "part": (string) | (null)
          "jurisdiction": (string) | (null)
          "opening": number
          "debit": number
          "credit": number
          "closing": number
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/mails": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "accountId"?: string; "state"?: "waiting" | "sent" | "kept" | "given_up"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "mails": ({
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
        })[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "status"?: string; "mode"?: "sandbox" | "production"; "olderThan"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "orders": ({
          "accountId": string
          "accountName": string
          "mode": "sandbox" | "production"
          "customerOrderId": string
          "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
          "to": {
            "name": string
            "city": string
            "country": string
          }
          "total": (number) | (null)
          "since": string
          "dueAt": (string) | (null)
          "createdAt": string
          "note": (string) | (null)
        })[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/find": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query: { "search": string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "orders": ({
          "accountId": string
          "accountName": string
          "mode": "sandbox" | "production"
          "customerOrderId": string
          "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
          "to": {
            "name": string
            "city": string
            "country": string
          }
          "total": (number) | (null)
          "createdAt": string
        })[]
        "more": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/overdue": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "orders": ({
          "accountId": string
          "accountName": string
          "holderEmail": string
          "customerOrderId": string
          "amount": number
          "firstTriedAt": (string) | (null)
          "lastTriedAt": (string) | (null)
          "declineCode": (string) | (null)
        })[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "accountId": string
        "accountName": string
        "order": Order
        "pageCounts": (number)[]
        "steps": ({
          "sequence": number
          "at": string
          "on": string
          "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
          "webhook": (string) | (null)
          "actor": string
          "by": string
          "note": (string) | (null)
        })[]
        "jobs": ({
          "jobId": string
          "attempt": number
          "printer": string
          "status": "NEW" | "RECEIVED" | "ACCEPTED" | "PRINTED" | "SHIPPED" | "CANCELLED" | "REFUSED" | "PROBLEM" | "WITHDRAWN"
          "cancellationRequested": boolean
          "enterprise": boolean
          "problem": (string) | (null)
          "alarm": "submission" | "acceptance" | "shipping" | "cancellation" | null
          "dueDate": (string) | (null)
          "createdAt": string
          "updatedAt": string
        })[]
        "acts": ("resume" | "revalidate" | "abandon" | "reprint" | "refund" | "forget")[]
        "money": ({
          "chargeId": string
          "paid": number
          "refunded": number
        }) | (null)
        "taxWait": ({
          "since": string
          "cause": string
        }) | (null)
        "unpaidBy": "unknown" | "requires_action" | "no_longer_charged" | null
        "turn": ({
          "place": number
          "at": (string) | (null)
        }) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/abandon": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "reason"?: string
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; 202: { headers: Record<string, string>; content: { "application/json": {
        "approvalId": string
        "kind": "refund" | "abandon" | "enterprise"
        "status": "open" | "approved" | "declined" | "expired"
        "accountId": string
        "accountName": string
        "customerOrderId": (string) | (null)
        "amount": (number) | (null)
        "items": ({
          "index": number
          "quantity": (number) | (null)
          "amount": (number) | (null)
        })[]
        "limits": {
          "sandbox"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
          "production"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
        }
        "reason": (string) | (null)
        "askedBy": string
        "askedAt": string
        "isYours": boolean
        "expiresAt": string
        "decidedBy": (string) | (null)
        "decidedAt": (string) | (null)
        "decisionReason": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/files": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "items": ({
          "sku": string
          "files": ({
            "part": "cover" | "guts"
            "source": "upload" | "address"
            "sha256": (string) | (null)
            "bytes": (number) | (null)
            "pageCount": (number) | (null)
            "uploadedAt": (string) | (null)
            "findings": ({
              "code": string
              "severity": "error" | "warning" | "info"
              "file": "cover" | "guts"
              "pages": (string) | (null)
              "got": (string) | (null)
              "expected": (string) | (null)
              "tolerance": (string) | (null)
              "message": string
              "fix": string
            })[]
            "previews": ({
              "n": number
              "file": "cover" | "guts"
              "page": number
              "url": string
            })[]
            "lines": ("trim" | "bleed" | "safe" | "fold")[]
          })[]
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/files/{item}/{part}/preview/{page}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string; "item": number; "part": "cover" | "guts"; "page": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/forget": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "reason"?: string
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/mails": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "mails": ({
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
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/refund": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
        "amount"?: number
        "items"?: ({
          "index": number
          "quantity"?: number
          "amount"?: number
        })[]
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; 202: { headers: Record<string, string>; content: { "application/json": {
        "approvalId": string
        "kind": "refund" | "abandon" | "enterprise"
        "status": "open" | "approved" | "declined" | "expired"
        "accountId": string
        "accountName": string
        "customerOrderId": (string) | (null)
        "amount": (number) | (null)
        "items": ({
          "index": number
          "quantity": (number) | (null)
          "amount": (number) | (null)
        })[]
        "limits": {
          "sandbox"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
          "production"?: {
            "ordersPer24Hours"?: number
            "queueCeiling"?: number
          }
        }
        "reason": (string) | (null)
        "askedBy": string
        "askedAt": string
        "isYours": boolean
        "expiresAt": string
        "decidedBy": (string) | (null)
        "decidedAt": (string) | (null)
        "decisionReason": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/reprint": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "reason"?: string
      }) | (null) } }; responses: { 201: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/resume": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "reason"?: string
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/revalidate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "reason"?: string
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/orders/{accountId}/{customerOrderId}/webhooks": {
    parameters: Record<string, never>
    get: { parameters: { path: { "accountId": string; "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "webhooks": ({
          "deliveryId": string
          "customerOrderId": (string) | (null)
          "sequence": (number) | (null)
          "webhookId": string
          "type": string
          "url": (string) | (null)
          "at": string
          "status": "pending" | "delivered" | "exhausted" | "gone"
          "attempts": number
          "nextAttemptAt": (string) | (null)
          "settledAt": (string) | (null)
          "lastAttempt": ({
            "durationMs": number
            "responseStatus": (number) | (null)
            "failure": (string) | (null)
          }) | (null)
          "tries": ({
            "attempt": number
            "at": string
            "trigger": "schedule" | "redelivery"
            "durationMs": number
            "responseStatus": (number) | (null)
            "responseBody": (string) | (null)
            "failure": (string) | (null)
          })[]
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/overview": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "now": string
        "days": ({
          "day": string
          "counts": ({
            "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
            "orders": number
          })[]
          "jobs": number
          "copies": number
        })[]
        "waiting": ({
          "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
          "lateAfterMinutes": number
          "late": number
          "oldestSince": (string) | (null)
          "examples": ({
            "accountId": string
            "customerOrderId": string
            "since": string
          })[]
        })[]
        "counts": {
          "stopped": number
          "alarms": number
          "unknownCharges": number
          "unconfirmedCharges": number
          "unmadeRefunds": number
          "approvals": number
          "exemptions": number
          "overdue": number
          "untaxed": number
          "heldPrinters": number
          "failingPrinters": number
          "contradictions": number
          "unevenDays": number
          "stuckMails": number
        }
        "capped": boolean
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/accept": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "itemsTotal"?: number
        "taxesTotal"?: number
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/cancellation": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "decision": "accept" | "refuse"
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/delay": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "until": string
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/packages": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "shipments": ({
          "masterTrackingNumber"?: string
          "carrier"?: string
          "packages": ({
            "trackingNumber"?: string
            "altTrackingNumber"?: string
            "trackingUrl"?: string
          })[]
        })[]
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/printed": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/problem": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/receive": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/refuse": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/reroute": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "reason"?: string
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/print-jobs/{jobId}/ship": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "jobId": string }; query?: never }; requestBody: { content: { "application/json": {
        "shipments"?: ({
          "masterTrackingNumber"?: string
          "carrier"?: string
          "packages": ({
            "trackingNumber"?: string
            "altTrackingNumber"?: string
            "trackingUrl"?: string
          })[]
        })[]
        "shippingTotal"?: number
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/printer-alarms": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "jobs": (SilentJob)[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printer-comparisons": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "before"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "comparisons": (JobComparison)[]
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printer-messages": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "verdict"?: "applied" | "repeated" | "contradicts" | "ignored"; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "messages": (PrinterMessage)[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printers": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "printers": (StaffPrinter)[]
        "removed": (RemovedPrinter)[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/printers/{name}/hold": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "name": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "reason"?: string
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "name": string
        "adapter": string
        "priority": number
        "copiesPerDay": (number) | (null)
        "day": {
          "date": string
          "jobs": number
          "copies": number
        }
        "heldAt": (string) | (null)
        "heldBy": (string) | (null)
        "holdReason": (string) | (null)
        "heardAt": (string) | (null)
        "failingSince": (string) | (null)
        "lastFailure": (string) | (null)
        "openJobs": number
        "unsubmitted": number
        "alarms": number
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/printers/{name}/release": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "name": string }; query?: never }; requestBody?: { content: { "application/json": ({
        "reason"?: string
      }) | (null) } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "name": string
        "adapter": string
        "priority": number
        "copiesPerDay": (number) | (null)
        "day": {
          "date": string
          "jobs": number
          "copies": number
        }
        "heldAt": (string) | (null)
        "heldBy": (string) | (null)
        "holdReason": (string) | (null)
        "heardAt": (string) | (null)
        "failingSince": (string) | (null)
        "lastFailure": (string) | (null)
        "openJobs": number
        "unsubmitted": number
        "alarms": number
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/staff/reconciliations": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "before"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "days": ({
          "provider": string
          "day": string
          "comparedAt": string
          "entries": number
          "differences": ({
            "kind": "unknown_to_us" | "not_recorded" | "unknown_to_provider" | "amount" | "ledger"
            "ref": string
            "accountId": (string) | (null)
            "providerAmount": (number) | (null)
            "ourAmount": (number) | (null)
            "detail": string
          })[]
        })[]
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/refunds": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "refunds": ({
          "accountId": string
          "accountName": string
          "refundId": string
          "chargeId": string
          "customerOrderId": string
          "amount": number
          "provider": string
          "problem": string
          "attempts": number
          "nextAttemptAt": string
          "createdAt": string
          "returnedAt": (string) | (null)
        })[]
        "nextCursor": (string) | (null)
        "warnings"?: ({
          "pointer": string
          "code": string
          "detail": string
        })[]
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/staff/refunds/{accountId}/{refundId}/given-back": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path: { "accountId": string; "refundId": string }; query?: never }; requestBody: { content: { "application/json": {
        "reference": string
        "reason": string
      } } }; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "customerOrderId": string
        "mode": "sandbox" | "production"
        "status": "QUEUED" | "RECEIVED" | "VALIDATING" | "VALID_AWAITING_PAYMENT" | "VALID_HOLDING_BIN" | "PRINTING" | "CANCELLATION_REQUESTED" | "EXCEPTION" | "SHIPPED" | "CANCELLED" | "FAILED" | "REJECTED"
        "payload"?: string
        "currency": "USD"
        "shippingClassification": string
        "webhookUrl"?: string
        "destination": {
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
        "orderItems": ({
          "sku": string
          "quantity": number
          "retailPrice"?: string
          "itemDescription"?: string
          "pageCount"?: number
          "product"?: {
            "coverUrl"?: string
            "gutsUrl"?: string
          }
        })[]
        "shipmentTracking": ({
          "masterTrackingNumber": string
          "carrier": string
          "shippedAt": string
          "packages": ({
            "trackingNumber": string
            "altTrackingNumber": string
            "trackingUrl": string
          })[]
        })[]
        "pricing"?: {
          "itemsTotal": number
          "fulfillmentTotal"?: number
          "shippingTotal": (number) | (null)
          "taxesTotal": number
          "orderTotal": (number) | (null)
          "currency": "USD"
          "final": boolean
          "taxes"?: ({
            "jurisdiction": string
            "kind": string
            "rate": number
            "amount": number
          })[]
        }
        "selectedShipping": {
          "shippingClassification": string
          "price": (number) | (null)
          "estimatedDelivery": ({
            "earliest": string
            "latest": string
          }) | (null)
        }
        "paymentInfo": {
          "total": (number) | (null)
          "status": "NOT_DUE" | "PENDING" | "SUCCEEDED" | "FAILED" | "REFUNDED" | "NOT_CHARGED"
          "refundedTotal"?: number
        }
        "errors": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "warnings": ({
          "severity"?: "error" | "warning" | "info"
          "file"?: "cover" | "guts"
          "pages"?: (string) | (null)
          "got"?: (string) | (null)
          "expected"?: (string) | (null)
          "tolerance"?: (string) | (null)
          "message"?: string
          "fix"?: string
          "pointer": string
          "code": string
          "detail": string
        })[]
        "actions": ("cancel")[]
        "estimatedShipDate": (string) | (null)
        "promisedShipDate": (string) | (null)
        "reprintOf": (string) | (null)
        "recipientForgottenAt": (string) | (null)
        "createdAt": string
        "updatedAt": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/cover/pdf": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "units"?: "in"; "pageCount": number; "barcode"?: boolean } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/pdf": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/templates/published/{manufacturingSku}/dimensions": {
    parameters: Record<string, never>
    get: { parameters: { path: { "manufacturingSku": string }; query: { "pageCount": number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "manufacturingSku": string
        "pageCount": number
        "coverEdge": "cut" | "folded"
        "in": {
          "cover": {
            "width": number
            "height": number
            "wrap": number
            "hinge": number
            "spine": number
            "safe": number
            "trim": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "back": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "hingeBack": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "spineArea": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "hingeFront": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "front": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "safeBack": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "safeSpine": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "safeFront": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "barcode": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
          }
          "pages": {
            "width": number
            "height": number
            "bleed": number
            "safe": number
            "gutter": number
            "trim": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "recto": {
              "safe": {
                "x": number
                "y": number
                "width": number
                "height": number
              }
              "gutter": ({
                "x": number
                "y": number
                "width": number
                "height": number
              }) | (null)
            }
            "verso": {
              "safe": {
                "x": number
                "y": number
                "width": number
                "height": number
              }
              "gutter": ({
                "x": number
                "y": number
                "width": number
                "height": number
              }) | (null)
            }
          }
        }
        "mm": {
          "cover": {
            "width": number
            "height": number
            "wrap": number
            "hinge": number
            "spine": number
            "safe": number
            "trim": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "back": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "hingeBack": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "spineArea": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "hingeFront": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "front": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "safeBack": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "safeSpine": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "safeFront": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "barcode": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
          }
          "pages": {
            "width": number
            "height": number
            "bleed": number
            "safe": number
            "gutter": number
            "trim": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "recto": {
              "safe": {
                "x": number
                "y": number
                "width": number
                "height": number
              }
              "gutter": ({
                "x": number
                "y": number
                "width": number
                "height": number
              }) | (null)
            }
            "verso": {
              "safe": {
                "x": number
                "y": number
                "width": number
                "height": number
              }
              "gutter": ({
                "x": number
                "y": number
                "width": number
                "height": number
              }) | (null)
            }
          }
        }
        "pt": {
          "cover": {
            "width": number
            "height": number
            "wrap": number
            "hinge": number
            "spine": number
            "safe": number
            "trim": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "back": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "hingeBack": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "spineArea": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "hingeFront": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "front": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "safeBack": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "safeSpine": ({
              "x": number
              "y": number
              "width": number
              "height": number
            }) | (null)
            "safeFront": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "barcode": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
          }
          "pages": {
            "width": number
            "height": number
            "bleed": number
            "safe": number
            "gutter": number
            "trim": {
              "x": number
              "y": number
              "width": number
              "height": number
            }
            "recto": {
              "safe": {
                "x": number
                "y": number
                "width": number
                "height": number
              }
              "gutter": ({
                "x": number
                "y": number
                "width": number
                "height": number
              }) | (null)
            }
            "verso": {
              "safe": {
                "x": number
                "y": number
                "width": number
                "height": number
              }
              "gutter": ({
                "x": number
                "y": number
                "width": number
                "height": number
              }) | (null)
            }
          }
        }
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
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
}
