// Replays recorded answers of EasyPost's test API, which are no part of the project: EASYPOST_RECORDINGS names the
// file.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  errorCodesOf,
  labelOf,
  messageOf,
  ratesOf,
  readShipment,
  readVerified,
  trackingOf,
} from './easypostMessages.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers as they were recorded
type Exchange = { url: string; status: number; answer: any }
const file = process.env.EASYPOST_RECORDINGS
const skip = file === undefined && 'EASYPOST_RECORDINGS names no file'

describe('a recorded answer of EasyPost', { skip }, () => {
  const exchanges: Exchange[] = skip
    ? []
    : JSON.parse(readFileSync(file!, 'utf8')).recordings.flatMap((one: { exchanges: Exchange[] }) => one.exchanges)
  const answers = exchanges.filter(({ status }) => status < 400).map(({ answer }) => answer)
  const those = (kind: string) => answers.filter(answer => answer?.object === kind)

  it('a recorded answer of EasyPost that is a shipment has its rates in cents, and its label once it is bought', () => {
    const shipments = those('Shipment')
    assert.ok(shipments.length > 0)
    for (const answer of shipments) {
      const shipment = readShipment(answer)
      assert.ok(shipment !== null)
      for (const { costCents } of ratesOf(shipment)) assert.ok(Number.isInteger(costCents) && costCents > 0)
      assert.equal(labelOf(shipment)?.trackingNumber ?? null, answer.tracking_code ?? null)
    }
  })

  it('a recorded answer of EasyPost that is a tracker or an event is read with all its steps', () => {
    const trackers = [...those('Tracker'), ...answers.flatMap(answer => answer?.trackers ?? [])]
    assert.ok(trackers.length > 0)
    for (const tracker of trackers) assert.equal(trackingOf(tracker)?.events.length, tracker.tracking_details.length)
    const events = [...those('Event'), ...answers.flatMap(answer => answer?.events ?? [])]
    for (const event of events) assert.ok(messageOf(event) !== null, event.description)
  })

  it('a recorded answer of EasyPost that is an address is verified, and one that is an error has a code', () => {
    const addresses = answers.filter(answer => answer?.address?.verifications?.delivery)
    assert.ok(addresses.length > 0)
    for (const answer of addresses) assert.equal(readVerified(answer)?.address.verifications?.delivery?.success, true)
    for (const { answer } of exchanges.filter(({ status }) => status >= 400))
      assert.notEqual(errorCodesOf(answer)[0], '')
  })
})
