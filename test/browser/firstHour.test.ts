// The first hour of an owner, without a shell after the start of the service.

import { after, before, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { isShortForm } from '../support/form.ts'
import { openBrowser } from './chromium.ts'
import { startEmptyProduction, walkFirstHour } from './firstHour.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser([])
})
after(() => browser?.close())

for (const [locale, language] of [
  ['en-US', 'English'],
  ['de-DE', 'German'],
] as const)
  it(`an owner goes in ${language} from an empty production to a shipped practice parcel, and the process starts again by itself with each setting`, {
    skip: isShortForm && locale === 'de-DE',
  }, async () => {
    const service = await startEmptyProduction()
    try {
      await walkFirstHour({ browser, service, locale })
    } finally {
      await service.kill()
    }
  })
