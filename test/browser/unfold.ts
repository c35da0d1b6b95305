import type { Page } from 'playwright-core'

/** Opens a folded part of a form, unless a value in it has opened it. */
export async function unfold(page: Page, title: string): Promise<void> {
  const part = page.locator('details', { has: page.locator('summary', { hasText: title }) })
  await part.waitFor()
  if ((await part.getAttribute('open')) === null) await part.locator('summary').click()
}
