// The check of print files against good files for every sample product, and broken and hostile ones.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type Finding, judge } from '../src/artwork/preflight/judge.ts'
import { openPreflight, type Reading } from '../src/artwork/preflight/preflight.ts'
import { allSkus, expectedOf, templatesOf } from './corpus/products.ts'

const mostPages = 2_000
const folder = mkdtempSync(join(tmpdir(), 'octavo-preflight-'))
const preflight = openPreflight({ processes: availableParallelism() })
after(async () => {
  await preflight.close()
  rmSync(folder, { recursive: true, force: true })
})

async function read(name: string, bytes: Uint8Array): Promise<Reading> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return preflight.read(path, { mostPages })
}

async function readFacts(name: string, bytes: Uint8Array) {
  const reading = await read(name, bytes)
  assert.equal(reading.kind, 'read', JSON.stringify(reading))
  return reading.facts
}

const toldOf = (findings: Pick<Finding, 'code' | 'got'>[]) => findings.map(({ code, got }) => [code, got])

describe('our own templates', () => {
  for (const sku of allSkus) {
    const { manufacturingSku: name } = sku
    it(`pass without a word for ${name}`, async () => {
      const pageCount = sku.pages.min
      const files = await templatesOf(sku, pageCount)
      const [cover, guts] = await Promise.all([
        readFacts(`${name}-cover.pdf`, files.cover),
        readFacts(`${name}-guts.pdf`, files.guts),
      ])
      assert.deepEqual(judge({ cover, guts }, expectedOf(sku), pageCount), {
        findings: [],
        pageCount,
        repairs: { cover: [], guts: [] },
      })
    })
  }
})

it('a web page is not taken for a PDF', async () => {
  const reading = await read('page.pdf', Buffer.from('<!DOCTYPE html><title>Sign in</title>'))
  assert.equal(reading.kind, 'refused')
  assert.deepEqual(toldOf(reading.findings), [['file_not_pdf', 'a web page (HTML)']])
})

it('a file that is not there is our own fault', async () => {
  const { kind } = await preflight.read(join(folder, 'missing.pdf'), { mostPages })
  assert.equal(kind, 'unavailable')
})
