// For tests of screens in another language.

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** None of these English texts is on the page, outside of its dialogs. */
export async function hasNoEnglish(page: Page, english: string[]): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: not what is hidden
  const text = await page.locator('#root').innerText()
  assert.deepEqual(
    english.filter(one => text.includes(one)),
    [],
  )
}
