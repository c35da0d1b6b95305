// Places the orders of a CSV file, and prints a CSV file with what became of each.

import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { connect, type NewOrder, OctavoProblem, type Order } from '../../clients/typescript/index.ts'

type Row = Record<
  'order' | 'sku' | 'quantity' | 'name' | 'address1' | 'city' | 'state' | 'postal' | 'country' | 'shipping',
  string
>
type Result = { order: string; status: string; problem: string }

const { OCTAVO_URL = '', OCTAVO_AUTHORIZATION = '' } = process.env
const octavo = connect({ url: OCTAVO_URL, authorization: OCTAVO_AUTHORIZATION })
const [file = 'orders.csv'] = process.argv.slice(2)

const { data, errors } = Papa.parse<Row>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true })
for (const { row, message } of errors) console.error(`${file}, row ${row}: ${message}`)

const results: Result[] = []
for (const [order, rows] of Map.groupBy(data, row => row.order)) results.push(await place(order, rows))
console.log(Papa.unparse(results, { newline: '\n' }))
if (errors.length > 0 || results.some(({ problem }) => problem !== '')) process.exitCode = 1

async function place(order: string, rows: Row[]): Promise<Result> {
  try {
    return resultOf(await octavo.orders.create(newOrder(order, rows)))
  } catch (problem) {
    if (!(problem instanceof OctavoProblem)) throw problem
    if (problem.code === 'duplicate_order_id') return resultOf(await octavo.orders.get(order))
    const details = problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`)
    return { order, status: 'REFUSED', problem: details.join(' ') || problem.message }
  }
}

function newOrder(customerOrderId: string, rows: Row[]): NewOrder {
  const { name, address1, city, state, postal, country, shipping } = rows[0]!
  return {
    customerOrderId,
    shippingClassification: shipping,
    destination: { name, address1, city, state, postal, country },
    orderItems: rows.map(({ sku, quantity }) => ({ sku, quantity: numberIn(quantity) })),
  }
}

/** A text that is no number stays as it is: the service refuses it, and says what it expects. JSON has no NaN. */
function numberIn(text: string): number {
  const number = Number(text)
  return Number.isNaN(number) ? (text as unknown as number) : number
}

function resultOf({ customerOrderId, status, errors }: Order): Result {
  return { order: customerOrderId, status, problem: errors.map(({ detail }) => detail).join(' ') }
}
