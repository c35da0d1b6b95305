import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant } from '../base/clock.ts'
import { contract, sampleJob } from './contract.ts'
import { pressDesk } from './desk.ts'
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
