// The packing slips that the account wants, and the sender of its parcels.

import { Type } from 'typebox'
import { languageCodes } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import type { AccountDeps } from '../../accounts/accounts.ts'
import { changeAccountSlip, readAccountSlip } from '../../accounts/settings/packingSlip.ts'
import type { Problem } from '../../base/refusal.ts'
import { cleanLogo } from '../../brand/logo.ts'
import { returnAddressProblems } from '../../features/placing/packingSlip.ts'
import { Closed, nullable, oneOf } from '../objects/common.ts'
import { isBlindText, ReturnAddress, returnAddressRule, SlipMessage } from '../objects/newOrder.ts'
import { PublicAddress } from '../objects/order.ts'
import { addressOf, undrawableProblems } from '../orders/orders.ts'
import { malformed } from '../server/problem.ts'
import { type Route, route, tagged } from '../server/route.ts'

/** 300 kB in base64. */
const maxLogoLetters = 400_000
const path = '/dashboard/api/account/packing-slip'
const logo = { description: 'A PNG or SVG as a data URL. It is decoded and encoded again, which may remove parts.' }
const blind = { description: `${isBlindText} It needs a return address.` }

const language = { description: 'Of the labels of the slip, for whoever opens the parcel.' }

const PackingSlipSettings = Type.Object(
  {
    logo: nullable(Type.String(logo)),
    message: nullable(Type.String()),
    returnAddress: nullable(PublicAddress),
    blind: Type.Boolean(blind),
    language: oneOf(languageCodes, language),
  },
  { title: 'PackingSlipSettings' },
)
const ChangedSlip = Closed({
  logo: Type.Optional(
    nullable(
      Type.String({
        ...logo,
        maxLength: maxLogoLetters,
        pattern: '^data:image/(?:png|svg\\+xml);base64,[A-Za-z0-9+/]+=*$',
        'x-expected': 'a PNG or SVG of at most 300 kB, as data:image/png;base64,…',
      }),
    ),
  ),
  message: Type.Optional(nullable(SlipMessage)),
  returnAddress: Type.Optional(nullable(Closed(ReturnAddress.properties, { ...returnAddressRule }))),
  blind: Type.Optional(Type.Boolean(blind)),
  language: Type.Optional(oneOf(languageCodes, language)),
})

export const packingSlipRoutes = tagged('Account', (parts: Pick<AccountDeps, 'db' | 'clock' | 'newId'>): Route[] => {
  return [
    route({
      method: 'GET',
      path,
      operationId: 'getPackingSlipSettings',
      summary: 'Read what the account wants on its packing slips',
      answer: PackingSlipSettings,
      handle: ({ caller: { accountId } }) => readAccountSlip(parts.db, accountId),
    }),
    route({
      method: 'PATCH',
      path,
      operationId: 'updatePackingSlipSettings',
      needs: 'orders',
      summary: 'Change what the account wants on its packing slips',
      description:
        'Settings that are not sent stay unchanged. They apply to orders that go to a printer from now on, except where an order says otherwise. The logo applies to all slips that are drawn from now on.',
      body: ChangedSlip,
      answer: PackingSlipSettings,
      refuses: ['unsupported_country'],
      problemsOf: ({ fields: { message } }) => undrawableProblems(message, '/message'),
      async handle({ caller: { accountId, actor }, body }) {
        const { message, blind, language } = body
        const returnAddress = body.returnAddress && addressOf(body.returnAddress)
        if (returnAddress) refuseAny(returnAddressProblems(returnAddress, '/returnAddress'))
        const changes = {
          ...(message === undefined ? {} : { message: message?.trim() || null }),
          ...(returnAddress === undefined ? {} : { returnAddress }),
          ...(blind === undefined ? {} : { blind }),
          ...(language === undefined ? {} : { language }),
          ...(body.logo === undefined ? {} : { logo: body.logo && (await cleanedLogo(body.logo, accountId)) }),
        }
        return changeAccountSlip(parts, { accountId, changes, actor })
      },
    }),
  ]
})

async function cleanedLogo(dataUrl: string, accountId: string): Promise<string> {
  const cleaned = await cleanLogo(dataUrl, accountId)
  if ('dataUrl' in cleaned) return cleaned.dataUrl
  throw malformed(`The logo cannot be used: ${cleaned.mistake}.`, [
    { pointer: '/logo', code: 'wrong_format', detail: cleaned.mistake },
  ])
}

function refuseAny(problems: Problem[]): void {
  if (problems.length > 0)
    throw malformed(say('The return address is invalid: {problem}.', { problem: problems[0]!.detail }), problems)
}
