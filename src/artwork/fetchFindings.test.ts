import assert from 'node:assert/strict'
import { it } from 'node:test'
import { missingFile } from './fetchFindings.ts'

const limits = { maxBytes: 1000, maxBytesOfOrder: 2000 }

it('the finding about a file that arrives compressed explains how to store the file', () => {
  const { finding, retry } = missingFile('guts', { kind: 'unreachable', cause: 'compressed' }, limits)
  assert.deepEqual(
    [retry, String(finding.message), String(finding.fix)],
    [
      'later',
      'The file could not be fetched: its server sends it compressed (Content-Encoding), although the request does not accept that.',
      'Store the file uncompressed, without Content-Encoding.',
    ],
  )
})

it('a cause without a text of its own is shown unchanged', () => {
  const { finding } = missingFile('cover', { kind: 'unreachable', cause: 'HTTP status 404' }, limits)
  assert.equal(String(finding.message), 'The file could not be fetched: HTTP status 404.')
})
