// Texts in the reader's language. The English text is the key of a message; a message with values or tags is written in
// ICU MessageFormat: '{count, plural, one {# order} other {# orders}}', '<b>{name}</b> has left'.

import { type FormatXMLElementFn, IntlMessageFormat } from 'intl-messageformat'

/** As the parser of ICU messages returns it. */
type ParsedMessage = Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>
/** Messages by their English text. In the browser, those with values or tags are parsed while it is built. */
export type Catalog = Record<string, string | ParsedMessage>

type Values = Record<string, string | number>
export type RichValues<Element> = Record<string, string | number | Element | FormatXMLElementFn<Element>>

/** Whether a message is more than its text. */
export const hasValues = (message: string): boolean => /[{<]/.test(message)

/** The English text without the note that tells it from an equal one: `Open` of `Open [[verb]]`. */
export const withoutNote = (english: string): string => english.replace(/ \[\[.*\]\]$/, '')

/** `messageOf` returns the message for an English text, which may be the text itself. */
export function translator(locale: string, messageOf: (english: string) => Catalog[string]) {
  const formats = new Map<string, IntlMessageFormat>()
  const formatOf = (english: string): IntlMessageFormat => {
    const known = formats.get(english) ?? new IntlMessageFormat(messageOf(english), locale)
    formats.set(english, known)
    return known
  }
  return {
    t(english: string, values?: Values): string {
      if (hasValues(english)) return String(formatOf(english).format(values))
      return messageOf(english) as string
    },
    /** The parts of a message whose values are elements, and whose tags are functions that make elements. */
    parts<Element>(english: string, values: RichValues<Element>): (string | Element)[] {
      return [formatOf(english).format<Element>(values)].flat() as (string | Element)[]
    },
  }
}
