// The API document, derived from the routes, and the pages that show it. Swagger UI is served from its package in
// node_modules, with scripts and styles as files of our own origin, so the page needs no other host and no inline code.

import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { may, type Permission, roleNames } from '../accounts/roles.ts'
import { type RefusalCode, refusals } from '../base/refusal.ts'
import { type CallerKind, type Route, route } from './route.ts'
import { ownOrigin } from './schemas.ts'

/** Where the plug-in puts its pages. They cannot declare their callers, so server.ts does it for this prefix. */
export const docsPrefix = '/docs'

const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Register it before the routes: the document describes those that come after. */
export async function describeApi(server: FastifyInstance, publicUrl: URL, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Octavo', version, description: introduction() },
      // First the address at which the document itself was found: a page at localhost may not call 127.0.0.1.
      servers: [{ url: '/' }, { url: publicUrl.origin }],
      tags,
      components: { securitySchemes },
    },
    transform,
    transformObject: documents => withOwnOrigin(transformObject(documents), publicUrl),
    refResolver: { buildLocalReference: (schema, _base, _fragment, i) => String(schema.$id ?? `schema-${i}`) },
  })
  await server.register(swaggerUi, {
    routePrefix: docsPrefix,
    staticCSP: docsPolicy,
    uiHooks: {
      onRequest(_request, reply, done) {
        reply.header('referrer-policy', 'no-referrer')
        done()
      },
    },
    theme: { title: 'Octavo API', css: [{ filename: 'octavo.css', content: style }] },
    // Closed: with some 200 routes, a reader first wants to see which groups there are.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true, deepLinking: true, tryItOutEnabled: true },
  })
}

export const docsRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/',
    callers: ['public'],
    tag: 'Service',
    summary: 'Entry points of the service',
    answer: Type.Object({ name: Type.String(), docs: Type.String(), openapi: Type.String() }),
    handle: () => ({ name: 'Octavo', docs: docsPrefix, openapi: '/openapi.json' }),
  }),
  route({
    method: 'GET',
    path: '/openapi.json',
    callers: ['public'],
    tag: 'Service',
    summary: 'Read this document',
    answer: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    handle: ({ request }) => request.server.swagger(),
  }),
]

/** Gives the page the fonts and colours of the other pages, and tables that a phone can scroll. */
const style = `
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .info p, .swagger-ui .info li, .swagger-ui .info table, .swagger-ui .btn, .swagger-ui label {
  font-family: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif;
}
.swagger-ui .info { margin: 32px 0 24px; }
.swagger-ui .info .title { font-size: 28px; color: #1a1d29; }
.swagger-ui .info .title small { background: #5a6072; }
.swagger-ui .info .title small.version-stamp { background: #3146b3; }
.swagger-ui .info code { color: #26399c; background: #eef1fd; font-weight: 500; }
.swagger-ui .info a { color: #3146b3; }
.swagger-ui .info details summary { cursor: pointer; color: #3146b3; padding: 4px 0; }
.swagger-ui .info .markdown { overflow-x: auto; }
.swagger-ui .info table { width: auto; }
.swagger-ui .info table td, .swagger-ui .info table th { padding: 4px 24px 4px 0; }
.swagger-ui .opblock-tag { font-size: 18px; }
`

/** In the order in which a reader needs them; any others follow. */
const tags = [
  { name: 'Orders', description: "For a customer's program, with an API key" },
  { name: 'Service', description: 'Documents, probes and metrics' },
  { name: 'Sign-in', description: 'For people: customers, staff and printers' },
  { name: 'Products', description: 'The products that a customer sells' },
  { name: 'Press', description: 'For printers, with a printer key or signed in' },
  { name: 'Staff', description: "For the operator's staff, with a staff key or signed in" },
]

const securitySchemes = {
  customerKey: { type: 'http', scheme: 'basic', description: "A customer's API key, for one mode." },
  operatorKey: { type: 'http', scheme: 'basic', description: "An API key of the operator's staff or of a printer." },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'octavo.session_token',
    description: 'A browser session: POST /auth/sign-in/email.',
  },
} as const

const schemesOf: Record<CallerKind, (keyof typeof securitySchemes)[]> = {
  public: [],
  customer_key: ['customerKey'],
  member: ['session'],
  staff: ['operatorKey', 'session'],
  printer: ['operatorKey', 'session'],
}

const transform: SwaggerTransform = ({ schema, url, route }) => {
  const callers = route.config?.callers ?? []
  const schemes = [...new Set(callers.flatMap(caller => schemesOf[caller]))]
  const lines = [
    schema?.description,
    `Callers: ${callers.join(', ')}.`,
    rolesOf(route.config?.needs),
    refusalsOf(route.config?.refuses ?? []),
  ]
  return {
    url,
    schema: {
      ...schema,
      description: lines.filter(line => line).join('\n\n'),
      security: schemes.map(scheme => ({ [scheme]: [] })),
    },
  }
}

/** The plug-in marks every body as required, but a route whose body may be null can be called without one. */
const transformObject: SwaggerTransformObject = documents => {
  if (!('openapiObject' in documents)) throw new Error('the API document is not an OpenAPI document')
  const { openapiObject } = documents
  const operations = Object.values(openapiObject.paths ?? {}).flatMap(path => Object.values(path ?? {}) as Operation[])
  for (const { requestBody } of operations) {
    const { schema } = requestBody?.content?.['application/json'] ?? {}
    if (requestBody !== undefined && [schema?.type].flat().includes('null')) requestBody.required = false
  }
  return openapiObject
}

/** Puts the reader's address of the service into examples that refer to the service's own files. */
const withOwnOrigin = <Document>(document: Document, { origin }: URL): Document =>
  JSON.parse(JSON.stringify(document).replaceAll(ownOrigin, origin))

type Operation = {
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { type?: string | string[] } }> }
}

const rolesOf = (needs: Permission | null | undefined) =>
  needs ? `A member must be ${roleNames.filter(role => may(role, needs)).join(' or ')}.` : null

const refusalsOf = (codes: readonly RefusalCode[]) =>
  codes.length > 0 ? `Refuses with ${codes.map(code => `\`${code}\` (${refusals[code].status})`).join(', ')}.` : ''

function introduction(): string {
  const rows = Object.entries(refusals).map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`)
  return [
    'Octavo takes orders for printed books and has them printed and shipped.',
    'Your program sends an API key as its `Authorization` header; people make keys in the [dashboard](/dashboard). A key ' +
      'for the sandbox places orders that go through every step, but nothing is printed or charged. Begin with ' +
      '`POST /orders/create`, and follow the order with `GET /orders/{customerOrderId}` or by webhooks.',
    'A key that sends requests too fast gets 429 with `Retry-After`. From half of its allowance on, each answer shows ' +
      'with `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds) what is left.',
    'Every refusal is an `application/problem+json` (RFC 9457), whose `code` says why.',
    '<details><summary>All error codes</summary>',
    ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n'),
    '</details>',
  ].join('\n\n')
}
