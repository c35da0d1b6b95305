import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { contract, sampleJob } from './contract.ts'
import { pressDesk } from './desk.ts'
import type { Answer, Printer } from './printer.ts'
import { type moods, simulatedAcceptance, simulatedPrinter, simulatedShipping } from './simulator.ts'

const createdAt = instant('2026-03-02T15:00:00Z')
const kindsOf = (answer: Answer) =>
  answer.kind === 'heard' ? answer.says.map(({ message }) => message.kind) : ['lost']

contract('the press desk', () => ({ printer: pressDesk() }))
contract('the simulator', () => ({ printer: simulatedPrinter() }))

describe('the simulated printer', () => {
  it('ships late on the due day', () => {
    const due = simulatedPrinter().newsDueAt(sampleJob(), instant('2026-03-02T15:00:00Z'))
    assert.deepEqual(due, instant('2026-03-06T21:00:00Z'))
  })

  it('puts 20 copies into a package, and gives every package a number of its own', () => {
    const [shipment] = simulatedShipping(sampleJob()).shipments
    assert.equal(shipment!.packages.length, 2)
    const numbers = [shipment!.masterTrackingNumber, ...shipment!.packages.map(one => one.trackingNumber)]
    assert.equal(new Set(numbers).size, 3)
    for (const number of numbers) assert.match(number, /^SIM\d{15}$/)
  })

  it('treats the same jobs in the same way under the same seed, and as many as it is told', async () => {
    const printer = () => simulatedPrinter({ seed: 'a', refuses: 0.5 })
    const said = async (of: Printer) => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, i) => of.submit(sampleJob({ jobId: `job_${i}` }))),
      )
      return answers.map(answer => (answer.kind === 'heard' ? answer.says[0]?.message.kind : null))
    }
    const first = await said(printer())
    assert.deepEqual(await said(printer()), first)
    assert.notDeepEqual(await said(simulatedPrinter({ seed: 'b', refuses: 0.5 })), first)
    const refused = first.filter(kind => kind === 'refused').length
    assert.ok(refused > 70 && refused < 130, `${refused} of 200`)
  })

  const accepted = sampleJob({ submittedAt: createdAt, acceptedAt: createdAt, status: 'ACCEPTED' })
  const cases: [mood: (typeof moods)[number], atOnce: string[], asked: string[]][] = [
    ['refuses', ['refused'], ['printed', 'shipped']],
    ['delays', ['accepted'], ['delayed']],
    ['splits', ['accepted'], ['printed', 'packages', 'shipped']],
    ['contradicts', ['accepted', 'cancellation'], ['printed', 'shipped']],
    ['silent', [], []],
  ]
  for (const [mood, atOnce, asked] of cases) {
    it(`that ${mood} says ${atOnce.join(', ') || 'nothing'}, and asked ${asked.join(', ') || 'nothing'}`, async () => {
      const printer = simulatedPrinter({ [mood]: 1 })
      assert.deepEqual(kindsOf(await printer.submit(sampleJob())), atOnce)
      assert.deepEqual(kindsOf(await printer.askForNews(accepted)), asked)
    })

    it(`treats the same of 100 jobs so when it ${mood}, as the seed says`, async () => {
      const inMood = async (seed: string) => {
        const [calm, moody] = [simulatedPrinter({ seed }), simulatedPrinter({ seed, [mood]: 0.3 })]
        const tell = async (printer: Printer, jobId: string) => [
          await printer.submit(sampleJob({ jobId })),
          await printer.askForNews({ ...accepted, jobId }),
        ]
        const jobIds = Array.from({ length: 100 }, (_, i) => `job_${i}`)
        const differs = await Promise.all(
          jobIds.map(async one => JSON.stringify(await tell(calm, one)) !== JSON.stringify(await tell(moody, one))),
        )
        return jobIds.filter((_, i) => differs[i])
      }
      const first = await inMood('a')
      assert.ok(first.length > 10 && first.length < 60, `${first.length} of 100`)
      assert.deepEqual(await inMood('a'), first)
      assert.notDeepEqual(await inMood('b'), first)
    })
  }

  it('that contradicts grants a cancellation in a message of its own', async () => {
    const contradicting = simulatedPrinter({ contradicts: 1 })
    const idOf = (answer: Answer) => (answer.kind === 'heard' ? answer.says.at(-1)!.messageId : null)
    const asked = sampleJob({ cancellationRequested: true, cancellationRequests: 1 })
    assert.notEqual(idOf(await contradicting.requestCancellation(asked)), idOf(await contradicting.submit(sampleJob())))
  })

  it('that delays does so once, and ships on the later day; one that is silent grants no cancellation', async () => {
    const delaying = simulatedPrinter({ delays: 1 })
    const late = { ...accepted, expectedShipDate: '2026-03-11' }
    assert.deepEqual(delaying.newsDueAt(late, createdAt), instant('2026-03-11T21:00:00Z'))
    assert.deepEqual(kindsOf(await delaying.askForNews(late)), ['printed', 'shipped'])
    const silent = simulatedPrinter({ silent: 1 })
    assert.equal(silent.newsDueAt(accepted, createdAt), null)
    assert.deepEqual(kindsOf(await silent.requestCancellation(accepted)), [])
  })

  it('invents other numbers for another job', () => {
    const master = (jobId: string) => simulatedShipping(sampleJob({ jobId })).shipments[0]!.masterTrackingNumber
    assert.notEqual(master('job_1'), master('job_2'))
  })

  it('prices enterprise jobs only', () => {
    assert.deepEqual(simulatedAcceptance(sampleJob()), { kind: 'accepted', itemsCents: null, taxesCents: null })
    assert.deepEqual(simulatedAcceptance(sampleJob({ enterprise: true })), {
      kind: 'accepted',
      itemsCents: 30 * (350 + 600),
      taxesCents: 1995,
    })
    assert.equal(simulatedShipping(sampleJob()).shippingCents, null)
    assert.equal(simulatedShipping(sampleJob({ enterprise: true })).shippingCents, 499 + 30 * 75)
  })
})
