import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Adapter, type FieldKeys, fieldsOf, settingsOf } from './connectionSettings.ts'

const keysOf: Record<Adapter, FieldKeys> = {
  desk: { texts: [], lists: [] },
  json: { texts: ['url'], lists: [] },
  printtalk: {
    texts: ['identity', 'secretIn', 'deliveryMethods/standard', 'deliveryMethods/rush'],
    lists: ['milestones/printed', 'milestones/shipped'],
  },
  siteflow: { texts: ['url', 'preflightProfiles/cover', 'preflightProfiles/text'], lists: ['closedStatuses'] },
}

describe('the settings of a printer', () => {
  for (const [adapter, settings] of [
    [
      'siteflow',
      {
        url: 'https://flow.example',
        carriers: { standard: { alias: 'ground' }, 'standard-CA': { code: 'ups', service: 'canada' } },
        preflightProfiles: { cover: 'Covers' },
        closedStatuses: ['boxed'],
      },
    ],
    [
      'printtalk',
      {
        identity: 'octavo',
        secretIn: 'credential',
        deliveryMethods: { rush: 'Overnight', sameDay: 'Bike' },
        milestones: { Bound: 'printed', Trimmed: 'printed', Gone: 'shipped', Blessed: 'of a newer release' },
      },
    ],
    ['desk', { trays: 2 }],
  ] as const) {
    it(`of the connection ${adapter} are sent as they were, with those that have no field`, () => {
      assert.deepEqual(settingsOf(keysOf[adapter], fieldsOf(keysOf[adapter], adapter, settings)), settings)
    })
  }

  it('of another connection are not sent', () => {
    const found = fieldsOf(keysOf.siteflow, 'siteflow', { carriers: { rush: { alias: 'jet' } }, spare: 1 })
    assert.deepEqual(settingsOf(keysOf.desk, { ...found, adapter: 'desk' }), {})
  })

  it('without a value are not sent', () => {
    const found = fieldsOf(keysOf.siteflow, 'siteflow', {
      preflightProfiles: { text: 'Books' },
      closedStatuses: ['boxed'],
    })
    assert.deepEqual(settingsOf(keysOf.siteflow, { ...found, settings: {}, lists: {} }), {})
  })
})
