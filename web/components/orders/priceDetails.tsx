// The price of an order, part by part, both for placed orders and for estimates.

import { Text } from '@mantine/core'
import type { Order } from '../../api.ts'
import { t } from '../../language.ts'
import type { DetailRow } from '../layout/Details.tsx'
import { capitalize, Money } from '../layout/Values.tsx'
import { endedUnprinted } from './unprinted.ts'

type Priced = Pick<
  NonNullable<Order['pricing']>,
  | 'itemsTotal'
  | 'fulfillmentTotal'
  | 'shippingTotal'
  | 'taxesTotal'
  | 'orderTotal'
  | 'priceList'
  | 'change'
  | 'aboveAgreement'
>

/** Why an order shows no price. A reprint never gets one, and is not charged. */
export function noPriceText({ status, reprintOf }: Pick<Order, 'status' | 'reprintOf'>): string {
  if (reprintOf !== null) return t('Free reprint')
  return endedUnprinted(status) ? t('No charge') : t('Not priced yet')
}

export function priceDetails(pricing: Priced): DetailRow[] {
  const {
    itemsTotal,
    fulfillmentTotal,
    shippingTotal,
    taxesTotal,
    orderTotal,
    priceList,
    change,
    aboveAgreement = [],
  } = pricing
  return [
    [t('Books'), <Money key="b" amount={itemsTotal} />],
    [t('Handling'), fulfillmentTotal === undefined ? undefined : <Money key="h" amount={fulfillmentTotal} />],
    [t('Shipping'), <Money key="s" amount={shippingTotal} />],
    [t('Taxes'), <Money key="t" amount={taxesTotal} />],
    [
      t('Total'),
      <strong key="o">
        <Money amount={orderTotal} />
      </strong>,
    ],
    ...(change === undefined ? [] : [quotedRow(change)]),
    ...aboveAgreement.map(aboveRow),
    [t('Price list'), priceList?.name],
  ]
}

type Above = NonNullable<NonNullable<Order['pricing']>['aboveAgreement']>[number]

const aboveRow = ({ part, agreed, reason }: Above): DetailRow => [
  t(part === 'items' ? 'Agreed for books and taxes' : 'Agreed for shipping'),
  <span key={part}>
    <Money amount={agreed} />
    <Text span size="xs" c="dimmed" display="block" className="wrap">
      {t('The printer’s reason: {reason}', { reason })}
    </Text>
  </span>,
]

type Change = NonNullable<NonNullable<Order['pricing']>['change']>

const changeTexts: Record<Change['reasons'][number], string> = {
  page_count: t('the page count of the files differs from the quote'),
  tax_exemption: t('a tax exemption began or ended'),
  tax_provider: t('the final tax differs from the estimated tax'),
}

const quotedRow = ({ quotedTotal, reasons }: Change): DetailRow => [
  t('Quoted'),
  <span key="q">
    <Money amount={quotedTotal} />
    <Text span size="xs" c="dimmed" display="block">
      {capitalize(reasons.map(reason => changeTexts[reason]).join('; '))}
    </Text>
  </span>,
]
