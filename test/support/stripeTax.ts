// A server that simulates Stripe Tax. Its answers start from Stripe's own fixture. It taxes items at 4 % for New York
// and 4.5 % for the city, and records requests and reports. A repeated idempotency key gets the first answer again,
// until the server forgets its keys; a reference is reported only once.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const fixture = JSON.parse(readFileSync(new URL('../stripe/tax.calculation.json', import.meta.url), 'utf8'))

type TaxRequest = { path: string; form: URLSearchParams; idempotencyKey: string | undefined }

export async function startStripeTax() {
  const requests: TaxRequest[] = []
  /** Tests set how the server answers. */
  const plan: {
    does: 'answers' | 'fails' | 'fails afterwards' | 'hangs' | 'miscounts' | 'refuses'
    cityRate: string
  } = { does: 'answers', cityRate: '4.5' }
  const expired = new Set<string>()
  const calculationIds: string[] = []
  const byReference = new Map<string, string>()
  const byKey = new Map<string, { status: number; body: object }>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const path = request.url!
    requests.push({ path, form, idempotencyKey: request.headers['idempotency-key'] as string | undefined })
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (plan.does === 'hangs') return
    if (plan.does === 'fails') return answer(500, { error: { type: 'api_error', message: 'something broke' } })
    if (plan.does === 'refuses') {
      return answer(400, { error: { type: 'invalid_request_error', message: 'no such thing', param: 'reference' } })
    }
    if (path === '/v1/tax/calculations') {
      const calculation = calculate(form, requests.length, { tooMuchCents: plan.does === 'miscounts' ? 1 : 0, ...plan })
      calculationIds.push(calculation.id)
      return answer(200, calculation)
    }
    if (expired.has(form.get('calculation') ?? ''))
      return answer(400, { error: { type: 'invalid_request_error', message: 'The calculation has expired.' } })
    if (request.method === 'GET') {
      if (path.endsWith('/line_items')) return answer(200, { object: 'list', data: transactionLines, has_more: false })
      const id = path.split('/').at(-1)!
      const [reference] = [...byReference].find(([, reportId]) => reportId === id) ?? []
      if (reference === undefined)
        return answer(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
      return answer(200, { id, object: 'tax.transaction', reference })
    }
    if (path.endsWith('/create_reversal')) {
      const mistake = mistakeInReversal(form)
      if (mistake !== null) return answer(400, { error: { type: 'invalid_request_error', message: mistake } })
    }
    const key = request.headers['idempotency-key'] as string
    const { status, body } = byKey.get(key) ?? report(form.get('reference')!)
    byKey.set(key, { status, body })
    answer(status, body)
  })

  function report(reference: string): { status: number; body: object } {
    const existing = byReference.get(reference)
    if (existing !== undefined) {
      const message = `A transaction with the reference ${reference} exists already: ${existing}.`
      return { status: 400, body: { error: { type: 'invalid_request_error', message, param: 'reference' } } }
    }
    const id = `tax_${byReference.size + 1}`
    byReference.set(reference, id)
    if (plan.does === 'fails afterwards')
      return { status: 500, body: { error: { type: 'api_error', message: 'something broke' } } }
    return { status: 200, body: { id, object: 'tax.transaction', reference } }
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    plan,
    reported: byReference,
    /** Expires all calculations, like Stripe after 90 days. */
    expireCalculations() {
      for (const id of calculationIds) expired.add(id)
    },
    /** Forgets all idempotency keys, like Stripe after a day. */
    forgetKeys: () => byKey.clear(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const transactionLines = ['items', 'fulfillment'].map(reference => ({ id: `tax_li_${reference}`, reference }))

/** A part of the reversal that Stripe would refuse; null when there is none. */
function mistakeInReversal(form: URLSearchParams): string | null {
  const ids = transactionLines.map(({ id }) => id)
  const amounts = [...form].filter(([name]) => /\[amount(_tax)?\]$/.test(name))
  const lines = [...form].filter(([name]) => name.endsWith('[original_line_item]'))
  if (form.has('flat_amount') || amounts.length === 0) return 'a refund is reversed by its lines'
  if (amounts.some(([, cents]) => Number(cents) > 0)) return 'amounts of a reversal are not positive'
  return lines.every(([, id]) => ids.includes(id)) ? null : 'no such line item'
}

function calculate(
  form: URLSearchParams,
  count: number,
  { tooMuchCents, cityRate }: { tooMuchCents: number; cityRate: string },
) {
  const exempt = form.get('customer_details[taxability_override]') === 'customer_exempt'
  const taxed = form.get('customer_details[address][state]') === 'NY' && !exempt
  const breakdown = (amount: number) =>
    [
      { level: 'state', display_name: 'New York', rate: '4.0' },
      { level: 'city', display_name: 'New York City', rate: cityRate },
    ].map(({ level, display_name, rate }) => ({
      amount: taxed ? Math.round((amount * Number(rate)) / 100) : 0,
      jurisdiction: { country: 'US', state: 'NY', level, display_name },
      sourcing: 'destination',
      tax_rate_details: { display_name: 'Sales Tax', percentage_decimal: rate, tax_type: 'sales_tax' },
      taxability_reason: exempt ? 'customer_exempt' : 'standard_rated',
      taxable_amount: taxed ? amount : 0,
    }))
  const data = []
  for (let i = 0; form.has(`line_items[${i}][amount]`); i++) {
    const amount = Number(form.get(`line_items[${i}][amount]`))
    data.push({ reference: form.get(`line_items[${i}][reference]`), amount, tax_breakdown: breakdown(amount) })
  }
  const shipping = Number(form.get('shipping_cost[amount]'))
  const taxes = [...data.flatMap(line => line.tax_breakdown), ...breakdown(shipping)].reduce(
    (sum, tax) => sum + tax.amount,
    0,
  )
  const net = data.reduce((sum, line) => sum + line.amount, shipping)
  return {
    ...fixture,
    id: `taxcalc_${count}`,
    amount_total: net + taxes + tooMuchCents,
    tax_amount_exclusive: taxes,
    tax_amount_inclusive: 0,
    line_items: { object: 'list', data },
    shipping_cost: { ...fixture.shipping_cost, amount: shipping, tax_breakdown: breakdown(shipping) },
  }
}
