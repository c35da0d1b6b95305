// A table that is loaded in pages.

import type { ReactNode } from 'react'
import { List } from './List.tsx'
import { LoadMore } from './LoadMore.tsx'
import { PagedRows, type RowsProps } from './PagedRows.tsx'

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
