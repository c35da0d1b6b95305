// What becomes of a book when the copy of one of its files is good, is not, or cannot be made.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectedOf, paperback } from '../../test/corpus/products.ts'
import { type Book, writeBook } from '../../test/corpus/write.ts'
import type { Files } from './files.ts'
import { createMend, factsOf } from './mend.ts'
import { judge } from './preflight/judge.ts'
import { readAlone } from './preflight/reader/read.ts'
import { sourceOf } from './preflight/reader/source.ts'
import type { Storage } from './storage.ts'
import type { KeptFile } from './store.ts'

const mostPages = 2_000
const expected = expectedOf(paperback)
const refused: KeptFile['reading'] = { kind: 'refused', findings: [] }
const sent = kept('sent', readingOf({ pages: 33 }))
const copyOf = (book: Book) => kept('copy', readingOf(book))

function readingOf(book: Book): KeptFile['reading'] {
  const report = readAlone(sourceOf(writeBook(book)), mostPages)
  assert.equal(report.kind, 'read')
  return report
}

function kept(sha256: string, reading: KeptFile['reading']): KeptFile {
  return { accountId: 'a', sha256, storageKey: sha256, bytes: 1, reading, factsVersion: 1, repairedFrom: null }
}

type Made = Awaited<ReturnType<Files['make']>>

/** Mends a book of 33 pages, of which `made` is the copy. */
function mendTo(made: Made) {
  const mend = createMend({
    files: { make: async () => made },
    storage: {} as Storage,
    preflight: { repair: () => assert.fail() },
  })
  const files = { cover: null, guts: sent }
  return mend('a', files, judge(factsOf(files), expected, null), expected)
}

it('a good copy is printed', async () => {
  const copy = copyOf({ pages: 34 })
  const mended = await mendTo({ kind: 'had', file: copy })
  assert.equal(mended?.files.guts, copy)
  assert.deepEqual(
    mended.findings.map(({ code }) => code),
    ['pages_padded'],
  )
})

describe('what was sent fails, and it is said why, when the copy', () => {
  const rows: [name: string, made: Made][] = [
    ['cannot be made', { kind: 'not_made' }],
    ['cannot be read', { kind: 'had', file: kept('copy', refused) }],
    ['has as few pages as before', { kind: 'had', file: copyOf({ pages: 33 }) }],
    ['has too many pages', { kind: 'had', file: copyOf({ pages: 36 }) }],
    ['has a fault that was not there', { kind: 'had', file: copyOf({ pages: 34, content: '(' }) }],
  ]
  for (const [name, made] of rows)
    it(name, async () => {
      const mended = await mendTo(made)
      assert.equal(mended?.files.guts, sent)
      const [{ code, severity, message }, ...more] = mended.findings as [(typeof mended.findings)[number]]
      assert.deepEqual([code, severity, more], ['not_mended', 'error', []])
      assert.equal(message, 'The file needs blank pages at its end, and is built so that this cannot be done for you.')
    })
})

it('a fault of our own says nothing about the file', async () => {
  assert.equal(await mendTo({ kind: 'unavailable', cause: 'the disk is full' }), null)
})
