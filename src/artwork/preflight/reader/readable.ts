// Words of a file's own, such as the names of its fonts, as they may be shown to people: they go into webhooks, logs and
// screens, so nothing in them moves a cursor, turns the direction of writing, or is no character at all.

const utf8 = new TextDecoder('utf-8', { fatal: true })
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

/** At most so many characters. */
export function readable(text: string, most: number): string {
  const shown = text.toWellFormed().replace(unseen, '\ufffd')
  return shown.length <= most
    ? shown
    : shown
        .slice(0, most)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}

/** A PDF name holds bytes, which are meant as UTF-8 where they can be (ISO 32000-1, 7.3.5). */
export function readableName(name: string, most: number): string {
  try {
    return readable(utf8.decode(Buffer.from(name, 'latin1')), most)
  } catch {
    return readable(name, most)
  }
}
