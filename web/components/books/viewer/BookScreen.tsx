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
  const name = data?.title ?? data?.sku
  return (
    <PageFrame
      title={name ?? t('Book')}
      inTab={name === undefined ? t('Book') : t('Book {book}', { book: name })}
      about={data === undefined ? undefined : aboutOf(data)}
      above={back}
      isWide
    >
      {error ? <Failure error={error} retry={() => refetch()} /> : null}
      {data === undefined ? null : <BookViewer book={data} position={position} turnTo={turnTo} />}
    </PageFrame>
  )
}

function aboutOf({ sku, title, manufacturingSku, pageCount }: Book): string {
  const skus = title === null ? manufacturingSku : `${sku} · ${manufacturingSku}`
  return pageCount === null
    ? skus
    : t('{sku}, {count, plural, one {# page} other {# pages}}', { sku: skus, count: pageCount })
}
