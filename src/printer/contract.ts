// What every printer must do, whatever it is made of. An adapter's test runs `contract(make)`, where `make` answers the
// adapter with its outside in working order.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, instant, later } from '../base/clock.ts'
import type { Printer, PrintJob } from './printer.ts'

const now = instant('2026-03-02T15:00:00Z')

/** A job for tests: 30 copies of one book, due in four days. */
export const sampleJob = (changes: Partial<PrintJob> = {}): PrintJob => ({
  accountId: 'acc_1',
  mode: 'sandbox',
  orderId: 'ord_1',
  attempt: 1,
  jobId: 'job_1',
  printer: 'simulator',
  status: 'NEW',
  cancellationRequested: false,
  enterprise: false,
  ticket: {
    customerOrderId: 'C-1',
    destination: {
      name: 'Ann Reader',
      address1: '1 Main St',
      city: 'Salem',
      state: 'OR',
      postal: '97301',
      country: 'US',
    },
    shippingClassification: 'standard',
    items: [
      {
        sku: 'NOVEL',
        manufacturingSku: 'PB-6X9',
        quantity: 30,
        pageCount: 200,
        files: { cover: { url: 'https://files.example/c.pdf', sha256: null }, guts: null },
        itemDescription: null,
        retailPrice: '19.99',
      },
    ],
  },
  dueDate: '2026-03-06',
  submittedAt: null,
  nextStepAt: now,
  attempts: 0,
  problem: null,
  createdAt: now,
  updatedAt: now,
  ...changes,
})

export function contract(name: string, make: () => Printer): void {
  describe(`the printer contract: ${name}`, () => {
    for (const enterprise of [false, true]) {
      const kind = enterprise ? 'an enterprise job' : 'a job'

      it(`${kind} may be submitted twice, and the printer says the same both times`, async () => {
        const printer = make()
        const first = await printer.submit(sampleJob({ enterprise }))
        assert.equal(first.kind, 'heard')
        assert.deepEqual(await printer.submit(sampleJob({ enterprise })), first)
      })

      it(`what the printer says at once when it is given ${kind} is at most that it accepts`, async () => {
        const answer = await make().submit(sampleJob({ enterprise }))
        assert.ok(answer.kind === 'heard')
        if (answer.says === null) return
        assert.ok(answer.says.kind === 'accepted')
        const { itemsCents, taxesCents } = answer.says
        assert.equal(itemsCents !== null && taxesCents !== null, enterprise)
      })
    }

    it('a cancellation may be asked for twice, and only ever brings a decision', async () => {
      const printer = make()
      await printer.submit(sampleJob())
      const asked = sampleJob({ submittedAt: now, cancellationRequested: true })
      const first = await printer.requestCancellation(asked)
      assert.ok(first.kind === 'heard')
      if (first.says !== null) assert.equal(first.says.kind, 'cancellation')
      assert.deepEqual(await printer.requestCancellation(asked), first)
    })

    it('news is never due in the past', () => {
      const printer = make()
      const muchLater = later(now, 40 * day)
      for (const at of [now, muchLater]) {
        const due = printer.newsDueAt(sampleJob({ submittedAt: now }), at)
        assert.ok(due === null || due >= at)
      }
    })

    it('asking for news is harmless at any time', async () => {
      const printer = make()
      await printer.submit(sampleJob())
      const job = sampleJob({ submittedAt: now, status: 'ACCEPTED' })
      const answer = await printer.askForNews(job)
      assert.equal(answer.kind, 'heard')
      assert.deepEqual(await printer.askForNews(job), answer)
    })
  })
}
