// The first hour of an owner, from a production without any settings, and without a shell after its start.

import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { type Service, startService } from '../support/service.ts'
import { totpOf } from '../support/visitor.ts'
import { openBrowser } from './chromium.ts'
import { hasNoEnglish } from './hasNoEnglish.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'octavo-first-hour-'))
const home = { dataDir, databaseUrl: null, demo: () => assert.fail('a production has no demo'), remove: async () => {} }
let service: Service
let browser: Browser
before(async () => {
  service = await startService({ home, env: { NODE_ENV: 'production', OPERATOR_DIR: '' } })
  browser = await openBrowser([])
})
after(async () => {
  await browser?.close()
  await service?.kill()
})

async function createOwner(page: Page) {
  const code = /"code":"(\w+)"/.exec(service.printed())![1]!
  await page.goto('/')
  await page.getByLabel('Your name').fill('Ann Owner')
  await page.getByLabel('Email address').fill('ann@books.example')
  await page.getByRole('textbox', { name: 'Choose a password' }).fill('correct horse battery')
  await page.getByLabel('Code from the log').fill(code)
  await page.getByRole('button', { name: 'Create owner' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = await page.locator('main .mono').first().textContent()
  await page.getByLabel('Six-digit code').fill(totpOf(`otpauth://totp/Octavo?secret=${secret!.trim()}`))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByRole('heading', { name: 'Set-up', exact: true }).waitFor()
}

/** The link for a person at the press desk, which no email brings yet. */
async function invitePress(page: Page): Promise<string> {
  await page.goto('/staff/people')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite person' })
  await dialog.getByLabel('Email address').fill('press@books.example')
  await dialog.getByRole('combobox', { name: 'Access' }).click()
  await page.getByRole('option').last().click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const unsent = page.getByRole('dialog', { name: 'The invitation was not sent' })
  return (await unsent.getByText(/^http/).textContent())!
}

async function publishSample(page: Page) {
  await page.goto('/staff/operator-data')
  await page.getByRole('button', { name: 'Start from the sample' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').first().waitFor()
  await page.getByRole('tab', { name: 'Review and publish' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
  await dialog.getByLabel('Reason').fill('Opening')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Version 1 published').waitFor()
}

async function shipAtPress(link: string) {
  const context = await browser.newContext({ baseURL: service.url, locale: 'en-US' })
  const press = await context.newPage()
  await press.goto(link)
  await press.getByLabel('Your name').fill('Paula Press')
  await press.getByRole('textbox', { name: 'Choose a password' }).fill('correct horse battery')
  await press.getByRole('button', { name: 'Join' }).click()
  await press.getByRole('link', { name: 'PRACTICE-1' }).click()
  await press.getByText('Practice', { exact: true }).waitFor()
  await press.getByRole('button', { name: 'Accept', exact: true }).click()
  await press.getByRole('button', { name: 'Ship', exact: true }).click()
  await press.getByLabel('Tracking numbers').fill('1Z999AA10123456784')
  await press.keyboard.press('Enter')
  await press.getByRole('button', { name: /^Ship / }).click()
  await press.getByText('PRACTICE-1 shipped').waitFor()
  await context.close()
}

it('an owner goes from an empty production to a shipped practice parcel, and the process starts again by itself with each setting', async t => {
  const subjects: string[] = []
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => (password === 'right' ? done(null, { user: 'me' }) : done(new Error('no'))),
    onData(stream, _, done) {
      const parts: Buffer[] = []
      stream
        .on('data', part => parts.push(part))
        .on('end', () => {
          subjects.push(/^Subject: (.*)$/m.exec(Buffer.concat(parts).toString())?.[1]?.trim() ?? '')
          done()
        })
    },
  })
  await new Promise<void>(resolve => mailServer.listen(0, '127.0.0.1', resolve))
  t.after(() => mailServer.close())
  const context = await browser.newContext({ baseURL: service.url, locale: 'en-US' })
  const page = await context.newPage()
  await createOwner(page)

  const link = await invitePress(page)
  await page.goto('/staff/set-up')
  await page.getByRole('button', { name: 'Choose provider' }).click()
  await page.getByText('Simulated', { exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Payments are simulated: no card is charged.').waitFor()
  await page.getByRole('button', { name: 'Change: Payment provider' }).waitFor()

  await page.getByRole('button', { name: 'Set mail server' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Server').fill('127.0.0.1')
  await dialog.getByText('None', { exact: true }).click()
  await dialog.getByLabel('Port').fill(String((mailServer.server.address() as AddressInfo).port))
  await dialog.getByLabel('User name').fill('me')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByLabel('Sender address').fill('shop@books.example')
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await dialog.getByText('The mail server refuses the user name or the password.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill('right')
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await page.getByText('The test email was sent from shop@books.example.').waitFor()
  assert.equal(subjects.length, 1)
  assert.equal(service.hasEnded(), false)

  const german = await browser.newContext({
    ...{ baseURL: service.url, locale: 'de-DE' },
    storageState: await context.storageState(),
  })
  const deutsch = await german.newPage()
  await deutsch.goto('/staff/set-up')
  await deutsch.getByRole('button', { name: 'Ändern: Mailserver' }).click()
  await deutsch.getByRole('dialog').getByLabel('Benutzername').waitFor()
  await hasNoEnglish(deutsch, ['Mail server', 'Payment provider', 'Set address', 'Use a bucket', 'Owners set these'])
  await german.close()

  await publishSample(page)
  await page.goto('/staff/set-up')
  await page.getByRole('button', { name: 'Place a practice order' }).click()
  await page.getByRole('heading', { name: 'PRACTICE-1' }).waitFor()
  await page.getByText('Practice', { exact: true }).waitFor()
  await shipAtPress(link)
  await page.reload()
  await page.getByText('Shipped', { exact: true }).first().waitFor()
  await context.close()
})
