// A printer that speaks PrintTalk, for tests: node test/printers/printTalk.ts <identity> <secret> <customer>
// <customer's secret>. It writes its XML by hand and reads ours with another parser than the adapter's.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { bodyOf } from './body.ts'

export type PrintTalkOrder =
  | { do: 'behave'; manner: 'confirms' | 'refuses' | 'is too late' | 'says nothing' | 'answers HTML' }
  /** Whether its documents have the BusinessID that the schema demands. */
  | { do: 'number'; documents: boolean }
  | { do: 'price'; currency: string }
  | { do: 'forget'; jobId: string }
  | { do: 'jobs' }
  | { do: 'last' }

const [identity, secret, customer, customerSecret] = process.argv.slice(2)
const orders = new Set<string>()
const cancelled = new Set<string>()
let manner = 'confirms'
let isNumbered = true
let currency = 'USD'
let last = ''

/** Good enough for documents that are known to be ours: attributes and text by name. */
const find = (text: string, pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null

const server = createServer(async (request, response) => {
  last = await bodyOf(request)
  const expected = Buffer.from(`${customer}:${customerSecret}`).toString('base64')
  const proven =
    find(last, /<From>[\s\S]*?<Identity>([^<]*)</) === customer && request.headers.authorization === `Basic ${expected}`
  if (!proven) return response.writeHead(401).end()
  if (manner === 'says nothing') return response.writeHead(202).end()
  if (manner === 'answers HTML') return response.end('<html><body>Welcome<br></body></html>')
  const id = find(last, /<Request BusinessID="([^"]+)"/)!
  response.setHeader('content-type', 'application/xml')
  if (last.includes('<PurchaseOrder')) {
    if (manner === 'refuses') {
      const refusal = answer(id, '<Refusal Reason="WrongProduct" ReasonDetails="no crème &amp; no &#233;cru"/>')
      return response.end(Buffer.from(refusal.replace('UTF-8', 'ISO-8859-1'), 'latin1'))
    }
    orders.add(id)
    return response.end(answer(id, confirmation()))
  }
  const jobId = find(last, /JobIDRef="([^"]+)"/)!
  if (last.includes('<Cancellation')) {
    if (!orders.has(jobId)) return response.end(answer(id, '<Refusal Reason="Other" ReasonDetails="UnknownJob"/>'))
    if (manner === 'is too late')
      return response.end(answer(id, '<Refusal Reason="Milestone" ReasonDetails="printed"/>'))
    cancelled.add(jobId)
    return response.end(answer(id, '<Confirmation/>'))
  }
  if (!orders.has(jobId)) return response.end(answer(id, '<Refusal Reason="Other" ReasonDetails="UnknownJob"/>'))
  const reached = cancelled.has(jobId) ? 'Cancelled' : 'PrePressCompleted'
  response.end(
    answer(
      id,
      `<OrderStatusResponse JobIDRef="${jobId}"><x:AuditPool><x:AuditNotification><x:Header Time="2026-03-02T15:00:00Z"/>
       <x:Notification Class="Event" JobID="${jobId}"><x:Milestone MilestoneType="${reached}"/></x:Notification>
       </x:AuditNotification></x:AuditPool>${prices()}</OrderStatusResponse>`,
    ),
  )
})

const prices =
  () => `<Pricing Currency="${currency}"><Price DescriptiveName="books" PriceType="Product" TaxType="Net" Price="100.50"/>
  <Price DescriptiveName="tax" PriceType="Product" TaxType="Tax" Price="7.04"/>
  <Price DescriptiveName="sum" PriceType="Total" TaxType="Gross" Price="107.54"/></Pricing>`
const confirmation = () => `<Confirmation>${prices()}</Confirmation>`

const answer = (ref: string, object: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<PrintTalk timestamp="2026-03-02T15:00:00Z" xmlns="http://www.printtalk.org/schema_20" xmlns:x="http://www.CIP4.org/JDFSchema_2_0">
  <Header><From><Credential domain="URL"><Identity>${identity}</Identity><SharedSecret>${secret}</SharedSecret></Credential></From></Header>
  <Request ${isNumbered ? `BusinessID="A-${ref}" ` : ''}BusinessRefID="${ref}">${object}</Request>
</PrintTalk>`

function obey(order: PrintTalkOrder): unknown {
  switch (order.do) {
    case 'behave':
      manner = order.manner
      return null
    case 'number':
      isNumbered = order.documents
      return null
    case 'price':
      currency = order.currency
      return null
    case 'forget':
      return orders.delete(order.jobId)
    case 'jobs':
      return [...orders]
    case 'last':
      return last
    default:
      return order satisfies never
  }
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  createInterface({ input: process.stdin }).on('line', client => console.log(JSON.stringify(obey(JSON.parse(client)))))
})
