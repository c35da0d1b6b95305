// The screen of a book with all its pages, in each of the three areas.

import type { ReactNode } from 'react'
import { t } from '../../../language.ts'
import { Failure } from '../../feedback/Failure.tsx'
import { PageFrame, PageSkeleton } from '../../layout/Page.tsx'
import { BookViewer, type Position } from './BookViewer.tsx'
import type { Book } from './book.ts'

type Props = {
  /** The part of a query that is needed here. */
  book: { data: Book | undefined; isPending: boolean; error: Error | null; refetch(): unknown }
  position: Position
  turnTo(position: Position): void
  back: ReactNode
}

export function BookScreen({ book: { data, isPending, error, refetch }, position, turnTo, back }: Props) {
  if (isPending) return <PageSkeleton />
  const count = data?.pageCount ?? null
  return (
    <PageFrame
      title={data?.sku ?? t('Book')}
      inTab={data === undefined ? t('Book') : t('Book {sku}', { sku: data.sku })}
      about={data === undefined ? undefined : aboutOf(data.manufacturingSku, count)}
      above={back}
      isWide
    >
      {error ? <Failure error={error} retry={() => refetch()} /> : null}
      {data === undefined ? null : <BookViewer book={data} position={position} turnTo={turnTo} />}
    </PageFrame>
  )
}

const aboutOf = (manufacturingSku: string, pageCount: number | null): string =>
  pageCount === null
    ? manufacturingSku
    : t('{sku}, {count, plural, one {# page} other {# pages}}', { sku: manufacturingSku, count: pageCount })
