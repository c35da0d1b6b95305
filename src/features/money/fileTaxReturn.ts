// The staff file a tax return: its figures never change from then on.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { day, later, startOfUtcDay } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { addFigures, noFigures } from '../../payments/taxes/taxEntries.ts'
import { insertReturn, readLastReturn, type TaxReturn } from '../../payments/taxes/taxReturnStore.ts'

type Filing = { registration: string; lastDay: Temporal.PlainDate; reference: string | null }

/**
 * Files the entries that are in no return yet, up to a day that is over in UTC; without any, a return of zeros. Refuses
 * with `malformed_request` for a later day, and with `wrong_state` when a return of that day was filed, or when a place
 * without a return has no entries: it is most likely misspelled.
 */
export async function fileTaxReturn(
  transactor: Transactor,
  { registration, lastDay, reference }: Filing,
  by: { now: Date; actor: string },
): Promise<TaxReturn> {
  const before = later(startOfUtcDay(lastDay), day)
  if (before > by.now) {
    const detail = say('got {got}; expected {expected}', {
      got: lastDay.toString(),
      expected: say('a day that is over in UTC'),
    })
    throw malformedField('/lastDay', 'invalid_date', detail)
  }
  return transact(transactor, by, async work => {
    const last = await readLastReturn(work.tx, registration)
    if (last !== undefined && last.lastDay >= lastDay.toString())
      throw new Refusal(
        'wrong_state',
        say('the return of {registration} until {lastDay} is filed already', { registration, lastDay: last.lastDay }),
      )
    const key = { returnId: work.newId('txr'), registration, lastDay: lastDay.toString(), reference }
    const filed = await insertReturn(work.tx, { ...key, before, filedAt: by.now, filedBy: by.actor })
    if (last === undefined && filed.lines.length === 0)
      throw new Refusal('wrong_state', say('no order was sold to {registration} until this day', { registration }))
    const { tax, creditedTax } = filed.lines.reduce(addFigures, noFigures)
    await appendAudit(work.tx, work.newId, {
      at: by.now,
      actor: by.actor,
      action: 'tax_return_filed',
      accountId: null,
      subject: filed.returnId,
      details: { registration, lastDay: filed.lastDay, due: dollars(tax - creditedTax), reference },
    })
    return filed
  })
}
