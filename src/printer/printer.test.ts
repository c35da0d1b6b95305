import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { contract, sampleJob } from './contract.ts'
import { pressDesk } from './desk.ts'
import type { Printer } from './printer.ts'
import { simulatedAcceptance, simulatedPrinter, simulatedShipping } from './simulator.ts'

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
    const printer = () => simulatedPrinter({ seed: 'a', moods: { refuses: 0.5 } })
    const said = async (of: Printer) => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, i) => of.submit(sampleJob({ jobId: `job_${i}` }))),
      )
      return answers.map(answer => (answer.kind === 'heard' ? answer.says[0]?.message.kind : null))
    }
    const first = await said(printer())
    assert.deepEqual(await said(printer()), first)
    assert.notDeepEqual(await said(simulatedPrinter({ seed: 'b', moods: { refuses: 0.5 } })), first)
    const refused = first.filter(kind => kind === 'refused').length
    assert.ok(refused > 70 && refused < 130, `${refused} of 200`)
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
