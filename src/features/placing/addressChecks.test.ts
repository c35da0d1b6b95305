import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '../../base/log.ts'
import { simulatedAddresses } from '../../carriers/simulated/simulatedAddresses.ts'
import { createAddressChecks } from './addressChecks.ts'

const address = { address1: '12 Main Street', city: 'Rochester', state: 'NY', postal: '14604', country: 'US' }

/** Counts the calls. */
function counted() {
  const asked: string[] = []
  const checks = createAddressChecks(
    {
      name: 'counted',
      verify(one, signal) {
        asked.push(one.street1)
        return simulatedAddresses.verify(one, signal)
      },
    },
    silentLog,
  )!
  return { asked, checks }
}

describe('a check of an address', () => {
  it('a check of an address warns of one that the carriers do not know, and of one that they know differently', async () => {
    const { checks } = counted()
    assert.deepEqual(await checks.check(address), { result: 'deliverable', suggestion: null, warnings: [] })
    const { result, warnings } = await checks.check({ ...address, address1: '0 Main Street' })
    assert.deepEqual([result, warnings.map(({ code }) => code)], ['undeliverable', ['address_undeliverable']])
    const corrected = await checks.check({ ...address, address1: '12 Mian Street' })
    assert.deepEqual(
      [corrected.result, corrected.suggestion?.address1, corrected.warnings.map(({ code }) => code)],
      ['corrected', '12 MAIN STREET', ['address_corrected']],
    )
  })

  it('a check of an address without an answer says so, without a warning, and is asked for again', async () => {
    const { asked, checks } = counted()
    const silent = { ...address, address1: 'Timeout Street 1' }
    for (const _ of [1, 2])
      assert.deepEqual(await checks.check(silent), { result: 'unknown', suggestion: null, warnings: [] })
    assert.equal(asked.length, 2)
  })

  it('a check of an address is paid once a day, whoever lives there', async () => {
    const { asked, checks } = counted()
    await checks.check({ ...address, name: 'Ada' })
    await checks.check({ ...address, name: 'Grace' })
    assert.deepEqual(asked, ['12 Main Street'])
  })

  it('a check of many addresses leaves those beyond 500 unknown', async () => {
    const { asked, checks } = counted()
    const many = Array.from({ length: 510 }, (_, i) => ({ ...address, address1: `${i + 1} Main Street` }))
    const results = (await checks.checkAll(many)).map(({ result }) => result)
    assert.deepEqual([asked.length, results[499], results[500]], [500, 'deliverable', 'unknown'])
  })
})
