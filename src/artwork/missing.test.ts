import assert from 'node:assert/strict'
import { it } from 'node:test'
import { missingFile } from './missing.ts'

const limits = { mostBytes: 1000, mostBytesOfOrder: 2000 }

it('of a file that its server sends compressed it is told how to store it', () => {
  const { finding, now } = missingFile('guts', { kind: 'unreachable', cause: 'compressed' }, limits)
  assert.deepEqual(
    [now, finding.message, finding.fix],
    [
      'for_now',
      'The file could not be fetched: its server sends it compressed (Content-Encoding), though it is asked not to.',
      'Store the file uncompressed, without Content-Encoding.',
    ],
  )
})

it('what is not told by a word of our own is told as it came', () => {
  const { finding } = missingFile('cover', { kind: 'unreachable', cause: 'HTTP status 404' }, limits)
  assert.equal(finding.message, 'The file could not be fetched: HTTP status 404.')
})
