// The prices in a PrintTalk document, in cents. Its schema says of each Price what it is of and whether it is the tax:
// those of what is made and sent are counted, once each. Sums (Subtotal, Total) and what was paid (DownPayment,
// Prepaid) say nothing new.

import { centsOf } from '../../base/money.ts'
import { attribute, descendants, type Element } from './xml.ts'

const discount = 'Discount'
const itemTypes = ['Product', 'Handling', 'Markup', 'Other', discount]
const shippingTypes = ['Shipping', 'Delivery', 'Freight']
/** The third, Gross, is both in one. */
const taxTypes = ['Net', 'Tax']

const ourCurrency = 'USD'

/** `notTaken` says why prices that are there are not among them. */
type NotTaken = { notTaken?: string }

/** Net prices of the books, and their taxes; null where the document names none. */
export function pricesIn(object: Element): { itemsCents: number | null; taxesCents: number | null } & NotTaken {
  const prices = pricesOf(object, itemTypes)
  const itemsCents = sumOf(prices, ['Net'])
  const taxesCents = sumOf(prices, ['Tax'])
  const notTaken = troubleWith(object, prices, [itemsCents, taxesCents])
  return notTaken === null ? { itemsCents, taxesCents } : { itemsCents: null, taxesCents: null, notTaken }
}

/** What the shipping costs, with its tax; null where the document does not name it. */
export function shippingIn(object: Element): { shippingCents: number | null } & NotTaken {
  const prices = pricesOf(object, shippingTypes)
  const shippingCents = sumOf(prices, taxTypes)
  const notTaken = troubleWith(object, prices, [shippingCents])
  return notTaken === null ? { shippingCents } : { shippingCents: null, notTaken }
}

/** `cents` are null for an amount that is none. */
type Price = { taxType: string; amount: string; cents: number | null }

const pricesOf = (object: Element, types: string[]): Price[] =>
  descendants(object, 'Price').flatMap(one => {
    const type = attribute(one, 'PriceType') ?? ''
    const taxType = attribute(one, 'TaxType') ?? 'Net'
    if (!types.includes(type) || !taxTypes.includes(taxType)) return []
    const amount = attribute(one, 'Price') ?? ''
    const cents = centsIn(amount)
    // A discount is taken off, whether it is written with a minus or without.
    return [{ taxType, amount, cents: cents !== null && type === discount ? -Math.abs(cents) : cents }]
  })

/** A plain decimal: what a program can read as a number otherwise (1e3, 0x10) is somebody's mistake. */
function centsIn(amount: string): number | null {
  if (!/^-?\d+(?:\.\d+)?$/.test(amount)) return null
  const cents = centsOf(Math.abs(Number(amount)))
  return cents !== null && amount.startsWith('-') ? -cents : cents
}

function sumOf(prices: Price[], of: string[]): number | null {
  const counted = prices.filter(({ taxType }) => of.includes(taxType))
  return counted.length === 0 ? null : counted.reduce((sum, { cents }) => sum + (cents ?? 0), 0)
}

function troubleWith(object: Element, prices: Price[], sums: (number | null)[]): string | null {
  if (prices.length === 0) return null
  const priced = [...descendants(object, 'Pricing'), ...descendants(object, 'Price')]
  const currency = priced.map(one => attribute(one, 'Currency') ?? ourCurrency).find(one => one !== ourCurrency)
  if (currency !== undefined) return `they are in ${currency.slice(0, 10)}, and only ${ourCurrency} is taken`
  const odd = prices.find(({ cents }) => cents === null)
  if (odd !== undefined) return `"${odd.amount.slice(0, 40)}" is not a plain amount with at most two decimals`
  return sums.some(sum => sum !== null && sum < 0) ? 'they add up to less than nothing' : null
}
