// The content of the form while typing, and how it becomes an order: empty fields are left out.

import type { Order } from '../../api.ts'
import { type AddressDraft, addressDraftOf, addressOf, emptyAddress } from '../../components/orders/AddressFields.tsx'
import { type Dropped, nothingDropped } from './dropped.ts'

export type Item = {
  sku: string
  quantity: number
  pageCount: number | ''
  retailPrice: string
  coverUrl: string
  gutsUrl: string
  repairs: boolean
}
/** The order's own settings of its packing slip; otherwise the account's settings count. */
type SlipDraft = {
  message: string
  giftMessage: string
  hasReturnAddress: boolean
  returnAddress: AddressDraft
  blind: boolean | null
}
export type Draft = AddressDraft & {
  customerOrderId: string
  purchaseOrderNumber: string
  webhookUrl: string
  payload: string
  shippingClassification: string
  proofRequired: boolean
  items: Item[]
  /** PDFs that belong to no book of the order yet. */
  dropped: Dropped
  slip: SlipDraft
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
const emptySlip: SlipDraft = {
  message: '',
  giftMessage: '',
  hasReturnAddress: false,
  returnAddress: emptyAddress,
  blind: null,
}
export const emptyDraft: Draft = {
  customerOrderId: '',
  purchaseOrderNumber: '',
  webhookUrl: '',
  payload: '',
  shippingClassification: 'standard',
  ...emptyAddress,
  proofRequired: false,
  items: [emptyItem],
  dropped: nothingDropped,
  slip: emptySlip,
}

/** All fields except the identifier, which is used already, and the details of a deleted recipient. */
export const draftOf = ({
  destination: to,
  orderItems,
  purchaseOrderNumber,
  webhookUrl,
  payload,
  packingSlip,
  shippingClassification,
  proof,
  recipientForgottenAt,
}: Order): Draft => ({
  ...emptyDraft,
  ...addressDraftOf(to),
  ...(recipientForgottenAt === null ? {} : { name: '', address1: '' }),
  purchaseOrderNumber: purchaseOrderNumber ?? '',
  webhookUrl: webhookUrl ?? '',
  payload: payload ?? '',
  shippingClassification,
  proofRequired: proof !== undefined,
  items: orderItems.map(({ sku, quantity, pageCount, retailPrice, repairs, product }) => ({
    sku,
    quantity,
    pageCount: pageCount ?? '',
    retailPrice: retailPrice ?? '',
    coverUrl: product?.coverUrl ?? '',
    gutsUrl: product?.gutsUrl ?? '',
    repairs: repairs ?? true,
  })),
  slip: slipDraftOf(packingSlip, recipientForgottenAt !== null),
})

/** The texts and the address of a deleted recipient's slip are deleted, too. */
const slipDraftOf = (slip: Order['packingSlip'], isForgotten: boolean): SlipDraft => ({
  ...emptySlip,
  blind: slip?.blind ?? null,
  ...(isForgotten
    ? {}
    : {
        message: slip?.message ?? '',
        giftMessage: slip?.giftMessage ?? '',
        hasReturnAddress: slip?.returnAddress !== undefined,
        returnAddress: addressDraftOf(slip?.returnAddress ?? {}),
      }),
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

const slipOf = ({ message, giftMessage, hasReturnAddress, returnAddress, blind }: SlipDraft) => ({
  ...nonEmpty({ message, giftMessage }),
  ...(hasReturnAddress ? { returnAddress: addressOf(returnAddress) } : {}),
  ...(blind === null ? {} : { blind }),
})

export function bodyOf(draft: Draft) {
  const { name, company, address1, address2, city, state, postal, country, phone, email } = draft
  const destination = addressOf({ name, company, address1, address2, city, state, postal, country, phone, email })
  const packingSlip = slipOf(draft.slip)
  return {
    ...nonEmpty({
      customerOrderId: draft.customerOrderId.trim(),
      purchaseOrderNumber: draft.purchaseOrderNumber.trim(),
      webhookUrl: draft.webhookUrl,
      payload: draft.payload,
    }),
    shippingClassification: draft.shippingClassification,
    destination,
    orderItems: itemsOf(draft.items),
    ...(Object.keys(packingSlip).length === 0 ? {} : { packingSlip }),
    ...(draft.proofRequired ? { proofRequired: true } : {}),
  }
}

/** The form's field for a JSON pointer of the service, if there is one. */
export function fieldOf(pointer: string): string | null {
  const item = /^\/orderItems\/(\d+)\/(?:product\/)?(\w+)$/.exec(pointer)
  if (item) return `items.${item[1]}.${item[2]}`
  // A blind order without a return address.
  if (pointer === '/packingSlip/returnAddress') return 'slip.blind'
  const slip = /^\/packingSlip\/(\w+)(?:\/(\w+))?$/.exec(pointer)
  if (slip) return ['slip', slip[1], slip[2]].filter(Boolean).join('.')
  return /^\/(?:destination\/)?(\w+)$/.exec(pointer)?.[1] ?? null
}
