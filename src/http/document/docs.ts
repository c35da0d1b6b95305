// The API document, derived from the routes.

import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { may, type Permission, roleNames } from '../../accounts/people/roles.ts'
import { type StaffPermission, staffRolesWith } from '../../accounts/people/staffRoles.ts'
import { refusals } from '../../base/refusal.ts'
import { type Brand, defaultBrand } from '../../brand/brand.ts'
import { ownOrigin } from '../objects/common.ts'
import { type AnyPermission, type CallerKind, type Route, route } from '../server/route.ts'
import { sendText } from '../server/web.ts'
import { problemsOfRoute, withProblems } from './documentedProblems.ts'
import { documentedWebhooks } from './documentedWebhooks.ts'
import { type Audience, addressOfPart, partFor } from './documentParts.ts'
import { readExamples } from './examples.ts'
import { withMeanings } from './meanings.ts'
import { type ApiDocument, nameSchemas } from './namedSchemas.ts'

/** Call it before adding routes: the document describes only routes that are added later. */
export async function describeApi(server: FastifyInstance, publicUrl: URL, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Octavo',
        version,
        description: introduction(),
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'The operator of this service', url: publicUrl.origin },
      },
      // First the address at which the document itself was found: a page at localhost may not call 127.0.0.1.
      servers: [{ url: '/' }, { url: publicUrl.origin }],
      tags,
      components: { securitySchemes },
    },
    transform,
    transformObject: documents => withOwnOrigin(completed(transformObject(documents)), publicUrl),
    refResolver: { buildLocalReference: (schema, _base, _fragment, i) => String(schema.$id ?? `schema-${i}`) },
  })
}

export const docsRoutes = (readBrand: () => Brand = () => defaultBrand): Route[] => [
  route({
    method: 'GET',
    path: '/',
    operationId: 'getEntryPoints',
    callers: ['public'],
    tag: 'Service',
    summary: 'Entry points of the service',
    answer: Type.Object({ name: Type.String(), docs: Type.String(), openapi: Type.String() }),
    handle: () => ({ name: readBrand().name, docs: '/docs', openapi: '/openapi.json' }),
  }),
  documentRoute(readBrand, 'customers', {
    operationId: 'getApiDocument',
    callers: ['public'],
    summary: 'Read this document',
  }),
  documentRoute(readBrand, 'dashboard', { callers: ['member', 'staff'] }),
  documentRoute(readBrand, 'press', { callers: ['printer', 'staff'] }),
  documentRoute(readBrand, 'staff', { callers: ['staff'] }),
]

type DocumentRoute = { callers: CallerKind[] } & (
  | { operationId: string; summary: string }
  | { operationId?: never; summary?: never }
)

/** The part of the API document for an audience. It is made once, when it is first read, and then named. */
function documentRoute(readBrand: () => Brand, audience: Audience, { callers, ...named }: DocumentRoute): Route {
  let part: ApiDocument | undefined
  return route({
    method: 'GET',
    path: addressOfPart[audience],
    callers,
    tag: 'Service',
    ...(named.operationId === undefined
      ? { hidden: true, summary: 'Read the part of the API document for an audience' }
      : named),
    answer: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    handle({ request, reply }) {
      part ??= partFor(audience, request.server.swagger() as object) as ApiDocument
      const text = JSON.stringify(branded(part, readBrand()))
      return sendText(text, request, reply.type('application/json; charset=utf-8'))
    },
  })
}

function branded(document: ApiDocument, { name, supportAddress }: Brand): object {
  const { info } = document as { info: { title: string; description: string; contact: object } }
  const title = info.title.replace('Octavo', () => name)
  const description = info.description.replace(/^Octavo /, () => `${name} `)
  const contact = { ...info.contact, ...(supportAddress === null ? {} : { email: supportAddress }) }
  return { ...document, info: { ...info, title, description, contact } }
}

/** In the order in which a reader needs them; further tags follow. */
const tags = [
  { name: 'Orders', description: "For a customer's program, with an API key" },
  { name: 'Quotes', description: 'What a large order costs, answered by people' },
  { name: 'Products', description: 'The products that a customer sells' },
  { name: 'Print files', description: 'Checks of print files before an order' },
  { name: 'Templates', description: 'Templates and measures for designers' },
  { name: 'Proofs', description: 'Proofs of orders that are approved before they are printed' },
  { name: 'Proof links', description: 'For a person who got a link to a proof' },
  { name: 'Sandbox', description: 'What the bank, the printer and time do to sandbox orders' },
  { name: 'Webhooks', description: 'Events sent to a receiver, their deliveries, and the secret that signs them' },
  { name: 'Service', description: 'Documents, probes and metrics' },
  { name: 'Sign-in', description: 'For people: customers, staff and printers' },
  { name: 'Account', description: 'Settings of the account' },
  { name: 'Team', description: 'The people of the account, and the audit log' },
  { name: 'API keys', description: "Keys for a customer's programs" },
  { name: 'Cards', description: 'The cards that are charged' },
  { name: 'Billing', description: 'Charges, documents and the ledger of the account' },
  { name: 'Exemptions', description: 'Tax exemption certificates' },
  { name: 'Dashboard: orders', description: 'Orders in the dashboard' },
  { name: 'Dashboard: print files', description: 'Files of products and orders in the dashboard' },
  { name: 'Press', description: 'For printers, with a printer key or signed in' },
  { name: 'Printers', description: "Messages from a printer's own system" },
  { name: 'Payment provider', description: 'Messages from the payment provider' },
  { name: 'Carrier', description: 'Messages from the service that sells shipping labels' },
  { name: 'Staff', description: "For the operator's staff, with a staff key or signed in" },
  { name: 'Staff: money', description: 'Charges, refunds and disputes for the staff' },
  { name: 'Clock', description: 'The manual clock, only where it is configured' },
]

const securitySchemes = {
  customerKey: { type: 'http', scheme: 'basic', description: "A customer's API key, for one mode." },
  operatorKey: {
    type: 'http',
    scheme: 'basic',
    description: "An API key of the operator's staff, of a printer, or for the metrics.",
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'octavo.session_token',
    description: 'A browser session, from POST /auth/sign-in/email.',
  },
} as const

const schemesOf: Record<CallerKind, (keyof typeof securitySchemes)[]> = {
  public: [],
  customer_key: ['customerKey'],
  member: ['session'],
  staff: ['operatorKey', 'session'],
  printer: ['operatorKey', 'session'],
  metrics: ['operatorKey'],
}

const transform: SwaggerTransform = ({ schema, url, route }) => {
  const callers = route.config?.callers ?? []
  const schemes = [...new Set(callers.flatMap(caller => schemesOf[caller]))]
  const { scope } = route.config ?? {}
  const scopeLine = scope && `A restricted key needs the scope \`${scope}\`.`
  const lines = [
    schema?.description,
    `Callers: ${callers.join(', ')}.`,
    scopeLine,
    rolesOf(callers, route.config?.needs),
  ]
  const { params } = (schema ?? {}) as Partial<Record<'params', { properties?: object }>>
  const { refuses = [], limited = true, takesFile, beforeSecondFactor = false } = route.config ?? {}
  const problems = problemsOfRoute({
    callers,
    refuses,
    limited,
    takesFile: takesFile !== undefined,
    beforeSecondFactor,
    inPath: Object.keys(params?.properties ?? {}),
    mayHaveBody: route.method !== 'GET',
  })
  return {
    url,
    schema: {
      ...schema,
      ...(schema?.body ? { body: withoutDefaulted(schema.body) } : {}),
      ...(takesFile === undefined ? {} : { body: { type: 'string', format: 'binary' } }),
      ...(schema?.querystring ? { querystring: withoutDefaulted(schema.querystring) } : {}),
      description: lines.filter(line => line).join('\n\n'),
      security: schemes.map(scheme => ({ [scheme]: [] })),
      'x-problems': problems,
    },
  }
}

/**
 * A field with a default may be left out of a request. The schemas require it, so that handlers always have a value.
 */
function withoutDefaulted(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaulted)
  if (typeof schema !== 'object' || schema === null) return schema
  const fields = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withoutDefaulted(value)]))
  const { required, properties } = schema as { required?: unknown; properties?: Record<string, object> }
  if (!Array.isArray(required) || properties === undefined) return fields
  return { ...fields, required: required.filter(name => !('default' in (properties[name] ?? {}))) }
}

/** The text of the plug-in about an answer whose schema has no description. */
const unsaid = 'Default Response'
const answers: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted: it is not done yet.',
  204: 'Done.',
}

/** The plug-in marks every body as required, but a route whose body may be null can be called without one. */
const transformObject: SwaggerTransformObject = documents => {
  if (!('openapiObject' in documents)) throw new Error('the API document is not an OpenAPI document')
  const { openapiObject } = documents
  const operations = Object.values(openapiObject.paths ?? {}).flatMap(path => Object.values(path ?? {}) as Operation[])
  for (const { requestBody, responses } of operations) {
    for (const [status, answer] of Object.entries(responses ?? {})) {
      if (answer.description === unsaid) answer.description = answers[status] ?? 'An answer.'
    }
    const { schema } = requestBody?.content?.['application/json'] ?? {}
    if (requestBody !== undefined && [schema?.type].flat().includes('null')) requestBody.required = false
  }
  return openapiObject
}

/** With the webhooks, the problems and examples of each operation, and a name for every object. */
const completed = (document: object): ApiDocument =>
  withMeanings(
    nameSchemas(withProblems(withExamples({ ...(document as ApiDocument), webhooks: documentedWebhooks() }))),
  )

function withExamples(document: ApiDocument): ApiDocument {
  const recorded = readExamples()
  const operations = Object.values(document.paths ?? {}).flatMap(methods => Object.values(methods))
  for (const { operationId = '', requestBody, responses = {} } of operations) {
    const sent = requestBody?.content?.['application/json']
    if (sent !== undefined && recorded[operationId]?.request !== undefined) sent.example = recorded[operationId].request
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
    const media = success?.content?.['application/json']
    if (media !== undefined && recorded[operationId]?.answer !== undefined) media.example = recorded[operationId].answer
  }
  return document
}

/** Puts the reader's address of the service into examples that refer to the service's own files. */
const withOwnOrigin = <Document>(document: Document, { origin }: URL): Document =>
  JSON.parse(JSON.stringify(document).replaceAll(ownOrigin, origin))

type Operation = {
  responses?: Record<string, { description?: string }>
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { type?: string | string[] } }> }
}

function rolesOf(callers: readonly CallerKind[], needs: AnyPermission | null | undefined): string | null {
  if (!needs) return null
  if (callers.includes('staff')) return `The role must be ${staffRolesWith(needs as StaffPermission).join(' or ')}.`
  return `A member must be ${roleNames.filter(role => may(role, needs as Permission)).join(' or ')}.`
}

function introduction(): string {
  const rows = Object.entries(refusals).map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`)
  return [
    'Octavo accepts orders for books, has them printed, and ships them.',
    'Your program sends an API key as its `Authorization` header; people create keys in the [dashboard](/dashboard). A key ' +
      'for the sandbox places orders that go through every step, but nothing is printed or charged. Begin with ' +
      '`POST /orders/create`, and follow the order with `GET /orders/{customerOrderId}` or by webhooks.',
    'A key that sends requests too fast gets 429 with `Retry-After`. Once half of its allowance is used, every answer shows ' +
      'the remaining allowance in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds).',
    'Every refusal is an `application/problem+json` (RFC 9457), whose `code` says why.',
    '<details><summary>All error codes</summary>',
    ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n'),
    '</details>',
  ].join('\n\n')
}
