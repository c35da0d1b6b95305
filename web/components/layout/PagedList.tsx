// A list that is loaded in pages, with its states: loading, failed, empty, and more to load. Rows that are still shown
// while the list loads with other filters are dimmed.

import type { ReactNode } from 'react'
import { Failure } from '../feedback/Failure.tsx'
import { List } from './List.tsx'
import { LoadMore } from './LoadMore.tsx'
import { RowsSkeleton } from './Page.tsx'
import classes from './PagedList.module.css'

type Pages<Page> = Parameters<typeof LoadMore>[0]['of'] & {
  data: { pages: Page[] } | undefined
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

type RowsProps<Page, Row> = {
  of: Pages<Page>
  rowsOf: (page: Page) => Row[]
  /** Shown when the list is empty. */
  empty: ReactNode
  skeletonRows?: number
  children: (rows: Row[]) => ReactNode
}

/** The states of a list whose rows are shown in a way of its own. */
export function PagedRows<Page, Row>({ of, rowsOf, empty, skeletonRows, children }: RowsProps<Page, Row>) {
  if (of.error) return <Failure error={of.error} retry={() => of.refetch()} />
  const rows = of.data?.pages.flatMap(rowsOf) ?? []
  const isOld = of.isPlaceholderData
  if (of.data === undefined || (isOld && rows.length === 0)) return <RowsSkeleton rows={skeletonRows} />
  if (rows.length === 0) return empty
  return (
    <div className={classes.rows} aria-busy={isOld} data-old={isOld || undefined}>
      {children(rows)}
    </div>
  )
}

type Props<Page, Row> = Omit<RowsProps<Page, Row>, 'children'> &
  Omit<Parameters<typeof List<Row>>[0], 'rows' | 'below'> & { above?: ReactNode }

export function PagedList<Page, Row>({ of, rowsOf, empty, skeletonRows, above, ...list }: Props<Page, Row>) {
  return (
    <PagedRows of={of} rowsOf={rowsOf} empty={empty} skeletonRows={skeletonRows}>
      {rows => (
        <>
          {above}
          <List {...list} rows={rows} below={<LoadMore of={of} />} />
        </>
      )}
    </PagedRows>
  )
}
