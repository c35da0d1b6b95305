// The API document by audience: whom an operation is for, and the part of the document with the operations of one
// audience and everything that they refer to.

type Operation = { security?: object[]; tags?: string[]; operationId?: string }
type Document = {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: object
  components?: object
  tags?: { name: string }[]
}

/** The readers of a page or a part. Pages for customers are public; other pages need a sign-in. */
export type Audience = 'customers' | 'dashboard' | 'press' | 'staff'

export function audienceOf({ security = [], tags = [] }: Operation): Audience {
  const [tag = ''] = tags
  const ways = security.flatMap(way => Object.keys(way))
  if (ways.includes('customerKey') || (ways.length === 0 && ['Templates', 'Service'].includes(tag))) return 'customers'
  if (['Press', 'Printers'].includes(tag)) return 'press'
  if (['Sign-in', 'Proof links'].includes(tag)) return 'dashboard'
  return ways.includes('operatorKey') || ways.length === 0 ? 'staff' : 'dashboard'
}

/** The document with the operations and webhooks of an audience only. */
export function partFor(audience: Audience, document: Document): Document {
  const webhooks = audience === 'customers' ? (document.webhooks ?? {}) : {}
  const part = withOperations({ ...document, webhooks }, operation => audienceOf(operation) === audience)
  const operations = Object.values(part.paths ?? {}).flatMap(methods => Object.values(methods))
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  return { ...part, tags: document.tags?.filter(({ name }) => used.has(name)) ?? [] }
}

/** Where the service serves the part. */
export const addressOfPart: Record<Audience, string> = {
  customers: '/openapi.json',
  dashboard: '/docs/dashboard/openapi.json',
  press: '/docs/press/openapi.json',
  staff: '/docs/staff/openapi.json',
}

/** The document with the operations that are kept, and only those components that they or the webhooks refer to. */
export function withOperations<Of extends Document>(
  document: Of,
  isKept: (operation: Operation, path: string) => boolean,
): Of {
  const paths = Object.entries(document.paths ?? {})
    .map(([path, operations]) => [
      path,
      Object.fromEntries(Object.entries(operations).filter(([, operation]) => isKept(operation, path))),
    ])
    .filter(([, operations]) => Object.keys(operations as object).length > 0)
  const part = { ...document, paths: Object.fromEntries(paths) }
  return { ...part, components: usedComponents(part) }
}

function usedComponents({ paths = {}, webhooks, components = {} }: Document): object {
  const kinds = components as Record<string, Record<string, unknown>>
  const used = new Set<string>()
  function follow(text: string): void {
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      if (used.has(`${kind} ${name}`)) continue
      used.add(`${kind} ${name}`)
      follow(JSON.stringify(kinds[kind]![name]))
    }
  }
  follow(JSON.stringify([paths, webhooks]))
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  for (const way of operations.flatMap(({ security = [] }) => security)) {
    for (const name of Object.keys(way)) used.add(`securitySchemes ${name}`)
  }
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, named]) => [
      kind,
      Object.fromEntries(Object.entries(named).filter(([name]) => used.has(`${kind} ${name}`))),
    ]),
  )
}
