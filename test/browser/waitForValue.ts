// For values that a page shows a moment after an act. Playwright waits for elements, and not for what is in them.

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

const maxMs = 30_000 // a busy machine is no fault of a page

/** Asks the page again and again until it answers the expected value. */
export async function waitForValue<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  const deadlineMs = performance.now() + maxMs
  for (;;) {
    const value = await ask()
    if (isDeepStrictEqual(value, expected)) return
    if (performance.now() > deadlineMs) assert.deepEqual(value, expected)
  }
}
