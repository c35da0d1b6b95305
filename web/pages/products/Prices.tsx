// The price of a copy by quantity, for the page count of a product, or for a few if it has none.

import { Skeleton, Table } from '@mantine/core'
import { WhileLoading } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money, number } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import { type Point, pointAt, usePrices } from '../../shell/orders/catalog.ts'

type Props = { manufacturingSku: string; pageCount: number | null }

export function Prices({ manufacturingSku, pageCount }: Props) {
  const { data } = usePrices(manufacturingSku)
  const { charge } = useNextCharge()
  const shown = data ? pricesOf(data.points, pageCount) : []
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
        <Table aria-label={t('Price per copy')} horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Copies')}</Table.Th>
              {shown.map(({ pageCount: count }) => (
                <Table.Th key={count} ta="right">
                  {t('{count, plural, one {# page} other {# pages}}', { count })}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.quantities.map((copies, i) => (
              <Table.Tr key={copies}>
                <Table.Td>{copies === 1 ? number(1) : t('{count} or more', { count: number(copies) })}</Table.Td>
                {shown.map(point => (
                  <Table.Td key={point.pageCount} ta="right">
                    {money(point.perCopy[i]!)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <WhileLoading>
          <Skeleton height={180} />
        </WhileLoading>
      )}
    </Section>
  )
}

/** At the page count, or at the smallest, a middle and the largest one. */
function pricesOf(points: Point[], pageCount: number | null): Point[] {
  const at = pageCount === null ? null : pointAt(points, pageCount)
  if (at !== null) return [at]
  const some = [points[0]!, points[Math.floor(points.length / 2)]!, points.at(-1)!]
  return some.filter((point, i) => some.indexOf(point) === i)
}
