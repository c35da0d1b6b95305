// A list that is loaded in pages, with its states: loading, failed, empty, and more to load.

import type { ReactNode } from 'react'
import { Failure } from '../feedback/Failure.tsx'
import { type Column, List } from './List.tsx'
import { LoadMore } from './LoadMore.tsx'
import { RowsSkeleton } from './Page.tsx'

type Pages<Page> = Parameters<typeof LoadMore>[0]['of'] & {
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
      <List {...list} rows={rows} below={<LoadMore of={of} />} />
    </>
  )
}
