// Which barcodes in the picture of a camera are scans.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeenCodes } from '../web/pages/press/jobs/seenCodes.ts'

const ticket = 'job_0123456789abcdefghijkl'
const label = '1Z999AA10123456784'
const other = '1Z5R89390357567127'

test('a barcode in the camera is one scan as long as it is seen, and never two in a row', () => {
  const seen = createSeenCodes()
  assert.deepEqual(seen.take([ticket], 0), [ticket])
  assert.deepEqual(seen.take([ticket], 100), [])
  assert.deepEqual(seen.take([], 200), [])
  assert.deepEqual(seen.take([ticket], 60_000), [])
  assert.deepEqual(seen.take([label], 61_000), [label])
  assert.deepEqual(seen.take([ticket], 70_000), [ticket])
})

test('a ticket that stays in the picture beside a label is not scanned again', () => {
  const seen = createSeenCodes()
  seen.take([ticket], 0)
  assert.deepEqual(seen.take([ticket, label], 1000), [label])
  assert.deepEqual(seen.take([ticket, label], 2000), [])
  assert.deepEqual(seen.take([label], 5000), [])
  assert.deepEqual(seen.take([ticket], 5500), [ticket])
})

test('all barcodes of a ticket are one scan', () => {
  const seen = createSeenCodes()
  assert.deepEqual(seen.take([ticket, `${ticket}-1`, `${ticket}-2`], 0), [ticket])
  assert.deepEqual(seen.take([`${ticket}-2`], 9000), [])
})

test('postal codes and short numbers beside a tracking number are no scans', () => {
  const seen = createSeenCodes()
  assert.deepEqual(seen.take(['42097201', '420972011234', '0034', label], 0), [label])
})

test('a label is scanned again after it was forgotten', () => {
  const seen = createSeenCodes()
  seen.take([label], 0)
  seen.forget()
  assert.deepEqual(seen.take([label, other], 100), [label, other])
})
