// Single sign-on of an account in the browser: its owner sets it up, and a member signs in, on a desktop and a phone.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { confirmAccess } from '../support/confirmAccess.ts'
import { also } from '../support/form.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identityProvider.ts'
import { operatorDraft } from '../support/operatorDraft.ts'
import { type Stage, startStage } from './stage.ts'

const domain = 'lantern.example'
const settingsPage = '/dashboard/sandbox/settings?tab=team'

describe('single sign-on of an account', () => {
  let stage: Stage
  let provider: IdentityProvider
  const texts = new Map<string, string[]>()
  before(async () => {
    stage = await startStage({ readDnsText: async name => texts.get(name) ?? [] })
    const { accountId } = stage.world.charged
    provider = await startIdentityProvider(`${stage.url}/auth/single-sign-on/callback/${accountId}`)
  })
  after(async () => {
    await provider?.[Symbol.asyncDispose]()
    await stage?.[Symbol.asyncDispose]()
  })

  /** At the page of the provider. */
  async function signInAtProvider(page: Page, name: string) {
    await page.locator('input[name=login]').fill(name)
    await page.locator('input[name=password]').fill('anything')
    await page.locator('button[type=submit]').click()
  }

  it('an owner enters the provider, is told what is wrong with it, and confirms the domain', async () => {
    const page = await stage.openAs(stage.world.charged.user, settingsPage)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Issuer').fill(String(provider.issuer))
    await page.getByLabel('Client ID').fill(provider.clientId)
    await page.getByLabel('Client secret', { exact: true }).fill('not the secret')
    await page.getByLabel('Scopes').fill('openid profile email groups')
    await page.getByRole('combobox', { name: 'Email domains' }).fill(domain)
    await page.keyboard.press('Enter')
    await page.getByLabel('Group 1', { exact: true }).fill('lantern-editors')
    await page.getByRole('combobox', { name: 'Role of group 1' }).click()
    await page.getByRole('option', { name: 'Developer' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Not confirmed').waitFor()

    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('does not accept the client ID with this client secret').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Client secret', { exact: true }).fill(provider.clientSecret)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('The provider answers').waitFor()

    await page.getByRole('button', { name: `Confirm ${domain}` }).click()
    await page.getByText('has no record of the type TXT').waitFor()
    const { body } = await stage.world.call(`/staff/accounts/${stage.world.charged.accountId}/single-sign-on`, {
      as: stage.world.demo.staff.authorization,
    })
    const { name, value } = body.domains[0].proof
    await page.getByText(value).waitFor()
    texts.set(name, [value])
    await page.getByRole('button', { name: `Confirm ${domain}` }).click()
    await page.getByText('Confirmed', { exact: true }).waitFor()
    await page.getByText(`/auth/single-sign-on/start?domain=${domain}`).waitFor()
    await page.context().close()
  })

  /** As the staff do it. */
  async function setUp() {
    const { accountId } = stage.world.charged
    const { issuer, clientId, clientSecret } = provider
    const path = `/staff/accounts/${accountId}/single-sign-on`
    const cookie = await stage.world.signIn(stage.world.demo.staff)
    const body = {
      ...{
        issuer: String(issuer),
        clientId,
        clientSecret,
        scope: 'openid profile email groups',
        groupsClaim: 'groups',
      },
      roles: [{ group: 'lantern-editors', role: 'developer' }],
      ...{ defaultRole: null, localSignIn: true, domains: [domain] },
    }
    const { call, charged } = stage.world
    await confirmAccess(stage.world, charged.user, await call(path, { method: 'PUT', cookie, body }))
    const confirmed = await call(`${path}/domains/${domain}/confirm`, { method: 'POST', cookie })
    assert.ok((await confirmAccess(stage.world, charged.user, confirmed)).status < 205)
  }

  for (const [device, look] of [
    ['a desktop', {}],
    ['a phone', { width: 390, height: 844 }],
  ] as const)
    it(`a member signs in with the company account on ${device}, and lands on the page that was asked for`, async () => {
      await setUp()
      const email = `ada@${domain}`
      provider.people.set('ada', { email, email_verified: true, name: 'Ada Lantern', groups: ['lantern-editors'] })
      const page = await stage.open(look)
      await page.goto('/dashboard/sandbox/orders')
      await page.getByLabel('Email address').fill(email)
      await page.keyboard.press('Tab')
      const onward = page.getByRole('button', { name: 'Continue with your company account' })
      await onward.waitFor()
      assert.equal(await page.getByRole('textbox', { name: 'Password' }).count(), 0)
      await page.getByRole('button', { name: 'Use a password or passkey instead' }).click()
      await page.getByRole('textbox', { name: 'Password' }).waitFor()
      await page.getByLabel('Email address').fill(`other@elsewhere.example`)
      await page.getByLabel('Email address').blur()
      await page.getByLabel('Email address').fill(email)
      await page.keyboard.press('Tab')
      await onward.click()
      await signInAtProvider(page, 'ada')
      await page.waitForURL('**/dashboard/sandbox/orders')
      await page.getByRole('heading', { name: 'Orders' }).first().waitFor()
      await page.goto('/dashboard/sandbox/settings')
      await page.getByText('Ada Lantern').first().waitFor()
      await page.getByText('You sign in with your company account').waitFor()
      await page.context().close()
    })

  also(
    'a person whom a page of another site sends here decides on the sign-in page, which names the company',
    async () => {
      await setUp()
      provider.people.set('bo', { email: `bo@${domain}`, email_verified: true, groups: ['lantern-editors'] })
      const page = await stage.open()
      const intranet = stage.url.replace('127.0.0.1', 'localhost')
      await page.goto(`${intranet}/docs`)
      const link = `${stage.url}/auth/single-sign-on/start?domain=${domain}&next=/dashboard/sandbox/products`
      await page.evaluate(`location.assign(${JSON.stringify(link)})`)
      await page.getByText(`You’ll continue to the sign-in page of ${domain}.`).waitFor()
      await page.getByRole('button', { name: 'Continue with your company account' }).click()
      await signInAtProvider(page, 'bo')
      await page.waitForURL('**/dashboard/sandbox/products')
      await page.context().close()
    },
  )

  also('a person whom the provider may not sign in here is told so on the sign-in page', async () => {
    await setUp()
    provider.people.set('eve', { email: `eve@${domain}`, email_verified: true, groups: [] })
    const page = await stage.open()
    await page.goto(`/auth/single-sign-on/start?domain=${domain}`)
    await signInAtProvider(page, 'eve')
    await page.getByText('Your company account doesn’t have access').waitFor()
    await page.context().close()
  })

  also('a new member reads and accepts the terms, on a phone, and lands on the page that was asked for', async () => {
    await setUp()
    const { edit, publish } = operatorDraft(stage.world)
    await edit(content => {
      content.texts = { terms: { version: '2026-11', text: { en: 'You pay for your books.' } } }
    })
    assert.equal((await publish()).status, 201)
    await stage.world.advance(minNoticeMs)
    provider.people.set('fay', { email: `fay@${domain}`, email_verified: true, groups: ['lantern-editors'] })
    const page = await stage.open({ width: 390, height: 844 })
    await page.goto(`/dashboard/sign-in?company=${domain}&next=/sandbox/products`)
    await page.getByRole('button', { name: 'Continue with your company account' }).click()
    await signInAtProvider(page, 'fay')
    await page.getByText(`You’ll join with fay@${domain}.`).waitFor()
    const join = page.getByRole('button', { name: 'Join' })
    assert.equal(await join.isDisabled(), true)
    await page.getByRole('button', { name: 'terms and conditions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Terms and conditions' })
    await dialog.getByText('You pay for your books.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('checkbox').check()
    await join.click()
    await page.waitForURL('**/dashboard/sandbox/products')
    await page.goto('/dashboard/accept-terms')
    await page.getByText('The sign-in took too long. Start again.').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).waitFor()
    await page.context().close()
  })
})
