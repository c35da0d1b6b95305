// The contract of printers. The test of an adapter runs `contract(name, make)`; `make` returns the adapter with a
// working counterpart.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, instant, later } from '../base/clock.ts'
import type { Answer, Printer, PrinterMessage, PrintJob } from './printer.ts'

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
  changeRequestedAt: null,
  withdrawing: false,
  enterprise: false,
  agreedPrices: false,
  hasBindingCodes: false,
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
          finishedCover: { widthInches: 12.55, heightInches: 9 },
          bleedInches: 0.125,
          wrapInches: 0.125,
          hingeInches: 0,
          spineInches: 0.55,
          board: null,
          colors: { pages: '1/1', cover: '4/0' },
          papers: {
            pages: {
              stock: '60 lb uncoated cream',
              weightGsm: 89,
              thicknessInches: null,
              coating: 'none',
              isoSubstrate: 'PS5',
              printStandard: null,
            },
            cover: {
              stock: '10 pt C1S',
              weightGsm: 236,
              thicknessInches: 0.01,
              coating: 'gloss',
              isoSubstrate: 'PS1',
              printStandard: 'GRACoL2006_Coated1',
            },
          },
          lamination: 'gloss',
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
  delayAnnouncedAt: null,
  collected: [],
  offeredAt: now,
  submittedAt: null,
  acceptedAt: null,
  nextStepAt: now,
  forwardedMs: 0,
  attempts: 0,
  claims: 0,
  problem: null,
  watchDueAt: null,
  alarm: null,
  alarmedAt: null,
  createdAt: now,
  updatedAt: now,
  ...changes,
})

/**
 * An adapter with its counterpart in a test. `decide` sets the counterpart's answer to requests to cancel, if it
 * answers them at once; `end` releases it.
 */
export type Rig = {
  printer: Printer
  decide?(decision: 'accept' | 'refuse'): Promise<unknown>
  end?(): Promise<void> | void
}

/**
 * The promises of every adapter. `make` is called for each promise; its counterpart works, has no job yet, and may
 * answer a job at once like a real printer.
 */
export function contract(name: string, make: () => Rig | Promise<Rig>): void {
  const promise = (title: string, check: (printer: Printer, rig: Rig) => Promise<void> | void) =>
    it(title, async () => {
      const rig = await make()
      try {
        await check(rig.printer, rig)
      } finally {
        await rig.end?.()
      }
    })

  describe(`the printer contract: ${name}`, () => {
    for (const enterprise of [false, true]) {
      const kind = enterprise ? 'an enterprise job' : 'a job'

      promise(`${kind} may be submitted twice, and the printer gives the same answer both times`, async printer => {
        const first = await printer.submit(sampleJob({ enterprise }))
        assert.equal(first.kind, 'answered')
        assert.deepEqual(await printer.submit(sampleJob({ enterprise })), first)
      })

      promise(`a printer may answer ${kind} at once only by receiving, accepting or refusing it`, async printer => {
        for (const { content } of messagesOf(await printer.submit(sampleJob({ enterprise })))) {
          assert.ok(['received', 'accepted', 'refused'].includes(content.kind), content.kind)
          if (content.kind !== 'accepted') continue
          assert.equal(content.itemsCents !== null && content.taxesCents !== null, enterprise)
        }
      })
    }

    promise('a cancellation may be requested twice, and the only answer is a decision', async printer => {
      await printer.submit(sampleJob())
      const job = sampleJob({ submittedAt: now, cancellationRequested: true, cancellationRequestedAt: now })
      const first = await printer.requestCancellation(job)
      for (const { content } of messagesOf(first)) assert.equal(content.kind, 'cancellation')
      assert.deepEqual(await printer.requestCancellation(job), first)
    })

    promise(
      'a request to cancel after a refused request is another request, and is decided again',
      async (printer, rig) => {
        const ids = messagesOf(await printer.submit(sampleJob())).map(({ messageId }) => messageId)
        for (const [i, decision] of (['refuse', 'refuse', 'accept'] as const).entries()) {
          await rig.decide?.(decision)
          const job = sampleJob({ submittedAt: now, cancellationRequested: true, cancellationRequests: i + 1 })
          const answer = await printer.requestCancellation(job)
          const [message] = messagesOf(answer)
          if (message !== undefined) ids.push(message.messageId)
          if (rig.decide !== undefined) {
            assert.ok(message?.content.kind === 'cancellation')
            assert.equal(message.content.decision, decision)
          }
          assert.deepEqual(await printer.requestCancellation(job), answer)
        }
        assert.equal(new Set(ids).size, ids.length, ids.join())
      },
    )

    promise('the cancellation of a job that never arrived is never refused', async printer => {
      const unknown = sampleJob({ jobId: 'job_2', orderId: 'ord_2', cancellationRequested: true })
      for (const { content } of messagesOf(await printer.requestCancellation(unknown))) {
        assert.ok(content.kind === 'cancellation' && content.decision === 'accept')
      }
    })

    promise('the next update is never due in the past', printer => {
      const muchLater = later(now, 40 * day)
      for (const at of [now, muchLater]) {
        const due = printer.nextUpdateAt(sampleJob({ submittedAt: now }), at)
        assert.ok(due === null || due >= at)
      }
    })

    promise('polling changes nothing at any time', async printer => {
      await printer.submit(sampleJob())
      const job = sampleJob({ submittedAt: now, acceptedAt: now, status: 'ACCEPTED' })
      const answer = await printer.fetchUpdates(job)
      assert.deepEqual(await printer.fetchUpdates(job), answer)
      checkMessageIds(messagesOf(answer))
    })

    promise('a printer that can be compared lists exactly the jobs that it was given', async printer => {
      const isOpen = async (jobId: string) => {
        if (printer.listJobs !== undefined) return (await printer.listJobs())?.open.includes(jobId)
        return printer.readJobState && (await printer.readJobState(sampleJob({ jobId, submittedAt: now }))) === 'open'
      }
      if (printer.listJobs === undefined && printer.readJobState === undefined) return
      assert.equal(await isOpen('job_1'), false)
      await printer.submit(sampleJob())
      assert.equal(await isOpen('job_1'), true)
      assert.equal(await isOpen('job_2'), false)
    })

    promise('every message has a short id of its own, which a repetition repeats', async printer => {
      const job = sampleJob()
      checkMessageIds(messagesOf(await printer.submit(job)))
    })
  })
}

function messagesOf(answer: Answer): PrinterMessage[] {
  assert.equal(answer.kind, 'answered', JSON.stringify(answer))
  return answer.kind === 'answered' ? answer.messages : []
}

function checkMessageIds(messages: PrinterMessage[]): void {
  const ids = messages.map(({ messageId }) => messageId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[^\p{Cc}\p{Cs}]{1,200}$/u)
}
