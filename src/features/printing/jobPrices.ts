// The price that the printer of an enterprise job sets: the prices that it names, and for the others the agreed prices
// of the account, if there are any. A price that arrives and cannot be used is not replaced. A price above the agreed
// price needs a reason, which the customer reads. Pure.

import { say, type Words } from '../../../languages/texts.ts'
import { dollarsText } from '../../base/money.ts'
import type { Problem } from '../../base/refusal.ts'
import type { AboveAgreement, Pricing } from '../../orders/order.ts'
import type { MessageContent } from '../../printer/printer.ts'

type Accepted = Extract<MessageContent, { kind: 'accepted' }>
type Shipped = Extract<MessageContent, { kind: 'shipped' }>

/** `aboveAgreement` is null where the price is not above it. */
type PriceDecision<Price> =
  | { price: Price; aboveAgreement: AboveAgreement | null }
  | { price: null; detail: Words; problems: Problem[] }

type ItemsPrice = { itemsCents: number; taxesCents: number }

/** The agreed tax is of the agreed items, so it goes with no other price of the items. */
export function itemsPriceOf(
  { itemsCents, taxesCents, notTaken, reason }: Accepted,
  agreed: Pricing | undefined,
): PriceDecision<ItemsPrice> {
  const fills = agreed !== undefined && notTaken === undefined
  const items = itemsCents ?? (fills ? agreed.itemsCents : null)
  const taxes = taxesCents ?? (fills && items === agreed.itemsCents ? agreed.taxesCents : null)
  if (items === null || taxes === null) {
    const rule = say('the prices of an enterprise job come with its acceptance')
    return missing(withReason(rule, notTaken), { itemsTotal: items, taxesTotal: taxes })
  }
  const price = { itemsCents: items, taxesCents: taxes }
  if (agreed === undefined) return { price, aboveAgreement: null }
  const agreedCents = agreed.itemsCents + agreed.taxesCents
  const isAbove = items > agreed.itemsCents || items + taxes > agreedCents
  return decided(price, isAbove ? { part: 'items', agreedCents } : null, reason)
}

/** Its named prices equal the prices that it named before. */
export const repeatsItemsPrice = ({ itemsCents, taxesCents, notTaken }: Accepted, pricing: Pricing | null): boolean =>
  notTaken === undefined &&
  pricing !== null &&
  (itemsCents ?? pricing.itemsCents) === pricing.itemsCents &&
  (taxesCents ?? pricing.taxesCents) === pricing.taxesCents

/** `recorded` is the price of an order that has shipped: a printer that repeats itself may leave it out. */
export function shippingPriceOf(
  { shippingCents, notTaken, reason }: Shipped,
  agreed: Pricing | undefined,
  recorded: Pricing | null = null,
): PriceDecision<number> {
  const recordedCents = agreed === undefined ? null : (recorded?.shippingCents ?? null)
  if (recordedCents !== null && notTaken === undefined && (shippingCents ?? recordedCents) === recordedCents)
    return { price: recordedCents, aboveAgreement: null }
  const agreedCents = agreed?.shippingCents ?? null
  const price = shippingCents ?? (notTaken === undefined ? agreedCents : null)
  if (price === null) {
    const rule = say('the shipping price of an enterprise job comes with its shipping')
    return missing(withReason(rule, notTaken), { shippingTotal: price })
  }
  const above = agreedCents !== null && price > agreedCents ? { part: 'shipping' as const, agreedCents } : null
  return decided(price, above, reason)
}

function decided<Price>(price: Price, above: Omit<AboveAgreement, 'reason'> | null, reason = ''): PriceDecision<Price> {
  if (above === null) return { price, aboveAgreement: null }
  if (reason.trim() !== '') return { price, aboveAgreement: { ...above, reason } }
  const detail = say('the price is above the agreed {amount} and needs a reason, which the customer reads', {
    amount: `$${dollarsText(above.agreedCents)}`,
  })
  return { price: null, detail, problems: [{ pointer: '/reason', code: 'missing', detail }] }
}

const withReason = (rule: Words, reason: string | undefined): Words =>
  reason === undefined ? rule : say('{rule}: {reason}', { rule, reason })

function missing(detail: Words, fields: Record<string, number | null>): Extract<PriceDecision<never>, { price: null }> {
  const names = Object.keys(fields).filter(name => fields[name] === null)
  const problems = names.map(name => ({
    pointer: `/${name}`,
    code: 'missing',
    detail: say('{name} is required: {detail}', { name, detail }),
  }))
  return { price: null, detail, problems }
}
