// Makes text from a file, such as font names, safe to show: it goes into webhooks, logs and screens, so it must not
// move a cursor, change the writing direction, or contain anything that is not a character.

const utf8 = new TextDecoder('utf-8', { fatal: true })
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

/** At most `most` characters. */
export function readable(text: string, most: number): string {
  const shown = text.toWellFormed().replace(unseen, '\ufffd')
  return shown.length <= most
    ? shown
    : shown
        .slice(0, most)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}

/** A PDF name is bytes, to be read as UTF-8 where possible (ISO 32000-1, 7.3.5). */
export function readableName(name: string, most: number): string {
  try {
    return readable(utf8.decode(Buffer.from(name, 'latin1')), most)
  } catch {
    return readable(name, most)
  }
}
