// The press desk without a connection: it opens, what people do is queued and sent once, and nothing is left behind
// when they sign out.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

type Person = { email: string; password: string }

const label = '1Z999AA10123456784'

/** Orders at the press, by their ids; those of `accepted` are accepted. */
async function placeOrders(ids: string[], accepted: string[] = ids) {
  const { world } = stage
  const ours = program(world, world.charged, 'production')
  for (const id of ids) await ours.place(id)
  await world.settle()
  await world.advance(day)
  for (const id of accepted) await press(world).tell(id, 'accept')
}

const jobIdOf = async (id: string): Promise<string> => (await press(stage.world).jobOf(id)).jobId
const statusOf = async (id: string): Promise<string> => (await press(stage.world).jobOf(id)).status

/** What is kept in the browser under a name, as text. */
const keptText = (page: Page, name: 'answers' | 'acts') =>
  page.evaluate<string>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('octavo-press')
    opening.onerror = reject
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').get('${name}')
      reading.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(reading.result ?? null)) }
    }
  })`)

/** The list of jobs once its worker runs and everything on it is kept. */
async function openDesk(ids: string[], person: Person = stage.world.demo.printer): Promise<Page> {
  const page = await stage.openAs(person, '/press')
  await page.evaluate('navigator.serviceWorker.ready')
  for (const id of ids) {
    await page.getByRole('link', { name: id, exact: true }).waitFor()
    await waitForValue(async () => (await keptText(page, 'answers')).includes(`"${id}"`), true)
  }
  return page
}

async function createPrinter(name: string) {
  const { app } = stage.world
  const person = { name, email: `${name.split(' ')[0]!.toLowerCase()}@example.com`, password: 'correct horse battery' }
  await createPerson({ ...app, db: app.database.db }, { kind: 'printer', printer: null, ...person }, 'test')
  return person
}

async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.clock.setFixedTime(stage.world.now())
  return tab
}

async function shipByScans(page: Page, jobId: string, number: string) {
  const field = page.getByLabel('Scan a job ticket')
  await field.fill(jobId)
  await field.press('Enter')
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const labels = page.getByLabel('Tracking numbers')
  await labels.fill(number)
  await labels.press('Enter')
  await page.getByRole('button', { name: 'Ship in 1 parcel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const queueBar = (page: Page, text: string | RegExp) => page.getByRole('banner').getByText(text)

type Message = { kind: string; verdict: string; repetitions: number }

/** The messages about a job, as the service has recorded them. */
async function messagesAbout(id: string): Promise<Message[]> {
  const { rows } = await sql<Message>`
    select kind, verdict, repetitions from printer_messages
    where job_id = ${await jobIdOf(id)} order by record_id`.execute(stage.world.app.database.db)
  return rows
}

const applied = (kind: string): Message => ({ kind, verdict: 'applied', repetitions: 0 })

async function countSteps(id: string, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from order_events e join orders o using (account_id, mode, order_id)
    where o.customer_order_id = ${id} and e.kind = ${kind}`.execute(stage.world.app.database.db)
  return rows[0]!.count
}

describe('the press desk without a connection', () => {
  it('acts at the press are queued without a connection, stay through a reload, and are each counted once', async () => {
    const ids = ['offline-accept', 'offline-print', 'offline-ship']
    await placeOrders(ids, ids.slice(1))
    const page = await openDesk(ids)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Accept offline-accept' }).click()
    await page.getByText('offline-accept: queued.').waitFor()
    await page.getByRole('button', { name: 'Mark as printed: offline-accept' }).waitFor()
    await page.getByRole('button', { name: 'Mark as printed: offline-print' }).click()
    await queueBar(page, '2 actions queued').waitFor()
    await shipByScans(page, await jobIdOf('offline-ship'), label)
    await page.getByText(`Ship: ${label}`).waitFor()
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['NEW', 'ACCEPTED', 'ACCEPTED'])

    await page.reload()
    await page.getByText(`Ship: ${label}`).waitFor()
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await queueBar(page, '3 actions queued').waitFor()
    await waitForValue(() => page.getByText('Queued', { exact: true }).count(), 3)

    await page.context().setOffline(false)
    await queueBar(page, /queued/).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'offline-ship', exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['ACCEPTED', 'PRINTED', 'SHIPPED'])
    assert.deepEqual((await messagesAbout('offline-accept')).at(-1), applied('accepted'))
    assert.deepEqual((await messagesAbout('offline-print')).at(-1), applied('printed'))
    assert.deepEqual((await messagesAbout('offline-ship')).at(-1), applied('shipped'))
    const { shipmentTracking } = await program(stage.world, stage.world.charged, 'production').read('offline-ship')
    assert.deepEqual([shipmentTracking.length, shipmentTracking[0].carrier], [1, 'UPS'])
    assert.equal(await countSteps('offline-ship', 'OrderShipped'), 1)
    await page.context().close()
  })

  it('several jobs are accepted together without a connection', async () => {
    const ids = ['together-1', 'together-2']
    await placeOrders(ids, [])
    const page = await openDesk(ids)
    await page.context().setOffline(true)
    for (const id of ids) await page.getByLabel(`Select ${id}`).check()
    assert.equal(await page.getByRole('button', { name: 'Tickets need a connection' }).isDisabled(), true)
    await page.getByRole('button', { name: 'Accept 2' }).click()
    await page.getByText('2 jobs: queued.').waitFor()
    await page.context().setOffline(false)
    await queueBar(page, /queued/).waitFor({ state: 'detached' })
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['ACCEPTED', 'ACCEPTED'])
    await page.context().close()
  })

  it('what cannot be done without a connection says so', async () => {
    await placeOrders(['says-so'])
    const page = await openDesk(['says-so'])
    await page.context().setOffline(true)
    const field = page.getByLabel('Scan a job ticket')
    await field.fill('job_0000000000000000000000')
    await field.press('Enter')
    await page.getByText('this job isn’t on this device').waitFor()
    await page.getByRole('link', { name: 'says-so', exact: true }).click()
    assert.equal(await page.getByRole('button', { name: 'Job ticket needs a connection' }).isDisabled(), true)
    await page.getByText('This will load when you’re back online.').first().waitFor()
    await page.context().close()
  })

  it('an act whose answer was lost is sent again, and counts once', async () => {
    await placeOrders(['lost-answer'])
    const page = await openDesk(['lost-answer'])
    let lost = 0
    await page.route('**/press/jobs/*/ship', async route => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await shipByScans(page, await jobIdOf('lost-answer'), label)
    await page.getByText('Shipped', { exact: true }).first().waitFor()
    await queueBar(page, /queued/).waitFor({ state: 'detached' })
    assert.equal(lost, 2)
    assert.deepEqual((await messagesAbout('lost-answer')).at(-1), { ...applied('shipped'), repetitions: 1 })
    assert.equal(await countSteps('lost-answer', 'OrderShipped'), 1)
    await page.context().close()
  })

  it('an act that came too late is shown with what was tried until it is dismissed', async () => {
    await placeOrders(['too-late'])
    const page = await openDesk(['too-late'])
    const jobId = await jobIdOf('too-late')
    await page.context().setOffline(true)
    await shipByScans(page, jobId, label)
    const other = { shipments: [{ masterTrackingNumber: '', carrier: '', packages: [{ trackingNumber: 'OTHER-1' }] }] }
    await press(stage.world).tell('too-late', 'ship', other)
    await page.context().setOffline(false)
    await queueBar(page, '1 action was not accepted').click()
    const dialog = page.getByRole('dialog', { name: 'Queued on this device' })
    await dialog.getByText(`Ship: ${label}`).waitFor()
    await dialog.getByText('Not accepted: The job has shipped').waitFor()
    await page.reload()
    await queueBar(page, '1 action was not accepted').waitFor()
    const alert = page.getByRole('alert', { name: 'Not everything that you did was accepted' })
    await alert.getByText('its packages or its price were different').waitFor()
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await alert.waitFor({ state: 'detached' })
    await queueBar(page, /not accepted/).waitFor({ state: 'detached' })
    await page.context().close()
  })

  also('an act that did not happen is discarded, and never sent', async () => {
    await placeOrders(['never-printed'])
    const page = await openDesk(['never-printed'])
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Mark as printed: never-printed' }).click()
    await queueBar(page, '1 action queued').click()
    const dialog = page.getByRole('dialog', { name: 'Queued on this device' })
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
    await dialog.getByRole('button', { name: 'Discard: it didn’t happen' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.context().setOffline(false)
    await queueBar(page, /queued/).waitFor({ state: 'detached' })
    assert.equal(await statusOf('never-printed'), 'ACCEPTED')
    await page.context().close()
  })

  also('two tabs with queued acts send each act once', async () => {
    const ids = ['two-tabs-1', 'two-tabs-2']
    await placeOrders(ids)
    const page = await openDesk(ids)
    const tab = await openTab(page)
    await tab.goto('/press')
    await tab.getByRole('link', { name: ids[0]!, exact: true }).waitFor()
    const sent: string[] = []
    page.context().on('request', request => {
      if (request.method() === 'POST') sent.push(request.headers()['idempotency-key'] ?? 'no key')
    })
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Mark as printed: two-tabs-1' }).click()
    await queueBar(tab, '1 action queued').waitFor()
    await tab.getByRole('button', { name: 'Mark as printed: two-tabs-2' }).click()
    await queueBar(page, '2 actions queued').waitFor()
    await page.context().setOffline(false)
    for (const one of [page, tab]) await queueBar(one, /queued/).waitFor({ state: 'detached' })
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['PRINTED', 'PRINTED'])
    assert.equal(sent.length, 2)
    assert.equal(new Set(sent).size, 2)
    await page.context().close()
  })

  it('when the session has ended meanwhile, the desk asks to sign in again, and then sends', async () => {
    await placeOrders(['signed-in-again'])
    const { printer } = stage.world.demo
    const page = await openDesk(['signed-in-again'])
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Mark as printed: signed-in-again' }).click()
    await queueBar(page, '1 action queued').waitFor()
    await page.context().clearCookies()
    await page.context().setOffline(false)
    await page.getByLabel('Email address').fill(printer.email)
    assert.equal(await keptText(page, 'answers'), 'null')
    await page.getByRole('textbox', { name: 'Password' }).fill(printer.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await queueBar(page, /queued/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ship signed-in-again' }).waitFor()
    assert.equal(await statusOf('signed-in-again'), 'PRINTED')
    await page.context().close()
  })

  it('acts of one person are not sent by another, and wait for the next sign-in', async () => {
    await placeOrders(['of-another'])
    const { demo } = stage.world
    const colleague = await createPrinter('Grace Binder')
    const page = await openDesk(['of-another'])
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Mark as printed: of-another' }).click()
    await queueBar(page, '1 action queued').waitFor()
    await page.context().clearCookies()
    await page.context().setOffline(false)
    const signIn = async ({ email, password }: { email: string; password: string }) => {
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('textbox', { name: 'Password' }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await signIn(colleague)
    await queueBar(page, '1 action of another person waits').click()
    await page.getByText('will be sent when they sign in again on this device').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    assert.equal(await statusOf('of-another'), 'ACCEPTED')
    await page.getByRole('button', { name: /sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(demo.printer)
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await queueBar(page, /waits|queued/).waitFor({ state: 'detached' })
    assert.equal(await statusOf('of-another'), 'PRINTED')
    await page.context().close()
  })

  it('signing out leaves no jobs and no acts in the browser, and asks first if acts were not accepted', async () => {
    await placeOrders(['left-behind'])
    const page = await openDesk(['left-behind'], await createPrinter('Lin Parting'))
    await page.context().setOffline(true)
    await shipByScans(page, await jobIdOf('left-behind'), label)
    await press(stage.world).tell('left-behind', 'problem', { reason: 'The paper is no longer made.' })
    await page.context().setOffline(false)
    await queueBar(page, '1 action was not accepted').waitFor()
    const signOut = async () => {
      await page.getByRole('button', { name: /sign out/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await signOut()
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await queueBar(page, '1 action was not accepted').waitFor()
    await signOut()
    await page.getByRole('button', { name: 'Sign out and discard' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await waitForValue(() => keptText(page, 'acts'), '[]')
    assert.equal(await keptText(page, 'answers'), 'null')
    const cached = await page.evaluate(`(async () => {
      const requests = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })()`)
    const others = (cached as string[]).filter(path => !/^\/(assets|brand)\//.test(path))
    assert.deepEqual(others, ['/press'])
    await page.context().setOffline(true)
    await page.goto('/press')
    await page
      .getByText(/This will load when you’re back online|We can’t reach the service/)
      .first()
      .waitFor()
    assert.doesNotMatch((await page.textContent('body')) ?? '', /left-behind/)
    await page.context().close()
  })

  it('the desk can be installed, with the name and the icons of the brand', async () => {
    const page = await openDesk([])
    const session = await page.context().newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
      [],
    )
    const manifest = await session.send('Page.getAppManifest')
    assert.deepEqual([manifest.errors, new URL(manifest.url).pathname], [[], '/brand/press.webmanifest'])
    await page.context().close()
  })

  it('a browser without a worker and without storage works as long as there is a connection', async () => {
    await placeOrders(['no-storage'])
    const page = await stage.openAs(stage.world.demo.printer, '/press/you')
    await page.addInitScript(`
      Object.defineProperty(indexedDB, 'open', { value() { throw new DOMException('denied', 'SecurityError') } })
      delete Navigator.prototype.serviceWorker
      delete Navigator.prototype.locks`)
    await page.goto('/press')
    await page.getByRole('button', { name: 'Mark as printed: no-storage' }).click()
    await page.getByText('no-storage printed').waitFor()
    assert.equal(await statusOf('no-storage'), 'PRINTED')
    await page.context().close()
  })
})

it('the press desk without a connection reports no error but that there is none', () => {
  const unexpected = stage.complaints.filter(text => !/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/.test(text))
  assert.deepEqual(unexpected, [])
})
