// The packing slip of a print job, from the order, and where the order says nothing, from the settings of its account.

import type { SlipSettings } from '../../accounts/settings/packingSlip.ts'
import type { PackingSlip } from '../../orders/order.ts'
import type { Ticket } from '../../printer/printer.ts'
import { carrierAddress } from '../../shipping/destination.ts'

/** Undefined when neither has a text, logo or address. An empty text of the order replaces the account's text. */
export function slipOf(account: SlipSettings | null, order: PackingSlip | undefined): Ticket['packingSlip'] {
  if (account === null && order === undefined) return undefined
  const {
    message,
    returnAddress,
    blind,
    language = 'en',
  } = account ?? { message: null, returnAddress: null, blind: false }
  const returnTo = order?.returnAddress ?? returnAddress
  return {
    blind: order?.blind ?? blind,
    message: (order?.message ?? message)?.trim() || null,
    giftMessage: order?.giftMessage?.trim() || null,
    returnAddress: returnTo && carrierAddress(returnTo),
    ...(language !== 'en' && { language }),
  }
}
