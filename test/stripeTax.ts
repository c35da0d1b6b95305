// Stripe Tax as far as it is used here: a counterpart over HTTP whose answers start from Stripe's own fixture. It taxes
// items at 4 % for New York and 4.5 % for the city, and keeps what it was asked and told. A key is answered as it was
// the first time, until keys are forgotten; a reference is taken once.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const calculation = JSON.parse(readFileSync(new URL('./stripe/tax.calculation.json', import.meta.url), 'utf8'))

type Asked = { path: string; form: URLSearchParams; idempotencyKey: string | undefined }

export async function startStripeTax() {
  const asked: Asked[] = []
  /** Set by tests: how it answers. */
  const plan: { does: 'answers' | 'fails' | 'fails afterwards' | 'hangs' | 'miscounts' | 'refuses' } = {
    does: 'answers',
  }
  const byReference = new Map<string, string>()
  const byKey = new Map<string, { status: number; body: object }>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const path = request.url!
    asked.push({ path, form, idempotencyKey: request.headers['idempotency-key'] as string | undefined })
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (plan.does === 'hangs') return
    if (plan.does === 'fails') return answer(500, { error: { type: 'api_error', message: 'something broke' } })
    if (plan.does === 'refuses') {
      return answer(400, { error: { type: 'invalid_request_error', message: 'no such thing', param: 'reference' } })
    }
    if (path === '/v1/tax/calculations')
      return answer(200, calculate(form, asked.length, plan.does === 'miscounts' ? 1 : 0))
    if (request.method === 'GET') {
      const id = path.split('/').at(-1)!
      const [reference] = [...byReference].find(([, known]) => known === id) ?? []
      if (reference === undefined)
        return answer(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
      return answer(200, { id, object: 'tax.transaction', reference })
    }
    const key = request.headers['idempotency-key'] as string
    const { status, body } = byKey.get(key) ?? take(form.get('reference')!)
    byKey.set(key, { status, body })
    answer(status, body)
  })

  function take(reference: string): { status: number; body: object } {
    const known = byReference.get(reference)
    if (known !== undefined) {
      const message = `A transaction with the reference ${reference} exists already: ${known}.`
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
    asked,
    plan,
    reported: byReference,
    /** As Stripe does after a day. */
    forgetKeys: () => byKey.clear(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function calculate(form: URLSearchParams, count: number, tooMuchCents: number) {
  const exempt = form.get('customer_details[taxability_override]') === 'customer_exempt'
  const taxed = form.get('customer_details[address][state]') === 'NY' && !exempt
  const breakdown = (amount: number) =>
    [
      { level: 'state', display_name: 'New York', rate: '4.0' },
      { level: 'city', display_name: 'New York City', rate: '4.5' },
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
    ...calculation,
    id: `taxcalc_${count}`,
    amount_total: net + taxes + tooMuchCents,
    tax_amount_exclusive: taxes,
    tax_amount_inclusive: 0,
    line_items: { object: 'list', data },
    shipping_cost: { ...calculation.shipping_cost, amount: shipping, tax_breakdown: breakdown(shipping) },
  }
}
