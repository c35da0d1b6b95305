// The meaning of each field of the API document for programs: by its name where it means the same everywhere and its
// schema does not say it, and by its schema or operation and its name where it needs words of its own.

import { readFileSync } from 'node:fs'
import { partFor } from './documentParts.ts'
import type { ApiDocument, Schema } from './namedSchemas.ts'

type Described = { description?: string }
export type Meanings = Record<'events' | 'fields' | 'named', Record<string, string>>

export const readMeanings = (): Meanings =>
  JSON.parse(readFileSync(new URL('./meanings.json', import.meta.url), 'utf8'))

export function withMeanings(document: ApiDocument): ApiDocument {
  const { fields, named } = readMeanings()
  const { paths = {}, components } = partFor('customers', document as object) as ApiDocument // shares what is in it
  function describe(owner: string, name: string, one: Described): void {
    const meaning = named[`${owner}.${name}`] ?? one.description ?? fields[name]
    if (meaning !== undefined) one.description = meaning
  }
  for (const [owner, { properties = {} }] of Object.entries(components?.schemas ?? {}))
    for (const [name, field] of Object.entries(properties)) describe(owner, name, field)
  for (const { operationId = '', parameters = [] } of Object.values(paths).flatMap(methods => Object.values(methods)))
    for (const one of parameters as (Described & { name: string; schema: Schema })[])
      if (one.schema.description === undefined) describe(operationId, one.name, one)
  return document
}
