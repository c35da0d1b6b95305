// The account of a key, and the settings of an account that apply to all its orders.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { readKeyWithAccount } from '../../accounts/accountStore.ts'
import type { AccountDeps } from '../../accounts/accounts.ts'
import { scopes } from '../../accounts/keys/restrictions.ts'
import { changeContactPhone, readContactPhone } from '../../accounts/people/contactPhone.ts'
import { changeProofRequired, readProofRequired } from '../../accounts/settings/proofSetting.ts'
import { changeSandboxSettings, readSandboxSettings, sandboxPayments } from '../../accounts/settings/sandboxSettings.ts'
import { readLimitUsage } from '../../features/reports/customerOverview.ts'
import { phoneFault } from '../../shipping/destination.ts'
import { Closed, Instant, Mode, nullable, oneOf, Text } from '../objects/common.ts'
import { LimitUsage } from '../objects/limitUsage.ts'
import { malformed } from '../server/problem.ts'
import { type Route, route, tagged } from '../server/route.ts'

const contactPhone = {
  description: 'The phone number that printers give to carriers if the recipient of a parcel has none.',
}
const sandboxSetting = {
  description:
    'How sandbox orders are paid: `manual`, when you simulate the payment, or `automatic`, as soon as their files have been checked. Nothing is charged.',
}
const proofSetting = {
  description: 'Whether every order waits until its proof is approved before it is charged and printed.',
}
const AccountSettings = Type.Object({
  proofRequired: Type.Boolean(proofSetting),
  contactPhone: nullable(Type.String(contactPhone)),
  sandboxPayments: oneOf(sandboxPayments, sandboxSetting),
})
const ChangedSettings = Closed({
  proofRequired: Type.Optional(Type.Boolean(proofSetting)),
  contactPhone: Type.Optional(nullable(Text(40, contactPhone))),
  sandboxPayments: Type.Optional(oneOf(sandboxPayments, sandboxSetting)),
})

const KeyAccount = Type.Object(
  {
    name: Type.String({ description: 'The name of the account.' }),
    mode: Mode,
    key: Type.Object({
      label: Type.String({ description: 'The name of the key in the dashboard.' }),
      scopes: nullable(Type.Array(oneOf(scopes), { description: 'What the key may do; null for everything.' })),
      expiresAt: nullable(Instant),
    }),
    limit: LimitUsage,
  },
  { title: 'OwnAccount' },
)

export const accountRoutes = tagged('Account', (parts: Pick<AccountDeps, 'db' | 'clock' | 'newId'>): Route[] => {
  const read = async (accountId: string) => ({
    proofRequired: await readProofRequired(parts.db, accountId),
    contactPhone: await readContactPhone(parts.db, accountId),
    sandboxPayments: (await readSandboxSettings(parts.db, accountId)).payments,
  })
  return [
    route({
      method: 'GET',
      path: '/account',
      operationId: 'getOwnAccount',
      callers: ['customer_key'],
      scope: null,
      summary: 'Read whose key it is, and how much of the limit is used',
      description: 'Every key may read this, whatever its scopes.',
      answer: KeyAccount,
      async handle({ caller: { keyId, accountId, mode } }) {
        const [key, limit] = await Promise.all([
          readKeyWithAccount(parts.db, keyId),
          readLimitUsage(parts.db, { accountId, mode }, parts.clock()),
        ])
        const { accountName, label, scopes, expiresAt } = key!
        return { name: accountName, mode, key: { label, scopes, expiresAt }, limit }
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/account',
      operationId: 'getAccountSettings',
      summary: 'Read the settings of the account',
      answer: AccountSettings,
      handle: ({ caller: { accountId } }) => read(accountId),
    }),
    route({
      method: 'PATCH',
      path: '/dashboard/api/account',
      operationId: 'updateAccountSettings',
      needs: 'orders',
      summary: 'Change the settings of the account',
      description:
        'Settings that are not sent stay unchanged. `contactPhone` applies to orders that go to a printer from now on, `sandboxPayments` to orders whose files are checked from now on, `proofRequired` to orders that are placed from now on.',
      body: ChangedSettings,
      answer: AccountSettings,
      async handle({ caller: { accountId, actor }, body }) {
        const { contactPhone: givenPhone, sandboxPayments: payments, proofRequired: required } = body
        const phone = givenPhone === undefined ? undefined : phoneOf(givenPhone)
        if (phone !== undefined) await changeContactPhone(parts, { accountId, phone, actor })
        if (payments !== undefined) await changeSandboxSettings(parts, { accountId, changes: { payments }, actor })
        if (required !== undefined) await changeProofRequired(parts, { accountId, required, actor })
        return read(accountId)
      },
    }),
  ]
})

function phoneOf(contactPhone: string | null): string | null {
  const fault = contactPhone === null ? null : phoneFault(contactPhone)
  if (fault === null) return contactPhone?.trim() ?? null
  throw malformed(say('The phone number is invalid: {fault}.', { fault }), [
    { pointer: '/contactPhone', code: 'invalid_phone', detail: fault },
  ])
}
