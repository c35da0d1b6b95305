// Reads everything that can be read: every address of the API document, as everybody who may, of each thing there is.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { openapiFile } from '../scripts/docs.ts'
import type { Parameter } from './arbitraries.ts'
import type { Answer, World } from './world.ts'

type Operation = { description: string; parameters?: Parameter[] }
type Read = { path: string; callers: string[]; parameters: Parameter[] }
type Caller = { as: string } | { cookie: string } | Record<string, never>

/** The values of parameters, by their names. What answers name by `…Id` is added. */
export type Named = Record<string, Set<string>>

/** Optional parameters that are asked with; the others are left to their defaults. */
const asked = ['search', 'format']

/** Fails where an answer is a failure of ours. Returns how many answers were read. */
export async function readEverything(world: World, callers: Record<string, Caller[]>, named: Named): Promise<number> {
  let count = 0
  for (const { path, callers: whose, parameters } of reads())
    for (const caller of whose.flatMap(one => callers[one] ?? []))
      for (const address of addressesOf(path, parameters, named))
        for (let page: string | null = address; page !== null; count++) {
          const answer: Answer = await world.call(page, caller)
          assert.ok(answer.status < 500, `${page}: ${answer.status} ${JSON.stringify(answer.body)}`)
          collect(answer.body, named)
          const next = nextPage(address, parameters, answer)
          assert.notEqual(next, page, 'a page leads to itself')
          page = next
        }
  return count
}

/** Lists before what they name. */
function reads(): Read[] {
  const { paths } = JSON.parse(readFileSync(openapiFile, 'utf8')) as { paths: Record<string, { get?: Operation }> }
  return Object.entries(paths)
    .flatMap(([path, { get }]) => {
      if (get === undefined) return []
      const callers = /Callers: ([\w, ]+)\./.exec(get.description)?.[1]?.split(', ') ?? []
      return [{ path, callers, parameters: get.parameters ?? [] }]
    })
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
}

/** One address for each combination of values. */
function addressesOf(path: string, parameters: Parameter[], named: Named): string[] {
  const needed = parameters.filter(
    ({ in: place, name, required, schema }) =>
      place === 'path' || asked.includes(name) || (required && !('default' in schema)),
  )
  return needed.reduce<string[]>(
    (addresses, { in: place, name, schema }) => {
      const values = [...(named[name] ?? schema.enum ?? [])].map(value =>
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

function collect(body: unknown, named: Named): void {
  if (typeof body !== 'object' || body === null) return
  for (const [name, inner] of Object.entries(body)) {
    if (name.endsWith('Id') && typeof inner === 'string') named[name] = (named[name] ?? new Set()).add(inner)
    collect(inner, named)
  }
}

/** Null after the last page; that of a feed, which may go on later, is empty. */
function nextPage(address: string, parameters: Parameter[], { status, body }: Answer): string | null {
  const cursor: string | null = (status === 200 && body?.nextCursor) || null
  if (cursor === null || body.events?.length === 0) return null
  const name = parameters.find(({ name }) => name === 'cursor' || name === 'after')!.name
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(cursor)}`
}
