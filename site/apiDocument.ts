// The API document, as far as the pages of the reference show it.

import type { Audience } from '../src/http/document/documentParts.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}
export type Media = { schema?: Schema; example?: unknown }
export type Answer = { $ref?: string; description?: string; content?: Record<string, Media & { examples?: object }> }
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Answer>
}
export type ApiDocument = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema> & { Problem: Schema }
    responses: Record<string, Answer>
    examples: Record<string, unknown>
  }
}

export type Placed = { method: string; path: string; operation: Operation; audience: Audience; tag: string }

export function resolve<Of extends { $ref?: string }>(document: ApiDocument, one: Of): Of {
  if (one.$ref === undefined) return one
  const [kind, name] = one.$ref.split('/').slice(2) as ['schemas' | 'responses', string]
  return document.components[kind][name] as unknown as Of
}
