// Makes text from a file, such as font names, safe to show: it goes into webhooks, logs and screens, so it must not
// move a cursor, change the writing direction, or contain anything that is not a character.

const utf8 = new TextDecoder('utf-8', { fatal: true })
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

/** At most `max` characters. */
export function readable(text: string, max: number): string {
  const shown = text.toWellFormed().replace(invisible, '\ufffd')
  return shown.length <= max
    ? shown
    : shown
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}

/** A PDF name is bytes, to be read as UTF-8 where possible (ISO 32000-1, 7.3.5). */
export function readableName(name: string, max: number): string {
  try {
    return readable(utf8.decode(Buffer.from(name, 'latin1')), max)
  } catch {
    return readable(name, max)
  }
}
