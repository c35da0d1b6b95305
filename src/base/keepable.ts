// Texts that others wrote, as the database can keep them and look into them. PostgreSQL's text cannot hold NUL; a document of
// JSON can, and half a surrogate pair too, but then no operator (->, ->>) takes anything out of it, wherever in it they stand.

export const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** The same for every text in a value that could be JSON. */
export function keepableIn<Value>(value: Value): Value {
  if (typeof value === 'string') return keepable(value) as Value
  if (Array.isArray(value)) return value.map(keepableIn) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, keepableIn(inner)])) as Value
}
