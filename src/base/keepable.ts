// Text from outside as PostgreSQL's text can hold it: without NUL and half surrogate pairs. What must come back as it
// was sent goes into JSON, which src/db/json.ts makes storable whole.

export const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** The same for every text in a JSON value. */
export function keepableIn<Value>(value: Value): Value {
  if (typeof value === 'string') return keepable(value) as Value
  if (Array.isArray(value)) return value.map(keepableIn) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, keepableIn(inner)])) as Value
}
