// The parts of a quote that customers and the staff see: its status, its order, and the offer.

import { Space, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListedQuote, Quote } from '../../apiTypes.ts'
import { t } from '../../language.ts'
import { Details } from '../layout/Details.tsx'
import { type Column, List } from '../layout/List.tsx'
import { Section } from '../layout/Section.tsx'
import { capitalize, number, ShortTime, Time } from '../layout/Values.tsx'
import { addressLinesOf } from './addressLines.ts'
import classes from './Order.module.css'
import { priceDetails } from './priceDetails.tsx'
import { Status, type Tone } from './Status.tsx'
import { shippingClassName } from './shippingClasses.ts'

const statuses: Record<Quote['status'], { label: string; tone: Tone }> = {
  requested: { label: t('Waiting for an answer'), tone: 'waiting' },
  offered: { label: t('Offered'), tone: 'attention' },
  accepted: { label: t('Accepted'), tone: 'good' },
  declined: { label: t('Declined'), tone: 'bad' },
  withdrawn: { label: t('Withdrawn'), tone: 'ended' },
  expired: { label: t('Expired [[quote]]'), tone: 'ended' },
}

export const quoteStatusOptions = Object.entries(statuses).map(([value, { label }]) => ({ value, label }))

export const QuoteStatus = ({ quote: { status } }: { quote: Pick<Quote, 'status'> }) => <Status {...statuses[status]} />

/** The name of its order, or else its first book. */
export const quoteName = (quote: Pick<Quote, 'customerOrderId' | 'orderTitle' | 'bookTitle' | 'copies'>): string =>
  quote.orderTitle ??
  quote.customerOrderId ??
  quote.bookTitle ??
  t('{copies, plural, one {# copy} other {# copies}}', { copies: quote.copies })

/** Of both lists, after the first column. */
export const quoteColumns: Column<ListedQuote>[] = [
  { title: t('Status'), cell: quote => <QuoteStatus quote={quote} /> },
  { title: t('Copies'), cell: ({ copies }) => number(copies), right: true },
  { title: t('Requested [[quote]]'), cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
  {
    title: t('Offer valid until'),
    cell: ({ validUntil }) => (validUntil === null ? '–' : <ShortTime at={validUntil} />),
    wideOnly: true,
  },
]

type QuotedItem = Quote['orderItems'][number] & { title: string | null; i: number }

const itemColumns: Column<QuotedItem>[] = [
  {
    title: t('Product'),
    cell: ({ sku, title }) => (
      <>
        <Text span fw={500} className="wrap">
          {title ?? sku}
        </Text>
        {title === null ? null : (
          <Text size="xs" c="dimmed" className="wrap">
            {sku}
          </Text>
        )}
      </>
    ),
  },
  { title: t('Copies'), cell: ({ quantity }) => number(quantity), right: true },
  { title: t('Pages'), cell: ({ pageCount }) => (pageCount === undefined ? '–' : number(pageCount)), right: true },
]

/** The order as it was wanted. */
export const QuotedOrder = ({ quote, deliveries }: { quote: Quote; deliveries?: ReactNode }) => (
  <>
    <Section title={t('Books')} flush>
      <List
        label={t('Books')}
        bare
        rows={quote.orderItems.map((item, i) => ({ ...item, title: quote.bookTitles[i] ?? null, i }))}
        columns={itemColumns}
        keyOf={({ i }) => String(i)}
      />
    </Section>
    <Section title={t('Shipping')}>
      <address className={classes.address}>
        {addressLinesOf(
          quote.endedAt === null ? quote.destination : { ...quote.destination, name: null, address1: null },
        ).map(line => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <Details rows={[[t('Shipping class'), capitalize(shippingClassName(quote.shippingClassification))]]} />
      {deliveries}
    </Section>
    {quote.message === null ? null : (
      <Section title={t('Message')}>
        <Text className="wrap" style={{ whiteSpace: 'pre-line' }}>
          {quote.message}
        </Text>
      </Section>
    )}
  </>
)

export const QuoteOffer = ({ offer }: { offer: NonNullable<Quote['offer']> }) => (
  <Section title={t('Offer')}>
    <Details amounts rows={priceDetails(offer.pricing)} />
    <Space h="sm" />
    <Details
      rows={[
        [t('Business days to make the books'), number(offer.manufacturingDays)],
        [t('Offer valid until'), <Time key="t" at={offer.validUntil} />],
      ]}
    />
  </Section>
)
