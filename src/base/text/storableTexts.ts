import { Translatable } from '../../../languages/texts.ts'
import { storableText } from './storableText.ts'

/** `storableText` of every text in a JSON value, also of what people wrote in the values of a message. */
export function storableTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return storableText(value) as Value
  if (Array.isArray(value)) return value.map(storableTexts) as Value
  if (value instanceof Translatable) return new Translatable(value.english, storableTexts(value.values)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storableTexts(inner)])) as Value
}
