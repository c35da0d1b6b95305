// Interruptions between a person and the service: answers are lost, but input is not.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { day } from '../../src/base/clock.ts'
import { member, parcel, press, program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { gotFocus } from './keyboard.ts'
import { type Stage, startStage } from './stage.ts'
import { unfold } from './unfold.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

async function fillIn(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Main Street')
  await page.getByLabel('City').fill('Rochester')
  await page.getByRole('combobox', { name: 'State' }).fill('NY')
  await page.getByLabel('Postal code').fill('14604')
}

/** The service does what it is told, and its first answers do not arrive. */
async function loseAnswers(page: Page, count: number) {
  let lost = 0
  await page.route('**/sandbox/orders', async route => {
    if (lost++ >= count) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
}

async function namesOfOrders(): Promise<string[]> {
  const answer = await stage.world.call('/orders?limit=100', { as: stage.world.charged.sandbox.authorization })
  return answer.body.orders.map((order: { destination: { name: string } }) => order.destination.name)
}

async function signInAs(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('a lost answer', () => {
  it('placing an order again after its answer was lost makes no second order', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place')
    await fillIn(page, 'Once Reader')
    await loseAnswers(page, 1)
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByText('We can’t reach the service. Check').waitFor()
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.waitForURL(/\/sandbox\/orders\/web-/)
    // Its identifier was made by the form, so people see its number and its book.
    await page.getByRole('heading', { name: /^Order S\d+ · \S/ }).waitFor()
    assert.match(await page.title(), /^Order S\d+ · \S/)
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await page
      .getByRole('link', { name: /^S\d+ · \S/ })
      .first()
      .waitFor()
    assert.equal((await namesOfOrders()).filter(name => name === 'Once Reader').length, 1)
    await page.context().close()
  })

  also('when the answer to an order with its own identifier is lost, that order is opened', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place')
    await fillIn(page, 'Named Reader')
    await unfold(page, 'Integration (optional)')
    await page.getByLabel('Order ID').fill('named-once')
    await loseAnswers(page, 1)
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByText('We can’t reach the service. Check').waitFor()
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByRole('heading', { name: 'named-once' }).waitFor()
    await page.context().close()
  })

  also('a lost answer does not open the order of another person with the same identifier', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place')
    await fillIn(page, 'Other Reader')
    await unfold(page, 'Integration (optional)')
    await page.getByLabel('Order ID').fill('named-once')
    await page.getByRole('button', { name: 'Place sandbox order' }).click()
    await page.getByText('was already used').first().waitFor()
    await page.context().close()
  })

  also('when answers to orders of a spreadsheet are lost, each order is placed once', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/place/many')
    const lines = ['Una', 'Dua', 'Tria'].map(name => `,NOVEL,1,${name} Line,1 Main Street,Rochester,NY,14604,US`)
    const csv = `customerOrderId,sku,quantity,name,address1,city,state,postal,country\n${lines.join('\n')}
many-bad,NOVEL,1,Bad Line,1 Main Street,Rochester,NY,nonsense,US\n`
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page
      .getByRole('row')
      .filter({ hasText: 'postal' })
      .getByText(/expected a ZIP code/)
      .waitFor()
    await loseAnswers(page, 2)
    await page.getByRole('button', { name: 'Place 3 orders' }).click()
    await page.getByRole('button', { name: 'Retry 2 orders' }).click()
    await page.getByText('3 of 3 placed').waitFor()
    await page.getByRole('button', { name: 'All placed' }).waitFor()

    // The same file once more, with its mistake mended.
    const buffer = Buffer.from(csv.replace('nonsense', '14604'))
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer })
    await page.getByRole('button', { name: 'Place 4 orders' }).click()
    await page.getByText('4 of 4 placed').waitFor()
    const names = (await namesOfOrders()).filter(name => name.endsWith(' Line')).sort()
    assert.deepEqual(names, ['Bad Line', 'Dua Line', 'Tria Line', 'Una Line'])
    await page.context().close()
  })
})

describe('what was typed', () => {
  also(
    'input in the order form stays until the order is placed: after a visit to another page, a reload and the end of the session',
    async () => {
      const { user } = stage.world.charged
      const page = await stage.openAs(user, '/dashboard/sandbox/place')
      const name = page.getByRole('combobox', { name: 'Name' })
      const isThere = async () => {
        await page.getByText('We restored your unsaved input.').waitFor()
        await waitForValue(() => name.inputValue(), 'Patient Reader')
      }
      await fillIn(page, 'Patient Reader')
      await page.getByRole('button', { name: 'Go to production' }).click()
      await page.getByText('This is a production order').waitFor()
      await waitForValue(() => name.inputValue(), '')
      await page.getByRole('button', { name: 'Go to sandbox' }).click()
      await isThere()
      await page.reload()
      await isThere()
      await page.context().clearCookies()
      await page.getByRole('button', { name: 'Place sandbox order' }).click()
      await signInAs(page, user)
      await isThere()
      await page.getByRole('button', { name: 'Place sandbox order' }).click()
      await page.waitForURL(/\/sandbox\/orders\/web-/)
      await page.goto('/dashboard/sandbox/place')
      await name.waitFor()
      await waitForValue(() => name.inputValue(), '')
      await page.context().close()
    },
  )

  it('input in the order form is removed for the next person in the tab and by Start over', async () => {
    const { charged, enterprise } = stage.world
    const page = await stage.openAs(charged.user, '/dashboard/sandbox/place')
    const name = page.getByRole('combobox', { name: 'Name' })
    await name.fill('Shy Reader')
    await page.reload()
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByText('We restored your unsaved input').waitFor({ state: 'detached' })
    await waitForValue(() => name.inputValue(), '')
    await name.fill('Shy Reader')
    await page.context().clearCookies()
    await page.reload()
    await signInAs(page, enterprise.user)
    await name.waitFor()
    await waitForValue(() => name.inputValue(), '')
    const kept = await page.evaluate('JSON.stringify(sessionStorage)')
    assert.doesNotMatch(String(kept), /Shy Reader/)
    await page.context().close()
  })

  it('input in a dialog stays when the screen below it fails to reload', async () => {
    const { world } = stage
    await program(world, world.charged, 'production').place('read-again')
    await world.settle()
    await world.advance(day)
    const { jobId } = await press(world).jobOf('read-again')
    const page = await stage.openAs(world.demo.printer, `/press/jobs/${jobId}?act=problem`)
    const field = page.getByLabel('What is wrong')
    await gotFocus(field)
    await field.fill('The cover is cut off.')
    await page.route(`**/press/jobs/${jobId}`, route => route.fulfill({ status: 429, json: {} }))
    const failed = page.waitForResponse(answer => answer.status() === 429)
    await press(world).tell('read-again', 'accept')
    await failed
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    assert.equal(await field.inputValue(), 'The cover is cut off.')
    await page.context().close()
  })

  also('input and scans at the press stay until the job ships, and the last number needs no Enter', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    await ours.place('scanned')
    await world.settle()
    await world.advance(day)
    await press(world).tell('scanned', 'accept')
    const { jobId } = await press(world).jobOf('scanned')
    const page = await stage.openAs(world.demo.printer, `/press/jobs/${jobId}?act=ship`)
    const field = page.getByLabel('Tracking numbers')
    for (const number of ['1Z999AA10123456784', 'HOUSE-7']) {
      await field.fill(number)
      await field.press('Enter')
    }
    await page.keyboard.press('Escape')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Ship in 2 parcels' }).click()
    await page.getByRole('button', { name: 'Ship without a carrier' }).click()
    await signInAs(page, world.demo.printer)
    await field.fill('HOUSE-8')
    await page.getByRole('button', { name: 'Ship in 3 parcels' }).click()
    await page.getByRole('button', { name: 'Ship without a carrier' }).click()
    await page.getByText('scanned shipped').waitFor()
    const { shipmentTracking } = await ours.read('scanned')
    const numbers = shipmentTracking.flatMap((one: { packages: { trackingNumber: string }[] }) =>
      one.packages.map(({ trackingNumber }) => trackingNumber),
    )
    assert.deepEqual(numbers.sort(), ['1Z999AA10123456784', 'HOUSE7', 'HOUSE8'])
    await page.context().close()
  })
})

describe('a job that ends while somebody types about it', () => {
  const scanned = '1Z999AA10123456784'

  async function openJob(id: string, act: string): Promise<Page> {
    const { world } = stage
    await program(world, world.charged, 'production').place(id)
    await world.settle()
    await world.advance(day)
    await press(world).tell(id, 'accept')
    const { jobId } = await press(world).jobOf(id)
    return stage.openAs(world.demo.printer, `/press/jobs/${jobId}?act=${act}`)
  }

  async function scan(page: Page, number: string) {
    await page.getByLabel('Tracking numbers').fill(number)
    await page.keyboard.press('Enter')
  }

  also(
    'a job that ships while somebody scans its parcels is shown as shipped, with the scanned parcels that are not recorded',
    async () => {
      const page = await openJob('shipped-elsewhere', 'ship')
      await scan(page, scanned)
      await scan(page, '1Z999')
      await press(stage.world).tell('shipped-elsewhere', 'ship', parcel)
      const alert = page.getByRole('alert', { name: 'This job has already shipped' })
      await alert.getByText('This parcel is not recorded. Tell support if it has shipped.').waitFor()
      await alert.getByText(scanned).waitFor()
      assert.equal(await alert.getByText('1Z999', { exact: true }).count(), 0)
      await gotFocus(alert) // and not a button, which the next scan would press
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await dialog.waitFor({ state: 'detached' })
      assert.doesNotMatch(page.url(), /act=/)
      await waitForValue(() => page.evaluate('sessionStorage.length'), 0)
      await page.context().close()
    },
  )

  also('a job that shipped without the page knowing is shown as shipped when the parcels are sent', async () => {
    const page = await openJob('shipped-unheard', 'ship')
    await page.route('**/press/events', route => route.fulfill({ status: 204 }))
    await page.reload()
    await scan(page, '1Z999')
    await press(stage.world).tell('shipped-unheard', 'ship', parcel)
    await scan(page, scanned)
    await page.getByRole('button', { name: 'Ship in 2 parcels' }).click()
    await page.getByRole('button', { name: 'Ship without a carrier' }).click()
    await page.getByRole('alert', { name: 'This job has already shipped' }).getByText(scanned).waitFor()
    await page.context().close()
  })

  also('a job that ends while somebody types about it leaves the typed text on the screen', async () => {
    const page = await openJob('stopped-elsewhere', 'delay')
    await gotFocus(page.getByLabel('New ship date'))
    await page.getByLabel('Reason').fill('The paper is late.')
    await press(stage.world).tell('stopped-elsewhere', 'problem', { reason: 'The cover is cut off.' })
    await page.getByRole('alert', { name: 'A problem with this job has already been reported' }).waitFor()
    assert.equal(await page.getByLabel('Reason').inputValue(), 'The paper is late.')
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByRole('button', { name: 'Change date' }).count(), 0)
    await page.getByLabel('New ship date').press('Enter') // sends nothing
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await page.context().close()
  })
})

describe('a second click', () => {
  it('a second click on a button does not act again', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('clicked-twice')
    await program(world, world.charged, 'production').place('printed-twice')
    await world.settle()
    await world.advance(day)
    await press(world).tell('printed-twice', 'accept')
    const ours = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders')
    const theirs = await stage.openAs(world.demo.printer, '/press/jobs')
    for (const [page, act, done] of [
      [ours, 'Payment Success: clicked-twice', 'clicked-twice: Paid'],
      [theirs, 'Mark as printed: printed-twice', 'printed-twice printed'],
    ] as const) {
      let sent = 0
      page.on('request', request => {
        if (request.method() === 'POST') sent++
      })
      await page.getByRole('button', { name: act }).waitFor()
      // Faster than the button is drawn as busy.
      const button = `document.querySelector('[aria-label="${act}"]')`
      await page.evaluate(`${button}.click(), ${button}.click()`)
      await page.getByText(done).waitFor()
      await page.getByRole('button', { name: act }).waitFor({ state: 'detached' })
      assert.equal(sent, 1, act)
      await page.context().close()
    }
  })

  also('a second click on a button of a dialog or a menu does not act again', async () => {
    const { world } = stage
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/keys')
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    const clickTwice = (button: Locator) =>
      button.evaluate((one: { click(): void }) => {
        one.click()
        one.click()
      })
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('Clicked twice')
    await clickTwice(dialog.getByRole('button', { name: 'Create key' }))
    await page.getByRole('dialog', { name: 'Key Clicked twice' }).waitFor()
    await page.goto('/dashboard/sandbox/orders')
    await page.getByRole('button', { name: 'Fast-forward' }).click()
    await clickTwice(page.getByRole('menuitem', { name: /2 hours/ }))
    await page.getByText('moved forward by 2 hours').waitFor()
    assert.deepEqual(sent, ['/dashboard/api/sandbox/keys', '/dashboard/api/sandbox/fast-forward'])
    await page.context().close()
  })
})

describe('an act', () => {
  it('an action is shown as running until its result is on the screen, however slow the network is', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('slowly-cancelled')
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/slowly-cancelled')
    await page.getByRole('heading', { name: 'Files' }).waitFor()
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/orders/slowly-cancelled', async route => {
      if (route.request().method() === 'GET') await held
      await route.continue().catch(() => {})
    })
    const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel order' })
    await cancel.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('slowly-cancelled has been canceled').waitFor()
    assert.equal(await cancel.getAttribute('data-loading'), 'true')
    release()
    await cancel.waitFor({ state: 'detached' })
    await page.context().close()
  })

  also('an action without a connection fails at once, and is not done when the connection comes back', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('kept-offline')
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/kept-offline')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.context().setOffline(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('The order was not canceled').waitFor()
    await page.context().setOffline(false)
    await page.getByText('This page may be out of date.').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    const { status } = await program(world, world.charged, 'sandbox').read('kept-offline')
    assert.equal(status, 'VALID_AWAITING_PAYMENT')
    await page.context().close()
  })

  also('an action in the sandbox is over as soon as its result is shown, and the next click counts', async () => {
    const { world } = stage
    await program(world, world.charged, 'sandbox').place('clicked-on')
    await world.settle()
    const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders/clicked-on')
    await page.getByRole('heading', { name: 'Files' }).waitFor()
    // Slower than everything that the page shows of the act.
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/orders/clicked-on/files', async route => {
      await held
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: 'Payment Success' }).click()
    await page.getByText('You can still cancel this order').waitFor()
    await page.getByRole('button', { name: 'Fast-forward' }).click()
    await page.getByRole('menuitem', { name: /2 hours/ }).click()
    await page.getByText('moved forward by 2 hours').waitFor()
    await world.settle()
    await page.getByRole('button', { name: 'Printer ships', exact: true }).click()
    await page.getByText('clicked-on: Shipped').waitFor()
    release()
    await page.context().close()
  })
})

describe('a session that was ended elsewhere', () => {
  it('the sign-in says that a session was ended elsewhere, and says nothing on a first visit or after signing out', async () => {
    const { world } = stage
    const notice = 'You’ve been signed out'
    const page = await stage.open()
    await page.goto('/dashboard/sandbox/overview')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await page.getByText(notice).count(), 0)
    await signInAs(page, world.enterprise.user)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const other = await stage.openAs(world.enterprise.user, '/dashboard/sandbox/settings')
    await other.getByRole('button', { name: 'Sign out other sessions' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Sign out other sessions' }).click()
    await other.getByText('All other sessions signed out').waitFor()
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByText(notice).waitFor()
    await signInAs(page, world.enterprise.user)
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    await page.getByRole('button', { name: /sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await page.getByText(notice).count(), 0)
    for (const one of [page, other]) await one.context().close()
  })
})

describe('a person who signs out', () => {
  also('a person who signs out is signed out in the other tabs too, when they return to them', async () => {
    const page = await stage.open()
    await page.goto('/dashboard/sandbox/overview')
    await signInAs(page, stage.world.enterprise.user)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.context().clearCookies()
    await page.evaluate("window.dispatchEvent(new Event('focus'))")
    await page.getByText('You’ve been signed out').waitFor()
    await page.context().close()
  })
})

describe('another person', () => {
  also('a tab shows the person who signed in in another tab, when it is opened again', async () => {
    const { charged, enterprise } = stage.world
    const page = await stage.openAs(charged.user, '/dashboard/sandbox/billing')
    const person = page.getByRole('button', { name: /sign out/ })
    await person.getByText(charged.user.email).waitFor()
    const other = await stage.openAs(enterprise.user, '/dashboard')
    await page.context().clearCookies()
    await page.context().addCookies(await other.context().cookies())
    await page.evaluate("window.dispatchEvent(new Event('focus'))")
    await person.getByText(enterprise.user.email).waitFor()
    for (const one of [page, other]) await one.context().close()
  })
})

describe('a click for one person', () => {
  it('a click does nothing to the account of another person who has signed in meanwhile, and their screen is shown', async () => {
    const { world } = stage
    const { charged, enterprise } = world
    const nameFor = async (account: typeof charged) => {
      const theirs = await member(world, account)
      return (await theirs.ask('GET', '/products/NOVEL')).body.name
    }
    const before = await nameFor(enterprise)
    const page = await stage.openAs(charged.user, '/dashboard/sandbox/products/NOVEL')
    await page.getByLabel('Name').fill('Renamed for one account')
    const other = await stage.openAs(enterprise.user, '/dashboard')
    await page.context().clearCookies()
    await page.context().addCookies(await other.context().cookies())
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Change in both' }).click()
    await page
      .getByRole('button', { name: /sign out/ })
      .getByText(enterprise.user.email)
      .waitFor()
    assert.equal(await nameFor(enterprise), before)
    for (const one of [page, other]) await one.context().close()
  })
})

describe('a screen that cannot be loaded', () => {
  also(
    'a screen that cannot be loaded says that the browser is offline, and loads when the connection is back',
    async () => {
      const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/overview')
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      await page.context().setOffline(true)
      await page.getByText('You’re offline. This page may be out of date.').waitFor()
      await page.getByRole('link', { name: 'Webhooks' }).click()
      await page.getByText('this page hasn’t been loaded before').waitFor()
      await page.context().setOffline(false)
      await page.getByText('This page may be out of date.').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
      await page.context().close()
    },
  )

  also(
    'a screen that cannot be loaded without a connection says so, and loads when the connection is back',
    async () => {
      const { world } = stage
      for (const id of ['seen-before', 'seen-later']) await program(world, world.charged, 'sandbox').place(id)
      await world.settle()
      const page = await stage.openAs(world.charged.user, '/dashboard/sandbox/orders')
      await page.getByRole('link', { name: 'seen-before' }).click()
      await page.getByRole('heading', { name: 'seen-before' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
      const later = page.getByRole('link', { name: 'seen-later' })
      await later.waitFor()
      await page.context().setOffline(true)
      await page.getByText('You’re offline.').waitFor()
      await later.click()
      await page.getByText('This will load when you’re back online.').waitFor()
      assert.equal(await page.locator('.mantine-Skeleton-root').count(), 0)
      await page.context().setOffline(false)
      await page.getByRole('heading', { name: 'seen-later' }).waitFor()
      await page.context().close()
    },
  )

  it('a screen that cannot be loaded is loaded again with Retry', async () => {
    const page = await stage.openAs(stage.world.charged.user, '/dashboard/sandbox/overview')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const gone = /\/assets\/Keys-/
    await page.route(gone, route => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('Something went wrong').waitFor()
    await page.unroute(gone)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.context().close()
  })
})
