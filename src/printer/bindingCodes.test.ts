// The codes of a job, and the files that printers' own systems are told to fetch.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant, manualClock } from '../base/clock.ts'
import { openPrinters } from './adapters.ts'
import { type BindingCode, bindingCodeOf, isBindingCode, withCodedFiles } from './bindingCodes.ts'
import { sampleJob } from './contract.ts'
import { fileLinks } from './links.ts'
import type { PrinterClient } from './printerClient.ts'
import type { PrinterRule } from './routing.ts'

const [checked, coded] = ['a'.repeat(64), 'c'.repeat(64)]
const sample = sampleJob({ jobId: `job_${'0'.repeat(44)}` })
const files = {
  cover: { url: 'https://f.example/c.pdf', sha256: checked },
  guts: { url: 'https://f.example/g.pdf', sha256: checked },
}
const job = { ...sample, ticket: { ...sample.ticket, items: [{ ...sample.ticket.items[0]!, files }] } }
const codes: BindingCode[] = [
  { item: 0, part: 'cover', code: bindingCodeOf(job.jobId, 0, 'cover'), bytes: 10, sha256: coded, missing: null },
  { item: 0, part: 'guts', code: null, bytes: null, sha256: null, missing: 'no_room' },
]

it('the codes of a book differ in their last letter, and those of different books before it', () => {
  const names = [0, 1].flatMap(item => [bindingCodeOf('job_a', item, 'cover'), bindingCodeOf('job_a', item, 'guts')])
  assert.ok(names.every(isBindingCode))
  assert.equal(names[0]!.slice(0, -1), names[1]!.slice(0, -1))
  assert.deepEqual(
    names.map(name => name.at(-1)),
    ['C', 'P', 'C', 'P'],
  )
  assert.equal(new Set([...names, bindingCodeOf('job_b', 0, 'cover')]).size, 5)
})

it('a job names the checksum of a file with its code, and that of a checked file without one', () => {
  const [item] = withCodedFiles(job, codes).ticket.items
  assert.deepEqual([item!.files.cover!.sha256, item!.files.guts!.sha256], [coded, checked])
})

describe('a printer with a system of its own', () => {
  const settings: Record<string, object> = {
    json: { url: 'https://press.example', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    printtalk: {
      ...{
        url: 'https://press.example',
        printerIdentity: 'acme',
        printerSharedSecret: 'a-secret-of-enough-characters',
      },
      ...{ identity: 'octavo', sharedSecret: 'another-secret-of-enough-characters' },
    },
    siteflow: {
      ...{ url: 'https://press.example', token: 't', secret: 's', sourceAccount: 'octavo', destination: 'acme' },
      ...{ postbackToken: 'a-token-of-enough-characters', carriers: { standard: { code: 'usps', service: 'ground' } } },
    },
  }
  const rule = { makes: ['*'], shipsTo: ['*'], copiesPerDay: null, cutOff: { hour: 24, timeZone: 'UTC' }, priority: 1 }

  async function submitted(adapter: string, bindingCodes: boolean, drawn: BindingCode[] | null) {
    const bodies: string[] = []
    const client: PrinterClient = {
      async call(_, { body }) {
        bodies.push(String(body ?? ''))
        return { kind: 'answered', status: 503, body: Buffer.alloc(0) }
      },
    }
    const rules: PrinterRule[] = [
      { ...rule, name: 'acme', adapter, bindingCodes, settings: settings[adapter]! as never },
    ]
    const links = fileLinks(new URL('https://octavo.example'), Buffer.alloc(32, 1))
    const deps = { client, clock: manualClock(instant('2026-03-02T15:00:00Z')), links, drawCodes: async () => drawn }
    const printer = openPrinters({ printers: rules }, () => deps).acme!
    return { answer: await printer.submit(job), body: bodies.join(), batch: printer.firstBatch }
  }

  for (const adapter of ['json', 'printtalk']) {
    it(`the checksums that ${adapter} sends are those of the files with their codes`, async () => {
      const withCodes = (await submitted(adapter, true, codes)).body
      assert.deepEqual([withCodes.includes(coded), withCodes.split(checked).length], [true, 2])
      const without = (await submitted(adapter, false, codes)).body
      assert.deepEqual([without.includes(coded), without.split(checked).length], [false, 3])
    })
  }

  for (const adapter of Object.keys(settings)) {
    it(`${adapter} gets no job whose codes are still to be drawn, and few jobs at a time`, async () => {
      const { answer, body, batch } = await submitted(adapter, true, null)
      assert.deepEqual([answer.kind, body], ['unavailable', ''])
      assert.ok(batch! <= 8)
      const { body: sent } = await submitted(adapter, true, codes)
      assert.match(sent, /https:\/\/octavo\.example\/press\/files\/job_0+\.0\.cover\./)
    })
  }
})
