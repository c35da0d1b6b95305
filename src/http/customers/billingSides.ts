// What the members of an account and the staff both read of its billing: the same answers at two addresses.

import type { TSchema } from 'typebox'
import { Text } from '../schemas.ts'

export type BillingSide = {
  callers: readonly ['member'] | readonly ['staff']
  base: string
  /** What the names of operations end in. */
  suffix: string
  params: Record<string, TSchema>
  accountOf(ask: { caller: { accountId?: string }; params: { accountId?: string } }): string
}
export const memberSide: BillingSide = {
  callers: ['member'],
  base: '/dashboard/api/billing',
  suffix: '',
  params: {},
  accountOf: ({ caller }) => caller.accountId!,
}
export const staffSide: BillingSide = {
  callers: ['staff'],
  base: '/staff/accounts/:accountId/billing',
  suffix: 'ForStaff',
  params: { accountId: Text(64) },
  accountOf: ({ params }) => params.accountId!,
}
