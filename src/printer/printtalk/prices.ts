// The prices in a PrintTalk document, in cents. Each Price has a type and may be a tax: the prices of books and
// shipping are added. Sums (Subtotal, Total) and payments (DownPayment, Prepaid) are ignored.

import { centsOf } from '../../base/money.ts'
import { attribute, descendants, type Element } from './xml.ts'

const discount = 'Discount'
const itemTypes = ['Product', 'Handling', 'Markup', 'Other', discount]
const shippingTypes = ['Shipping', 'Delivery', 'Freight']
/** The third type, Gross, includes both. */
const taxTypes = ['Net', 'Tax']

const ourCurrency = 'USD'

/** `notTaken` is the reason why prices of the document were not accepted. */
type NotTaken = { notTaken?: string }

/** Net prices of the books, and their taxes; null where the document names none. */
export function readPrices(object: Element): { itemsCents: number | null; taxesCents: number | null } & NotTaken {
  const prices = pricesOf(object, itemTypes)
  const itemsCents = sumOf(prices, ['Net'])
  const taxesCents = sumOf(prices, ['Tax'])
  const notTaken = problemOf(object, prices, [itemsCents, taxesCents])
  return notTaken === null ? { itemsCents, taxesCents } : { itemsCents: null, taxesCents: null, notTaken }
}

/** The price of shipping, with its tax; null where the document does not name it. */
export function readShippingPrice(object: Element): { shippingCents: number | null } & NotTaken {
  const prices = pricesOf(object, shippingTypes)
  const shippingCents = sumOf(prices, taxTypes)
  const notTaken = problemOf(object, prices, [shippingCents])
  return notTaken === null ? { shippingCents } : { shippingCents: null, notTaken }
}

/** `cents` is null for an invalid amount. */
type Price = { taxType: string; amount: string; cents: number | null }

const pricesOf = (object: Element, types: string[]): Price[] =>
  descendants(object, 'Price').flatMap(price => {
    const type = attribute(price, 'PriceType') ?? ''
    const taxType = attribute(price, 'TaxType') ?? 'Net'
    if (!types.includes(type) || !taxTypes.includes(taxType)) return []
    const amount = attribute(price, 'Price') ?? ''
    const cents = centsIn(amount)
    // A discount reduces the price, with or without a minus sign.
    return [{ taxType, amount, cents: cents !== null && type === discount ? -Math.abs(cents) : cents }]
  })

/** Reads a plain decimal; other forms of numbers (1e3, 0x10) are mistakes. */
function centsIn(amount: string): number | null {
  if (!/^-?\d+(?:\.\d+)?$/.test(amount)) return null
  const cents = centsOf(Math.abs(Number(amount)))
  return cents !== null && amount.startsWith('-') ? -cents : cents
}

function sumOf(prices: Price[], types: string[]): number | null {
  const selected = prices.filter(({ taxType }) => types.includes(taxType))
  return selected.length === 0 ? null : selected.reduce((sum, { cents }) => sum + (cents ?? 0), 0)
}

function problemOf(object: Element, prices: Price[], sums: (number | null)[]): string | null {
  if (prices.length === 0) return null
  const priced = [...descendants(object, 'Pricing'), ...descendants(object, 'Price')]
  const currency = priced
    .map(element => attribute(element, 'Currency') ?? ourCurrency)
    .find(name => name !== ourCurrency)
  if (currency !== undefined) return `they are in ${currency.slice(0, 10)}, and only ${ourCurrency} is accepted`
  const invalid = prices.find(({ cents }) => cents === null)
  if (invalid !== undefined) return `"${invalid.amount.slice(0, 40)}" is not a plain amount with at most two decimals`
  return sums.some(sum => sum !== null && sum < 0) ? 'their sum is negative' : null
}
