// Whom the papers of an account bill, for programs, the members of the account and the staff.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { malformedField } from '../../base/refusal.ts'
import { changeBillingDetails } from '../../features/money/billingDetails.ts'
import { type BillingAddress, type BillingDetails, readBillingDetails } from '../../payments/billingDetails.ts'
import { Closed, nullable, Text } from '../objects/common.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { billing, readByKey } from './billingAddresses.ts'

const about = {
  company: 'The name on papers; without it, the name of the account.',
  contact: 'A person or a department, such as Accounts payable.',
  taxNumber: 'Of the company, as it is to be printed on papers.',
  purchaseOrderNumber: 'For papers and orders without a number of their own.',
}
const BilledAddress = Type.Object(
  {
    address1: Type.String(),
    address2: nullable(Type.String()),
    city: Type.String(),
    state: nullable(Type.String()),
    postal: Type.String(),
    country: Type.String(),
  },
  { title: 'BillingAddress' },
)
export const Details = Type.Object(
  {
    company: nullable(Type.String({ description: about.company })),
    contact: nullable(Type.String({ description: about.contact })),
    address: nullable(BilledAddress),
    taxNumber: nullable(Type.String({ description: about.taxNumber })),
    purchaseOrderNumber: nullable(Type.String({ description: about.purchaseOrderNumber })),
  },
  { title: 'BillingDetails' },
)
const NewAddress = Closed({
  address1: Text(100),
  address2: Type.Optional(nullable(Text(100))),
  city: Text(100),
  state: Type.Optional(nullable(Text(50))),
  postal: Text(20),
  country: Type.String({
    pattern: '^[A-Za-z]{2}$',
    'x-expected': 'a country code of two letters, such as US',
    description: 'ISO 3166-1, two letters. It may be any country.',
  }),
})
const Changes = Closed(
  {
    company: Type.Optional(nullable(Text(100, { description: about.company }))),
    contact: Type.Optional(nullable(Text(100, { description: about.contact }))),
    address: Type.Optional(nullable(NewAddress)),
    taxNumber: Type.Optional(nullable(Text(40, { description: about.taxNumber }))),
    purchaseOrderNumber: Type.Optional(nullable(Text(40, { description: about.purchaseOrderNumber }))),
  },
  {
    examples: [
      {
        company: 'Paper Lantern Books LLC',
        contact: 'Accounts payable',
        address: { address1: '20 Canal Street', city: 'Providence', state: 'RI', postal: '02903', country: 'US' },
        taxNumber: '12-3456789',
        purchaseOrderNumber: 'PO-7781',
      },
    ],
  },
)

export const billingDetailRoutes = tagged('Billing', ({ db, clock, newId }: Services): Route[] => {
  const { member, staff } = billing('/details')
  return [
    ...resource({
      method: 'GET',
      at: billing('/details'),
      operationId: 'getBillingDetails',
      ...readByKey,
      summary: 'Read whom invoices, credit notes and statements bill',
      answer: Details,
      refuses: ['not_found'],
      async handle({ owner: { accountId } }) {
        await requireAccount(db, accountId)
        return presentDetails(await readBillingDetails(db, accountId))
      },
    }),
    ...resource({
      method: 'PATCH',
      at: { member, staff },
      act: 'updateBillingDetails',
      needs: 'billing',
      staff: { needs: 'money' },
      summary: 'Change whom invoices, credit notes and statements bill',
      description:
        'Details that are not sent stay unchanged, and null removes one. Papers that exist keep the details of their time.',
      body: Changes,
      answer: Details,
      refuses: ['not_found'],
      handle: async ({ owner: { accountId }, caller: { actor }, body }) =>
        presentDetails(
          await changeBillingDetails({ db, clock, newId }, { accountId, changes: changesOf(body), actor }),
        ),
    }),
  ]
})

export const presentDetails = ({ purchaseOrder, ...details }: BillingDetails): Static<typeof Details> => ({
  ...details,
  purchaseOrderNumber: purchaseOrder,
})

function changesOf({ address, purchaseOrderNumber, ...texts }: Static<typeof Changes>): Partial<BillingDetails> {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, lineOf(text)])
  return {
    ...Object.fromEntries(trimmed),
    ...(purchaseOrderNumber === undefined ? {} : { purchaseOrder: lineOf(purchaseOrderNumber) }),
    ...(address === undefined ? {} : { address: address && addressOf(address) }),
  }
}

/** Refuses with `malformed_request`. */
function addressOf({ address1, address2, city, state, postal, country }: Static<typeof NewAddress>): BillingAddress {
  const required = { address1: address1.trim(), city: city.trim(), postal: postal.trim() }
  for (const [name, text] of Object.entries(required))
    if (text === '') throw malformedField(`/address/${name}`, 'too_short', say('got only spaces; expected text'))
  return { ...required, address2: lineOf(address2), state: lineOf(state), country: country.toUpperCase() }
}

/** Null for a text of spaces. */
const lineOf = (text: string | null | undefined): string | null => text?.trim() || null
