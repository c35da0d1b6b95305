// The answers of the tools of `octavo mcp`: schemas by which a model's client checks their structured results. They
// name the fields that a model needs; the API document describes the whole objects, and an answer has more fields.

export type Json = Record<string, unknown>

/** As much as a model can read at once. */
const maxResultChars = 50_000

const string: Json = { type: 'string' }
const stringOrNull: Json = { type: ['string', 'null'] }
const integerOrNull: Json = { type: ['integer', 'null'] }
const object: Json = { type: 'object' }
const rowsOf = (items: Json): Json => ({ type: 'array', items })

const objectOf = (properties: Record<string, Json>, optional: Record<string, Json> = {}): Json => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
})

const orderFields = {
  mode: string,
  status: string,
  selectedShipping: object,
  paymentInfo: object,
  errors: rowsOf(object),
  warnings: rowsOf(object),
  estimatedShipDate: stringOrNull,
}

/** By the names of the schemas in the API document. */
export const results = {
  Order: objectOf(
    {
      customerOrderId: string,
      orderNumber: string,
      ...orderFields,
      currency: string,
      shippingClassification: string,
      destination: object,
      orderItems: rowsOf(object),
      shipmentTracking: rowsOf(object),
      actions: rowsOf(string),
      createdAt: string,
      updatedAt: string,
    },
    { pricing: object, payload: string, delivery: rowsOf(object) },
  ),
  OrderPreview: objectOf(orderFields, { pricing: object }),
  Product: objectOf({
    sku: string,
    name: string,
    description: stringOrNull,
    manufacturingSku: string,
    pageCount: integerOrNull,
    coverUrl: stringOrNull,
    gutsUrl: stringOrNull,
    uploadedFiles: rowsOf(object),
  }),
  ShippingEstimate: objectOf({ currency: string, options: rowsOf(object), pageCountsAssumed: rowsOf(object) }),
  FileCheck: objectOf({
    status: string,
    passed: { type: ['boolean', 'null'] },
    pageCount: integerOrNull,
    findings: rowsOf(object),
  }),
}

const eventFields = { eventId: string, type: string, sequence: { type: 'integer' }, timestamp: string, status: string }

export const products = objectOf({ products: rowsOf(results.Product) })
export const orders = objectOf({ orders: rowsOf(results.Order) })
export const eventsOfOrder = objectOf({ events: rowsOf(objectOf(eventFields)) })
export const eventsOfAll = objectOf({
  events: rowsOf(objectOf({ ...eventFields, customerOrderId: string })),
  nextCursor: stringOrNull,
})

/** The result as text and as structure. Of a long result, the longest list loses rows; `leftOut` counts them. */
export function structured(result: Json): Json {
  const shown = withinLimit(result)
  return { content: [{ type: 'text', text: textOf(shown) }], structuredContent: shown, isError: false }
}

export const refused = (sentence: string): Json => ({ content: [{ type: 'text', text: sentence }], isError: true })

const textOf = (value: unknown): string => JSON.stringify(value, null, 1)

function withinLimit(result: Json): Json {
  let shown = result
  const leftOut: Record<string, number> = {}
  while (textOf(shown).length > maxResultChars) {
    const lists = Object.entries(shown).filter((field): field is [string, unknown[]] => Array.isArray(field[1]))
    const [longest] = lists.sort(([, a], [, b]) => textOf(b).length - textOf(a).length)
    if (longest === undefined || longest[1].length === 0) break
    const [name, rows] = longest
    const kept = rows.slice(0, Math.floor(rows.length / 2))
    leftOut[name] = (leftOut[name] ?? 0) + rows.length - kept.length
    shown = { ...shown, [name]: kept, leftOut }
  }
  return shown
}
