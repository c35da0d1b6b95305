// JSON that PostgreSQL can read into. A json column keeps any text that is JSON, but where an escape of NUL or of half
// a surrogate pair stands anywhere in it, no operator (->, ->>) can read anything from the document: one such payload
// would end every statement that meets its order. So these escapes are kept behind U+001A (substitute), and so is that
// character itself; the text that is read is the text that was written.

const behind = '\\u001a'

/** The value as JSON for a json column. */
export function storedJson(value: unknown): string {
  const text = JSON.stringify(value)
  // An escaped backslash is matched only so that what follows it is not taken for an escape.
  return text.includes('\\u')
    ? text.replaceAll(/\\\\|\\u(0000|001a|d[89a-f]..)/g, (found, code) => (code ? behind + code : found))
    : text
}

/** The JSON that `storedJson` was asked for, from a json column. */
export const readJson = (text: string): string =>
  text.includes(behind) ? text.replaceAll(/\\\\|\\u001a(....)/g, (found, code) => (code ? `\\u${code}` : found)) : text

/** The text that a query took out of a json column by itself. */
export const readText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it marks what follows
  text.replaceAll(/\u001a(....)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
