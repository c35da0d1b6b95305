// The field of an order that a problem is about, as the screens label it.

import { t } from '../../language.ts'
import { capitalize } from '../layout/Values.tsx'

const fields: Record<string, string> = {
  sku: t('product'),
  quantity: t('copies'),
  pageCount: t('page count'),
  retailPrice: t('retail price'),
  coverUrl: t('cover file'),
  gutsUrl: t('pages file'),
  name: t('name'),
  company: t('company'),
  address1: t('address'),
  address2: t('address line 2'),
  city: t('city'),
  state: t('state'),
  postal: t('postal code'),
  country: t('country'),
  phone: t('phone'),
  email: t('email'),
  customerOrderId: t('order ID'),
  purchaseOrderNumber: t('purchase order number'),
  webhookUrl: t('webhook URL'),
  payload: t('payload'),
  shippingClassification: t('shipping class'),
  message: t('message'),
  giftMessage: t('gift message'),
  returnAddress: t('return address'),
}

/** "Book 1, pages file" for "/orderItems/0/product/gutsUrl"; unknown pointers stay unchanged. */
export function fieldLabelOf(pointer: string): string {
  const item = /^\/orderItems\/(\d+)(?:\/(?:product\/)?(\w+))?$/.exec(pointer)
  if (item) {
    const book = t('Book {number}', { number: Number(item[1]) + 1 })
    if (item[2] === undefined) return book
    return fields[item[2]] === undefined ? pointer : `${book}, ${fields[item[2]]}`
  }
  const to = /^\/destination\/(\w+)$/.exec(pointer)?.[1]
  if (to !== undefined) return fields[to] === undefined ? pointer : t('Destination, {field}', { field: fields[to] })
  const slip = /^\/packingSlip\/(\w+)(?:\/(\w+))?$/.exec(pointer)
  if (slip) {
    const [, field = '', part] = slip
    const names = [field, ...(part === undefined ? [] : [part])].map(name => fields[name])
    return names.includes(undefined) ? pointer : t('Packing slip, {field}', { field: names.join(', ') })
  }
  const own = /^\/(\w+)$/.exec(pointer)?.[1]
  const word = own === undefined ? undefined : fields[own]
  return word === undefined ? pointer : capitalize(word)
}
