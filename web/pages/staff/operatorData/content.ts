// The content of the operator's data as the editor holds it: values at paths, and the mistakes at these paths.

import type { ResponseBody } from '../../../api.ts'

export type Draft = ResponseBody<'/staff/operator-data/draft'>
export type Content = Draft['content']
export type Path = readonly (string | number)[]

export const valueAt = (content: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], content)

/** The content with another value at a path; undefined removes it. */
export function withValue<Value>(content: Value, [key, ...rest]: Path, value: unknown): Value {
  if (key === undefined) return value as Value
  const inner = withValue((content as Record<string | number, unknown> | undefined)?.[key], rest, value)
  if (Array.isArray(content)) {
    const list: unknown[] = content
    return (inner === undefined ? list.filter((_one, i) => i !== key) : list.with(Number(key), inner)) as Value
  }
  const { [key]: _old, ...others } = (content ?? {}) as Record<string | number, unknown>
  // An existing key keeps its place.
  return (
    inner === undefined
      ? others
      : key in ((content ?? {}) as object)
        ? Object.fromEntries(Object.entries(content as object).map(([name, one]) => [name, name === key ? inner : one]))
        : { ...others, [key]: inner }
  ) as Value
}

/** The same without the objects above the path that are empty then; undefined if nothing is left. */
export function withoutEmpty<Value>(content: Value, path: Path, value: unknown): Value | undefined {
  const changed = withValue(content, path, value)
  if (value !== undefined) return changed
  const above = path.slice(0, -1)
  const inner = valueAt(changed, above)
  const isEmpty = typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0
  if (!isEmpty) return changed
  return above.length === 0 ? undefined : withoutEmpty(changed, above, undefined)
}

/** Grids ask for thousands of paths. */
const textsOf = new WeakMap<Draft['mistakes'], ReadonlyMap<string, string>>()

/** The mistake at a path, if there is one. */
export function mistakeAt(mistakes: Draft['mistakes'], path: Path): string | null {
  const texts =
    textsOf.get(mistakes) ?? new Map(mistakes.toReversed().map(({ part, path, advice }) => [`${part}${path}`, advice]))
  textsOf.set(mistakes, texts)
  return texts.get(path.join('/')) ?? null
}

/** Whether a mistake is at a path, or below it. */
export const hasMistakeIn = (mistakes: Draft['mistakes'], path: Path): boolean =>
  mistakes.some(({ part, path: at }) => `${part}${at}/`.startsWith(`${path.join('/')}/`))

export type Book = {
  manufacturingSku: string
  name: string
  retired?: boolean
  attributes?: Record<string, unknown>
  price: unknown
  pages: unknown
}

/** An imported file may have anything in the place of the books; the mistakes of the draft say so. */
export function booksOf({ catalog: { skus } }: Content): Book[] {
  if (!Array.isArray(skus)) return []
  return skus.every(isObject) ? skus : skus.map(one => (isObject(one) ? one : ({} as Book)))
}

const isObject = (value: unknown): value is Book => typeof value === 'object' && value !== null
