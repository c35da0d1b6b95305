// What every printer must do, whatever its adapter. An adapter's test runs `contract(name, make)`, where `make` returns
// the adapter with a working counterpart.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, instant, later } from '../base/clock.ts'
import type { Answer, Printer, PrintJob, Told } from './printer.ts'

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
  cancellationRequestedAt: null,
  cancellationRequests: 0,
  cancellationRefused: false,
  withdrawing: false,
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
        book: {
          name: 'Trade paperback',
          size: '6 x 9 in',
          cover: 'paperback',
          paperType: '60 lb uncoated cream',
          textColor: 'black and white',
          bleed: true,
          binding: 'soft',
          trim: { widthInches: 6, heightInches: 9 },
          page: { widthInches: 6.25, heightInches: 9.25 },
          coverSheet: { widthInches: 12.8, heightInches: 9.25 },
          bleedInches: 0.125,
          spineInches: 0.55,
          sheets: 100,
          signatures: null,
          copyGrams: 290,
        },
      },
    ],
    shipFrom: {
      name: 'Octavo Press',
      address1: '100 Printers Row',
      city: 'Rochester',
      state: 'NY',
      postal: '14604',
      country: 'US',
    },
    customs: null,
  },
  dueDate: '2026-03-06',
  expectedShipDate: null,
  delaySaidAt: null,
  collected: [],
  offeredAt: now,
  submittedAt: null,
  acceptedAt: null,
  nextStepAt: now,
  forwardedMs: 0,
  attempts: 0,
  problem: null,
  watchDueAt: null,
  alarm: null,
  alarmedAt: null,
  createdAt: now,
  updatedAt: now,
  ...changes,
})

/**
 * An adapter in a test, with the counterpart that it speaks to. `decide` sets how that answers requests to cancel from
 * now on, where it answers them at once and either way; `end` releases it.
 */
export type Rig = {
  printer: Printer
  decide?(decision: 'accept' | 'refuse'): Promise<unknown>
  end?(): Promise<void> | void
}

/**
 * What every adapter must do. `make` is called for each promise; its counterpart works, has no job yet, and may answer
 * a job at once with whatever a real one could.
 */
export function contract(name: string, make: () => Rig | Promise<Rig>): void {
  const promise = (what: string, keep: (printer: Printer, rig: Rig) => Promise<void> | void) =>
    it(what, async () => {
      const rig = await make()
      try {
        await keep(rig.printer, rig)
      } finally {
        await rig.end?.()
      }
    })

  describe(`the printer contract: ${name}`, () => {
    for (const enterprise of [false, true]) {
      const kind = enterprise ? 'an enterprise job' : 'a job'

      promise(`${kind} may be submitted twice, and the printer gives the same answer both times`, async printer => {
        const first = await printer.submit(sampleJob({ enterprise }))
        assert.equal(first.kind, 'heard')
        assert.deepEqual(await printer.submit(sampleJob({ enterprise })), first)
      })

      promise(`a printer may answer ${kind} at once only by receiving, accepting or refusing it`, async printer => {
        for (const { message } of saysOf(await printer.submit(sampleJob({ enterprise })))) {
          assert.ok(['received', 'accepted', 'refused'].includes(message.kind), message.kind)
          if (message.kind !== 'accepted') continue
          assert.equal(message.itemsCents !== null && message.taxesCents !== null, enterprise)
        }
      })
    }

    promise('a cancellation may be requested twice, and is only ever answered by a decision', async printer => {
      await printer.submit(sampleJob())
      const asked = sampleJob({ submittedAt: now, cancellationRequested: true, cancellationRequestedAt: now })
      const first = await printer.requestCancellation(asked)
      for (const { message } of saysOf(first)) assert.equal(message.kind, 'cancellation')
      assert.deepEqual(await printer.requestCancellation(asked), first)
    })

    promise('a request to cancel after a refused one is another request, and is decided anew', async (printer, rig) => {
      const ids = saysOf(await printer.submit(sampleJob())).map(({ messageId }) => messageId)
      for (const [i, decision] of (['refuse', 'refuse', 'accept'] as const).entries()) {
        await rig.decide?.(decision)
        const asked = sampleJob({ submittedAt: now, cancellationRequested: true, cancellationRequests: i + 1 })
        const answer = await printer.requestCancellation(asked)
        const [said] = saysOf(answer)
        if (said !== undefined) ids.push(said.messageId)
        if (rig.decide !== undefined) {
          assert.ok(said?.message.kind === 'cancellation')
          assert.equal(said.message.decision, decision)
        }
        assert.deepEqual(await printer.requestCancellation(asked), answer)
      }
      assert.equal(new Set(ids).size, ids.length, ids.join())
    })

    promise('the cancellation of a job that never arrived is never refused', async printer => {
      const unknown = sampleJob({ jobId: 'job_2', orderId: 'ord_2', cancellationRequested: true })
      for (const { message } of saysOf(await printer.requestCancellation(unknown))) {
        assert.ok(message.kind === 'cancellation' && message.decision === 'accept')
      }
    })

    promise('news is never due in the past', printer => {
      const muchLater = later(now, 40 * day)
      for (const at of [now, muchLater]) {
        const due = printer.newsDueAt(sampleJob({ submittedAt: now }), at)
        assert.ok(due === null || due >= at)
      }
    })

    promise('asking for news is harmless at any time', async printer => {
      await printer.submit(sampleJob())
      const job = sampleJob({ submittedAt: now, acceptedAt: now, status: 'ACCEPTED' })
      const answer = await printer.askForNews(job)
      assert.deepEqual(await printer.askForNews(job), answer)
      messageIdsAreGood(saysOf(answer))
    })

    promise('a printer that can be compared lists exactly what it was given', async printer => {
      const isOpen = async (jobId: string) => {
        if (printer.listJobs !== undefined) return (await printer.listJobs())?.open.includes(jobId)
        return printer.hasOpen && (await printer.hasOpen(sampleJob({ jobId, submittedAt: now }))) === 'open'
      }
      if (printer.listJobs === undefined && printer.hasOpen === undefined) return
      assert.equal(await isOpen('job_1'), false)
      await printer.submit(sampleJob())
      assert.equal(await isOpen('job_1'), true)
      assert.equal(await isOpen('job_2'), false)
    })

    promise('every message has a short id of its own, the same when it is repeated', async printer => {
      const job = sampleJob()
      messageIdsAreGood(saysOf(await printer.submit(job)))
    })
  })
}

function saysOf(answer: Answer): Told[] {
  assert.equal(answer.kind, 'heard', JSON.stringify(answer))
  return answer.kind === 'heard' ? answer.says : []
}

function messageIdsAreGood(says: Told[]): void {
  const ids = says.map(({ messageId }) => messageId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[^\p{Cc}\p{Cs}]{1,200}$/u)
}
