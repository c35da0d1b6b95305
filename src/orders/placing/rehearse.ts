// What would happen to an order if it were placed now, by the same rules as placing. Nothing is written and no place is
// reserved, so the next moment may decide otherwise. Files are checked by POST /files/check, not here.

import { admit } from '../../limits/admission.ts'
import { readLimit } from '../../limits/store.ts'
import { type FirstEvent, firstStatusOf } from '../lifecycle.ts'
import type { Rehearsed } from '../present.ts'
import { usedIdentifiers } from '../store.ts'
import { duplicateOf, firstEventOf, judgedBy } from './admissions.ts'
import { type Draft, draftOrders, openingOf, type PlaceOrder } from './drafts.ts'
import type { PlaceDeps } from './place.ts'

/** The order as creating it would return it. Refuses with `duplicate_order_id`, as creating would. */
export async function rehearseOrder({ shell, clock, operator }: PlaceDeps, order: PlaceOrder): Promise<Rehearsed> {
  const now = clock()
  const { accountId, mode, customerOrderId, request } = order
  if (customerOrderId !== null) {
    const [used] = await usedIdentifiers(shell.db, [{ accountId, customerOrderId }])
    if (used !== undefined) throw duplicateOf(order)
  }
  const [draft] = await draftOrders({ shell, operator }, [order], now)
  const { on, judged } = await firstStep(shell, draft!, now)
  const { billing, state } = openingOf(judged, on, null, now).order
  return { mode, status: firstStatusOf(on), billing, request, state }
}

async function firstStep(
  { db }: PlaceDeps['shell'],
  draft: Draft,
  now: Date,
): Promise<{ on: FirstEvent; judged: Draft }> {
  if (draft.examined.errors.length > 0) return { on: 'invalid', judged: draft }
  const limit = await readLimit(db, draft, now)
  const admission = admit(limit, draft.mode)
  return { on: firstEventOf(admission, draft.mode), judged: judgedBy(limit, admission, draft) }
}
