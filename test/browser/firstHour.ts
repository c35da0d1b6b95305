// The first hour of an owner: from an empty production to a shipped practice parcel, in the browser alone.

import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { translator } from '../../languages/translator.ts'
import { type Service, startService } from '../support/service.ts'
import { totpOf } from '../support/visitor.ts'
import { maxWaitMs } from './waitForValue.ts'

/** The locale of the owner's browser. */
export type HourLocale = 'en-US' | 'de-DE'

type Options = { browser: Browser; service: Service; locale: HourLocale; show?: Show }
/** Called at each step of the hour, with its name. */
type Show = (page: Page, step: string) => Promise<void>

const password = 'correct horse battery'
const practice = 'PRACTICE-1'

/** A production without settings and without data. */
export function startEmptyProduction(): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-first-hour-'))
  const home = {
    dataDir,
    databaseUrl: null,
    demo: () => assert.fail('a production has no demo'),
    remove: async () => {},
  }
  return startService({ home, env: { NODE_ENV: 'production', OPERATOR_DIR: '' } })
}

/** A mail server that accepts the password `right`; `subjects` are those of its emails. */
async function startMailServer() {
  const subjects: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _, done) =>
      auth.password === 'right' ? done(null, { user: 'me' }) : done(new Error('wrong password')),
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
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.server.address() as AddressInfo).port, subjects, close: () => void server.close() }
}

/** The texts of the screens, and of the service's answers. Where a text has two meanings, the screen's counts. */
function textsIn(locale: HourLocale) {
  const parts = locale === 'en-US' ? [] : ['texts', 'browser']
  const files = parts.flatMap(part => globSync(join(import.meta.dirname, '../../languages/de', part, '*.json')))
  const messages: Record<string, string> = Object.assign(
    {},
    ...files.map(file => JSON.parse(readFileSync(file, 'utf8'))),
  )
  return translator(locale, english => messages[english] ?? english).t
}

/** The steps of the hour, each a part of the next. */
async function stepsOf({ browser, service, locale, show = async () => {} }: Options) {
  const t = textsIn(locale)
  const openPage = async () => {
    const context = await browser.newContext({ baseURL: service.url, locale })
    context.setDefaultTimeout(maxWaitMs)
    return context.newPage()
  }
  const page = await openPage()
  const press = (name: string, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name: t(name), exact: true }).click()
  const field = (name: string) => page.getByRole('textbox', { name: t(name), exact: true })
  return {
    async createOwner() {
      const code = /"code":"(\w+)"/.exec(service.printed())![1]!
      await page.goto('/')
      await page.getByLabel(t('Your name')).fill('Ann Owner')
      await page.getByLabel(t('Email address')).fill('ann@books.example')
      await page.getByRole('textbox', { name: t('Choose a password') }).fill(password)
      await page.getByLabel(t('Code from the log')).fill(code)
      await show(page, 'owner')
      await press('Create owner')
      await page.getByRole('img', { name: t('QR code for your authenticator app') }).waitFor()
      const secret = await page.locator('main .mono').first().textContent()
      await page.getByLabel(t('Six-digit code')).fill(totpOf(`otpauth://totp/Octavo?secret=${secret!.trim()}`))
      await press('Confirm')
      await press('I’ve saved them')
      await page.getByRole('heading', { name: t('Set-up'), exact: true }).waitFor()
      await show(page, 'set-up')
    },
    /** Answers the link for a person at the press desk, which no email brings yet. */
    async invitePress(): Promise<string> {
      await page.goto('/staff/people')
      await press('Invite person')
      const dialog = page.getByRole('dialog', { name: t('Invite person') })
      await dialog.getByLabel(t('Email address')).fill('press@books.example')
      await dialog.getByRole('combobox', { name: t('Access') }).click()
      await page.getByRole('option').last().click()
      await press('Send invitation', dialog)
      const unsent = page.getByRole('dialog', { name: t('The invitation was not sent') })
      await show(page, 'invitation')
      return (await unsent.getByText(/^http/).textContent())!
    },
    async choosePayments() {
      await page.goto('/staff/set-up')
      await press('Choose provider')
      await page.getByText(t('Simulated'), { exact: true }).click()
      await press('Save')
      await page.getByText(t('Payments are simulated: no card is charged.')).waitFor()
      await page.getByRole('button', { name: t('Change: {step}', { step: t('Payment provider') }) }).waitFor()
    },
    async setMailServer(mailPort: number) {
      await press('Set mail server')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('Server'), { exact: true }).fill('127.0.0.1')
      await dialog.getByText(t('None'), { exact: true }).click()
      await dialog.getByLabel(t('Port')).fill(String(mailPort))
      await dialog.getByLabel(t('User name')).fill('me')
      await dialog.getByLabel(t('Password'), { exact: true }).fill('wrong')
      await dialog.getByLabel(t('Sender address')).fill('shop@books.example')
      await press('Test and save', dialog)
      await dialog.getByText(t('The mail server refuses the user name or the password.')).waitFor()
      await show(page, 'mail-server')
      await dialog.getByLabel(t('Password'), { exact: true }).fill('right')
      await press('Test and save', dialog)
      await press('Send a test email')
      await page.getByText(t('The test email was sent from {from}.', { from: 'shop@books.example' })).waitFor()
    },
    async seeEmptyForm() {
      await page.goto('/staff/operator-data?tab=shipping')
      await field('City').waitFor()
      assert.equal(await page.locator('[aria-invalid=true]').count(), 0)
      assert.equal(await page.getByRole('alert').count(), 0)
    },
    /** From the sample to the owner's address, book, price and brand, and to a shop that is open. */
    async openShop() {
      await page.goto('/staff/set-up')
      await press('Start from the sample')
      const atStep = (title: string) => page.getByRole('heading', { name: t(title), exact: true }).waitFor()
      await atStep('Your address')
      await field('Name').fill('Ann Books')
      await field('City').fill('')
      await press('Save and continue')
      await page.getByText(t('Enter a city'), { exact: true }).waitFor()
      await field('City').fill('Albany')
      await show(page, 'address')
      await press('Save and continue')
      await atStep('Your book')
      await page.getByRole('button', { name: 'Trade paperback', exact: true }).first().click()
      await field('Name').fill('House edition')
      await show(page, 'book')
      await press('Save and continue')
      await atStep('Your price')
      await field('Base price').fill('4')
      await show(page, 'price')
      await press('Save and continue')
      await atStep('Your brand')
      await field('Name').fill('Ann Books')
      await show(page, 'brand')
      await press('Save and continue')
      await atStep('Open your shop')
      await press('Publish')
      const dialog = page.getByRole('dialog', { name: t('Publish this draft?') })
      await dialog.getByLabel(t('Reason')).fill('Opening')
      await show(page, 'publish')
      await press('Publish', dialog)
      await page.getByText(t('Version {version} published', { version: '1' })).waitFor()
      await page.getByText(t('Your shop is open'), { exact: true }).waitFor()
      await page.getByText(t('Parcels come from {name}, {city}.', { name: 'Ann Books', city: 'Albany' })).waitFor()
    },
    async placePracticeOrder() {
      await page.goto('/staff/set-up')
      await page.getByRole('button', { name: t('Place a practice order') }).waitFor()
      await show(page, 'set-up-done')
      await press('Place a practice order')
      await page.getByRole('heading', { name: practice }).waitFor()
      await page.getByText(t('Practice'), { exact: true }).waitFor()
      await show(page, 'practice-order')
    },
    async shipAtPress(link: string) {
      const desk = await openPage()
      await desk.goto(link)
      await desk.getByLabel(t('Your name')).fill('Paula Press')
      await desk.getByRole('textbox', { name: t('Choose a password') }).fill(password)
      await show(desk, 'press-invitation')
      await press('Join', desk)
      await desk.getByRole('link', { name: practice }).click()
      await desk.getByText(t('Practice'), { exact: true }).waitFor()
      await show(desk, 'press-job')
      await press('Accept', desk)
      await press('Ship', desk)
      await desk.getByLabel(t('Tracking numbers')).fill('1Z999AA10123456784')
      await desk.keyboard.press('Enter')
      const inParcels = 'Ship in {parcels, plural, one {# parcel} other {# parcels}}'
      await desk.getByRole('button', { name: t(inParcels, { parcels: 1 }) }).click()
      await desk.getByText(t('{order} shipped', { order: practice })).waitFor()
      await show(desk, 'press-shipped')
      await desk.context().close()
    },
    async showShipped() {
      await page.reload()
      await page.getByText(t('Shipped'), { exact: true }).first().waitFor()
      await show(page, 'shipped')
      await page.context().close()
    },
  }
}

/** The whole hour. */
export async function walkFirstHour(options: Options): Promise<void> {
  const mailServer = await startMailServer()
  try {
    const hour = await stepsOf(options)
    await hour.createOwner()
    const link = await hour.invitePress()
    await hour.choosePayments()
    await hour.setMailServer(mailServer.port)
    // The notice about the second factor, which waited, and the test email; an invitation has lost its link.
    assert.equal(mailServer.subjects.length, 2)
    assert.equal(options.service.hasEnded(), false)
    await hour.seeEmptyForm()
    await hour.openShop()
    await hour.placePracticeOrder()
    await hour.shipAtPress(link)
    await hour.showShipped()
  } finally {
    mailServer.close()
  }
}
