// An import of many books with many mistakes.

import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { checkOperatorFiles } from '../../src/app/operatorFiles.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { member } from '../support/actors.ts'
import { ofForm } from '../support/form.ts'
import { type Content, operatorDraft } from '../support/operatorDraft.ts'
import { startWorld } from '../support/world.ts'

const bookCount = ofForm({ short: 2000, whole: 10_000, long: 10_000 })
const books = `${bookCount.toLocaleString('en-US')} books`
/** Each of them has one mistake. */
const wrongRows = Array.from({ length: 500 }, (_, i) => (i * bookCount) / 500)

/** The books of a catalog, and copies of them. */
function withManyBooks({ catalog, ...parts }: Content): Content {
  const skus = Array.from({ length: bookCount }, (_, i) => {
    const sample = catalog.skus[i % catalog.skus.length]!
    return structuredClone(i < catalog.skus.length ? sample : { ...sample, manufacturingSku: `BOOK-${i}` })
  })
  return { ...parts, catalog: { ...catalog, skus } }
}

/** A wrong value in every other row, and a contradiction of two right values in the others. */
function makeMistakes({ catalog }: Content): string[] {
  return wrongRows.map((row, i) => {
    const { price, pages } = catalog.skus[row]!
    if (i % 2 === 0) price.baseCents = -1
    else pages.max = pages.min - 1
    return i % 2 === 0 ? `/skus/${row}/price/baseCents` : `/skus/${row}/pages/max`
  })
}

it(`an import of ${books} with 500 mistakes names the first 100 by row and field, counts all, and publishes nothing; without them it is published`, async () => {
  await using world = await startWorld()
  const { ask, draft, publish } = operatorDraft(world)
  const { revision, basedOn, content } = await draft()
  const many = withManyBooks(content)
  const wrong = structuredClone(many)
  const places = makeMistakes(wrong)

  const saved = await ask('PUT', 'draft', { revision, basedOn, content: wrong })
  assert.equal(saved.status, 200)
  const listed: string[] = saved.body.mistakes.map(({ path }: { path: string }) => path)
  assert.deepEqual([new Set(listed).size, saved.body.mistakeCount], [100, places.length])
  assert.deepEqual(new Set(listed).difference(new Set(places)), new Set())
  const refused = await publish()
  assert.deepEqual([refused.status, refused.body.code], [422, 'operator_data_invalid'])
  assert.match(refused.body.detail, /\/skus\/0\/price\/baseCents: got -1, expected 0 or more And 499 more/)
  assert.equal((await ask('GET', 'versions')).body.versions.length, 1)
  const compared = (await ask('GET', `difference?draft=${saved.body.revision}`)).body
  assert.deepEqual([compared.mistakes.length, compared.mistakeCount, compared.changes.length], [100, 500, 1000])

  const right = await ask('PUT', 'draft', { revision: saved.body.revision, basedOn, content: many })
  assert.deepEqual([right.status, right.body.mistakes], [200, []])
  assert.equal((await publish()).status, 201)
  await world.advance(minNoticeMs)
  const owner = await member(world, world.charged)
  assert.equal((await owner.ask('GET', '/catalogue')).body.skus.length, bookCount)
})

it(`the check of a folder with ${books} names each of 500 mistakes by row and field`, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-many-books-'))
  t.after(() => rm(folder, { recursive: true }))
  await using world = await startWorld()
  const { content } = await operatorDraft(world).draft()
  const { catalog, ...parts } = withManyBooks(content)
  const places = makeMistakes({ catalog, ...parts })
  for (const [part, value] of Object.entries({ catalog, ...parts }))
    writeFileSync(join(folder, `${part}.json`), JSON.stringify(value))
  const { mistakes } = await checkOperatorFiles(folder)
  assert.deepEqual(
    mistakes.map(mistake => mistake.replace(/: .*/, '')).toSorted(),
    places.map(place => `catalog.json ${place}`).toSorted(),
  )
})
