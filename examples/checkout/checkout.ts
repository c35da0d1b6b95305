// A web shop's checkout: shipping prices and dates while the address is typed, and an order that is placed once.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type NewOrder, OctavoProblem } from '../../clients/typescript/index.ts'

const { OCTAVO_URL = '', OCTAVO_AUTHORIZATION = '', PORT = '4000' } = process.env
const octavo = connect({ url: OCTAVO_URL, authorization: OCTAVO_AUTHORIZATION })
const maxFormBytes = 10_000

const labels = {
  name: 'Name',
  address1: 'Address',
  city: 'City',
  state: 'State',
  postal: 'Postal code',
  country: 'Country',
} as const

createServer(async (request, response) => {
  const answer = (status: number, type: string, body: string) =>
    void response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body)
  try {
    switch (`${request.method} ${request.url}`) {
      case 'GET /':
        return answer(200, 'text/html', await checkoutPage())
      case 'POST /shipping':
        return answer(200, 'application/json', JSON.stringify(await shippingOptions(await formOf(request))))
      case 'POST /order': {
        const { title, text } = await placeOrder(await formOf(request))
        return answer(200, 'text/html', page(title, `<p>${escaped(text)}</p>`))
      }
      default:
        return answer(404, 'text/plain', 'There is nothing here.')
    }
  } catch (problem) {
    const isRefused = problem instanceof OctavoProblem && problem.status >= 400 && problem.status < 500
    if (!isRefused) console.error(problem)
    answer(isRefused ? 422 : 503, 'text/plain', isRefused ? problem.message : 'Please try again in a minute.')
  }
}).listen(Number(PORT), () => console.log(`The shop is at http://127.0.0.1:${PORT}`))

/** The total price of each shipping class, and the day of its arrival. */
async function shippingOptions(form: URLSearchParams) {
  const { destination, orderItems } = orderOf(form)
  const { options } = await octavo.orders.estimate({ destination, orderItems })
  return options.map(({ shippingClassification, pricing, estimatedDelivery }) => ({
    shippingClassification,
    total: pricing?.orderTotal ?? null,
    ...estimatedDelivery,
  }))
}

async function placeOrder(form: URLSearchParams): Promise<{ title: string; text: string }> {
  const shippingClassification = form.get('shippingClassification') ?? 'standard'
  const options = await shippingOptions(form)
  const chosen = options.find(option => option.shippingClassification === shippingClassification)
  if (chosen === undefined) return { title: 'Please choose again', text: 'This shipping is not offered there.' }
  if (String(chosen.total) !== form.get('total'))
    return {
      title: 'The price has changed',
      text: `The total is now $${chosen.total}. Go back to order at this price.`,
    }
  const customerOrderId = form.get('customerOrderId') ?? ''
  try {
    const { status, errors } = await octavo.orders.create({ ...orderOf(form), customerOrderId, shippingClassification })
    if (status === 'FAILED') return { title: 'We cannot make this book', text: errors.map(one => one.detail).join(' ') }
  } catch (problem) {
    const isPlaced = problem instanceof OctavoProblem && problem.code === 'duplicate_order_id'
    if (!isPlaced) throw problem
  }
  return {
    title: 'Thank you',
    text: `Order ${customerOrderId} arrives between ${chosen.earliest} and ${chosen.latest}.`,
  }
}

function orderOf(form: URLSearchParams): NewOrder {
  const fields = Object.keys(labels).flatMap(field => {
    const value = form.get(field)?.trim()
    return value ? [[field, value]] : []
  })
  return {
    destination: Object.fromEntries(fields),
    orderItems: [{ sku: form.get('sku') ?? '', quantity: Number(form.get('quantity')) }],
  }
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > maxFormBytes) throw new Error('The form is too long.')
  }
  return new URLSearchParams(text)
}

async function checkoutPage(): Promise<string> {
  const products = await Array.fromAsync(octavo.products.list())
  const books = products.map(({ sku, name }) => `<option value="${escaped(sku)}">${escaped(name)}</option>`)
  const fields = Object.entries(labels).map(([name, label]) => `<label>${label} <input name="${name}"></label>`)
  return page(
    'Checkout',
    `<form method="post" action="/order">
      <input type="hidden" name="customerOrderId" value="${randomUUID()}"><input type="hidden" name="total">
      <label>Book <select name="sku">${books.join('')}</select></label>
      <label>Copies <input name="quantity" type="number" min="1" value="1"></label>
      ${fields.join('\n')}
      <label>Shipping <select name="shippingClassification"></select></label>
      <button disabled>Order</button>
    </form>
    <script>
      const form = document.forms[0], { shippingClassification: shipping, total } = form
      const button = form.querySelector('button')
      let options = [], asked = 0
      const choose = () => {
        const option = options.find(one => one.shippingClassification === shipping.value)
        total.value = option?.total ?? ''
        button.textContent = option ? 'Order for $' + option.total : 'Order'
        button.disabled = !option
      }
      form.addEventListener('input', async ({ target }) => {
        if (target === shipping) return choose()
        const turn = ++asked
        const answer = await fetch('/shipping', { method: 'POST', body: new URLSearchParams(new FormData(form)) })
        if (turn !== asked) return
        options = answer.ok ? await answer.json() : []
        shipping.replaceChildren(...options.map(({ shippingClassification, total, earliest, latest }) =>
          new Option(shippingClassification + ', $' + total + ', ' + earliest + ' to ' + latest, shippingClassification)))
        choose()
      })
    </script>`,
  )
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`

const escaped = (text: string) => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
