// The whole service, as a process on PostgreSQL, while every file of the corpus goes through it: each gets its verdict, and
// somebody else who reads orders meanwhile hardly notices.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCorpus, quantile, seenMeanwhile, type Verdict } from './corpus/throughService.ts'
import { freshHome, startService } from './service.ts'

const readsAlone = 500
const mostMs = 100
/** A request waits for the service and for its database and for the service again; a bare server makes one wait once. */
const waits = 3
const mostGrownBytes = 150 * 1024 * 1024

test('every hostile file gets its verdict from the service, which answers others and keeps its size meanwhile', async t => {
  const home = await freshHome('PostgreSQL')
  const service = await startService({ home, env: { FILE_CHECK: 'content' } })
  try {
    const at = { url: service.url, pid: service.pid, authorization: home.demo().accounts[0]!.sandbox.authorization }
    const alone = await seenMeanwhile(at, async () => {
      for (let i = 0; i < readsAlone; i++) await service.call('/health/live')
    })
    let verdicts: Verdict[] = []
    const meanwhile = await seenMeanwhile(at, async () => {
      verdicts = await checkCorpus(at)
    })
    for (const { specimen, codes } of verdicts) assert.deepEqual(codes, specimen.codes, specimen.name)

    const [p99, bareP99] = [quantile(meanwhile.serviceMs, 0.99), quantile(meanwhile.bareMs, 0.99)]
    const grownBytes = (meanwhile.mostBytes ?? 0) - (alone.mostBytes ?? 0)
    const told = `p99 ${p99.toFixed(1)} ms, of a bare server ${bareP99.toFixed(1)} ms; ${Math.round((alone.mostBytes ?? 0) / 1e6)} MB, grown by ${Math.round(grownBytes / 1e6)} MB`
    t.diagnostic(told)
    // What the machine is busy with otherwise slows a bare server too.
    assert.ok(p99 < mostMs + waits * bareP99, told)
    assert.ok(grownBytes < mostGrownBytes, told)
  } finally {
    await service.stop()
    await home.remove()
  }
})
