// For values that a page shows a moment after an act. Playwright waits for elements, and not for what is in them.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** A machine that is busy with other tests is no fault of a page. What comes in time waits no longer for this. */
export const maxWaitMs = 120_000
/** The page, or the service in this process, needs the time for what is waited for. */
const pauseMs = 50

/** Asks the page again and again until it answers the expected value. */
export async function waitForValue<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  const deadlineMs = performance.now() + maxWaitMs
  for (;;) {
    const value = await ask()
    if (isDeepStrictEqual(value, expected)) return
    if (performance.now() > deadlineMs) assert.deepEqual(value, expected)
    await delay(pauseMs)
  }
}
