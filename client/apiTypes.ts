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

export type OrderEvent = {
  "eventId": string
  "type": "OrderReceived" | "OrderQueued" | "OrderExceedsLimitQueue" | "OrderValidationFailed" | "OrderReleased" | "OrderCancelled" | "OrderValidated" | "OrderEnteredHoldingBin" | "OrderException" | "OrderPaymentFailed" | "OrderSentToPrinter" | "OrderAcceptedByPrinter" | "OrderDelayed" | "OrderCancellationRequested" | "OrderCancellationRefused" | "OrderShipped" | "OrderResumed" | "OrderRefunded" | "OrderRefundFailed"
  "timestamp": string
  "sequence": number
  "data": Order
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

export type paths = {
  "/events": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "cursor"?: string; "since"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "events": (OrderEvent)[]
        "nextCursor": string
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
  "/files/check": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
        "manufacturingSku"?: string
        "sku"?: string
        "mode"?: "sandbox" | "production"
        "pageCount"?: number
        "coverUrl"?: string
        "gutsUrl"?: string
        "webhookUrl"?: string
      } } }; responses: { 202: { headers: Record<string, string>; content: { "application/json": {
        "checkId": string
        "mode": "sandbox" | "production"
        "status": "CHECKING" | "DONE"
        "passed": (boolean) | (null)
        "sku": (string) | (null)
        "manufacturingSku": string
        "pageCount": (number) | (null)
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
        "previews": ({
          "n": number
          "file": "cover" | "guts"
          "page": number
          "url": string
        })[]
        "createdAt": string
        "doneAt": (string) | (null)
        "keptUntil": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    delete?: never
    patch?: never
  }
  "/files/checks/{checkId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "checkId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "checkId": string
        "mode": "sandbox" | "production"
        "status": "CHECKING" | "DONE"
        "passed": (boolean) | (null)
        "sku": (string) | (null)
        "manufacturingSku": string
        "pageCount": (number) | (null)
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
        "previews": ({
          "n": number
          "file": "cover" | "guts"
          "page": number
          "url": string
        })[]
        "createdAt": string
        "doneAt": (string) | (null)
        "keptUntil": string
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/files/checks/{checkId}/preview/{n}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "checkId": string; "n": number }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "image/webp": Blob } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
  "/orders": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "status"?: string; "createdAfter"?: string; "createdBefore"?: string; "limit"?: number; "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
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
  "/orders/create": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
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
  "/orders/shipping/estimate": {
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
  "/orders/validate": {
    parameters: Record<string, never>
    get?: never
    put?: never
    post: { parameters: { path?: never; query?: never }; requestBody: { content: { "application/json": {
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
  "/orders/{customerOrderId}": {
    parameters: Record<string, never>
    get: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
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
    put?: never
    post?: never
    delete: { parameters: { path: { "customerOrderId": string }; query?: never }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
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
  "/orders/{customerOrderId}/events": {
    parameters: Record<string, never>
    get: { parameters: { path: { "customerOrderId": string }; query?: { "cursor"?: string } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
        "events": (OrderEvent)[]
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
  "/products": {
    parameters: Record<string, never>
    get: { parameters: { path?: never; query?: { "cursor"?: string; "limit"?: number } }; requestBody?: never; responses: { 200: { headers: Record<string, string>; content: { "application/json": {
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
          "pages": ({
            "min": number
            "max": number
            "step": number
          }) | (null)
          "pageCount": (number) | (null)
          "coverUrl": (string) | (null)
          "gutsUrl": (string) | (null)
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
  "/products/{sku}": {
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
        "pages": ({
          "min": number
          "max": number
          "step": number
        }) | (null)
        "pageCount": (number) | (null)
        "coverUrl": (string) | (null)
        "gutsUrl": (string) | (null)
      } } }; default: { headers: Record<string, string>; content: { "application/problem+json": Problem } } } }
    put?: never
    post?: never
    delete?: never
    patch?: never
  }
}
