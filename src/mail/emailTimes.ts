// Instants in an email, in the language and the time zone of its reader.

import { LRUCache } from 'lru-cache'
import { type Language, usualLocales } from '../../languages/languages.ts'
import { instant } from '../base/clock.ts'

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 })

/** Whether this is a time zone of the IANA database, such as America/New_York. */
export const isTimeZone = (name: string): boolean => formatIn(name, 'en') !== null

/** `March 1, 2026 at 7:00 AM EST`; in UTC without a known time zone. */
export function timeIn(
  { language, timeZone }: { language: Language; timeZone: string | null },
  at: Date | string,
): string {
  const format = (timeZone === null ? null : formatIn(timeZone, language)) ?? formatIn('UTC', language)!
  // Some programs that show emails have no character for the narrow space before AM.
  return format.format(typeof at === 'string' ? instant(at) : at).replaceAll('\u202f', ' ')
}

/** Null for an unknown time zone. To make a format takes longer than all the rest of an email. */
function formatIn(timeZone: string, language: Language): Intl.DateTimeFormat | null {
  const name = `${language} ${timeZone}`
  const format = formats.get(name) ?? makeFormat(timeZone, language)
  if (format !== null) formats.set(name, format)
  return format
}

function makeFormat(timeZone: string, language: Language): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat(usualLocales[language], {
      timeZone,
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
  } catch {
    return null
  }
}
