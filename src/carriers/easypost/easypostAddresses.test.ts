import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fakeEasypostKey, startFakeEasypost } from '../../../test/support/fakeEasypost.ts'
import { createOutbound } from '../../base/network/outbound.ts'
import { easypostAddresses } from './easypostAddresses.ts'

describe('an address at EasyPost', () => {
  let fake: Awaited<ReturnType<typeof startFakeEasypost>>
  const outbound = createOutbound({ allowLoopback: true })
  const verifierWith = (apiKey: string) => easypostAddresses({ apiKey, apiUrl: fake.apiUrl }, outbound)
  const known = {
    ...{ street1: '17 North Harbor Drive', street2: '', city: 'Redondo Beach' },
    ...{ state: 'CA', postal: '90277', country: 'US' },
  }
  const patient = () => AbortSignal.timeout(10_000)

  before(async () => {
    fake = await startFakeEasypost()
  })
  after(() => Promise.all([fake.close(), outbound.close()]))

  it('an address at EasyPost comes back as the carriers write it', async () => {
    assert.deepEqual(await verifierWith(fakeEasypostKey).verify(known, patient()), {
      kind: 'found',
      place: {
        ...{ street1: '17 N HARBOR DR', street2: '', city: 'REDONDO BEACH' },
        ...{ state: 'CA', postal: '90277-0001', country: 'US' },
      },
    })
    assert.deepEqual(fake.requests.at(-1)?.body, {
      address: {
        ...{ street1: '17 North Harbor Drive', street2: '', city: 'Redondo Beach' },
        ...{ state: 'CA', zip: '90277', country: 'US' },
      },
    })
  })

  it('an address at EasyPost that no carrier knows has a reason', async () => {
    assert.deepEqual(await verifierWith(fakeEasypostKey).verify({ ...known, street1: '1 Sea Bed' }, patient()), {
      kind: 'not_found',
      reason: 'Unable to verify address. address: Address not found',
    })
    const tower = await verifierWith(fakeEasypostKey).verify({ ...known, street2: 'Tower B' }, patient())
    assert.deepEqual(tower, { kind: 'not_found', reason: 'Missing apartment' })
  })

  it('an address at EasyPost in a country without a subscription is unknown, and not refused', async () => {
    const answer = await verifierWith(fakeEasypostKey).verify({ ...known, country: 'CA', state: 'ON' }, patient())
    assert.deepEqual(answer, { kind: 'unknown', cause: 'International verification is not enabled.' })
  })

  it('an address at EasyPost in a territory is asked as in a state, and stays in its territory', async () => {
    const territory = { state: '', country: 'PR' }
    const answer = await verifierWith(fakeEasypostKey).verify({ ...known, ...territory }, patient())
    const { address } = fake.requests.at(-1)!.body as { address: Record<string, string> }
    assert.deepEqual([address.state, address.country], ['PR', 'US'])
    assert.ok(answer.kind === 'found')
    assert.deepEqual([answer.place.state, answer.place.country], ['', 'PR'])
  })

  it('an address at EasyPost is unknown with a wrong key, which the operator must mend, and after its time', async () => {
    const wrong = await verifierWith('EZTKwrong').verify(known, patient())
    assert.deepEqual([wrong.kind, 'isOurFault' in wrong && wrong.isOurFault], ['unknown', true])
    assert.equal((await verifierWith(fakeEasypostKey).verify(known, AbortSignal.abort())).kind, 'unknown')
  })
})
