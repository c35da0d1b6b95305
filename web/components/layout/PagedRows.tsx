// The states of a list that is loaded in pages and shown in a way of its own: loading, failed, empty.
// Rows that are still shown while the list loads with other filters are dimmed, and rows that were read
// once stay when a refetch fails.

import type { ReactNode } from 'react'
import { Failure } from '../feedback/Failure.tsx'
import type { LoadMore } from './LoadMore.tsx'
import { RowsSkeleton } from './Page.tsx'
import classes from './PagedRows.module.css'

type Pages<Page> = Parameters<typeof LoadMore>[0]['of'] & {
  data: { pages: Page[] } | undefined
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

export type RowsProps<Page, Row> = {
  of: Pages<Page>
  rowsOf: (page: Page) => Row[]
  /** Shown when the list is empty. */
  empty: ReactNode
  skeletonRows?: number
  children: (rows: Row[]) => ReactNode
}

export function PagedRows<Page, Row>({ of, rowsOf, empty, skeletonRows, children }: RowsProps<Page, Row>) {
  const failure = of.error ? <Failure error={of.error} retry={() => of.refetch()} /> : null
  const rows = of.data?.pages.flatMap(rowsOf) ?? []
  if (failure !== null && rows.length === 0) return failure
  const isOld = of.isPlaceholderData
  if (of.data === undefined || (isOld && rows.length === 0)) return <RowsSkeleton rows={skeletonRows} />
  if (rows.length === 0) return empty
  return (
    <div className={classes.rows} aria-busy={isOld} data-old={isOld || undefined}>
      {failure}
      {children(rows)}
    </div>
  )
}
