// A customer's account in use, for screens that should show something: orders in every status, webhooks that arrive and
// some that do not, a queue.

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { createAccount, createKey, createPerson } from '../../src/accounts/accounts.ts'
import { day, earlier, hour, utcDay } from '../../src/base/clock.ts'
import { oweRefunds, refundByStaff } from '../../src/features/money/refunds.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { changeAccount } from '../../src/features/staff/staffActs.ts'
import { savePurchaseOrder } from '../../src/payments/billingDetails.ts'
import { addCard } from '../../src/payments/cards/cardStore.ts'
import { simulatedGateway, type TestCardName, testCards } from '../../src/payments/simulated/simulatedPayments.ts'
import { type JobDifference, saveJobComparison } from '../../src/printer/comparisons.ts'
import { createProduct, withoutIsbn } from '../../src/products/products.ts'
import { member, parcel, press, program, support } from '../support/actors.ts'
import { confirmAccess } from '../support/confirmAccess.ts'
import { operatorDraft } from '../support/operatorDraft.ts'
import { files, orderBody, startReceiver, type World } from '../support/world.ts'

const places = [
  { name: 'Ada Reader', address1: '1 Main Street', city: 'Rochester', state: 'NY', postal: '14604', country: 'US' },
  { name: 'Lin Page', address1: '22 Harbor Road', city: 'Portland', state: 'ME', postal: '04101', country: 'US' },
  { name: 'Noor Folio', address1: '9 Rue Peel', city: 'Montreal', state: 'QC', postal: 'H3A 1T1', country: 'CA' },
  { name: 'Sam Spine', address1: '400 Lake Ave', city: 'Seattle', state: 'WA', postal: '98101', country: 'US' },
]

/** Ids of jobs, the identifier of an order that has shipped, and of those that stand still or will never be made. */
export type SceneJobs = {
  asked: string
  accepted: string
  proofToken: string
  shippedOrder: string
  pictured: string
  unpaid: { accountId: string }
  still: Record<'asked' | 'exception' | 'abandoned' | 'queued' | 'rejected' | 'held' | 'cancelled' | 'proof', string>
}

type Files = { coverUrl: string; gutsUrl: string }

/**
 * Dispose of it in the end: it receives webhooks. `filesOf` says which files are ordered, for a world that reads them.
 */
export async function playScene(world: World, filesOf: (sku: string) => Files = () => files) {
  const account = world.charged
  await setUpSignOn(world)
  const unpaid = await playMoneyTrouble(world, filesOf)
  await uploadFile(world, 'KEEPSAKE', 'guts', 'HC-0600X0900-BW-60C')
  await uploadFile(world, 'KEEPSAKE', 'cover', 'HC-0600X0900-BW-60C')
  await uploadFile(world, 'NOVEL', 'guts', 'HC-0850X1100-PC-80C') // which is not its size
  const receiver = await startReceiver(
    () => account.sandbox.webhookSecret,
    got => (String(got.data.customerOrderId).endsWith('7') ? 500 : 204),
  )
  const webhookUrl = receiver.url
  for (const mode of ['production', 'sandbox'] as const) {
    const { create } = program(world, account, mode)
    let number = mode === 'production' ? 1040 : 10
    const some = async (count: number) => {
      for (let i = 0; i < count; i++) {
        number++
        const destination = places[number % places.length]!
        const sku = number % 3 === 0 ? 'KEEPSAKE' : 'NOVEL'
        const item = { sku, quantity: 1 + (number % 4), retailPrice: '19.99', product: filesOf(sku) }
        const customerOrderId = `${mode === 'production' ? 'PLB' : 'test'}-${number}`
        await create(orderBody({ customerOrderId, webhookUrl, destination, orderItems: [item] }))
      }
      await world.settle()
    }
    await create(pictured(mode, filesOf))
    for (const count of [4, 6, 3, 7, 5]) {
      await some(count)
      await world.advance(day)
    }
    await create(orderBody({ customerOrderId: `${mode}-failed`, orderItems: [{ sku: 'NO-SUCH-BOOK', quantity: 1 }] }))
    await some(4)
    await world.advance(3 * hour)
    await some(3)
  }
  const desk = press(world)
  const given = await desk.jobs()
  for (const [i, job] of given.entries()) {
    const id = job.customerOrderId
    // The last ones have only just come.
    if (i >= given.length - 4) continue
    await desk.tell(id, 'accept')
    if (i % 4 < 2) await desk.tell(id, 'ship', parcel)
    else if (i === 2) await desk.tell(id, 'problem', { reason: 'The cover does not fit the press.' })
    else if (i === 3) await program(world, account, 'production').cancel(id)
    else if (i === 6) {
      await desk.tell(id, 'problem', { reason: 'The paper is no longer made.' })
      await support(world).act(account, id, 'abandon', {
        reason: 'No press has this paper. You were given your money back.',
      })
    }
  }
  await world.settle()
  await publishPriceLists(world)
  await support(world).change(account, { limits: { production: { ordersPer24Hours: 4, queueCeiling: 6 } } })
  const { create } = program(world, account, 'production')
  for (const n of [2001, 2002, 2003, 2004, 2005, 2006, 2007]) {
    const item = { sku: 'NOVEL', quantity: 2, product: filesOf('NOVEL') }
    await create(orderBody({ customerOrderId: `PLB-${n}`, webhookUrl, orderItems: [item] }))
  }
  const sandbox = await member(world, account)
  await sandbox.simulate('test-11', 'payment_success')
  await sandbox.simulate('test-12', 'payment_success')
  await world.settle()
  await program(world, account, 'sandbox').cancel('test-12')
  const proven = { sku: 'NOVEL', quantity: 1, product: filesOf('NOVEL') }
  await program(world, account, 'sandbox').place('test-proof', { orderItems: [proven], proofRequired: true })
  await world.settle()
  await handInPaper(world)
  await askForQuote(world)
  // About an order that has shipped: it contradicts, and is kept for the staff.
  const shipped = (await desk.jobs('SHIPPED')).find((job: { enterprise: boolean }) => !job.enterprise)
  await desk.tell(shipped.customerOrderId, 'problem', { reason: 'It came back.' })
  await compareJobs(world, { accountId: account.accountId, ...shipped })
  await askForApprovals(world, shipped.customerOrderId)
  await addEndpoints(world)
  const open: { jobId: string; status: string; cancellationRequested: boolean }[] = await desk.jobs()
  const jobs: SceneJobs = {
    shippedOrder: shipped.customerOrderId,
    asked: open.find(job => job.cancellationRequested)!.jobId,
    accepted: open.find(job => job.status === 'ACCEPTED' && !job.cancellationRequested)!.jobId,
    pictured: (await desk.jobOf('production-pictured')).jobId,
    unpaid,
    proofToken: await shareProof(world),
    still: {
      asked: given[3].customerOrderId,
      exception: given[2].customerOrderId,
      abandoned: given[6].customerOrderId,
      queued: 'PLB-2006',
      rejected: 'PLB-2007',
      held: 'test-11',
      cancelled: 'test-12',
      proof: 'test-proof',
    },
  }
  return { jobs, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() }
}

/** The token of a link to a proof with a comment. */
async function shareProof({ call, charged: { sandbox } }: World): Promise<string> {
  const sharing = { method: 'POST' as const, as: sandbox.authorization, body: {} }
  const { body: link } = await call('/orders/test-proof/proof/links', sharing)
  const token = new URL(link.url).hash.slice(1)
  const text = 'The lantern on the cover should be a little brighter. The rest is lovely.'
  const comment = { token, item: 0, part: 'cover', page: 1, author: 'Mina Okafor', text }
  await call('/dashboard/api/proofs/comment', { method: 'POST', body: comment })
  return token
}

/** One is disabled, and nothing happens in production after this. */
async function addEndpoints({ call, charged: { production } }: World) {
  for (const body of [
    { url: 'https://shop.example/octavo', description: 'Shop' },
    { url: 'https://warehouse.example/hooks/printed-books', events: ['OrderShipped', 'OrderCancelled'] },
    { url: 'https://old.example/hook', description: 'Replaced in spring', enabled: false },
  ])
    await call('/webhook-endpoints', { method: 'POST', as: production.authorization, body })
}

/**
 * Of the pages that were uploaded: in the sandbox those that do not fit. Where files are read, production has those
 * that do.
 */
function pictured(mode: string, filesOf: (sku: string) => Files) {
  const isGood = mode === 'production'
  const sku = isGood ? 'KEEPSAKE' : 'NOVEL'
  const { coverUrl, gutsUrl } = filesOf(sku)
  const product = isGood && coverUrl !== files.coverUrl ? { coverUrl, gutsUrl } : { coverUrl }
  return orderBody({ customerOrderId: `${mode}-pictured`, orderItems: [{ sku, quantity: 1, product }] })
}

/**
 * Of other accounts: an order that nobody pays, and, as if the operator had changed its provider meanwhile, a charge
 * that nobody knows the outcome of and a refund that is not made.
 */
/** An identity provider of the account, with a domain that is proven and another that is not. */
async function setUpSignOn(world: World) {
  const { call, demo, charged, signIn } = world
  const path = `/staff/accounts/${charged.accountId}/single-sign-on`
  const cookie = await signIn(demo.staff)
  const roles = [
    { group: 'lantern-owners', role: 'owner' },
    { group: 'lantern-editors', role: 'developer' },
  ]
  const body = {
    ...{ issuer: 'https://login.lantern.example/', clientId: 'octavo', clientSecret: 'a secret', roles },
    ...{ defaultRole: null, localSignIn: true, domains: ['lantern-books.example', 'lantern.example'] },
  }
  await confirmAccess(world, charged.user, await call(path, { method: 'PUT', cookie, body }))
  const confirmed = await call(`${path}/domains/lantern.example/confirm`, { method: 'POST', cookie })
  await confirmAccess(world, charged.user, confirmed)
  // They wait for an owner.
  const invitation = { email: 'piet@lantern.example', role: 'bookkeeper' }
  await call(`/staff/accounts/${charged.accountId}/invitations`, { method: 'POST', cookie, body: invitation })
}

async function playMoneyTrouble(world: World, filesOf: (sku: string) => Files) {
  const { app, call } = world
  const name = 'Éditions de la Grande Bibliothèque universitaire des Sciences'
  const product = filesOf('KEEPSAKE')
  const unpaid = await order(world, product, {
    name,
    holderEmail: 'comptes.fournisseurs@bibliotheque.example',
    id: 'BU-1',
    card: null,
  })
  const lost: Customer = {
    name: 'Книжный дом «Буква»',
    holderEmail: 'buh@bukva.example',
    id: 'заказ-7',
    card: 'sim_times_out_after_charging',
  }
  const unknown = await order(world, product, lost)
  const kept: Customer = {
    name: 'Blackletter Editions',
    holderEmail: 'office@blackletter.example',
    id: 'BL-1',
    card: 'sim_success',
  }
  const refunded = await order(world, product, kept)
  const forTheFair = { sku: 'NOVEL', quantity: 40, product: filesOf('NOVEL') }
  await program(world, world.enterprise, 'production').place('LF-88', { orderItems: [forTheFair] })
  await world.settle()
  await world.advance(14 * hour) // to the daily charge
  await payByStatement(world)
  const accounts = [unknown.accountId, refunded.accountId]
  await sql`update charges set provider = 'stripe' where account_id = any(${accounts})`.execute(app.database.db)
  await call('/orders/BL-1', { method: 'DELETE', as: refunded.as })
  await world.advance(16 * day)
  return unpaid
}

/** Ships the order of the enterprise account, as if that had been a month ago, and pays a part of its statement. */
async function payByStatement(world: World) {
  const { app, call, enterprise, demo } = world
  const desk = press(world)
  await desk.tell('LF-88', 'accept', { itemsTotal: 312.5, taxesTotal: 25 })
  await desk.tell('LF-88', 'ship', { ...parcel, shippingTotal: 18.4 })
  const { db } = app.database
  await sql`update statement_lines set at = at - interval '1 month'`.execute(db)
  await db.transaction().execute(tx => savePurchaseOrder(tx, enterprise.accountId, 'PO-7781'))
  await sql`update billing_terms set statement_due_at = ${app.clock()}`.execute(db)
  await world.settle()
  const body = { receivedOn: '2026-03-02', amount: 90, reference: 'TR-88121', statement: 1 }
  const path = `/staff/accounts/${enterprise.accountId}/billing/payments`
  const { status } = await call(path, { method: 'POST', as: demo.staff.authorization, body })
  assert.equal(status, 201) // and does not wait for a second person
}

type Customer = { name: string; holderEmail: string; id: string; card: TestCardName | null }

/** Opens an account, and places its first order. */
async function order({ app, call }: World, product: Files, { name, holderEmail, id, card }: Customer) {
  const { db } = app.database
  const deps = { ...app, db, findProblems: () => [] }
  const { accountId } = await createAccount(deps, { name, holderEmail, enterprise: false }, 'scene')
  const { authorization: as } = await createKey(
    deps,
    { kind: 'customer', accountId, mode: 'production' },
    'Shop',
    'scene',
  )
  const book = {
    manufacturingSku: 'HC-0600X0900-BW-60C',
    pageCount: 120,
    description: null,
    coverUrl: null,
    gutsUrl: null,
    proofRequired: false,
    ...withoutIsbn,
  }
  await createProduct(deps, { accountId, sku: 'KEEPSAKE' }, { name: 'Keepsake', ...book })
  if (card !== null) {
    const row = { cardId: app.newId('crd'), provider: simulatedGateway, providerRef: card, brand: 'Simulated' }
    const { last4 } = testCards[card]
    await db.transaction().execute(tx => addCard(tx, { accountId, ...row, last4 }, app.clock()))
  }
  const orderItems = [{ sku: 'KEEPSAKE', quantity: 12, product }]
  await call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId: id, orderItems }) })
  return { accountId, as }
}

async function uploadFile(
  { app, charged, signIn }: World,
  sku: string,
  part: 'cover' | 'guts',
  manufacturingSku: string,
) {
  const sample = part === 'guts' ? 'pages/sample' : 'cover/sample'
  const { rawPayload } = await app.server.inject(`/templates/published/${manufacturingSku}/${sample}?pageCount=24`)
  await app.server.inject({
    method: 'PUT',
    url: `/products/${sku}/files/${part}`,
    headers: { cookie: await signIn(charged.user), 'content-type': 'application/pdf' },
    payload: rawPayload,
  })
}

/** Two price lists; the account is on the first. */
async function publishPriceLists(world: World) {
  const { edit, publish } = operatorDraft(world)
  await edit(content => {
    const [first, second] = content.catalog.skus
    content.priceLists = {
      lists: [
        {
          code: 'SCHOOLS',
          name: 'Schools and libraries',
          from: '2026-03-01',
          allBooksOffBasisPoints: 1000,
          fulfillmentOffBasisPoints: 10_000,
          books: [
            { manufacturingSku: first!.manufacturingSku, offBasisPoints: 1500 },
            { manufacturingSku: second!.manufacturingSku, price: { ...second!.price, baseCents: 199 } },
          ],
        },
        {
          code: 'RUSH-CLIENTS',
          name: 'Agencies',
          from: '2026-01-01',
          until: '2026-02-28',
          shippingOffBasisPoints: -500,
        },
      ],
    }
  })
  await publish({ reason: 'Prices for schools' })
  await world.advance(minNoticeMs)
  await world.call(`/staff/accounts/${world.charged.accountId}/price-list`, {
    method: 'PUT',
    as: world.demo.staff.authorization,
    body: { priceList: 'SCHOOLS', reason: 'Contract of March 1' },
  })
}

/** Of a colleague, of the person who looks at them, and one that was declined: as if every act needed two people. */
async function askForApprovals(world: World, customerOrderId: string) {
  const { app, charged, demo, call, signIn } = world
  const { db } = app.database
  const colleague = { name: 'Renata Kowalczyk', email: 'renata@example.com', password: 'correct horse battery' }
  const { userId } = await createPerson({ ...app, db }, { kind: 'staff', ...colleague }, 'scene')
  const people = await sql<{
    userId: string
  }>`select id as "userId" from users where email = ${demo.staff.email}`.execute(db)
  const transactor = { db, afterCommit: { wake: () => {} }, newId: app.newId, oweRefunds }
  const by = (person: string) => ({ accountId: charged.accountId, now: app.clock(), actor: `user ${person}` })
  const refund = { customerOrderId, amountCents: null, items: [], requestKey: null }
  const reason = 'The parcel came open, and the books are wet. The holder sent pictures of all of them.'
  const wrong = { ...refund, amountCents: 500, reason: 'Late' }
  const always = { aboveCents: 0, aboveOffBasisPoints: 3000, approvalsUrl: 'https://octavo.example/staff/approvals' }
  const { approval } = await refundByStaff(transactor, { ...wrong, ...by(userId) }, always)
  const cookie = await signIn(demo.staff)
  const body = { reason: 'It came on the promised day.' }
  await call(`/staff/approvals/${approval!.approvalId}/decline`, { method: 'POST', cookie, body })
  await refundByStaff(transactor, { ...refund, reason, ...by(userId) }, always)
  const limits = { production: { ordersPer24Hours: 500 } }
  const change = { enterprise: true, limits, reason: 'Contract of March 1', ...by(people.rows[0]!.userId) }
  await changeAccount(transactor, change, always)
}

async function askForQuote({ call, charged }: World) {
  const orderItems = [{ sku: 'NOVEL', quantity: 4000, pageCount: 120 }]
  const body = { ...orderBody(), orderItems, message: 'For a school district. We need them by September.' }
  await call('/quotes', { method: 'POST', as: charged.production.authorization, body })
}

/** By another account, so that this one still has none. */
async function handInPaper({ call, signIn, enterprise }: World) {
  await call('/dashboard/api/exemptions?state=NY', {
    method: 'POST',
    cookie: await signIn(enterprise.user),
    body: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
    headers: { 'content-type': 'application/pdf' },
  })
}

/** As if a printer that lists its jobs had been asked: the desk cannot. */
export async function compareJobs(
  { app, now }: World,
  { accountId, customerOrderId, jobId }: { accountId: string; customerOrderId: string; jobId: string },
) {
  const order = { jobId, accountId, customerOrderId }
  const differences: JobDifference[] = [
    { kind: 'over_there', ...order, status: 'ACCEPTED', listedAs: 'shipped' },
    { kind: 'over', ...order, status: 'SHIPPED', listedAs: null },
  ]
  const lists = [
    { asked: 1, strange: differences.length },
    { asked: 0, strange: 0 },
    { asked: 2, strange: 0 },
  ]
  for (const [i, { asked, strange }] of lists.entries()) {
    const comparedAt = earlier(now(), (i + 1) * day)
    await saveJobComparison(app.database.db, {
      printer: 'northpress',
      day: utcDay(comparedAt).toString(),
      comparedAt,
      listed: 41 - i,
      ours: 40 - i,
      asked,
      strange,
      differences: differences.slice(0, strange),
    })
  }
}
