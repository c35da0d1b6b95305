// Books for sale that agree in everything that customers read of them but name and price.

type Book = { name: string; retired?: boolean; attributes?: Record<string, unknown> }

const read = ['size', 'cover', 'paperType', 'textColor', 'bleed'] as const

/** The names of each such group. An imported file may have anything in the place of a book. */
export function booksAlike(books: readonly Book[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const { name, retired, attributes } of books) {
    if (retired || attributes === undefined) continue
    const key = JSON.stringify(read.map(attribute => attributes[attribute]))
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(name)
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}
