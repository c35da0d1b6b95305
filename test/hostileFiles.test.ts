// The whole service, as a process on PostgreSQL, while hostile files go through it: each gets its verdict, and a
// program that reads orders meanwhile hardly notices. The short form sends every eighth of them, since each uses up its
// time; `test/preflight.test.ts` reads them all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpus, hostile } from './corpus/corpus.ts'
import { checkAll, quantile, seenMeanwhile, type Verdict } from './corpus/throughService.ts'
import { ofForm } from './support/form.ts'
import { freshHome, startService } from './support/service.ts'

const maxMs = 100
/**
 * A request waits for the service and for its database and for the service again; a bare server makes one wait once.
 */
const waits = 3
/** Of the service itself, from its start on. Each file has a process of its own beside it. */
const maxBytes = 300_000_000

// The book of the service has no other press or binding, and bleed on all sides.
const served = corpus.filter(
  ({ press, bindingBleed, binding, isbn }) =>
    press === undefined && bindingBleed === undefined && binding === undefined && isbn === undefined,
)
const files = ofForm({ short: hostile.filter((_, i) => i % 8 === 0), whole: hostile, long: served })

test('each hostile file gets its verdict from the service, which answers others and stays small meanwhile', async t => {
  const home = await freshHome('PostgreSQL')
  const service = await startService({ home, env: { FILE_CHECK: 'content' } })
  try {
    const at = { url: service.url, pid: service.pid, authorization: home.demo().accounts[0]!.sandbox.authorization }
    let verdicts: Verdict[] = []
    const meanwhile = await seenMeanwhile(at, async () => {
      verdicts = await checkAll(files, at)
    })
    for (const { specimen, codes } of verdicts) assert.deepEqual(codes, specimen.codes, specimen.name)

    const [p99, bareP99] = [quantile(meanwhile.serviceMs, 0.99), quantile(meanwhile.bareMs, 0.99)]
    const bytes = meanwhile.maxBytes ?? 0
    const measured = `p99 ${p99.toFixed(1)} ms, of a bare server ${bareP99.toFixed(1)} ms; at most ${Math.round(bytes / 1e6)} MB`
    t.diagnostic(measured)
    // What the machine is busy with otherwise slows a bare server too.
    assert.ok(p99 < maxMs + waits * bareP99, measured)
    assert.ok(bytes < maxBytes, measured)
  } finally {
    await service.stop()
    await home.remove()
  }
})
