// Everything that an installation can have stored, made by the service itself for `npm run freeze`: orders in each
// status, and a row of each table. Work that waits is left by a process without a worker, in the end.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { sql } from 'kysely'
import { createAccount, createKey, createPerson } from '../../src/accounts/accounts.ts'
import { partBytes } from '../../src/artwork/uploads.ts'
import { day, hour, later, manualClock, minute, nextUtcHour, utcDay } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Database, openDatabase } from '../../src/db/db.ts'
import { audit, auditChanges, isLateness } from '../../src/features/audit/audit.ts'
import { sumReports } from '../../src/features/reports/sumReports.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { reconcileDue } from '../../src/payments/books/reconcile.ts'
import { addCard } from '../../src/payments/cards/cardStore.ts'
import { simulatedGateway, type TestCardName, testCards } from '../../src/payments/simulated/simulatedPayments.ts'
import { stripePayments } from '../../src/payments/stripe/stripePayments.ts'
import { createProduct, withoutIsbn } from '../../src/products/products.ts'
import { compareJobs } from '../browser/scene.ts'
import { type Provider, startProvider } from '../provider/provider.ts'
import { member, parcel, press, program } from './actors.ts'
import { makeAuthenticator } from './authenticator.ts'
import { startFileServer } from './fileServer.ts'
import { exportOf } from './moving.ts'
import { bookOf, type Content, operatorDraft } from './operatorDraft.ts'
import { emptyPostgres } from './postgres.ts'
import { dump, missingRows, type Release, releasedKey, releaseOf, type SceneHosts } from './releases.ts'
import { statementScene } from './statementScene.ts'
import { startStripeTax } from './stripeTax.ts'
import { totpOf, visitor } from './visitor.ts'
import {
  type Answer,
  files,
  orderBody,
  somewhere,
  startReceiver,
  startWorld,
  type World,
  type WorldOptions,
  worldStart,
} from './world.ts'

/** Why the scene leaves no row: of a table, of any value of a column that is missing, or of one value. */
const reasons: Record<string, string> = {
  'account_domains.confirmed_by dns': 'a domain that the staff confirmed has the same row',
  'account_sign_ons.default_role': 'one account has an identity provider',
  'binding_codes.missing': 'codes of files that cannot be drawn on have the same row as those of files not stored',
  'carrier_manifests.status failed': 'the simulated carrier refuses no manifest',
  'disputes.status closed': 'only Stripe has inquiries',
  'disputes.status under_review': 'only Stripe has evidence',
  'exemptions.media_type': 'a picture of a certificate is sealed like a PDF',
  file_fetches: 'files of queued orders are fetched within minutes',
  'billing_terms.terms_from statement': 'the account with terms pays from the end of the month',
  'print_jobs.alarm': 'alarms differ in their names alone',
  'printer_messages.verdict ignored': 'no printer of the scene has sent such a message',
  sandbox_tasks: 'a small sandbox is forwarded and emptied at once',
  'simulated_gateway_charges.confirmation': 'the gateway is simulated',
  'used_identifiers.mode sandbox': 'a sandbox that was emptied gives its identifiers back',
  'webhook_notice_attempts.trigger redelivery': 'attempts on request differ in this name alone',
  'webhook_notices.status': 'deliveries of orders have every status',
}

/** Plays the scene, and answers the release that this code would make, with the files in `dataDir`. */
export async function makeRelease(version: string, dataDir: string): Promise<Release> {
  const { databaseUrl, drop } = await emptyPostgres()
  const hosts = await playScene(databaseUrl, dataDir)
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const script = await dump(database, { version, missing: await explainMissing(database), ...hosts })
  await database.close()
  await drop()
  return releaseOf(version, script, dataDir)
}

/** The parts of the schema without a row after the scene, each with the reason. Fails for a part without a reason. */
async function explainMissing(database: Database): Promise<string[]> {
  const missing = (await missingRows(database)).map(name => {
    const [table, column] = [name.split('.', 1)[0]!, name.split(' ', 1)[0]!]
    return { name, reason: reasons[name] ?? reasons[column] ?? reasons[table] }
  })
  const forgotten = missing.filter(({ reason }) => reason === undefined).map(({ name }) => name)
  assert.deepEqual(forgotten, [], 'test/support/releaseScene.ts makes no row of them')
  return missing.map(({ name, reason }) => `${name}: ${reason}`)
}

type Account = World['charged']
type Servers = {
  receiver: Awaited<ReturnType<typeof startReceiver>>
  files: Awaited<ReturnType<typeof startFileServer>>
  tax: Awaited<ReturnType<typeof startStripeTax>>
}

const password = 'correct horse battery'
const book = 'PB-0600X0900-BW-60W'
/** For which customers ask for a quote. */
const bulk = orderBody({ orderItems: [{ sku: 'NOVEL', quantity: 4000, pageCount: 120, product: files }] })
const atHome = 'http://127.0.0.1:3000'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h9v9z"/></svg>'
const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** Fails unless the request was accepted. Answers the body. */
async function done(asked: Promise<Answer> | Answer) {
  const { status, body } = await asked
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body
}

const depsOf = ({ app }: World) => ({ ...app, db: app.database.db })

/** The people and programs of a world, who are refused nothing. */
function people(world: World) {
  const { call, demo, charged, enterprise } = world
  const as =
    (authorization: string) => (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      done(call(path, { method, as: authorization, ...(method === 'GET' ? {} : { body: body ?? {} }) }))
  const staff = as(demo.staff.authorization)
  const desk = press(world)
  return {
    staff,
    printer: as(demo.printer.authorization),
    production: as(charged.production.authorization),
    sandbox: as(charged.sandbox.authorization),
    customer: program(world, charged, 'production'),
    large: program(world, enterprise, 'production'),
    tell: async (...told: Parameters<typeof desk.tell>) => done(desk.tell(...told)),
    jobPath: async (order: string) => `/press/jobs/${(await desk.jobOf(order)).jobId}`,
    order: (id: string, act: string, body: object, account = charged) =>
      staff('POST', `/staff/orders/${account.accountId}/${id}/${act}`, body),
  }
}

/** Plays in the empty database. */
async function playScene(databaseUrl: string, dataDir: string): Promise<SceneHosts> {
  const clock = manualClock(worldStart)
  mock.timers.enable({ apis: ['Date'], now: clock() }) // sessions and passwords are dated by the machine
  let secret = ''
  await using receiver = await startReceiver(
    () => secret,
    ({ data }) =>
      /gone/.test(String(data.customerOrderId)) ? 410 : /deaf/.test(String(data.customerOrderId)) ? 500 : 204,
  )
  await using fileServer = await startFileServer()
  await using tax = await startStripeTax()
  await using provider = await startProvider()
  const servers = { receiver, files: fileServer, tax }

  async function inWorld(options: WorldOptions, act: (world: World) => Promise<void>): Promise<void> {
    const database = await openDatabase({ databaseUrl, dataDir: null, databaseConnections: 5 })
    const { config, ...rest } = options
    const common = { secretKey: releasedKey, archiveDays: 40, singleSignOn: null }
    await using world = await startWorld({ database, dataDir, clock, config: { ...common, ...config }, ...rest })
    secret = world.charged.production.webhookSecret
    const advance = async (ms: number) => {
      await world.advance(ms)
      mock.timers.setTime(clock().getTime())
    }
    await act({ ...world, advance })
    const findings = await audit(world.app.database.db, world.now())
    assert.deepEqual(
      findings.filter(finding => config?.role !== 'api' || !isLateness(finding)),
      [],
    )
  }

  const stripeTax = { secretKey: 'sk_test_octavo', apiUrl: tax.url }
  await inWorld({}, bill)
  await inWorld({}, trade)
  await inWorld({ payments: stripeOf(provider) }, world => payByStripe(world, provider))
  await inWorld({ config: { secondPersonAboveCents: 1000 } }, askSecondPeople)
  await inWorld({ config: { files: readConfig([], {}).files } }, world => readFiles(world, servers))
  await inWorld({ config: { stripeTax } }, world => reportTaxes(world, servers))
  await inWorld({}, world => fillStatuses(world, servers))
  await inWorld({ config: { stripeTax }, crash: name => assert.notEqual(name, 'charge:claimed') }, world =>
    stopHalfway(world, servers),
  )
  const waiting = { stripeTax, role: 'api' as const, publicUrl: 'https://books.example' }
  const secondPerson = { secondPersonAboveCents: 1000, secondPersonDiscount: 5 }
  await inWorld({ config: { ...waiting, ...secondPerson } }, world => leaveWork(world, servers))
  mock.timers.reset()
  const hostOf = (url: string) => new URL(url).host
  return { receiver: hostOf(receiver.url), others: [fileServer.at('/'), tax.url.href, provider.url.href].map(hostOf) }
}

/** Two months of an account that pays by statement, and two orders that are archived: one comes back later. */
async function bill(world: World): Promise<void> {
  const { staff, customer, large, tell, order } = people(world)
  const returning = await openAccount(world, 'Returning Reads', 'sim_success')
  await customer.place('archived')
  await returning.place('restored')
  await world.advance(16 * hour)
  for (const id of ['archived', 'restored']) await tell(id, 'ship', parcel)
  const scene = await statementScene(world, {
    ...{ termsDays: 10, lateFeeAmount: 5, purchaseOrderNumber: 'PO-7', discountPercent: 2, discountDays: 10 },
  })
  const billing = `/staff/accounts/${scene.accountId}/billing`
  const [reason, statement] = ['agreed with them', 1]
  const receivedOn = utcDay(world.now()).toString()
  for (const reference of ['CH-1', 'CH-2']) await staff('POST', `${billing}/charges`, { amount: 25, reference, reason })
  await staff('POST', `${billing}/charges/remove`, { reference: 'CH-2', reason })
  const pay = (payment: object) => staff('POST', `${billing}/payments`, { receivedOn, statement, ...payment })
  await pay({ amount: 10, reference: 'TR-1' })
  await pay({ kind: 'credit', amount: 5, reference: 'CN-1', note: 'Damaged cartons' })
  const { paymentId } = await pay({ amount: 7, reference: 'TR-2' })
  await staff('POST', `${billing}/payments/${paymentId}/reverse`, { reason })
  await order('billed', 'refund', { amount: 3, reason }, world.enterprise)
  const reprint = await order('billed', 'reprint', { reason }, world.enterprise)
  await large.place('april')
  await world.advance(3 * hour)
  await tell('april', 'accept', { itemsTotal: 50, taxesTotal: 4 })
  await tell('april', 'ship', { ...parcel, shippingTotal: 6 })
  await tell(reprint.customerOrderId, 'accept')
  await tell(reprint.customerOrderId, 'ship', parcel)
  const payOnline = async (amount: number, by: string, number = 1) => {
    const payer = await member(world, world.enterprise)
    const page = await done(payer.ask('POST', `/billing/statements/${number}/pay`, { amount }))
    await done(payer.ask('POST', `/billing/online-payments/${page.paymentId}/simulate`, { by }))
  }
  await payOnline(8, 'card')
  await payOnline(6, 'bank_debit_fails')
  await world.advance(30 * day)
  const second = await staff('GET', `${billing}/statements/2`)
  await payOnline((second.total * 100 - second.discount * 100) / 100, 'card', 2)
  await world.advance(16 * day) // two late fees, and the archive
  const again = await member(world, world.enterprise)
  await done(again.ask('POST', '/billing/statements/1/pay', { amount: 6 })) // expires: the rest is paid by hand
  const { due } = await staff('GET', `${billing}/statements/1`)
  await pay({ amount: due, reference: 'TR-3', receivedOn: utcDay(world.now()).toString() })
  await staff('POST', `${billing}/statements/1/waive-late-fees`, { reason })
  await staff('PATCH', `${billing}/terms`, { creditLimit: 5000, termsFrom: 'end_of_month', reason })
  await large.place('may')
  await world.advance(3 * hour)
  await tell('may', 'accept', { itemsTotal: 50, taxesTotal: 4 })
  await tell('may', 'ship', { ...parcel, shippingTotal: 6 })
}

/** Orders of a month, which are printed, sent, disputed and taxed, and an account that leaves. */
async function trade(world: World): Promise<void> {
  const { staff, customer, large, production, printer, tell, jobPath, order } = people(world)
  const { app, charged, now, advance } = world
  const { db } = app.database
  const shop = operatorDraft(world)

  await done(
    shop.edit(content => {
      const novel = bookOf(world, content, 'NOVEL')
      novel.cost = { baseCents: 123, perPageMillicents: 0, breaks: [] }
      const discount = { code: 'SCHOOLS', name: 'Schools', from: '2026-03-01', allBooksOffBasisPoints: 1000 }
      content.priceLists = { lists: [discount] }
    }),
  )
  await done(shop.publish())
  await advance(minNoticeMs)
  await staff('PUT', `/staff/accounts/${charged.accountId}/price-list`, { priceList: 'SCHOOLS', reason: 'Contract' })
  const draft = (content: Content) => {
    bookOf(world, content, 'KEEPSAKE').name = 'A keepsake'
  }
  await done(shop.edit(draft))

  for (const address2 of ['', 'SIM RETURNED', 'SIM VOID LATER', 'SIM VOID REFUSED', 'SIM REFUSED', 'SIM LATE'])
    await customer.place(`parcel${address2.slice(3).replaceAll(' ', '-').toLowerCase()}`, {
      destination: { ...somewhere, address2 },
    })
  for (const id of ['disputed', 'lost', 'refunded', 'reprinted', 'talk']) await customer.place(id)
  await advance(27 * hour)
  const label = async (id: string) => {
    const path = await jobPath(id)
    const bought = await printer('POST', `${path}/labels`, { parcel: 1 })
    return { ...bought, path: `${path}/labels/${bought.labelId}` }
  }
  for (const id of ['parcel', 'parcel-returned', 'parcel-late']) {
    const { trackingNumber, path } = await label(id)
    for (const format of ['PDF', 'ZPL'])
      await done(world.call(`${path}/file?format=${format}`, { as: world.demo.printer.authorization }))
    await tell(id, 'ship', { shipments: [{ masterTrackingNumber: trackingNumber, packages: [{ trackingNumber }] }] })
  }
  for (const id of ['parcel-void-later', 'parcel-void-refused']) await printer('POST', `${(await label(id)).path}/void`)
  assert.equal((await label('parcel-refused')).status, 'failed')
  await printer('POST', '/press/manifests')
  for (const id of ['disputed', 'lost', 'refunded', 'reprinted', 'talk']) {
    await tell(id, 'accept')
    await tell(id, 'ship', parcel)
  }
  await order('refunded', 'refund', { amount: 5, reason: 'late' })
  await done(
    world.call(`/staff/orders/${charged.accountId}/reprinted/reprint`, {
      ...{ method: 'POST', as: world.demo.staff.authorization, body: { reason: 'torn' } },
      headers: { 'idempotency-key': 'reprint-1' },
    }),
  )
  for (const reader of ['staff', 'customer']) await order('talk', 'messages', { reader, text: 'The spine is narrow.' })

  await advance(day)

  const lantern = await member(world, charged)
  await done(
    lantern.ask('PATCH', '/account/packing-slip', { logo, message: 'Thanks!', returnAddress: null, blind: false }),
  )
  await done(lantern.ask('PATCH', '/billing/details', { company: 'Paper Lantern Books LLC' }))
  const view = { list: 'orders', name: 'Failed', shared: true, query: 'status=FAILED' }
  await done(lantern.ask('POST', '/views', view))

  await customer.create(orderBody({ customerOrderId: 'once' }), { 'idempotency-key': 'once' })
  const validUntil = (days: number) => utcDay(later(now(), days * day)).toString()
  const quote = async (status: string) => {
    const { quoteId } = await production('POST', '/quotes', { ...bulk, message: `to be ${status}` })
    const path = `/staff/accounts/${charged.accountId}/production/quotes/${quoteId}`
    const terms = { itemsTotal: 6200.5, shippingTotal: 480, manufacturingDays: 12 }
    const days = status === 'expired' ? 1 : 60
    if (status === 'declined') await staff('POST', `${path}/decline`, { reason: 'The paper is sold out.' })
    else await staff('POST', `${path}/offer`, { ...terms, validUntil: validUntil(days) })
    if (status === 'withdrawn') await production('POST', `/quotes/${quoteId}/withdraw`)
    if (status === 'accepted') await production('POST', `/quotes/${quoteId}/accept`, { customerOrderId: 'quoted' })
  }
  for (const status of ['offered', 'declined', 'withdrawn', 'expired', 'accepted']) await quote(status)
  await advance(2 * day)

  const owner = await member(world, charged)
  const { charges } = await done(owner.ask('GET', '/charges'))
  const dispute = (i: number, says: string) =>
    done(owner.ask('POST', `/charges/${charges[i].chargeId}/dispute`, { says }))
  for (const i of [0, 1, 2]) await dispute(i, 'opened')
  await dispute(1, 'won')
  await dispute(2, 'lost')

  const lastDay = utcDay(later(now(), -day)).toString()
  const { returns } = await staff('GET', `/staff/tax-returns/open?lastDay=${lastDay}`)
  await staff('POST', '/staff/tax-returns', { registration: returns[0].registration, lastDay, reference: 'NY-1' })
  const account = (ledgerAccount: string, code: string, name: string) => ({ ledgerAccount, detail: null, code, name })
  const accounts = [account('cash', '1000', 'Clearing'), account('receivable', '1200', 'Receivable')]
  await staff('PUT', '/staff/accounting/mapping', { accounts, reason: 'Chart of accounts' })
  await staff('POST', '/staff/accounting/exports')
  await compareJobs(world, { accountId: charged.accountId, ...(await press(world).jobOf('parcel')) })
  await reconcileDue({ db, payments: app.payments, log: silentLog })(now())

  // An account that has left for another installation, and one whose refunds and charges come to a bad end.
  const gone = await openAccount(world, 'Left Bank Press', 'sim_success')
  await gone.place('left')
  await advance(2 * hour)
  const folder = mkdtempSync(join(tmpdir(), 'octavo-left-'))
  await exportOf(world, gone.accountId, folder)
  rmSync(folder, { recursive: true })
  await large.place('in-their-hands')
  await advance(10 * day)
}

/** An account with a card and a key for production. */
async function openAccount(world: World, name: string, card: TestCardName | null) {
  const deps = { ...depsOf(world), findProblems: () => [] }
  const holderEmail = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const { accountId, webhookSecrets } = await createAccount(deps, { name, holderEmail, enterprise: false }, 'scene')
  const key = { kind: 'customer', accountId, mode: 'production' } as const
  const { authorization } = await createKey(deps, key, 'Shop', 'scene')
  const fields = { manufacturingSku: book, pageCount: 120, description: null, coverUrl: null, gutsUrl: null }
  await createProduct(
    deps,
    { accountId, sku: 'NOVEL' },
    { name: 'Novel', ...fields, proofRequired: false, ...withoutIsbn },
  )
  if (card !== null) {
    const { last4 } = testCards[card]
    const row = { accountId, cardId: world.app.newId('crd'), provider: simulatedGateway, providerRef: card }
    await deps.db.transaction().execute(tx => addCard(tx, { ...row, brand: 'Simulated', last4 }, world.now()))
  }
  const account: Account = {
    ...world.charged,
    accountId,
    production: { authorization, webhookSecret: webhookSecrets.production },
  }
  return { account, accountId, ...program(world, account, 'production') }
}

const stripeOf = ({ url }: Provider) =>
  stripePayments({
    ...{ secretKey: 'sk_test_octavo', webhookSecret: 'whsec_octavo', apiUrl: url, publicUrl: new URL(atHome) },
    ...{ callsPerSecond: 10_000, timeoutMs: 1000 },
  })

/** An account of which the provider knows cards, charges and a dispute. */
async function payByStripe(world: World, provider: Provider): Promise<void> {
  /** The time of this process stands still. */
  const setTime = (now: Date) =>
    provider.ask('set', { offsetMs: now.getTime() - (performance.timeOrigin + performance.now()) })
  await setTime(world.now())
  const { account, accountId, place } = await openAccount(world, 'Stripe Street Books', null)
  const user = { email: 'stripe@example.com', password }
  await createPerson(depsOf(world), { kind: 'customer', accountId, name: 'Stella Pay', ...user }, 'scene')
  await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.server.address() as AddressInfo
  await provider.ask('set', { webhook: { url: `http://127.0.0.1:${port}/stripe/webhook`, secret: 'whsec_octavo' } })
  const advance = async (ms: number) => {
    await setTime(later(world.now(), ms))
    await world.advance(ms)
    await provider.ask('books', {})
    await world.settle()
  }
  const owner = await member(world, { ...account, user })
  const { url } = await done(owner.ask('POST', '/cards'))
  await provider.ask('checkout', { url, does: 'succeeds' })
  await advance(minute)
  await place('striped')
  await advance(nextUtcHour(world.now(), 2).getTime() - world.now().getTime())
  const { charges } = await provider.ask('books', {})
  await provider.ask('dispute', { ref: charges.at(-1)!.ref })
  await advance(day)
  await reconcileDue({ db: world.app.database.db, payments: world.app.payments, log: silentLog })(world.now())
}

/** People of the staff, and refunds that another of them approves, declines, or leaves. */
async function askSecondPeople(world: World): Promise<void> {
  const { charged, enterprise, demo, call } = world
  const { staff, customer } = people(world)
  for (const role of ['owner', 'support', 'finance', 'production', 'read_only'] as const) {
    const person = { name: role, email: `${role}@staff.example`, password }
    await createPerson(depsOf(world), { kind: 'staff', role, ...person }, 'scene')
  }
  for (const id of ['dear', 'dearer', 'dearest']) await customer.place(id)
  await world.advance(27 * hour)
  const chief = await signedIn(world, demo.staff)
  const second = await signedIn(world, { email: 'owner@staff.example', password })
  const ask = async (order: string) =>
    (await chief('POST', `/staff/orders/${charged.accountId}/${order}/refund`, { reason: 'it arrived wet' })).approvalId
  await second('POST', `/staff/approvals/${await ask('dear')}/approve`)
  await second('POST', `/staff/approvals/${await ask('dearer')}/decline`, { reason: 'not so' })
  await ask('dearest')
  await world.advance(8 * day) // until the request expires

  const paper = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const cookie = await world.signIn(enterprise.user)
  const submit = async (state: string): Promise<string> => {
    const headers = { 'content-type': 'application/pdf' }
    const sent = call(`/dashboard/api/exemptions?state=${state}`, { method: 'POST', cookie, body: paper, headers })
    return `/staff/exemptions/${enterprise.accountId}/${(await done(sent)).exemptionId}`
  }
  await submit('NY')
  await staff('POST', `${await submit('OH')}/approve`, { expiresOn: '2028-12-31' })
  await staff('POST', `${await submit('CA')}/refuse`, { reason: 'not signed' })
}

/** Asks as a person, who is refused nothing. */
async function signedIn(world: World, { email, password: typed }: { email: string; password: string }) {
  const who = visitor(world)
  await done(who.ask('POST', '/auth/sign-in/email', { email, password: typed }))
  return (...request: Parameters<typeof who.ask>) => done(who.ask(...request))
}

/** Print files that are read: uploaded, checked, proved, and given to a printer with binding codes. */
async function readFiles(world: World, { files, receiver }: Servers): Promise<void> {
  const { app, charged, call, demo } = world
  const { production, customer, printer, tell } = people(world)
  const file = async (part: 'cover' | 'pages') =>
    (await app.server.inject(`/templates/published/${book}/${part}/pdf?units=in&pageCount=32`)).rawPayload
  const content = { cover: await file('cover'), guts: await file('pages') }
  for (const part of ['cover', 'guts'] as const) files.files.set(`/${part}.pdf`, content[part])
  const product = { coverUrl: files.at('/cover.pdf'), gutsUrl: files.at('/guts.pdf') }

  const chief = await signedIn(world, demo.staff)
  const desk = {
    ...{ title: null, adapter: 'desk', settings: {}, makes: ['*'], shipsTo: ['*'], copiesPerDay: null, priority: 2 },
    ...{ cutOff: { hour: 17, timeZone: 'America/New_York' }, paper: null, bindingCodes: true, labelsAtScan: null },
  }
  const settings = '/staff/printer-settings'
  const { version } = await chief('POST', `${settings}/printers`, { name: 'north', ...desk, priority: 3 })
  await chief('PUT', `${settings}/printers/desk`, { ...desk, basedOn: version })

  const check = { manufacturingSku: book, pageCount: 32, ...product, webhookUrl: receiver.url }
  await production('POST', '/files/check', check)
  await production('POST', '/files/check', { ...check, webhookUrl: files.at('/nobody') })
  const upload = (part: 'cover' | 'guts') =>
    app.server.inject({
      method: 'PUT',
      url: `/products/KEEPSAKE/files/${part}`,
      headers: { authorization: charged.production.authorization, 'content-type': 'application/pdf' },
      payload: content[part],
    })
  for (const part of ['cover', 'guts'] as const) assert.equal((await upload(part)).statusCode, 200)
  const orderItems = [{ sku: 'NOVEL', quantity: 1, pageCount: 32, product }]
  for (const id of ['bound-1', 'bound-2', 'bound-3']) await customer.place(id, { orderItems })
  await customer.place('proof', { orderItems, proofRequired: true })
  await world.settle()
  const { url } = await production('POST', '/orders/proof/proof/links', {})
  const comment = {
    token: new URL(url).hash.slice(1),
    item: 0,
    part: 'guts',
    page: 12,
    author: 'Mina',
    text: 'A comma.',
  }
  for (const on of [{}, { part: 'cover', page: 1 }])
    await done(call('/dashboard/api/proofs/comment', { method: 'POST', body: { ...comment, ...on } }))
  await world.advance(27 * hour)
  const codes = await Promise.all(
    ['bound-1', 'bound-2', 'bound-3'].map(async id => {
      await tell(id, 'accept')
      return (await press(world).jobOf(id)).items[0].bindingCodes
    }),
  )
  const scan = (cover: number, guts: number) =>
    printer('POST', '/press/binding/checks', { scanned: [codes[cover].cover.code, codes[guts].guts.code] })
  const { mismatchId } = await scan(0, 1)
  await printer('POST', `/press/binding/mismatches/${mismatchId}/resolve`, { note: 'Two stacks were swapped.' })
  await scan(1, 2)
  await printer('POST', `/press/jobs/${(await press(world).jobOf('bound-1')).jobId}/printed`)
}

/** Orders in each status, webhooks that arrive or fail, each end of a charge, and accounts that cannot pay. */
async function fillStatuses(world: World, { receiver }: Servers): Promise<void> {
  const { charged, call, demo, advance } = world
  const { staff, customer, production, sandbox, printer, tell, jobPath, order, large } = people(world)
  const webhookUrl = receiver.url
  const endpoint = { url: receiver.url, description: 'Everything' }
  await production('POST', '/webhook-endpoints', endpoint)
  const { endpointId } = await production('POST', '/webhook-endpoints', { ...endpoint, events: ['OrderShipped'] })
  await production('DELETE', `/webhook-endpoints/${endpointId}`)

  const coded = { name: 'A coded book', manufacturingSku: book, pageCount: 120, isbn: '9781861972712', barcode: 'draw' }
  await production('POST', '/products', { sku: 'CODED', ...coded })
  const payer = await member(world, world.enterprise)
  await done(payer.ask('POST', '/billing/bank-account', {}))
  await done(payer.ask('POST', '/billing/simulated-transfers', { amount: 4 }))

  const cards = ['sim_decline', 'sim_authentication_required'] as const
  const late = await openAccount(world, 'Late Letters', 'sim_answers_late')
  for (const card of cards) await (await openAccount(world, `Cards ${card.slice(4)}`, card)).place(card)

  const person = await signedIn(world, charged.user)
  const frequencies = { order_shipped: 'now', order_failed: 'daily', limit: 'never' }
  await person('PATCH', '/auth/email-settings', { frequencies })
  const tracked = { readerTracking: 'page_and_email' }
  await person('PATCH', '/dashboard/api/account/reader-tracking', { readerTracking: 'page' })
  await staff('PATCH', `/staff/accounts/${world.enterprise.accountId}/reader-tracking`, tracked)
  const emptied = program(world, world.enterprise, 'sandbox')
  await emptied.place('emptied')
  await world.settle()
  await done(call('/sandbox/orders', { method: 'DELETE', as: emptied.as }))

  const toys = program(world, charged, 'sandbox')
  const owner = await member(world, charged)
  for (const id of ['toy', 'toy-paid', 'toy-shipped']) await toys.place(id, { webhookUrl })
  await world.settle()
  for (const id of ['toy-paid', 'toy-shipped']) await done(owner.simulate(id, 'payment_success'))

  const named = [
    'refused',
    'withdrawn',
    'cancelled',
    'cancelling',
    'excepted',
    'changing',
    'received',
    'printed',
    'deaf',
    'gone',
  ]
  for (const id of [...named, 'shipped', 'abandoned', 'in-time']) await customer.place(id, { webhookUrl })
  await customer.place('unfit', { orderItems: [{ sku: 'NO-SUCH-BOOK', quantity: 1 }], webhookUrl })
  await large.place('enterprise-printing')
  await customer.cancel('in-time')
  const carrierIs = (address2: string) => ({ destination: { ...somewhere, address2 } })
  await customer.place('silent', carrierIs('SIM LOST ANSWER'))
  await customer.place('void-later', carrierIs('SIM VOID LATER'))
  await customer.place('on-a-list')
  await advance(27 * hour)
  await sandbox('POST', '/sandbox/fast-forward', { by: 'P20D' })
  await world.settle()
  await done((await member(world, charged)).simulate('toy-shipped', 'returned'))
  await printer('POST', `${await jobPath('refused')}/refuse`, { reason: 'Our press is too small.' })
  await staff('POST', `/staff/print-jobs/${(await press(world).jobOf('withdrawn')).jobId}/reroute`, { reason: 'full' })
  for (const id of ['cancelled', 'cancelling']) await tell(id, 'accept')
  for (const id of ['cancelled', 'cancelling']) await done(customer.cancel(id))
  await tell('cancelled', 'cancellation', { decision: 'accept' })
  for (const id of ['excepted', 'abandoned']) await tell(id, 'problem', { reason: 'The paper is no longer made.' })
  await order('abandoned', 'abandon', { reason: 'No press has this paper.' })
  await tell('changing', 'accept')
  await done(
    call('/orders/changing', {
      ...{ method: 'PATCH', as: customer.as, body: { destination: { ...somewhere, address1: '21 Main Street' } } },
    }),
  )
  await printer('POST', `${await jobPath('received')}/receive`)
  for (const act of ['accept', 'printed']) await printer('POST', `${await jobPath('printed')}/${act}`)
  await tell('shipped', 'accept')
  await tell('shipped', 'ship', parcel)
  await press(world).tell('shipped', 'ship', parcel)
  await press(world).tell('shipped', 'problem', { reason: 'It came back.' })
  const body = { reason: 'moves out' }
  await done(call('/staff/printers/north/hold', { method: 'POST', as: demo.staff.authorization, body }))
  const { deliveries } = await production('GET', '/deliveries?customerOrderId=shipped')
  await production('POST', `/deliveries/${deliveries[0].deliveryId}/redeliver`)
  await advance(4 * day) // until webhooks are given up
  await late.place('late')
  await customer.place('held', { webhookUrl })
  await customer.place('deaf-again', { webhookUrl })
  await advance(nextUtcHour(world.now(), 2).getTime() - world.now().getTime())
  await customer.place('unpaid', { webhookUrl })
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from archived_orders where customer_order_id = 'restored'`.execute(
    world.app.database.db,
  )
  await order('restored', 'restore', {}, { ...charged, accountId: rows[0]!.accountId })
  const again = await member(world, world.enterprise)
  const { paymentId } = await done(again.ask('POST', '/billing/statements/3/pay', { amount: 10 }))
  await done(again.ask('POST', `/billing/online-payments/${paymentId}/simulate`, { by: 'bank_debit' }))
  await sandbox('PATCH', '/sandbox', { payments: 'automatic' })
  await world.settle()
  const { db } = world.app.database
  while ((await sumReports(db)(world.now())) > 0);
  await auditChanges({ db, read: (act: (db: unknown) => unknown) => act(db) } as never, world.now())
}

/** Stripe Tax knows of a sale, and not of another. */
async function reportTaxes(world: World, { tax }: Servers): Promise<void> {
  const { customer, order } = people(world)
  await customer.place('taxed')
  await customer.place('refused-tax')
  await world.advance(27 * hour)
  tax.plan.does = 'refuses'
  await order('refused-tax', 'refund', { reason: 'torn', amount: 1 })
  await world.settle()
  tax.plan.does = 'answers'
}

/** Stripe Tax is silent, and a process dies before it has charged. */
async function stopHalfway(world: World, { tax }: Servers): Promise<void> {
  const { customer, order } = people(world)
  const { accountId, place, account } = await openAccount(world, 'Early Editions', 'sim_success')
  const user = { email: 'early@example.com', password }
  await createPerson(depsOf(world), { kind: 'customer', accountId, name: 'Earl Early', ...user }, 'scene')
  await place('early')
  await world.settle()
  tax.plan.does = 'fails'
  await order('taxed', 'refund', { reason: 'torn', amount: 1 })
  await customer.place('untaxed')
  await world.settle()
  const chief = await signedIn(world, world.demo.staff)
  await chief('PUT', '/staff/installation/payment', { gateway: 'simulated' })
  const owner = await member(world, { ...account, user })
  const { amount } = await done(owner.ask('GET', '/billing/due'))
  assert.equal((await owner.ask('POST', '/billing/pay', { amount })).status, 500)
}

/** Work that a process without a worker accepts, and that waits. */
async function leaveWork(world: World, { receiver, files }: Servers): Promise<void> {
  const { charged, enterprise, demo, app } = world
  const { staff, sandbox, production, customer, printer, jobPath, order } = people(world)
  const toys = program(world, charged, 'sandbox')
  const webhookUrl = receiver.url
  await toys.place('toy-received', { webhookUrl })
  await customer.place('just-received', { webhookUrl })
  const limit = (queueCeiling: number) => ({ limits: { production: { ordersPer24Hours: 1, queueCeiling } } })
  await staff('PATCH', `/staff/accounts/${charged.accountId}`, limit(100))
  await customer.place('queued', { webhookUrl })
  await staff('PATCH', `/staff/accounts/${charged.accountId}`, limit(1))
  await customer.place('rejected', { webhookUrl })
  const product = { coverUrl: files.at('/cover.pdf'), gutsUrl: files.at('/guts.pdf') }
  await sandbox('POST', '/files/check', { manufacturingSku: book, pageCount: 32, ...product, webhookUrl })
  await sandbox('POST', '/webhook-test', { url: webhookUrl })
  await sandbox('POST', '/webhook-endpoints', { url: webhookUrl, description: 'All' })
  await sandbox('POST', '/quotes', bulk)
  const label = async (id: string) => printer('POST', `${await jobPath(id)}/labels`, { parcel: 1 })
  await label('silent')
  const { labelId } = await label('void-later')
  await printer('POST', `${await jobPath('void-later')}/labels/${labelId}/void`)
  const { trackingNumber } = await label('on-a-list')
  const shipments = [{ masterTrackingNumber: trackingNumber, packages: [{ trackingNumber }] }]
  await printer('POST', `${await jobPath('on-a-list')}/ship`, { shipments })
  await printer('POST', '/press/manifests')
  await order('talk', 'refund', { amount: 1, reason: 'late' })
  const payer = await member(world, enterprise)
  await done(payer.ask('POST', '/billing/statements/3/pay', { amount: 20 }))

  const parts = [Buffer.alloc(partBytes, 'a'), Buffer.from('b')]
  const begin = async (bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return (await sandbox('POST', '/files/uploads', { bytes: bytes.length, sha256 })).uploadId
  }
  const send = (uploadId: string, number: number, payload: Buffer) =>
    app.server.inject({
      ...{ method: 'PUT', url: `/files/uploads/${uploadId}/parts/${number}`, payload },
      headers: { authorization: charged.sandbox.authorization, 'content-type': 'application/octet-stream' },
    })
  assert.equal((await send(await begin(Buffer.concat(parts)), 2, parts[1]!)).statusCode, 200)
  await production('POST', '/files/uploads', { bytes: 5, sha256: createHash('sha256').update('other').digest('hex') })
  const small = await begin(parts[1]!)
  assert.equal((await send(small, 1, parts[1]!)).statusCode, 200)
  await sandbox('POST', `/files/uploads/${small}/complete`)

  for (const role of ['developer', 'bookkeeper', 'viewer'] as const) {
    const person = { name: role, email: `${role}@lantern.example`, password }
    await createPerson(depsOf(world), { kind: 'customer', accountId: charged.accountId, role, ...person }, 'scene')
  }
  await createKey(depsOf(world), { kind: 'metrics' }, 'Prometheus', 'scene')
  const newcomer = { accountName: 'Analytical Books', name: 'Ada', email: 'ada@analytical.example', password }
  await done(visitor(world).ask('POST', '/auth/sign-up', newcomer))
  await visitor(world).ask('POST', '/auth/request-password-reset', { email: 'viewer@lantern.example' })
  const developer = await signedIn(world, { email: 'developer@lantern.example', password })
  const { totpUri } = await developer('POST', '/auth/second-factor/enrol', { password })
  await developer('POST', '/auth/second-factor/confirm', { code: totpOf(totpUri, Date.now()) })
  const bookkeeper = await signedIn(world, { email: 'bookkeeper@lantern.example', password })
  const device = makeAuthenticator({ origin: 'https://books.example' })
  const credential = device.create(await bookkeeper('POST', '/auth/passkeys/options'))
  await bookkeeper('POST', '/auth/passkeys', { name: 'Laptop', credential })
  await bookkeeper('POST', '/auth/change-email', { newEmail: 'books@lantern.example' })
  const owner = await signedIn(world, charged.user)
  for (const role of ['owner', 'developer', 'bookkeeper', 'viewer'])
    await owner('POST', '/dashboard/api/team/invitations', { email: `new.${role}@lantern.example`, role })
  const restricted = { label: 'Shop', scopes: ['orders:read', 'orders:write'], addresses: ['10.0.0.0/8'] }
  await owner('POST', '/dashboard/api/production/keys', restricted)
  const { keyId } = await owner('POST', '/dashboard/api/production/keys', { label: 'Old shop' })
  await owner('DELETE', `/dashboard/api/production/keys/${keyId}`)
  await owner('POST', '/dashboard/api/production/webhook-public-key/rotate')
  await owner('POST', '/dashboard/api/sandbox/webhook-secret/rotate', { overlapHours: 24 })

  const chief = await signedIn(world, demo.staff)
  const path = `/staff/accounts/${charged.accountId}`
  const ofLantern = {
    ...{ issuer: 'https://login.lantern.example/', clientId: 'octavo', clientSecret: 'a secret' },
    ...{ roles: [{ group: 'lantern-owners', role: 'owner' }], defaultRole: 'viewer', localSignIn: true },
  }
  const confirm = async ({ approvalId }: { approvalId: string }) =>
    owner('POST', `/dashboard/api/team/requests/${approvalId}/confirm`)
  const signOn = { ...ofLantern, domains: ['lantern-books.example', 'lantern.example'] }
  await confirm(await chief('PUT', `${path}/single-sign-on`, signOn))
  await confirm(await chief('POST', `${path}/single-sign-on/domains/lantern.example/confirm`))
  await chief('POST', `${path}/single-sign-on/domains/lantern-books.example/confirm`)
  await chief('POST', `${path}/invitations`, { email: 'piet@lantern.example', role: 'bookkeeper' })
  const invitation = { email: 'new@staff.example', kind: 'staff', role: 'finance', language: 'en' }
  await chief('POST', '/staff/people/invitations', invitation)
  const ofPrinter = { email: 'new@press.example', kind: 'printer', printer: 'desk', language: 'en' }
  await chief('POST', '/staff/people/invitations', ofPrinter)
  await chief('POST', '/staff/views', { list: 'orders', name: 'Stopped', shared: false, query: 'status=EXCEPTION' })
  await chief('POST', `/staff/accounts/${enterprise.accountId}/view`, { reason: 'They called.' })
  const reason = 'Contract of March 1'
  await chief('POST', `/staff/orders/${charged.accountId}/dearest/refund`, { reason: 'it arrived wet' })
  await chief('PATCH', path, { enterprise: true, reason })
  const payment = { receivedOn: utcDay(later(world.now(), -day)).toString(), amount: 2000, reference: 'WIRE 2' }
  await chief('POST', `/staff/accounts/${enterprise.accountId}/billing/payments`, payment)
  await chief('PATCH', `/staff/accounts/${enterprise.accountId}/billing/terms`, { termsDays: 90, reason })
  await chief('PUT', `/staff/accounts/${enterprise.accountId}/price-list`, { priceList: 'SCHOOLS', reason })
  await chief('POST', `/staff/orders/${charged.accountId}/excepted/abandon`, { reason })
  const { quoteId } = await production('POST', '/quotes', bulk)
  const validUntil = utcDay(later(world.now(), 20 * day)).toString()
  const offer = { itemsTotal: 5, shippingTotal: 5, manufacturingDays: 12, validUntil }
  await chief('POST', `${path}/production/quotes/${quoteId}/offer`, offer)
  await production('POST', '/quotes', bulk)
  const shop = operatorDraft(world)
  const cheap = { code: 'MORE', name: 'More', allBooksOffBasisPoints: 5000 }
  const addList = (content: Content) => {
    content.priceLists = { lists: [...(content.priceLists as { lists: object[] }).lists, cheap] }
  }
  await done(shop.edit(addList))
  await done(shop.publish())
}
