// The rows of order_search: written when an order is created and when it ships, changed with its recipient, and emptied
// of the recipient when the recipient is erased.

import { sql } from 'kysely'
import { searchable } from '../base/text/searchable.ts'
import { storableText } from '../base/text/storableText.ts'
import type { Tx } from '../db/db.ts'
import { rowsOf, text } from '../db/rows.ts'
import { supportedCountry } from '../shipping/destination.ts'
import type { Order, OrderKey, Shipment } from './order.ts'

/** More characters would not tell texts apart, and each character costs entries of the index. */
const maxTextChars = 100
/** A shipment of more parcels is found by the numbers of its first parcels. */
const maxParcels = 50

/** A text as order_search has it. */
export const searchableWords = (text: string): string => searchable(text).slice(0, maxTextChars)

/** Carriers print numbers with spaces and dashes, which people do not type. */
export const searchableNumber = (text: string): string => searchableWords(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

type Searched = Pick<Order, keyof OrderKey | 'customerOrderId' | 'request' | 'state'>
/** The number of the order is in the first line, after this mark. */
const numberMark = '#'

const keyColumns = {
  accountId: text((order: Searched) => order.accountId),
  mode: text((order: Searched) => order.mode),
  orderId: text((order: Searched) => order.orderId),
}

export async function addOrdersToSearch(tx: Tx, orders: Searched[]): Promise<void> {
  const { from } = rowsOf(orders, 'n', {
    ...keyColumns,
    words: text(wordsOf),
    country: text(countryOf),
    // Skus are refused before this when they have control characters, so a line is a SKU.
    skus: text(({ request }) => [...new Set(request.orderItems.map(({ sku }) => storableText(sku)))].join('\n')),
  })
  await sql`
    insert into order_search (account_id, mode, order_id, part, words, country, skus)
    select
      account_id, mode, order_id, 'order', ${numberMark} || lower(order_number) || ' ' || words, country,
      string_to_array(skus, e'\n')
    from ${from}
    join order_contents using (account_id, mode, order_id)`.execute(tx)
}

/** The recipients of orders that were changed. */
export async function updateRecipients(tx: Tx, orders: Searched[]): Promise<void> {
  if (orders.length === 0) return
  const { from } = rowsOf(orders, 'n', { ...keyColumns, words: text(wordsOf), country: text(countryOf) })
  await sql`
    update order_search s
    set words = split_part(s.words, ' ', 1) || ' ' || n.words, country = n.country
    from ${from}
    where s.account_id = n.account_id and s.mode = n.mode and s.order_id = n.order_id and s.part = 'order'`.execute(tx)
}

export async function addParcelsToSearch(tx: Tx, shipped: Searched[]): Promise<void> {
  const numbered = shipped.filter(({ state }) => numbersOf(state.shipmentTracking).length > 0)
  if (numbered.length === 0) return
  const { from } = rowsOf(numbered, 'n', {
    ...keyColumns,
    words: text(({ state }) => numbersOf(state.shipmentTracking).join('\n')),
  })
  await sql`
    insert into order_search (account_id, mode, order_id, part, words)
    select account_id, mode, order_id, 'parcels', words
    from ${from}`.execute(tx)
}

/** A parcel of an order that has shipped with numbered parcels. */
export async function addParcelToSearch(tx: Tx, { accountId, mode, orderId }: OrderKey, trackingNumber: string) {
  await sql`
    update order_search set words = words || e'\n' || ${searchableNumber(trackingNumber)}
    where account_id = ${accountId} and mode = ${mode} and order_id = ${orderId} and part = 'parcels'`.execute(tx)
}

/** Leaves the identifiers of orders, and the numbers of their parcels, as the orders themselves do. */
export async function eraseFromSearch(tx: Tx, orders: Searched[]): Promise<void> {
  const { from } = rowsOf(orders, 'n', { ...keyColumns, words: text(order => searchableWords(order.customerOrderId)) })
  await sql`
    update order_search s
    set words = split_part(s.words, ' ', 1) || ' ' || n.words
    from ${from}
    where s.account_id = n.account_id and s.mode = n.mode and s.order_id = n.order_id and s.part = 'order'`.execute(tx)
}

const countryOf = ({ request }: Searched): string => supportedCountry(request.destination.country) ?? ''

const wordsOf = ({ customerOrderId, request: { destination } }: Searched): string =>
  [customerOrderId, destination.name, destination.company, destination.email]
    .filter(word => word !== undefined)
    .map(searchableWords)
    .join('\n')

const numbersOf = (shipments: Shipment[]): string[] => {
  const written = shipments.flatMap(({ masterTrackingNumber, packages }) => [
    masterTrackingNumber,
    ...packages.slice(0, maxParcels).flatMap(parcel => [parcel.trackingNumber, parcel.altTrackingNumber]),
  ])
  return [...new Set(written.map(searchableNumber))].filter(number => number !== '')
}
