import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOtherPlace } from './addressVerifier.ts'

const written = {
  address1: '12 North Harbor Boulevard',
  address2: 'Apt. 4',
  city: 'St. John’s',
  state: 'NL',
  postal: 'A1C 5M3',
  country: 'CA',
}
const found = {
  address1: '12 N HARBOR BLVD',
  address2: 'APT 4',
  city: 'SAINT JOHNS',
  state: 'NL',
  postal: 'A1C5M3',
  country: 'CA',
}

describe('an address as the carriers write it', () => {
  it('an address as the carriers write it is the same place when only its spelling differs', () => {
    assert.equal(isOtherPlace(written, found), false)
    assert.equal(isOtherPlace({ ...written, postal: '90277' }, { ...found, postal: '90277-2506' }), false)
    assert.equal(isOtherPlace({ ...written, postal: '90277-2506' }, { ...found, postal: '90277' }), false)
    assert.equal(isOtherPlace({ ...written, city: 'Montréal' }, { ...found, city: 'MONTREAL' }), false)
    assert.equal(isOtherPlace({ ...written, address1: '12 North Harbor Boulevard, Apt 4', address2: '' }, found), false)
  })

  it('an address as the carriers write it is another place with another number, street, city or postal code', () => {
    for (const other of [
      { address1: '21 N HARBOR BLVD' },
      { address1: '12 S HARBOR BLVD' },
      { address1: '12 N HARBOUR BLVD' },
      { address2: '' },
      { address2: 'APT 40' },
      { city: 'MOUNT PEARL' },
      { postal: 'A1C5M4' },
    ])
      assert.equal(isOtherPlace(written, { ...found, ...other }), true, JSON.stringify(other))
  })
})
