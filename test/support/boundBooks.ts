// A press whose files have binding codes, and accepted jobs with real files, for tests.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { press, program } from './actors.ts'
import { startFileServer } from './fileServer.ts'
import type { World } from './world.ts'

export const keepsake = 'HC-0600X0900-BW-60C'
export const staffEmail = 'desk@example.com'

// biome-ignore lint/suspicious/noExplicitAny: a job as the press reads it
export type Job = any

/** The operator's data, in which the pages of the hard cover have no bleed and so no room for a code. */
export async function startBoundBooks() {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-binding-'))
  cpSync('operator', folder, { recursive: true })
  change(join(folder, 'printers.json'), file => {
    file.printers[0].bindingCodes = true
    file.staffEmail = staffEmail
  })
  change(join(folder, 'catalog.json'), file => {
    const book = file.skus.find((sku: { manufacturingSku: string }) => sku.manufacturingSku === keepsake)
    book.geometry.pages.bleedInches = 0
    book.attributes.bleed = false
  })
  const server = await startFileServer()

  return {
    /** Of the world. */
    config: { files: readConfig([], {}).files, operatorDir: folder },
    sentFile: (sku: string, part: 'cover' | 'guts') => server.files.get(`/${sku}/${part}.pdf`) as Buffer,
    /** Accepted jobs of the first or second book, one for each order. */
    async acceptedJobs(world: World, orders: string[], book = 0): Promise<Job[]> {
      const { sku, manufacturingSku, pageCount } = world.charged.products[book]!
      for (const [part, name] of [
        ['cover', 'cover'],
        ['guts', 'pages'],
      ]) {
        const url = `/templates/published/${manufacturingSku}/${name}/pdf?units=in&pageCount=${pageCount}`
        server.files.set(`/${sku}/${part}.pdf`, (await world.app.server.inject(url)).rawPayload)
      }
      const product = { coverUrl: server.at(`/${sku}/cover.pdf`), gutsUrl: server.at(`/${sku}/guts.pdf`) }
      const { place } = program(world, world.charged, 'production')
      for (const id of orders) await place(id, { orderItems: [{ sku, quantity: 1, product }] })
      await world.settle()
      await world.advance(day)
      for (const id of orders) assert.equal((await press(world).tell(id, 'accept')).status, 200)
      return Promise.all(orders.map(id => press(world).jobOf(id)))
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an operator's file, changed in place
function change(path: string, act: (file: any) => void): void {
  const file = JSON.parse(readFileSync(path, 'utf8'))
  act(file)
  writeFileSync(path, JSON.stringify(file))
}
