// The field of an order that a problem is about, as the screens label it.

import { capitalize } from '../layout/Values.tsx'

const fields: Record<string, string> = {
  sku: 'product',
  quantity: 'copies',
  pageCount: 'page count',
  retailPrice: 'retail price',
  coverUrl: 'cover file',
  gutsUrl: 'pages file',
  name: 'name',
  company: 'company',
  address1: 'address',
  address2: 'address line 2',
  city: 'city',
  state: 'state',
  postal: 'postal code',
  country: 'country',
  phone: 'phone',
  email: 'email',
  customerOrderId: 'order ID',
  webhookUrl: 'webhook URL',
  payload: 'payload',
  shippingClassification: 'shipping class',
}

/** "Book 1, pages file" for "/orderItems/0/product/gutsUrl"; unknown pointers stay unchanged. */
export function fieldLabelOf(pointer: string): string {
  const item = /^\/orderItems\/(\d+)(?:\/(?:product\/)?(\w+))?$/.exec(pointer)
  if (item) {
    const book = `Book ${Number(item[1]) + 1}`
    if (item[2] === undefined) return book
    return fields[item[2]] === undefined ? pointer : `${book}, ${fields[item[2]]}`
  }
  const to = /^\/destination\/(\w+)$/.exec(pointer)?.[1]
  if (to !== undefined) return fields[to] === undefined ? pointer : `Destination, ${fields[to]}`
  const own = /^\/(\w+)$/.exec(pointer)?.[1]
  const word = own === undefined ? undefined : fields[own]
  return word === undefined ? pointer : capitalize(word)
}
