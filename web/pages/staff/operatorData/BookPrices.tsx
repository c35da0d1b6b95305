// A book in the draft: its cost, and the curve of its prices.

import { Button, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../../api.ts'
import { type Column, List } from '../../../components/layout/List.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Muted, money, number } from '../../../components/layout/Values.tsx'
import { marginText } from '../../../components/staff/margins.ts'
import { t } from '../../../language.ts'
import { BookFields, Breaks } from './BookFields.tsx'
import { type Book, type Path, valueAt } from './content.ts'
import { useEditing } from './Fields.tsx'

const PriceLines = lazy(() => import('../../../components/orders/PriceLines.tsx'))

/** Costs are optional: without them, no margin is shown. */
export function CostToggle({ path, newCost, of }: { path: Path; newCost: object; of: string }) {
  const { content, change, isReadOnly } = useEditing()
  const isGiven = valueAt(content, path) !== undefined
  if (isReadOnly) return null
  return (
    <Button
      size="xs"
      variant={isGiven ? 'subtle' : 'default'}
      {...(isGiven ? { color: 'red' } : {})}
      aria-label={t(isGiven ? 'Remove cost of {name}' : 'Add cost of {name}', { name: of })}
      onClick={() => change(path, isGiven ? undefined : newCost)}
    >
      {isGiven ? t('Remove cost') : t('Add cost')}
    </Button>
  )
}

/** Worked out like the price. Customers and printers never see it. */
export function BookCost({ book }: { book: Path }) {
  const { content } = useEditing()
  const path = [...book, 'cost']
  const isGiven = valueAt(content, path) !== undefined
  const [name, price] = [valueAt(content, [...book, 'name']), valueAt(content, [...book, 'price'])]
  return (
    <Section
      title={t('Cost')}
      about={t('What a copy costs you, worked out like the price. Only your staff see costs and margins.')}
      actions={<CostToggle path={path} newCost={costOf(price)} of={String(name)} />}
    >
      {isGiven ? (
        <Stack gap="md">
          <BookFields book={book} section="cost" />
          <Breaks path={[...path, 'breaks']} noun={t('cost discount')} label={t('Lower by')} />
        </Stack>
      ) : (
        <Muted>{t('Not entered. No margin is shown for this book.')}</Muted>
      )}
    </Section>
  )
}

/** Half of the price, to begin with. */
function costOf(price: unknown) {
  const { baseCents = 0, perPageMillicents = 0 } = (price ?? {}) as { baseCents?: number; perPageMillicents?: number }
  return { baseCents: Math.round(baseCents / 2), perPageMillicents: Math.round(perPageMillicents / 2), breaks: [] }
}

const pricesDelayMs = 300

/** The price of a copy by page count, with cost and margin where a cost is entered. */
export function PriceCurve({ book }: { book: Book }) {
  const [asked] = useDebouncedValue(JSON.stringify(book), pricesDelayMs)
  const { data } = useQuery({
    queryKey: ['staff', 'book-prices', asked],
    queryFn: () =>
      api.POST('/staff/operator-data/book-prices', { body: { book: JSON.parse(asked) as Record<string, unknown> } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (data === undefined) return null
  if (data === null)
    return (
      <Section title={t('Price of a copy')}>
        <Muted>{t('No prices: the book has mistakes.')}</Muted>
      </Section>
    )
  const { quantities, points } = data
  const rows = [points[0]!, points[Math.floor(points.length / 2)]!, points.at(-1)!]
    .filter((point, i, all) => all.indexOf(point) === i)
    .flatMap(({ pageCount, perCopy, costPerCopy }) =>
      quantities.map((copies, i) => ({ pageCount, copies, price: perCopy[i]!, cost: costPerCopy?.[i] ?? null })),
    )
  const columns: Column<(typeof rows)[number]>[] = [
    { title: t('Pages'), cell: ({ pageCount }) => number(pageCount), right: true },
    { title: t('From copies'), cell: ({ copies }) => number(copies), right: true },
    { title: t('Price'), cell: ({ price }) => money(price), right: true },
    ...(points[0]!.costPerCopy === null
      ? []
      : ([
          { title: t('Cost'), cell: ({ cost }) => (cost === null ? '–' : money(cost)), right: true },
          {
            title: t('Margin'),
            cell: ({ price, cost }) => (cost === null ? '–' : marginText({ price, cost })),
            right: true,
          },
        ] satisfies Column<(typeof rows)[number]>[])),
  ]
  return (
    <Section title={t('Price of a copy')} about={t('As edited here, without handling, shipping and taxes.')}>
      <Suspense fallback={<Skeleton height={240} />}>
        <PriceLines quantities={quantities} points={points} mark={null} />
      </Suspense>
      <List
        label={t('Price of a copy')}
        bare
        isCompact
        rows={rows}
        columns={columns}
        keyOf={({ pageCount, copies }) => `${pageCount} ${copies}`}
      />
    </Section>
  )
}
