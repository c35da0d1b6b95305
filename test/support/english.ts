import { Translatable } from '../../languages/texts.ts'

/** A value with what the service says in it, as a program reads it. */
// biome-ignore lint/suspicious/noExplicitAny: texts take the places of messages
export function english(value: unknown): any {
  if (value instanceof Translatable) return String(value)
  if (Array.isArray(value)) return value.map(english)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, english(one)]))
}
