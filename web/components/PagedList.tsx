// A list that is loaded in pages: with its states loading, failed, empty, and more below.

import type { ReactNode } from 'react'
import { Failure } from './Failure.tsx'
import { type Column, List } from './List.tsx'
import { More } from './More.tsx'
import { RowsSkeleton } from './Page.tsx'

type Pages<Page> = Parameters<typeof More>[0]['of'] & {
  data: { pages: Page[] } | undefined
  error: unknown
  refetch: () => unknown
}

type Props<Page, Row> = {
  of: Pages<Page>
  rowsOf: (page: Page) => Row[]
  label: string
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  /** Shown when the list is empty. */
  empty: ReactNode
  above?: ReactNode
}

export function PagedList<Page, Row>({ of, rowsOf, empty, above, ...list }: Props<Page, Row>) {
  if (of.error) return <Failure error={of.error} retry={() => of.refetch()} />
  if (of.data === undefined) return <RowsSkeleton />
  const rows = of.data.pages.flatMap(rowsOf)
  if (rows.length === 0) return empty
  return (
    <>
      {above}
      <List {...list} rows={rows} below={<More of={of} />} />
    </>
  )
}
