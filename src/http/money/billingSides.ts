// What the members of an account and the staff both read of its billing: the same answers at two addresses.

import type { TSchema } from 'typebox'
import { Text } from '../objects/common.ts'
import type { Caller } from '../server/route.ts'

type Reader = Extract<Caller, { kind: 'member' | 'staff' }>

export type BillingSide = {
  callers: readonly Reader['kind'][]
  base: string
  /** What the names of operations end in. */
  suffix: string
  params: Record<string, TSchema>
}
export const memberSide: BillingSide = { callers: ['member'], base: '/dashboard/api/billing', suffix: '', params: {} }
export const staffSide: BillingSide = {
  callers: ['staff'],
  base: '/staff/accounts/:accountId/billing',
  suffix: 'ForStaff',
  params: { accountId: Text(64) },
}

/** The account of the session of a member, and for the staff the one in the address. */
export function accountOf({ caller, params }: { caller: Reader; params: object }): string {
  if (caller.kind === 'member') return caller.accountId
  if ('accountId' in params && typeof params.accountId === 'string') return params.accountId
  throw new Error('the address names no account')
}
