// The first page of a new production: the owner is created with the code of the log, and goes on to the set-up.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { type App, createApp } from '../../src/app/app.ts'
import { silentLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config/config.ts'
import { freshPglite } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { totpOf } from '../support/visitor.ts'
import { openBrowser } from './chromium.ts'
import { hasNoEnglish } from './hasNoEnglish.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-first-owner-'))
let app: App
let browser: Browser
let url: string
before(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const config = readConfig([], { PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, FILE_CHECK: 'addresses' })
  const people = { ...config.people, requireStaffSecondFactor: true }
  const parts = { ...config, people, operatorDir: null, secretKey: Buffer.alloc(32, 7) }
  app = await createApp(parts, silentLog, { database: await freshPglite() })
  await app.server.listen({ host: '127.0.0.1', port })
  browser = await openBrowser([])
})
after(async () => {
  await browser?.close()
  await app?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('whoever has the code of the log becomes the owner, sets up a second factor, and is led on to the set-up', async () => {
  const code = (await app.issueFirstOwnerCode())!
  const german = await browser.newContext({ baseURL: url, locale: 'de-DE' })
  const page = await german.newPage()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Octavo einrichten' }).waitFor()
  await hasNoEnglish(page, [])
  await german.close()

  const context = await browser.newContext({ baseURL: url, locale: 'en-US' })
  const owner = await context.newPage()
  await owner.goto('/staff/sign-in')
  await owner.getByRole('heading', { name: 'Set up Octavo' }).waitFor()
  await owner.getByLabel('Your name').fill('Ann Owner')
  await owner.getByLabel('Email address').fill('ann@books.example')
  await owner.getByRole('textbox', { name: 'Choose a password' }).fill('correct horse battery')
  await owner.getByLabel('Code from the log').fill('wrong')
  await owner.getByRole('button', { name: 'Create owner' }).click()
  await owner.getByRole('alert').getByText('This is not the code.').waitFor()
  await owner.getByLabel('Code from the log').fill(` ${code}`)
  await owner.getByRole('button', { name: 'Create owner' }).click()
  await owner.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  assert.equal(await owner.getByRole('button', { name: 'Set it up later' }).count(), 0)
  const secret = await owner.locator('main .mono').first().textContent()
  await owner.getByLabel('Six-digit code').fill(totpOf(`otpauth://totp/Octavo?secret=${secret!.trim()}`))
  await owner.getByRole('button', { name: 'Confirm' }).click()
  await owner.getByRole('region', { name: 'Recovery codes' }).waitFor()
  await owner.getByRole('button', { name: 'I’ve saved them' }).click()
  await owner.getByRole('heading', { name: 'Set-up', exact: true }).waitFor()
  assert.equal(new URL(owner.url()).pathname, '/staff/set-up')

  await owner.goto('/staff/first-owner')
  await owner.getByRole('heading', { name: 'This is already set up' }).waitFor()
  await context.close()
})
