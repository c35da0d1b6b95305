// Signing up, inviting, second factors, money and files in the browser.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { day } from '../../src/base/clock.ts'
import { member, press, program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { linkIn, mailsTo, tokenIn, totpOf } from '../support/visitor.ts'
import { files } from '../support/world.ts'
import { gotFocus } from './keyboard.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage({ host: 'localhost' })
})
after(() => stage[Symbol.asyncDispose]())

/** As one does without meaning to. */
async function clickBeside(page: Page) {
  await page.mouse.click(5, 600)
  await page.keyboard.press('Escape')
}

/** A picture that cannot be read stands there too, with nothing in it. */
async function untilDrawn(picture: Locator) {
  await picture
    .page()
    .waitForFunction(
      image => (image as unknown as { naturalWidth: number }).naturalWidth > 0,
      await picture.elementHandle(),
    )
}

describe('languages', () => {
  it('a German browser shows German, an English one loads none of it, and a choice follows its person', async () => {
    const { user } = stage.world.charged
    const page = await stage.open({ locale: 'de-AT' })
    await page.goto('/dashboard/sign-in')
    await page.getByLabel('E-Mail-Adresse').fill(user.email)
    await page.getByRole('textbox', { name: 'Passwort' }).fill('not the password')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor()
    await page.getByRole('textbox', { name: 'Passwort' }).fill(user.password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByRole('link', { name: 'Bestellungen' }).waitFor()
    await page.getByText('Bestellungen der letzten 24 Stunden').waitFor()
    await waitForValue(() => page.locator('html').getAttribute('lang'), 'de')
    await page.getByRole('button', { name: /Sprache/ }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Orders' }).waitFor()
    await waitForValue(() => page.locator('html').getAttribute('lang'), 'en')
    await page.context().close()

    const elsewhere = await stage.openAs(user, '/dashboard/sandbox/overview', { locale: 'de-AT' })
    await elsewhere.getByRole('link', { name: 'Orders' }).waitFor()
    await elsewhere.context().close()

    const english = await stage.open()
    const scripts: string[] = []
    english.on('request', request => scripts.push(new URL(request.url()).pathname))
    await english.goto('/dashboard/sign-in')
    await english.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.deepEqual(
      scripts.filter(path => path.includes('/de-')),
      [],
    )
    await english.getByRole('button', { name: 'Deutsch' }).click()
    await english.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
    assert.ok(scripts.some(path => path.includes('/de-')))
    await english.context().close()
  })
})

describe('somebody new', () => {
  it('a new customer signs up, confirms by email, and sees an empty sandbox that says how to begin', async () => {
    const page = await stage.open()
    await page.goto('/dashboard/sign-in')
    await page.getByRole('link', { name: 'Create account' }).click()
    await page.getByLabel('Company or imprint').fill('Moth Press')
    await page.getByLabel('Your name').fill('Mara Moth')
    await page.getByLabel('Email address').fill('mara@moth.example')
    const chosen = page.getByRole('textbox', { name: 'Password' })
    await page.getByText('At least 10 characters').waitFor()
    await chosen.fill('')
    await page.keyboard.type('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await gotFocus(chosen.and(page.locator(':invalid')))
    await chosen.fill('a sentence only mara knows')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Check your email').waitFor()
    // A mistyped address is no dead end: the form is still filled in.
    await page.getByRole('button', { name: 'check your details' }).click()
    await waitForValue(() => page.getByLabel('Your name').inputValue(), 'Mara Moth')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Check your email').waitFor()
    const mail = (await mailsTo(stage.world, 'mara@moth.example')).at(-1)!
    await page.goto(linkIn(mail.body))
    await page.getByRole('textbox', { name: 'Password' }).fill('a sentence only mara knows')
    await page.getByRole('button', { name: 'Confirm account' }).click()
    await page.getByText('Get started').waitFor()
    await page.goto('/dashboard/sandbox/orders')
    await page.getByText('Place your first sandbox order').waitFor()
    await page.goto('/dashboard/sandbox/settings')
    await page.getByText('Moth Press', { exact: true }).waitFor()
    await page.context().close()
  })

  it('a new person is invited to a team with a role, and sees no action that the role does not allow', async () => {
    const { user } = stage.world.charged
    const owner = await stage.openAs(user, '/dashboard/sandbox/settings?tab=team')
    await owner.getByRole('button', { name: 'Invite member' }).click()
    await owner.getByRole('textbox', { name: 'Email address' }).fill('vera@paperlantern.example')
    await owner.getByRole('combobox', { name: 'Role' }).click()
    await owner.getByRole('option', { name: 'Viewer' }).click()
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await owner.getByRole('table', { name: 'Invitations' }).getByText('vera@paperlantern.example').waitFor()
    await owner.getByRole('button', { name: 'Invite member' }).click()
    await owner.getByRole('textbox', { name: 'Email address' }).fill(user.email)
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await owner.getByRole('dialog').getByText('already').waitFor()
    await owner.context().close()

    const mail = (await mailsTo(stage.world, 'vera@paperlantern.example')).at(-1)!
    assert.notEqual(tokenIn(mail), '')
    const page = await stage.open()
    await page.goto(linkIn(mail.body))
    await page.getByRole('heading', { name: 'Join Paper Lantern Books' }).waitFor()
    // The token is not in the address, and the page survives a reload.
    assert.doesNotMatch(page.url(), /token|#/)
    await page.reload()
    await page.getByRole('heading', { name: 'Join Paper Lantern Books' }).waitFor()
    await page.getByLabel('Your name').fill('Vera Viewer')
    await page.getByRole('textbox', { name: 'Choose a password' }).fill('a sentence only vera knows')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto('/dashboard/sandbox/settings?tab=team')
    await page.getByRole('table', { name: 'Members' }).getByText('Vera Viewer').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Invite member' }).count(), 0)
    await page.context().close()
  })
})

describe('an account', () => {
  it('an account has a phone number for parcels, explains an invalid number, and shows the number to people who may not change it', async () => {
    const { world } = stage
    const page = await stage.openAs(world.enterprise.user, '/dashboard/sandbox/settings?tab=account')
    const number = page.getByRole('textbox', { name: 'Phone number', exact: true })
    const save = page.getByRole('region', { name: 'Contact phone number' }).getByRole('button', { name: 'Save' })
    await number.fill('call me')
    await save.click()
    await page.getByRole('alert').getByText('got "call me"; expected 7 to 15 digits').waitFor()
    await number.fill('+1 585 555 0100')
    await save.click()
    await page.getByText('Phone number saved').waitFor()
    await page.reload()
    await number.and(page.locator('[value="+1 585 555 0100"]')).waitFor()
    const { accountId } = world.enterprise
    await sql`update memberships set role = 'viewer' where account_id = ${accountId}`.execute(world.app.database.db)
    await page.reload()
    await page.getByText('+1 585 555 0100').waitFor()
    await waitForValue(() => save.count(), 0)
    await page.context().close()
  })
})

describe('a second factor', () => {
  it('a second factor is set up in the settings, asked for at the next sign-in, gets new codes, and is removed', async () => {
    const { user } = stage.world.enterprise
    const page = await stage.openAs(user, '/dashboard/sandbox/settings')
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
    await gotFocus(dialog.getByLabel('Your password'))
    await page.keyboard.type(user.password)
    await page.keyboard.press('Enter')
    const picture = page.getByRole('img', { name: 'QR code for your authenticator app' })
    await picture.waitFor()
    await untilDrawn(picture)
    const secret = await page.getByRole('dialog').locator('.mono').textContent()
    const uri = `otpauth://totp/Octavo?secret=${secret!.trim()}`
    await gotFocus(dialog.getByLabel('Six-digit code'))
    await page.keyboard.type(totpOf(uri))
    await page.keyboard.press('Enter')
    const region = page.getByRole('region', { name: 'Recovery codes' })
    await gotFocus(dialog.getByText('Save these recovery codes'))
    await clickBeside(page) // which loses nothing
    const codes = (await region.textContent())!.split('\n')
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    await page.context().clearCookies()

    await page.goto('/dashboard/sign-in')
    await page.getByLabel('Email address').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    // The wrong code, and what was said of it, are gone.
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await gotFocus(page.getByLabel('Recovery code'))
    await waitForValue(() => page.getByLabel('Recovery code').inputValue(), '')
    await page.keyboard.type(codes[0]!)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()

    await page.goto('/dashboard/sandbox/settings')
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await gotFocus(page.getByLabel('Your password'))
    await page.keyboard.type('this is not my password')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('Your password').fill(user.password)
    await page.keyboard.press('Enter')
    await region.waitFor()
    assert.ok(!(await region.textContent())!.includes(codes[1]!))
    await page.getByRole('button', { name: 'I’ve saved them' }).click()

    await page
      .getByRole('region', { name: 'Two-factor authentication' })
      .getByRole('button', { name: 'Turn off' })
      .click()
    await gotFocus(page.getByLabel('Your password'))
    await page.keyboard.type(user.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Set up' }).waitFor()
    await page.context().close()
  })
})

describe('a passkey', () => {
  /** A device that keeps passkeys and knows its owner, as Chromium plays it. */
  async function withDevice(page: Page) {
    const chromium = await page.context().newCDPSession(page)
    await chromium.send('WebAuthn.enable')
    const { authenticatorId } = await chromium.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const set = (isUserVerified: boolean) =>
      chromium.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    const kept = async () => (await chromium.send('WebAuthn.getCredentials', { authenticatorId })).credentials
    return { set, kept }
  }
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: /sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in to Octavo' }).waitFor()
  }

  for (const [area, who, path, start] of [
    ['dashboard', 'customer', '/dashboard/sandbox/settings', 'Overview'],
    ['console of the staff', 'staff', '/staff/you', 'Overview'],
    ['press desk', 'printer', '/press/you', 'Jobs'],
  ] as const) {
    const inForm = who === 'customer' ? it : also
    inForm(`a passkey is made, signs in to the ${area} without a password or code, and is removed`, async () => {
      const { charged, demo } = stage.world
      // A session of its own, since it is ended here.
      const { email, password } = who === 'customer' ? charged.user : demo[who]
      const page = await stage.open()
      await page.goto(path)
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('textbox', { name: 'Password' }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      const device = await withDevice(page)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('You can now sign in with your passkey').waitFor()
      await page.getByRole('table', { name: 'Passkeys' }).getByText('Chrome on Linux').waitFor()
      assert.deepEqual(
        (await device.kept()).map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
        [['localhost', true]],
      )
      await signOut(page)

      // Somebody who only has the device is not its owner.
      await device.set(false)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('main').getByRole('alert').waitFor()
      await device.set(true)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('heading', { name: start, level: 1 }).waitFor()

      await page.goto(path)
      await page.getByRole('button', { name: 'Remove passkey Chrome on Linux' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
      await page.getByRole('region', { name: 'Passkeys' }).getByText('No passkeys yet').waitFor()
      await signOut(page)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('main').getByRole('alert').waitFor()
      assert.match(page.url(), /sign-in/)
      await page.context().close()
    })
  }
})

describe('what matters most', () => {
  it('a sensitive action asks for the password again when the sign-in is old, and then goes through', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await sql`
      update sessions
      set created_at = created_at - interval '2 hours', confirmed_at = confirmed_at - interval '2 hours'`.execute(
      world.app.database.db,
    )
    await page.getByRole('textbox', { name: 'Label' }).fill('after a while')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Confirm your password').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill('not it')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('The password is wrong.').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(world.charged.user.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    await page.getByRole('table', { name: 'Keys' }).getByText('after a while').waitFor()
    await page.context().close()
  })
})

describe('money and files', () => {
  it('orders are paid at once and refunded, and the charge has an invoice and the refund a credit note', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    await ours.place('pay-me')
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/production/billing')
    await page.getByRole('row', { name: /^pay-me Mar .* Ada Reader \$/ }).waitFor()
    await page.getByRole('row', { name: /^Total/ }).waitFor()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay \$/ })
      .click()
    await page.getByText(/\d paid$/).waitFor()
    await page.getByRole('heading', { name: 'Nothing due' }).waitFor()
    await page.getByRole('tab', { name: 'Charges' }).click()
    await page.getByRole('table', { name: 'Charges' }).getByRole('link', { name: 'Invoice 1' }).waitFor()
    const charged = await page.getByRole('table', { name: 'Charges' }).locator('time').first().textContent()
    await page.getByRole('tab', { name: 'Invoices' }).click()
    const day = /^\w+ \d+, \d{4}/.exec(charged!)![0]
    await page.getByRole('table', { name: 'Invoices' }).getByText(day, { exact: true }).first().waitFor()
    const paper = async (name: string) =>
      page.request.get((await page.getByRole('link', { name }).getAttribute('href'))!)
    assert.equal((await paper('Invoice 1')).headers()['content-type'], 'application/pdf')
    await ours.cancel('pay-me')
    await world.settle()
    await page.getByText('Credit notes', { exact: true }).click()
    await page
      .getByRole('table', { name: 'Credit notes' })
      .getByText(/^−\$\d/)
      .waitFor()
    assert.equal((await paper('Credit note 2')).headers()['content-type'], 'application/pdf')
    await page.context().close()
  })

  it('an order without a card to pay it gets one on its own page, and is paid there at once', async () => {
    const { world } = stage
    const { ask } = await member(world, world.charged)
    for (const { cardId } of (await ask('GET', '/cards')).body.cards) await ask('DELETE', `/cards/${cardId}`)
    await program(world, world.charged, 'production').place('paid-on-its-page')
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/production/orders/paid-on-its-page')
    await page.getByText('There is no card on file').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Pay now' }).count(), 0)
    await page.getByRole('button', { name: 'Add card' }).click()
    await page.getByRole('combobox', { name: 'Test card' }).click()
    await page.getByRole('option', { name: 'sim_success' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add card' }).click()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay \$/ })
      .click()
    await page.getByText('You can still cancel this order').waitFor()
    await page.context().close()
  })

  it('new orders appear in Billing as they come, and a declined card is replaced there', async () => {
    const { world } = stage
    const customer = await member(world, world.charged)
    await customer.useCard('sim_decline')
    const page = await stage.openAs(world.charged.user, '/dashboard/production/billing')
    await page.getByRole('heading', { name: 'Nothing due' }).waitFor()
    await program(world, world.charged, 'production').place('paid-late')
    await world.settle()
    await page.getByRole('row', { name: /^paid-late/ }).waitFor()
    await world.advance(day)
    await page.getByText('1 order can’t be printed until you pay.').waitFor()
    const pay = async (card: string) => {
      await page.getByRole('button', { name: 'Pay now' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(`We’ll charge Simulated •••• ${card} for 1 order`).waitFor()
      await dialog.getByRole('button', { name: /^Pay \$/ }).click()
    }
    await pay('0002')
    await page.getByText(/payment declined$/).waitFor()
    await page.getByRole('button', { name: 'Add card' }).click()
    await page.getByRole('combobox', { name: 'Test card' }).click()
    await page.getByRole('option', { name: 'sim_success' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add card' }).click()
    await page.getByText('Card added. It is now your default card.').waitFor()
    await pay('0001')
    await page.getByText(/\d paid$/).waitFor()
    await page.getByText(/payment declined$/).waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('files are uploaded to a product, checked, and shown', async () => {
    const { world } = stage
    const template = await world.app.server.inject({
      url: '/templates/published/HC-0600X0900-BW-60C/pages/pdf?pageCount=24',
    })
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/products/KEEPSAKE')
    await page.getByRole('button', { name: 'Upload pages' }).waitFor()
    await page
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles({ name: 'pages.pdf', mimeType: 'application/pdf', buffer: template.rawPayload })
    await page.getByRole('button', { name: 'Change in both' }).click()
    await page.getByText(/^File uploaded/).waitFor()
    const preview = page.getByRole('img', { name: 'Pages, page 1', exact: true })
    await preview.scrollIntoViewIfNeeded()
    await preview.waitFor()
    await page.getByText('24 pages').first().waitFor()
    const lines = page.getByRole('list', { name: 'Lines in the previews' })
    await waitForValue(() => lines.getByRole('listitem').allTextContents(), ['Trim', 'Bleed', 'Safe area'])

    // The uploaded cover takes the place of the drawing. Uploads come before addresses, and prices are one table.
    const cover = await world.app.server.inject({
      url: '/templates/published/HC-0600X0900-BW-60C/cover/sample?pageCount=24',
    })
    await page
      .locator('input[type=file]')
      .nth(0)
      .setInputFiles({ name: 'cover.pdf', mimeType: 'application/pdf', buffer: cover.rawPayload })
    await page.getByRole('button', { name: 'Change in both' }).click()
    await page.locator('[data-cover=page] img').waitFor()
    const topOf = async (one: ReturnType<typeof page.locator>) => (await one.boundingBox())!.y
    const upload = await topOf(page.getByRole('button', { name: 'Upload cover' }))
    assert.ok(upload < (await topOf(page.getByLabel('Default cover PDF URL'))))
    const prices = page.getByRole('table').filter({ hasText: 'Copies' })
    assert.equal(await prices.getByRole('row').count(), 6)
    await page.context().close()
  })

  it('files that cannot be printed are reported immediately, with each finding once, its value and its fix', async () => {
    const { world } = stage
    const template = await world.app.server.inject({
      url: '/templates/published/PB-0600X0900-BW-60W/pages/pdf?pageCount=40',
    })
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/products/KEEPSAKE')
    await page.getByRole('button', { name: 'Upload cover' }).waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'cover.pdf', mimeType: 'application/pdf', buffer: template.rawPayload })
    await page.getByRole('button', { name: 'Change in both' }).click()
    await page.getByText('File uploaded, but it can’t be printed').waitFor()
    const found = page.getByRole('alert').filter({ hasText: 'The cover file has 40 pages' })
    await found.getByText('Put the back cover, spine and front cover on one page').waitFor()
    await page.getByText('Use the templates below for the exact size.').waitFor()
    await untilDrawn(page.locator('[data-cover=page] img'))
    const uploadTop = (await page.getByRole('button', { name: 'Upload cover' }).boundingBox())!.y
    assert.ok(uploadTop < (await page.getByLabel('Default cover PDF URL').boundingBox())!.y)
    const prices = page.getByRole('table', { name: 'Price per copy' })
    assert.match((await prices.getByRole('row').nth(2).textContent()) ?? '', /^\d+ or more(\$\d+\.\d\d)+$/)
    assert.equal((await found.textContent())?.match(/40 pages/g)?.length, 1)
    await page.context().close()
  })

  it('files of an order are shown to the staff and the press as pictures, and never as the PDF', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    const product = { coverUrl: files.coverUrl }
    await ours.place('seen', { orderItems: [{ sku: 'KEEPSAKE', quantity: 1, product }] })
    await world.settle()
    await world.advance(day)
    const { jobId } = await press(world).jobOf('seen')
    const screens = [
      { who: world.charged.user, path: '/dashboard/production/orders/seen', part: 'Files' },
      { who: world.demo.staff, path: `/staff/orders/${world.charged.accountId}/seen`, part: 'Files' },
      { who: world.demo.printer, path: `/press/jobs/${jobId}`, part: 'Casewrap hardcover' },
    ]
    for (const { who, path, part } of screens) {
      const page = await stage.openAs(who, path)
      const shown = page.getByRole('region', { name: part })
      await shown.getByText('24 pages').first().waitFor()
      const preview = shown.getByRole('img', { name: 'Pages, page 1', exact: true })
      await preview.scrollIntoViewIfNeeded()
      await untilDrawn(preview)
      await preview.click()
      const drawn = page.locator('img[alt="Page 1"][data-ready]')
      await drawn.waitFor()
      const pictured = await page.request.get((await drawn.getAttribute('src'))!)
      assert.equal(pictured.headers()['content-type'], 'image/webp', path)
      assert.equal(await page.locator('embed, object, iframe').count(), 0)
      await page.context().close()
    }
  })

  it('the staff begin the day with its figures, and choose an hour for the same by email', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/overview')
    for (const figure of ['Sold yesterday', 'Sold today']) {
      const sales = page.getByRole('region', { name: figure })
      await sales.getByText(/^\$[\d,]+\.\d\d$/).waitFor()
    }
    await page.getByRole('region', { name: 'Late' }).getByRole('link', { name: 'View orders' }).click()
    await page.waitForURL('**/staff/orders?**due=late**')
    await page.goto('/staff/you')
    await page.getByRole('combobox', { name: 'Send it at' }).click()
    await page.getByRole('option', { name: '7:00 AM' }).click()
    await page.getByText('Email settings saved').waitFor()
    await page.reload()
    await waitForValue(() => page.getByRole('combobox', { name: 'Send it at' }).inputValue(), '7:00 AM')
  })

  it('the screens of people cause no uncaught error, policy violation or request to another host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
