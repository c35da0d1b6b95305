// For people without a mouse: a control that no key reaches does not exist for them.

import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'

const focused = (wanted: Locator): Locator => wanted.and(wanted.page().locator(':focus'))

/** Waits until it has the focus by itself. Keys that are pressed before go elsewhere. */
export const gotFocus = (wanted: Locator): Promise<void> => focused(wanted).waitFor()

/** Moves the focus there by that key alone. */
export async function reach(wanted: Locator, key = 'Tab'): Promise<void> {
  await wanted.waitFor()
  for (let i = 0; i < 150; i++) {
    if ((await focused(wanted).count()) > 0) return
    await wanted.page().keyboard.press(key)
  }
  assert.fail(`${key} does not reach ${wanted}`)
}
