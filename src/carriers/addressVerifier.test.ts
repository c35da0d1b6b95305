import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOtherPlace } from './addressVerifier.ts'

const written = {
  street1: '12 North Harbor Boulevard',
  street2: 'Apt. 4',
  city: 'St. John’s',
  state: 'NL',
  postal: 'A1C 5M3',
  country: 'CA',
}
const found = {
  street1: '12 N HARBOR BLVD',
  street2: 'APT 4',
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
    assert.equal(isOtherPlace({ ...written, street1: '12 North Harbor Boulevard, Apt 4', street2: '' }, found), false)
  })

  it('an address as the carriers write it is the same place with another word for its unit, and with an ordinal', () => {
    const pairs = {
      '12 Main St # 4': '12 MAIN ST APT 4',
      '12 First Street': '12 1ST ST',
      '1 Mt Hope Av': '1 MOUNT HOPE AVE',
    }
    for (const [own, other] of Object.entries(pairs)) {
      const [one, two] = [own, other].map(street1 => ({ ...found, street1, street2: '' }))
      assert.equal(isOtherPlace(one!, two!), false, own)
    }
  })

  it('an address as the carriers write it is another place with another number, street, city or postal code', () => {
    for (const other of [
      { street1: '21 N HARBOR BLVD' },
      { street1: '12 S HARBOR BLVD' },
      { street1: '12 N HARBOUR BLVD' },
      { street1: '12 N HARBORVIEW BLVD' },
      { street2: '' },
      { street2: 'APT 40' },
      { city: 'MOUNT PEARL' },
      { postal: 'A1C5M4' },
    ])
      assert.equal(isOtherPlace(written, { ...found, ...other }), true, JSON.stringify(other))
  })
})
