import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import type { AddressVerifier } from '../../carriers/addressVerifier.ts'
import { simulatedAddresses } from '../../carriers/simulated/simulatedAddresses.ts'
import type { Address } from '../../shipping/destination.ts'
import { createAddressChecks } from './addressChecks.ts'

const address = { address1: '12 Main Street', city: 'Rochester', state: 'NY', postal: '14604', country: 'US' }

/** Counts the calls. */
function counted() {
  const asked: string[] = []
  const production: AddressVerifier = {
    name: 'counted',
    verify(one, signal) {
      asked.push(one.street1)
      return simulatedAddresses.verify(one, signal)
    },
  }
  const checks = createAddressChecks({ production, sandbox: simulatedAddresses }, silentLog)!
  return {
    asked,
    check: (address: Address, mode: Mode = 'production') => checks.check({ accountId: 'acc_1', mode }, address),
    checkAll: (addresses: Address[], accountId = 'acc_1') =>
      checks.checkAll({ accountId, mode: 'production' }, addresses),
  }
}

describe('a check of an address', () => {
  it('a check of an address warns of one that the carriers do not know, and of one that they know differently', async () => {
    const { check } = counted()
    assert.deepEqual(await check(address), { result: 'deliverable', suggestion: null, warnings: [] })
    const { result, warnings } = await check({ ...address, address1: '0 Main Street' })
    assert.deepEqual([result, warnings.map(({ code }) => code)], ['undeliverable', ['address_undeliverable']])
    const corrected = await check({ ...address, address1: '12 Mian Street' })
    assert.deepEqual(
      [corrected.result, corrected.suggestion?.address1, corrected.warnings.map(({ code }) => code)],
      ['corrected', '12 MAIN STREET', ['address_corrected']],
    )
  })

  it('a check of an address without an answer says so, without a warning, and is asked for again', async () => {
    const { asked, check } = counted()
    const silent = { ...address, address1: 'Timeout Street 1' }
    for (const _ of [1, 2]) assert.deepEqual(await check(silent), { result: 'unknown', suggestion: null, warnings: [] })
    assert.equal(asked.length, 2)
  })

  it('a check of an address is paid once a day, whoever lives there', async () => {
    const { asked, check } = counted()
    await check({ ...address, name: 'Ada' })
    await check({ ...address, name: 'Grace' })
    assert.deepEqual(asked, ['12 Main Street'])
  })

  it('a check of many addresses leaves those beyond 500 unknown', async () => {
    const { asked, checkAll } = counted()
    const many = Array.from({ length: 510 }, (_, i) => ({ ...address, address1: `${i + 1} Main Street` }))
    const results = (await checkAll(many)).map(({ result }) => result)
    assert.deepEqual([asked.length, results[499], results[500]], [500, 'deliverable', 'unknown'])
  })

  it('a check of an address that is already under way is not paid again, and the sandbox costs nothing', async () => {
    const { asked, check, checkAll } = counted()
    await checkAll(Array.from({ length: 20 }, () => address))
    await check({ ...address, address1: '99 Main Street' }, 'sandbox')
    assert.deepEqual(asked, ['12 Main Street'])
  })

  it('a check of an address is not made for an account that has asked a thousand times at once', async () => {
    const { asked, checkAll } = counted()
    const streets = (from: number) =>
      Array.from({ length: 500 }, (_, i) => ({ ...address, address1: `${from + i} Main Street` }))
    for (const from of [1, 1000, 2000]) await checkAll(streets(from))
    assert.ok(asked.length >= 1000 && asked.length < 1010, String(asked.length))
    await checkAll(streets(3000), 'acc_2')
    assert.ok(asked.length >= 1500)
  })

  it('a check of an address is not made for half a minute after five without an answer', async () => {
    const { asked, checkAll, check } = counted()
    await checkAll(Array.from({ length: 30 }, (_, i) => ({ ...address, address1: `Timeout Street ${i}` })))
    assert.ok(asked.length < 15, String(asked.length))
    assert.equal((await check(address)).result, 'unknown')
  })
})
