// Text from outside in a form that PostgreSQL can store: NUL and lone surrogates are the problem. There are two forms
// (docs/decisions/0043-text-that-postgresql-cannot-store.md):
//
//   * A text column cannot hold them. `storableText` replaces them with U+FFFD, which cannot be undone. It is for texts
//     that only people read, such as messages of providers and responses of receivers.
//   * A json column holds any JSON, but no operator (->, ->>) can read from a document with an escape of these
//     characters: a single such payload would fail every statement that reads its order.
//     `storableJson` writes the character U+001A (substitute) before these escapes and before itself; `readJson` and
//     `readText` remove it. It is for data that must come back as it was sent, such as the request of an order.

export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

const marker = '\\u001a'

/** The value as JSON for a json column, in which messages keep their values (languages/texts.ts). */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value, keepMessages)
  // An escaped backslash is matched only so that what follows it is not taken for an escape.
  return text.includes('\\u')
    ? text.replaceAll(/\\\\|\\u(0000|001a|d[89a-f]..)/g, (match, code) => (code ? marker + code : match))
    : text
}

function keepMessages(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const given = this[name] as { stored?: () => unknown } | null | undefined
  return typeof given?.stored === 'function' ? given.stored() : value
}

/** The JSON that was given to `storableJson`, from the text of a json column. */
export const readJson = (text: string): string =>
  text.includes(marker) ? text.replaceAll(/\\\\|\\u001a(....)/g, (match, code) => (code ? `\\u${code}` : match)) : text

/** The same for a text that a query read from a json column with ->>. */
export const readText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the marker
  text.replaceAll(/\u001a(....)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
