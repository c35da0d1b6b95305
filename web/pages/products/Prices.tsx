// What a copy costs, by page count and quantity. The chart library comes only here.

import { Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Section } from '../../components/Section.tsx'
import { money, number } from '../../components/Values.tsx'
import { usePrices } from './query.ts'

const PriceLines = lazy(() => import('../../components/PriceLines.tsx'))

export function Prices({ manufacturingSku, pageCount }: { manufacturingSku: string; pageCount: number | null }) {
  const { data } = usePrices(manufacturingSku)
  const point = data?.points.findLast(one => one.pageCount <= (pageCount ?? 0)) ?? data?.points[0]
  return (
    <Section
      title="Price of a copy"
      about="Without handling, shipping and taxes. Enterprise accounts get the printer's prices instead."
    >
      {data ? (
        <>
          {point ? (
            <Text size="sm" mb="xs">
              About {money(point.perCopy[0] ?? 0)} with {number(point.pageCount)} pages
              {data.quantities.length > 1
                ? `; ${money(point.perCopy.at(-1) ?? 0)} each from ${number(data.quantities.at(-1) ?? 1)} copies on.`
                : '.'}
            </Text>
          ) : null}
          <Suspense fallback={<Skeleton height={240} />}>
            <PriceLines {...data} mark={pageCount} />
          </Suspense>
        </>
      ) : (
        <Skeleton height={240} />
      )}
    </Section>
  )
}
