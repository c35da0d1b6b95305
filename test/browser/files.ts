// Files that a person downloads from a menu, and chooses for it.

import type { Page } from 'playwright-core'
import { bytesOf } from './chromium.ts'

export async function download(page: Page, menu: string, item: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item, exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) }
}

export async function choose(page: Page, { menu, item }: { menu: string; item: string }, name: string, buffer: Buffer) {
  await page.getByRole('button', { name: menu, exact: true }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: item, exact: true }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer })
}
