// The staff who edit and publish the operator's data, for tests.

import type { TestContext } from 'node:test'
import type { CatalogFile } from '../../src/catalog/schema.ts'
import { openDatabase } from '../../src/db/db.ts'
import { freshPostgres } from './postgres.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

export type Content = {
  catalog: CatalogFile
  shipping: object
  holidays: object
  tax: object
  priceLists?: unknown
  brand?: unknown
  texts?: unknown
}
export type Draft = { revision: number; basedOn: number; content: Content }

export function operatorDraft({ call, demo }: World) {
  const as = demo.staff.authorization
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    call(`/staff/operator-data/${path}`, { method, as, ...(body === undefined ? {} : { body }) })
  const draft = async (): Promise<Draft> => (await ask('GET', 'draft')).body
  return {
    ask,
    draft,
    /** Saves the draft with changes. */
    async edit(change: (content: Content) => void) {
      const { revision, basedOn, content } = await draft()
      change(content)
      return ask('PUT', 'draft', { revision, basedOn, content })
    },
    publish: async (more: object = {}) =>
      ask('POST', 'draft/publish', { revision: (await draft()).revision, reason: 'Spring prices', ...more }),
    auditOf: async (action: string) =>
      (await call('/staff/audit', { as })).body.entries.find((entry: { action: string }) => entry.action === action),
  }
}

export const bookOf = ({ charged }: World, { catalog }: Content, product: string) => {
  const { manufacturingSku } = charged.products.find(({ sku }) => sku === product)!
  return catalog.skus.find(sku => sku.manufacturingSku === manufacturingSku)!
}

/** A world that ends with the test. */
export async function openWorld(
  t: TestContext,
  kind: 'PGlite' | 'PostgreSQL',
  options: WorldOptions = {},
): Promise<World> {
  if (kind === 'PGlite') {
    const world = await startWorld(options)
    t.after(() => world[Symbol.asyncDispose]())
    return world
  }
  const { databaseUrl, drop } = await freshPostgres()
  const world = await startWorld({ ...options, database: await openDatabase({ databaseUrl, dataDir: null }) })
  t.after(() => world[Symbol.asyncDispose]().then(drop))
  return world
}
