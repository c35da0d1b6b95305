// What an account has set for all its orders.

import { type Static, Type } from 'typebox'
import type { AccountDeps } from '../../accounts/accounts.ts'
import { changeContactPhone, readContactPhone } from '../../accounts/contactPhone.ts'
import { phoneFault } from '../../shipping/destination.ts'
import { malformed } from '../problem.ts'
import { type Route, route } from '../route.ts'
import { nullable, Text } from '../schemas.ts'

const tag = 'Account'
const contactPhone = {
  description: 'What printers give to carriers where the recipient of a parcel has no telephone number.',
}
const AccountSettings = Type.Object({ contactPhone: nullable(Type.String(contactPhone)) })
const ChangedSettings = Type.Object({ contactPhone: nullable(Text(40, contactPhone)) }, { additionalProperties: false })

export const accountRoutes = (parts: Pick<AccountDeps, 'db' | 'clock' | 'newId'>): Route[] => [
  route({
    method: 'GET',
    path: '/dashboard/api/account',
    callers: ['member'],
    tag,
    summary: 'Read the settings of the account',
    answer: AccountSettings,
    handle: async ({ caller: { accountId } }) => ({ contactPhone: await readContactPhone(parts.db, accountId) }),
  }),
  route({
    method: 'PATCH',
    path: '/dashboard/api/account',
    callers: ['member'],
    needs: 'orders',
    tag,
    summary: 'Change the settings of the account',
    description: 'Applies to parcels whose orders go to a printer from now on.',
    body: ChangedSettings,
    answer: AccountSettings,
    refuses: ['malformed_request'],
    handle: async ({ caller: { accountId, actor }, body }) => {
      const phone = phoneOf(body)
      await changeContactPhone(parts, { accountId, phone, actor })
      return { contactPhone: phone }
    },
  }),
]

function phoneOf({ contactPhone }: Static<typeof ChangedSettings>): string | null {
  const fault = contactPhone === null ? null : phoneFault(contactPhone)
  if (fault === null) return contactPhone?.trim() ?? null
  throw malformed(`The telephone number is invalid: ${fault}.`, [
    { pointer: '/contactPhone', code: 'invalid_phone', detail: fault },
  ])
}
