// The position in a book is in the address, so that a page can be linked.

import type { Position } from '../../components/books/viewer/BookViewer.tsx'
import { useFilters } from '../frame/mode.ts'

const views = ['pages', 'cover', 'solid'] as const

export function useBookPosition(): [Position, (position: Position) => void] {
  const [{ view, page }, setFilters] = useFilters()
  const number = Number(page)
  const position: Position = {
    view: views.find(name => name === view) ?? 'pages',
    page: Number.isInteger(number) && number > 0 ? number : 1,
  }
  const turnTo = (next: Position) =>
    setFilters({ view: next.view === 'pages' ? '' : next.view, page: next.page === 1 ? '' : String(next.page) })
  return [position, turnTo]
}
