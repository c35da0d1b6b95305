// The price of a copy, by page count and quantity. The chart library is loaded only here.

import { Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { WhileLoading } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money, number, plural } from '../../components/layout/Values.tsx'
import { useNextCharge } from '../../shell/nextCharge.ts'
import { usePrices } from './query.ts'

const PriceLines = lazy(() => import('../../components/orders/PriceLines.tsx'))

export function Prices({ manufacturingSku, pageCount }: { manufacturingSku: string; pageCount: number | null }) {
  const { data } = usePrices(manufacturingSku)
  const { charge } = useNextCharge()
  const shown = pageCount ?? data?.points[0]?.pageCount ?? 0
  const perCopy = data ? perCopyAt(data.points, shown) : null
  return (
    <Section
      title="Price per copy"
      about={
        charge === null
          ? 'List prices. The printer sets your prices.'
          : `${data?.priceList == null ? '' : `Price list ${data.priceList}. `}Excludes handling, shipping and taxes.`
      }
    >
      {data ? (
        <>
          {perCopy ? (
            <Text size="sm" mb="xs">
              About {money(perCopy[0] ?? 0)} for {plural(shown, 'page')}
              {data.quantities.length > 1
                ? `, or ${money(perCopy.at(-1) ?? 0)} each for ${number(data.quantities.at(-1) ?? 1)} or more copies.`
                : '.'}
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
