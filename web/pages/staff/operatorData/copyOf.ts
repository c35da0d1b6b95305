import { t } from '../../../language.ts'
import type { Book } from './content.ts'

/** A copy that can be told from all other books. */
export function copyOf(book: Book, books: Book[]): Book {
  const { retired: _retired, ...rest } = book
  const names = new Set(books.map(({ manufacturingSku }) => manufacturingSku))
  if (!names.has(book.manufacturingSku)) return rest
  let number = 2
  while (names.has(`${book.manufacturingSku}-${number}`)) number++
  return {
    ...rest,
    manufacturingSku: `${book.manufacturingSku}-${number}`,
    name: t('{name} (copy)', { name: book.name }),
  }
}
