// For tests of screens in another language.

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Amounts, shares and decimals as English writes them: $16, 38.5%, 3.67 $. */
const englishNumbers = /[$]\d[\d.,]*|\d+%|\d[.]\d{1,2}\s[$%]/g

/** None of these English texts is on the page, outside of its dialogs, and no number of English. */
export async function hasNoEnglish(page: Page, english: string[]): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: not what is hidden
  const text = await page.locator('#root').innerText()
  assert.deepEqual(
    english.filter(one => text.includes(one)),
    [],
  )
  // The subjects of emails are in the languages of their readers.
  if (!page.url().includes('/mails')) assert.deepEqual(text.match(englishNumbers), null)
}
