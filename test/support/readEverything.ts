// Reads every address of the API document, with every allowed caller and every known value of its parameters.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { openapiFile } from '../../scripts/apiDocument.ts'
import type { Parameter } from './arbitraries.ts'
import type { Answer, World } from './world.ts'

type Operation = { description: string; parameters?: Parameter[] }
type Read = { path: string; callers: string[]; parameters: Parameter[] }
type Caller = { as: string } | { cookie: string } | Record<string, never>

/** The values of parameters, by their names. Fields of answers whose names end in `Id` are added. */
export type KnownValues = Record<string, Set<string>>

/** Optional parameters that are sent. Other optional parameters keep their defaults. */
const sentOptions = ['search', 'format']

/** Fails on a server error. Answers how many answers were read. */
export async function readEverything(
  world: World,
  callers: Record<string, Caller[]>,
  knownValues: KnownValues,
): Promise<number> {
  let count = 0
  for (const { path, callers: kinds, parameters } of readOperations())
    for (const caller of kinds.flatMap(kind => callers[kind] ?? []))
      for (const address of addressesOf(path, parameters, knownValues))
        for (let page: string | null = address; page !== null; count++) {
          const answer: Answer = await world.call(page, caller)
          assert.ok(answer.status < 500, `${page}: ${answer.status} ${JSON.stringify(answer.body)}`)
          collect(answer.body, knownValues)
          const next = nextPage(address, parameters, answer)
          assert.notEqual(next, page, 'a page is its own next page')
          page = next
        }
  return count
}

/** Lists come before the items that they name. */
function readOperations(): Read[] {
  const { paths } = JSON.parse(readFileSync(openapiFile, 'utf8')) as { paths: Record<string, { get?: Operation }> }
  return Object.entries(paths)
    .flatMap(([path, { get }]) => {
      if (get === undefined) return []
      const callers = /Callers: ([\w, ]+)\./.exec(get.description)?.[1]?.split(', ') ?? []
      return [{ path, callers, parameters: get.parameters ?? [] }]
    })
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
}

/** One address for each combination of values. */
function addressesOf(path: string, parameters: Parameter[], knownValues: KnownValues): string[] {
  const needed = parameters.filter(
    ({ in: place, name, required, schema }) =>
      place === 'path' || sentOptions.includes(name) || (required && !('default' in schema)),
  )
  return needed.reduce<string[]>(
    (addresses, { in: place, name, schema }) => {
      const values = [...(knownValues[name] ?? schema.enum ?? [])].map(value =>
        encodeURIComponent(String(value).toWellFormed()),
      )
      return addresses.flatMap(at =>
        values.map(value =>
          place === 'path'
            ? at.replace(`{${name}}`, () => value)
            : `${at}${at.includes('?') ? '&' : '?'}${name}=${value}`,
        ),
      )
    },
    [path],
  )
}

function collect(body: unknown, knownValues: KnownValues): void {
  if (typeof body !== 'object' || body === null) return
  for (const [name, inner] of Object.entries(body)) {
    if (name.endsWith('Id') && typeof inner === 'string')
      knownValues[name] = (knownValues[name] ?? new Set()).add(inner)
    collect(inner, knownValues)
  }
}

/** Answers null after the last page. A feed's last page is empty, because the feed may continue later. */
function nextPage(address: string, parameters: Parameter[], { status, body }: Answer): string | null {
  const cursor: string | null = (status === 200 && body?.nextCursor) || null
  if (cursor === null || body.events?.length === 0) return null
  const name = parameters.find(({ name }) => name === 'cursor' || name === 'after')!.name
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(cursor)}`
}
