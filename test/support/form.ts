// Tests that can try any number of sizes or rounds have three forms. The shortest leaves out what varies another test.
// `npm test` runs the short form of all tests, `npm run test:rest` the whole form of the files that import this one,
// and `npm run test:long` the long form of all.

import { it } from 'node:test'
import { isLongForm } from './longForm.ts'

const isWholeForm = process.env.TEST_FORM === 'whole'
export const isShortForm = !isWholeForm && !isLongForm
/** Picks the part of this form. */
export const ofForm = <Part>(parts: { short: Part; whole: Part; long: Part }): Part =>
  isLongForm ? parts.long : isWholeForm ? parts.whole : parts.short
/** For what varies a test of the same file. No other test needs what it leaves behind. */
export const also: typeof it.skip = isShortForm ? it.skip : it
