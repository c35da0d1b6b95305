// CSV (RFC 4180) for spreadsheets.

/** Without this mark at the beginning, Excel does not read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * A text as a CSV field. Customers choose texts, and spreadsheets execute text that looks like a formula. A leading
 * apostrophe marks it as text.
 */
export function csvText(text: string): string {
  const plain = /^[=+\-@\t\r\n|%＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
