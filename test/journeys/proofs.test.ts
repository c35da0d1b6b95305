// Orders that are charged and printed only once their proof is approved, with real files.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, it } from 'node:test'
import { day, hour, instant, later } from '../../src/base/clock.ts'
import type { Mode } from '../../src/base/mode.ts'
import { readConfig } from '../../src/config/config.ts'
import { member, press, program, support } from '../support/actors.ts'
import { startFileServer } from '../support/fileServer.ts'
import { mailsTo } from '../support/visitor.ts'
import { tablesWith } from '../support/wholeDatabase.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let server: Awaited<ReturnType<typeof startFileServer>>
/** The files of the server, as a proof names them. */
let files: { cover: string; guts: string }[]

before(async () => {
  world = await startWorld({ config: { files: readConfig([], {}).files } })
  server = await startFileServer()
  for (const [path, part] of [
    ['/cover.pdf', 'cover'],
    ['/guts.pdf', 'pages'],
  ] as const) {
    const url = `/templates/published/PB-0600X0900-BW-60W/${part}/pdf?units=in&pageCount=120`
    server.files.set(path, (await world.app.server.inject(url)).rawPayload)
  }
  const digest = (path: string) =>
    createHash('sha256')
      .update(server.files.get(path) as Buffer)
      .digest('hex')
  files = [{ cover: digest('/cover.pdf'), guts: digest('/guts.pdf') }]
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const customer = (account: 'charged' | 'enterprise', mode: Mode) => {
  const { as, place, read, cancel } = program(world, world[account], mode)
  const decide = (id: string, act: 'approve' | 'reject', body: object) =>
    world.call(`/orders/${id}/proof/${act}`, { method: 'POST', as, body })
  return {
    read,
    cancel,
    async place(customerOrderId: string, changes: object = { proofRequired: true }) {
      const product = { coverUrl: server.at('/cover.pdf'), gutsUrl: server.at('/guts.pdf') }
      const placed = await place(customerOrderId, { orderItems: [{ sku: 'NOVEL', quantity: 1, product }], ...changes })
      await world.settle()
      return placed
    },
    approve: (id: string, approved: object = files) => decide(id, 'approve', { files: approved }),
    reject: (id: string, comment: string) => decide(id, 'reject', { comment }),
    /** The link and its token. */
    async share(id: string, days?: number) {
      const body = days === undefined ? {} : { days }
      const { body: link } = await world.call(`/orders/${id}/proof/links`, { method: 'POST', as, body })
      return { ...link, token: new URL(link.url).hash.slice(1) }
    },
    sharing: async (id: string) => (await world.call(`/orders/${id}/proof`, { as })).body,
    revoke: (id: string, linkId: string) => world.call(`/orders/${id}/proof/links/${linkId}`, { method: 'DELETE', as }),
    async kindsOf(id: string) {
      const { events } = (await world.call(`/orders/${id}/events`, { as })).body
      return events.map(({ type }: { type: string }) => type)
    },
  }
}

it('an order whose proof is required is neither charged nor printed before exactly its files are approved', async () => {
  const { place, read, approve, kindsOf } = customer('charged', 'production')
  const placed = await place('approved')
  const undecided = { decidedAt: null, decidedBy: null, author: null, comment: null }
  assert.deepEqual(placed.proof, { status: 'REQUIRED', files: [], approveBy: null, ...undecided })

  const approveBy = later(world.now(), 30 * day)
  await world.advance(3 * day)
  const waiting = await read('approved')
  assert.equal(waiting.status, 'AWAITING_PROOF')
  assert.deepEqual(waiting.actions, ['cancel', 'edit'])
  assert.deepEqual(waiting.proof, { status: 'WAITING', files, approveBy: approveBy.toISOString(), ...undecided })
  assert.deepEqual([waiting.paymentInfo.status, waiting.pricing.final], ['NOT_DUE', true])
  assert.deepEqual([waiting.estimatedShipDate, waiting.selectedShipping.estimatedDelivery], [null, null])

  const other = await approve('approved', [{ ...files[0], cover: '0'.repeat(64) }])
  assert.deepEqual([other.status, other.body.code], [409, 'proof_changed'])
  assert.equal((await approve('approved', [])).body.code, 'proof_changed')
  assert.equal((await approve('approved', [{ cover: 'none', guts: null }])).status, 400)
  assert.equal((await approve('unknown')).body.code, 'order_not_found')

  const approved = await approve('approved')
  assert.equal(approved.status, 200)
  assert.equal(approved.body.status, 'VALID_AWAITING_PAYMENT')
  assert.equal(approved.body.paymentInfo.status, 'PENDING')
  assert.ok(instant(approved.body.estimatedShipDate) > world.now(), 'the dates count from the approval')
  const { proof } = approved.body
  assert.deepEqual([proof.status, proof.decidedBy], ['APPROVED', 'customer'])
  assert.equal(proof.decidedAt, world.now().toISOString())
  assert.deepEqual((await approve('approved')).body, approved.body, 'approving again changes nothing')

  await world.advance(day)
  assert.equal((await read('approved')).status, 'PRINTING')
  assert.deepEqual(await kindsOf('approved'), [
    ...['OrderReceived', 'OrderAwaitingProof', 'OrderValidated', 'OrderEnteredHoldingBin', 'OrderSentToPrinter'],
  ])
  await world.assertSound()
})

it('an order is canceled when changes are asked for, when nobody approves in time, and by its customer', async () => {
  const { place, read, approve, reject, cancel, kindsOf } = customer('charged', 'production')
  await place('changes')
  await place('late')
  await place('withdrawn')
  assert.equal((await reject('changes', '')).status, 400)
  const { body: rejected } = await reject('changes', 'The title on the spine is wrong.')
  assert.deepEqual([rejected.status, rejected.paymentInfo.status], ['CANCELLED', 'NOT_CHARGED'])
  assert.equal(rejected.proof.status, 'REJECTED')
  assert.equal(rejected.proof.comment, 'The title on the spine is wrong.')
  assert.deepEqual((await approve('changes')).body.code, 'wrong_state')
  assert.deepEqual((await reject('changes', 'Again')).body.code, 'wrong_state')
  assert.deepEqual(await kindsOf('changes'), ['OrderReceived', 'OrderAwaitingProof', 'OrderCancelled'])

  assert.equal((await cancel('withdrawn')).body.status, 'CANCELLED')
  assert.equal((await read('withdrawn')).proof.status, 'CANCELLED')

  const reminders = async () =>
    (await mailsTo(world, world.charged.user.email)).filter(({ subject }) => /proof/i.test(subject))
  await world.advance(27 * day - hour)
  assert.deepEqual(await reminders(), [])
  await world.advance(2 * hour)
  const [reminder] = await reminders()
  assert.equal(reminder?.subject, 'The proof of order late expires soon')
  assert.match(reminder.body, /\n\* Approve it by [A-Z][a-z]+ \d+, 2026 at \d+:\d\d [AP]M UTC\n/)
  assert.match(reminder.body, /See the proof:\n\S+\/dashboard\/production\/orders\/late\n/)
  await world.advance(3 * day - 2 * hour)
  assert.equal((await read('late')).status, 'AWAITING_PROOF')
  await world.advance(hour)
  const late = await read('late')
  assert.deepEqual([late.status, late.proof.status, late.proof.decidedBy], ['CANCELLED', 'EXPIRED', null])
  assert.equal((await reminders()).length, 1, 'once')
  await world.assertSound()
})

it('a rule of the account or of a product holds its orders, and no others', async () => {
  const people = await member(world, world.charged)
  const { place } = customer('charged', 'sandbox')
  const changes = {}
  assert.equal('proof' in (await place('free', changes)), false)

  await people.ask('PATCH', '/products/NOVEL', { proofRequired: true })
  assert.equal((await place('by-product', changes)).proof.status, 'REQUIRED')
  await people.ask('PATCH', '/products/NOVEL', { proofRequired: false })

  const changed = await people.ask('PATCH', '/account', { proofRequired: true })
  assert.equal(changed.body.proofRequired, true)
  assert.equal((await place('by-account', changes)).proof.status, 'REQUIRED')
  const failed = await place('failed', { shippingClassification: 'pigeon' })
  assert.deepEqual([failed.status, 'proof' in failed], ['FAILED', false])
  await people.ask('PATCH', '/account', { proofRequired: false })

  const page = await people.ask('GET', '/sandbox/orders?status=AWAITING_PROOF')
  assert.equal(page.body.orders.length, 2)
  const path = '/sandbox/orders/by-account/proof/approve'
  assert.equal((await people.ask('POST', path, { files })).body.status, 'VALID_AWAITING_PAYMENT')
  const { steps } = (await people.ask('GET', '/sandbox/orders/by-account')).body
  assert.deepEqual(
    steps.map(({ on }: { on: string }) => on),
    ['admitted', 'validation_started', 'proof_required', 'proof_approved'],
  )
})

it('orders of enterprise accounts and reprints wait for their proofs, too', async () => {
  const { place, read, approve } = customer('enterprise', 'sandbox')
  await place('book')
  assert.equal((await read('book')).status, 'AWAITING_PROOF')
  assert.equal((await approve('book')).body.status, 'VALID_HOLDING_BIN')
  const people = await member(world, world.enterprise)
  await people.fastForward('PT2H')
  await world.settle()
  await people.simulate('book', 'shipped')
  const { body } = await support(world).act(world.enterprise, 'book', 'reprint')
  await world.settle()
  const reprint = await read(body.customerOrderId)
  assert.deepEqual([reprint.status, reprint.proof.status], ['AWAITING_PROOF', 'WAITING'])
  assert.equal((await approve(body.customerOrderId)).body.status, 'VALID_HOLDING_BIN')

  await place('forgotten')
  await people.fastForward('P30D')
  await world.settle()
  assert.equal((await read('forgotten')).proof.status, 'EXPIRED')
  await world.assertSound()
})

it('files that were approved are not asked about again when support checks them again', async () => {
  const { place, read, approve } = customer('charged', 'production')
  await place('rechecked')
  await approve('rechecked')
  await world.advance(day)
  await press(world).tell('rechecked', 'problem', { reason: 'The paper tore.' })
  assert.equal((await read('rechecked')).status, 'EXCEPTION')
  await support(world).act(world.charged, 'rechecked', 'revalidate')
  await world.settle()
  const again = await read('rechecked')
  assert.deepEqual([again.status, again.proof.status], ['VALID_HOLDING_BIN', 'APPROVED'])
  await world.assertSound()
})

/** A person with a link, who has no sign-in. */
const visit = (act: 'read' | 'preview' | 'comment' | 'approve' | 'reject', body: object) =>
  world.call(`/dashboard/api/proofs/${act}`, { method: 'POST', body })

const onPage = { item: 0, part: 'guts', page: 12 }

/** How many comments a link sends before it has used up its rate. */
async function commentsUntilLimited(token: string, onPage: object) {
  for (let sent = 0; ; sent++) {
    const { status } = await visit('comment', { token, ...onPage, author: 'A leak', text: 'Noise' })
    if (status === 429) return sent
  }
}

it('an author with a link sees the book, comments on a page and approves, without a sign-in', async () => {
  const { place, read, share, sharing } = customer('charged', 'production')
  await place('shared')
  const { token } = await share('shared')
  const { body: proof } = await visit('read', { token })
  assert.deepEqual(proof.items, [
    {
      sku: 'NOVEL',
      name: 'Trade paperback',
      files: [
        { part: 'cover', pageCount: 1 },
        { part: 'guts', pageCount: 120 },
      ],
    },
  ])
  assert.doesNotMatch(JSON.stringify(proof), /Main Street|Ada Reader/, 'the recipient is nobody else’s business')
  const picture = await visit('preview', { token, ...onPage })
  assert.equal(picture.headers['content-type'], 'image/webp')
  assert.equal((await visit('preview', { token, ...onPage, page: 121 })).status, 404)
  assert.equal((await visit('preview', { token, ...onPage, item: 1 })).status, 404)

  const text = 'A comma is missing.'
  assert.equal((await visit('comment', { token, ...onPage, author: 'Mina', text: 'x'.repeat(1001) })).status, 400)
  for (const missing of [{ item: 499 }, { page: 5000 }, { part: 'cover', page: 2 }]) {
    const { status, body } = await visit('comment', { token, ...onPage, ...missing, author: 'Mina', text })
    assert.deepEqual([status, body.code], [400, 'malformed_request'])
  }
  const { body: comment } = await visit('comment', { token, ...onPage, author: 'Mina Okafor', text })
  assert.deepEqual((await sharing('shared')).comments, [comment])
  assert.deepEqual([comment.author, comment.page, comment.text], ['Mina Okafor', 12, text])

  const changed = await visit('approve', { token, author: 'Mina Okafor', files: [{ ...files[0], guts: null }] })
  assert.deepEqual([changed.status, changed.body.code], [409, 'proof_changed'])
  const { body: approved } = await visit('approve', { token, author: 'Mina Okafor', files: proof.proof.files })
  assert.deepEqual([approved.proof.status, approved.proof.author], ['APPROVED', 'Mina Okafor'])
  const order = await read('shared')
  assert.deepEqual([order.status, order.proof.decidedBy], ['VALID_AWAITING_PAYMENT', 'author'])
  const late = await visit('comment', { token, ...onPage, author: 'Mina Okafor', text })
  assert.deepEqual([late.status, late.body.code], [409, 'wrong_state'])
  assert.ok((await commentsUntilLimited(token, onPage)) < 30)

  const people = await member(world, world.charged)
  const { steps } = (await people.ask('GET', '/production/orders/shared')).body
  assert.deepEqual([steps.at(-1).by, steps.at(-1).note], ['the author', 'Mina Okafor'])
  assert.equal((await people.ask('GET', '/production/orders/shared/proof')).body.comments.length, 1)
  await world.assertSound()
})

it('a link ends, can be revoked, is stored as a hash, and shows one order only', async () => {
  const { place, share, sharing, revoke, cancel } = customer('charged', 'sandbox')
  await place('ends')
  const short = await share('ends', 1)
  const { token, linkId, url } = await share('ends')
  assert.deepEqual((await sharing('ends')).links.length, 2)
  assert.match(url, /^http:\/\/127\.0\.0\.1:3000\/dashboard\/proof#[\w-]{43}$/)
  assert.deepEqual(await tablesWith(world.app.database.db, [token]), [])
  assert.equal((await visit('read', { token: `${token.slice(0, -1)}!` })).body.code, 'not_found')
  await world.advance(day)
  assert.equal((await visit('read', { token: short.token })).status, 404)
  assert.equal((await visit('read', { token })).status, 200)
  assert.equal((await revoke('ends', linkId)).status, 204)
  assert.equal((await revoke('ends', linkId)).status, 404)
  for (const act of ['read', 'approve', 'reject', 'comment', 'preview'] as const) {
    const body = { read: {}, approve: { author: 'A', files }, reject: { author: 'A', comment: 'B' } }
    const refused = await visit(act, {
      token,
      ...(act === 'comment' ? { ...onPage, author: 'A', text: 'B' } : act === 'preview' ? onPage : body[act]),
    })
    assert.deepEqual([act, refused.status, refused.body.code], [act, 404, 'not_found'])
  }
  await cancel('ends')
  assert.equal(
    (
      await world.call('/orders/ends/proof/links', {
        method: 'POST',
        as: world.charged.sandbox.authorization,
        body: {},
      })
    ).body.code,
    'wrong_state',
  )
})

it('an author who asks for changes ends the order, with the reason in its history', async () => {
  const { place, share, read } = customer('enterprise', 'sandbox')
  await place('returned')
  const { token } = await share('returned')
  const { body } = await visit('reject', { token, author: 'Mina Okafor', comment: 'The blurb is wrong.' })
  assert.equal(body.proof.status, 'REJECTED')
  assert.equal((await read('returned')).status, 'CANCELLED')
  const people = await member(world, world.enterprise)
  const { steps } = (await people.ask('GET', '/sandbox/orders/returned')).body
  assert.equal(steps.at(-1).note, 'Mina Okafor: The blurb is wrong.')
})

it('what a person wrote about a proof is erased together with the recipient', async () => {
  const { place, read, reject, share } = customer('charged', 'production')
  await place('erased')
  const { token } = await share('erased')
  await visit('comment', { token, ...onPage, author: 'Zebulon', text: 'As I said to Zebulon' })
  const comment = 'Zebulon dislikes the blurb'
  await reject('erased', comment)
  assert.ok((await tablesWith(world.app.database.db, ['Zebulon'])).length > 0)
  await support(world).act(world.charged, 'erased', 'forget')
  assert.deepEqual(await tablesWith(world.app.database.db, ['Zebulon']), [])
  assert.equal((await read('erased')).proof.comment, '[forgotten]')
  assert.equal((await visit('read', { token })).status, 404)
})
