import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { contract, sampleJob } from './contract.ts'
import { pressDesk } from './pressDesk.ts'
import type { Answer, Printer } from './printer.ts'
import { simulatedAcceptance, type simulatedFaults, simulatedPrinter, simulatedShipping } from './simulator.ts'

const createdAt = instant('2026-03-02T15:00:00Z')
const kindsOf = (answer: Answer) =>
  answer.kind === 'answered' ? answer.messages.map(({ content }) => content.kind) : ['unavailable']

contract('the press desk', () => ({ printer: pressDesk() }))
contract('the simulator', () => ({ printer: simulatedPrinter() }))

describe('the simulated printer', () => {
  it('the simulated printer ships late on the due day', () => {
    const due = simulatedPrinter().nextUpdateAt(sampleJob(), instant('2026-03-02T15:00:00Z'))
    assert.deepEqual(due, instant('2026-03-06T21:00:00Z'))
  })

  it('the simulated printer puts 20 copies into a package, and gives every package a number of its own', () => {
    const [shipment] = simulatedShipping(sampleJob()).shipments
    assert.equal(shipment!.packages.length, 2)
    const numbers = [shipment!.masterTrackingNumber, ...shipment!.packages.map(({ trackingNumber }) => trackingNumber)]
    assert.equal(new Set(numbers).size, 3)
    for (const number of numbers) assert.match(number, /^SIM\d{15}$/)
  })

  it('the simulated printer treats the same jobs in the same way under the same seed, in the configured share', async () => {
    const printer = () => simulatedPrinter({ seed: 'a', refuses: 0.5 })
    const answersOf = async (simulator: Printer) => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, i) => simulator.submit(sampleJob({ jobId: `job_${i}` }))),
      )
      return answers.map(answer => (answer.kind === 'answered' ? answer.messages[0]?.content.kind : null))
    }
    const first = await answersOf(printer())
    assert.deepEqual(await answersOf(printer()), first)
    assert.notDeepEqual(await answersOf(simulatedPrinter({ seed: 'b', refuses: 0.5 })), first)
    const refused = first.filter(kind => kind === 'refused').length
    assert.ok(refused > 70 && refused < 130, `${refused} of 200`)
  })

  const accepted = sampleJob({ submittedAt: createdAt, acceptedAt: createdAt, status: 'ACCEPTED' })
  const cases: [fault: (typeof simulatedFaults)[number], onSubmit: string[], onUpdate: string[]][] = [
    ['refuses', ['refused'], ['printed', 'shipped']],
    ['delays', ['accepted'], ['delayed']],
    ['splits', ['accepted'], ['printed', 'packages', 'shipped']],
    ['contradicts', ['accepted', 'cancellation'], ['printed', 'shipped']],
    ['silent', [], []],
  ]
  for (const [fault, onSubmit, onUpdate] of cases) {
    it(`the simulated printer with the fault ${fault} answers ${onSubmit.join(', ') || 'nothing'}, and later ${onUpdate.join(', ') || 'nothing'}`, async () => {
      const printer = simulatedPrinter({ [fault]: 1 })
      assert.deepEqual(kindsOf(await printer.submit(sampleJob())), onSubmit)
      assert.deepEqual(kindsOf(await printer.fetchUpdates(accepted)), onUpdate)
    })

    it(`the simulated printer has the fault ${fault} with the same jobs under the same seed`, async () => {
      const faultyJobs = async (seed: string) => {
        const [correct, faulty] = [simulatedPrinter({ seed }), simulatedPrinter({ seed, [fault]: 0.3 })]
        const answersOf = async (printer: Printer, jobId: string) => [
          await printer.submit(sampleJob({ jobId })),
          await printer.fetchUpdates({ ...accepted, jobId }),
        ]
        const jobIds = Array.from({ length: 100 }, (_, i) => `job_${i}`)
        const differs = await Promise.all(
          jobIds.map(
            async id => JSON.stringify(await answersOf(correct, id)) !== JSON.stringify(await answersOf(faulty, id)),
          ),
        )
        return jobIds.filter((_, i) => differs[i])
      }
      const first = await faultyJobs('a')
      assert.ok(first.length > 10 && first.length < 60, `${first.length} of 100`)
      assert.deepEqual(await faultyJobs('a'), first)
      assert.notDeepEqual(await faultyJobs('b'), first)
    })
  }

  it('the simulated printer that contradicts itself grants a cancellation in a message of its own', async () => {
    const contradicting = simulatedPrinter({ contradicts: 1 })
    const idOf = (answer: Answer) => (answer.kind === 'answered' ? answer.messages.at(-1)!.messageId : null)
    const job = sampleJob({ cancellationRequested: true, cancellationRequests: 1 })
    assert.notEqual(idOf(await contradicting.requestCancellation(job)), idOf(await contradicting.submit(sampleJob())))
  })

  it('the simulated printer delays a job once and ships on the later day, and grants no cancellation when it is silent', async () => {
    const delaying = simulatedPrinter({ delays: 1 })
    const late = { ...accepted, expectedShipDate: '2026-03-11' }
    assert.deepEqual(delaying.nextUpdateAt(late, createdAt), instant('2026-03-11T21:00:00Z'))
    assert.deepEqual(kindsOf(await delaying.fetchUpdates(late)), ['printed', 'shipped'])
    const silent = simulatedPrinter({ silent: 1 })
    assert.equal(silent.nextUpdateAt(accepted, createdAt), null)
    assert.deepEqual(kindsOf(await silent.requestCancellation(accepted)), [])
  })

  it('the simulated printer invents different numbers for different jobs', () => {
    const master = (jobId: string) => simulatedShipping(sampleJob({ jobId })).shipments[0]!.masterTrackingNumber
    assert.notEqual(master('job_1'), master('job_2'))
  })

  it('the simulated printer prices enterprise jobs only', () => {
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
