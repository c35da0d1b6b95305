import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, hour, instant, later } from '../base/clock.ts'
import { sampleJob } from './contract.ts'
import { overdueTimes, withOverdueTimes } from './overdue.ts'
import type { PrintJob } from './printer.ts'

const rules = {
  agesMs: { submission: 2 * hour, acceptance: day, shipping: day, cancellation: 8 * hour },
  rerouteAfterMs: 3 * day,
  printers: [{ name: sampleJob().printer, adapter: 'desk' }],
  dayEnd: (date: string) => later(instant(`${date}T00:00:00-05:00`), day),
}
const at = (text: string) => instant(`2026-03-${text}Z`)
const job = (changes: Partial<PrintJob>) =>
  sampleJob({ mode: 'production', createdAt: at('02T10:00:00'), dueDate: '2026-03-06', ...changes })
const submitted = { submittedAt: at('02T11:00:00') }
const accepted = { ...submitted, acceptedAt: at('02T12:00:00'), status: 'ACCEPTED' } as const

const cases: [string, Partial<PrintJob>, string | null, string?, (string | null)?][] = [
  ['its submission', {}, 'submission', '02T12:00:00.000', '05T10:00:00.000'],
  ['its acceptance', submitted, 'acceptance', '03T11:00:00.000', '05T11:00:00.000'],
  ['its acceptance after its receipt', { ...submitted, status: 'RECEIVED' }, 'acceptance', '03T11:00:00.000'],
  ['its parcels, from the end of the day where the books leave', accepted, 'shipping', '08T05:00:00.000', null],
  ['its parcels, on the announced day', { ...accepted, expectedShipDate: '2026-03-10' }, 'shipping', '12T05:00:00.000'],
  ['its parcels, when it was printed without an acceptance', { ...submitted, status: 'PRINTED' }, 'shipping'],
  [
    'the decision',
    { ...accepted, cancellationRequested: true, cancellationRequestedAt: at('04T00:00:00') },
    'cancellation',
    '04T08:00:00.000',
    null,
  ],
  ['the answer to a change', { ...accepted, changeRequestedAt: at('04T00:00:00') }, 'change', '04T08:00:00.000', null],
  [
    'the answer before its acceptance, though another printer may get it meanwhile',
    { ...submitted, changeRequestedAt: at('04T00:00:00') },
    ...(['change', '04T08:00:00.000', '05T11:00:00.000'] as const),
  ],
  [
    'the answer of a printer without a desk from the request on',
    { ...accepted, printer: 'press-by-protocol', changeRequestedAt: at('04T00:00:00') },
    ...(['change', '04T00:00:00.000', null] as const),
  ],
  ['nothing, when it has ended', { ...accepted, status: 'SHIPPED' }, null],
  ['nothing in the sandbox', { mode: 'sandbox' }, null],
]

describe('a job waits for', () => {
  for (const [what, changes, step, alarmAt, rerouteAt] of cases) {
    it(what, () => {
      const overdue = overdueTimes(job(changes), rules)
      assert.equal(overdue?.step ?? null, step)
      if (alarmAt !== undefined) assert.equal(overdue?.alarmAt.toISOString(), `2026-03-${alarmAt}Z`)
      if (rerouteAt !== undefined)
        assert.equal(overdue?.rerouteAt?.toISOString() ?? null, rerouteAt && `2026-03-${rerouteAt}Z`)
    })
  }

  it('the earlier of alarm and rerouting, then the later; an alarm of an earlier step ends', () => {
    const first = withOverdueTimes(job(submitted), rules)
    assert.deepEqual([first.alarm, first.watchDueAt], [null, at('03T11:00:00')])
    const raised = withOverdueTimes({ ...first, alarm: 'acceptance', alarmedAt: at('03T11:00:00') }, rules)
    assert.deepEqual([raised.alarm, raised.watchDueAt], ['acceptance', at('05T11:00:00')])
    const next = withOverdueTimes({ ...raised, ...accepted }, rules)
    assert.deepEqual([next.alarm, next.alarmedAt, next.watchDueAt], [null, null, at('08T05:00:00.000')])
  })
})
