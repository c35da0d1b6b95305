import assert from 'node:assert/strict'
import { it } from 'node:test'
import { say } from '../../../languages/texts.ts'
import { storableJson } from '../../base/text/storableText.ts'
import { parseReport } from './fileReport.ts'

const refusedFor = (got: unknown) =>
  parseReport(storableJson({ kind: 'refused', reason: { code: 'file_page_counts_differ', got, expected: null } }))

it('the report of a child that refuses a file keeps its messages with their values', () => {
  const got = say('{count} pages, while the file says {claimed}', { count: 3, claimed: 4 })
  const report = refusedFor(got)
  assert.ok(report?.kind === 'refused')
  assert.deepEqual(report.reason.got, got)
  assert.equal(String(report.reason.got), '3 pages, while the file says 4')
})

it('what only looks like a message, or cannot be formatted, is no valid report', () => {
  for (const got of [
    { english: 'a file', values: {} },
    { say: 'a file', values: null },
    { say: '{count, plural, one {', values: { count: 1 } },
    { say: '{count} pages', values: {} },
    { say: '{count} pages', values: { count: { say: 'no', values: {} } } },
    { say: 'a'.repeat(301), values: {} },
    3,
  ])
    assert.equal(refusedFor(got), null, JSON.stringify(got))
})
