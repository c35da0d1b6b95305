// Of a query: a skeleton while it loads, and its failure with a button to try again.

import { Failure } from '../feedback/Failure.tsx'
import { PageFrame, RowsSkeleton } from './Page.tsx'

type Query = { isPending: boolean; error: unknown; refetch: () => unknown }

export function LoadState({ of, rows }: { of: Query; rows?: number }) {
  if (of.isPending) return <RowsSkeleton rows={rows} />
  return of.error ? <Failure error={of.error} retry={() => of.refetch()} /> : null
}

type PageProps = Omit<Parameters<typeof PageFrame>[0], 'children'> & { of: Query }

/** In the place of a screen that was not loaded. */
export const FailedPage = ({ of, ...head }: PageProps) => (
  <PageFrame {...head}>
    <LoadState of={of} />
  </PageFrame>
)
