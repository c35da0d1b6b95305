// Makes text from outside storable in the database. PostgreSQL's text cannot hold NUL. A JSON document can hold NUL and
// half a surrogate pair, but then no operator (->, ->>) can read anything from the document, wherever they stand in it.

export const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** The same for every text in a JSON value. */
export function keepableIn<Value>(value: Value): Value {
  if (typeof value === 'string') return keepable(value) as Value
  if (Array.isArray(value)) return value.map(keepableIn) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, keepableIn(inner)])) as Value
}
