// The price of a copy, by page count and quantity. The chart library is loaded only here.

import { Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { WhileLoading } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money, number } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import { usePrices } from './query.ts'

const PriceLines = lazy(() => import('../../components/orders/PriceLines.tsx'))

export function Prices({ manufacturingSku, pageCount }: { manufacturingSku: string; pageCount: number | null }) {
  const { data } = usePrices(manufacturingSku)
  const { charge } = useNextCharge()
  const shown = pageCount ?? data?.points[0]?.pageCount ?? 0
  const perCopy = data ? perCopyAt(data.points, shown) : null
  return (
    <Section
      title={t('Price per copy')}
      about={
        charge === null
          ? t('List prices. The printer sets your prices.')
          : data?.priceList == null
            ? t('Excludes handling, shipping and taxes.')
            : t('Price list {name}. Excludes handling, shipping and taxes.', { name: data.priceList })
      }
    >
      {data ? (
        <>
          {perCopy ? (
            <Text size="sm" mb="xs">
              {data.quantities.length > 1
                ? t(
                    'About {price} for {count, plural, one {# page} other {# pages}}, or {lowest} each for {quantity} or more copies.',
                    {
                      price: money(perCopy[0] ?? 0),
                      count: shown,
                      lowest: money(perCopy.at(-1) ?? 0),
                      quantity: number(data.quantities.at(-1) ?? 1),
                    },
                  )
                : t('About {price} for {count, plural, one {# page} other {# pages}}.', {
                    price: money(perCopy[0] ?? 0),
                    count: shown,
                  })}
            </Text>
          ) : null}
          <Suspense fallback={<Skeleton height={240} />}>
            <PriceLines {...data} mark={pageCount} />
          </Suspense>
        </>
      ) : (
        <WhileLoading>
          <Skeleton height={240} />
        </WhileLoading>
      )}
    </Section>
  )
}

type Point = { pageCount: number; perCopy: number[] }

/** Prices rise linearly with the pages, so interpolation between two points is right to within a cent. */
function perCopyAt(points: Point[], pageCount: number): number[] | null {
  const right = points.find(point => point.pageCount >= pageCount)
  const left = points.findLast(point => point.pageCount <= pageCount)
  if (left === undefined || right === undefined) return null
  const part = right === left ? 0 : (pageCount - left.pageCount) / (right.pageCount - left.pageCount)
  return left.perCopy.map((price, i) => price + part * ((right.perCopy[i] ?? price) - price))
}
