// The content of the form while typing, and how it becomes an order: empty fields are left out.

import type { Order } from '../../api.ts'

export type Item = {
  sku: string
  quantity: number
  pageCount: number | ''
  retailPrice: string
  coverUrl: string
  gutsUrl: string
  repairs: boolean
}
export type Draft = {
  customerOrderId: string
  webhookUrl: string
  payload: string
  shippingClassification: string
  name: string
  company: string
  address1: string
  address2: string
  city: string
  state: string
  postal: string
  country: string
  phone: string
  email: string
  items: Item[]
}

export const emptyItem: Item = {
  sku: '',
  quantity: 1,
  pageCount: '',
  retailPrice: '',
  coverUrl: '',
  gutsUrl: '',
  repairs: true,
}
export const emptyDraft: Draft = {
  customerOrderId: '',
  webhookUrl: '',
  payload: '',
  shippingClassification: 'standard',
  name: '',
  company: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postal: '',
  country: 'US',
  phone: '',
  email: '',
  items: [emptyItem],
}

/** All fields except the identifier, which is used already, and the details of a deleted recipient. */
export const draftOf = ({
  destination: to,
  orderItems,
  webhookUrl,
  payload,
  shippingClassification,
  recipientForgottenAt,
}: Order): Draft => ({
  ...emptyDraft,
  ...to,
  ...(recipientForgottenAt === null ? {} : { name: '', address1: '' }),
  company: to.company ?? '',
  address2: to.address2 ?? '',
  state: to.state ?? '',
  phone: to.phone ?? '',
  email: to.email ?? '',
  country: to.country.toUpperCase(),
  webhookUrl: webhookUrl ?? '',
  payload: payload ?? '',
  shippingClassification,
  items: orderItems.map(({ sku, quantity, pageCount, retailPrice, repairs, product }) => ({
    sku,
    quantity,
    pageCount: pageCount ?? '',
    retailPrice: retailPrice ?? '',
    coverUrl: product?.coverUrl ?? '',
    gutsUrl: product?.gutsUrl ?? '',
    repairs: repairs ?? true,
  })),
})

export const nonEmpty = <Fields extends Record<string, string>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>

export function itemsOf(items: Item[]) {
  return items
    .filter(({ sku }) => sku !== '')
    .map(({ sku, quantity, pageCount, retailPrice, coverUrl, gutsUrl, repairs }) => ({
      sku,
      quantity,
      ...(pageCount === '' ? {} : { pageCount }),
      ...nonEmpty({ retailPrice }),
      ...(repairs ? {} : { repairs }),
      ...(coverUrl === '' && gutsUrl === '' ? {} : { product: nonEmpty({ coverUrl, gutsUrl }) }),
    }))
}

export function bodyOf(draft: Draft) {
  const { name, address1, city, postal, country, company, address2, state, phone, email } = draft
  return {
    ...nonEmpty({
      customerOrderId: draft.customerOrderId.trim(),
      webhookUrl: draft.webhookUrl,
      payload: draft.payload,
    }),
    shippingClassification: draft.shippingClassification,
    destination: { name, address1, city, postal, country, ...nonEmpty({ company, address2, state, phone, email }) },
    orderItems: itemsOf(draft.items),
  }
}

/** The form's field for a JSON pointer of the service, if there is one. */
export function fieldOf(pointer: string): string | null {
  const item = /^\/orderItems\/(\d+)\/(?:product\/)?(\w+)$/.exec(pointer)
  if (item) return `items.${item[1]}.${item[2]}`
  return /^\/(?:destination\/)?(\w+)$/.exec(pointer)?.[1] ?? null
}
