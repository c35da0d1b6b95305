// What the staff write about orders: notes for themselves, and messages that customers read.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { member, program, support } from '../support/actors.ts'
import { mailsTo } from '../support/visitor.ts'
import { tablesWith } from '../support/wholeDatabase.ts'
import { startWorld, type World } from '../support/world.ts'

const staffOf = ({ call, demo, charged }: World) => {
  const path = `/staff/orders/${charged.accountId}`
  const as = demo.staff.authorization
  return {
    write: (id: string, body: object) => call(`${path}/${id}/messages`, { method: 'POST', as, body }),
    read: async (id: string) => (await call(`${path}/${id}`, { as })).body.messages,
    audited: async () => (await call('/staff/audit', { as })).body.entries,
  }
}
const textsOf = (messages: { text: string }[]) => messages.map(({ text }) => text)

it('a note stays with the staff, and a message reaches the customer on the order and by email', async () => {
  await using world = await startWorld()
  const { charged } = world
  const { write, read, audited } = staffOf(world)
  await program(world, charged, 'production').place('talk')
  const note = await write('talk', { reader: 'staff', text: 'Called the printer about the spine.' })
  assert.equal(note.status, 201)
  assert.equal(typeof note.body.by, 'string')
  await write('talk', { reader: 'customer', text: 'The spine is too narrow.\n\nMay we print it?' })
  await world.settle()

  assert.deepEqual(
    (await read('talk')).map(({ reader, text }: { reader: string; text: string }) => [reader, text]),
    [
      ['staff', 'Called the printer about the spine.'],
      ['customer', 'The spine is too narrow.\n\nMay we print it?'],
    ],
  )
  const customer = await member(world, charged)
  const { messages } = (await customer.ask('GET', '/production/orders/talk')).body
  assert.deepEqual(textsOf(messages), ['The spine is too narrow.\n\nMay we print it?'])
  assert.deepEqual(Object.keys(messages[0]).sort(), ['at', 'messageId', 'text'], 'the author stays with the staff')

  const emails = await mailsTo(world, charged.user.email)
  const [email] = emails.filter(({ subject }) => subject === 'A message about order talk')
  assert.match(email!.body, /The spine is too narrow\./)
  assert.match(email!.body, /\/dashboard\/production\/orders\/talk/)
  assert.ok(emails.every(({ body }) => !body.includes('Called the printer')))

  const { entries } = (await customer.ask('GET', '/audit')).body
  const seen = entries.filter(({ subject }: { subject: string }) => subject === 'talk')
  assert.deepEqual(
    seen.map(({ action }: { action: string }) => action),
    ['order_message_sent'],
    'the audit log of the account says nothing about notes',
  )
  const written = (await audited()).filter(({ subject }: { subject: string }) => subject === 'talk')
  assert.deepEqual(
    written.map(({ action, details }: { action: string; details: object }) => [action, details]),
    [
      ['order_message_sent', { mode: 'production' }],
      ['order_note_added', { mode: 'production' }],
    ],
  )
  await world.assertSound()
})

it('an empty message, a message about no order, and more than 200 are refused', async () => {
  await using world = await startWorld()
  const { write, read } = staffOf(world)
  await program(world, world.charged, 'sandbox').place('many')
  assert.equal((await write('many', { reader: 'staff', text: '' })).status, 400)
  assert.equal((await write('many', { reader: 'printer', text: 'x' })).status, 400)
  assert.equal((await write('none', { reader: 'staff', text: 'x' })).body.code, 'order_not_found')
  for (let i = 0; i < 200; i++) await write('many', { reader: 'staff', text: `${i}` })
  const last = await write('many', { reader: 'staff', text: 'one more' })
  assert.deepEqual([last.status, last.body.code], [409, 'wrong_state'])
  assert.equal((await read('many')).length, 200)
})

it('all notes and messages are erased with the recipient, and none is written after', async () => {
  await using world = await startWorld()
  const { write, read } = staffOf(world)
  const customer = program(world, world.charged, 'production')
  await customer.place('gone')
  await world.settle()
  await write('gone', { reader: 'staff', text: 'His daughter Wilhelmina called.' })
  await write('gone', { reader: 'customer', text: 'Dear Ada Reader, Rosalind wrote to us.' })
  await customer.cancel('gone')
  await world.settle()
  await support(world).act(world.charged, 'gone', 'forget')
  assert.deepEqual(textsOf(await read('gone')), ['[forgotten]', '[forgotten]'])
  assert.deepEqual(await tablesWith(world.app.database.db, ['Wilhelmina', 'Rosalind', 'Ada Reader']), [])
  const after = await write('gone', { reader: 'staff', text: 'Once more.' })
  assert.deepEqual([after.status, after.body.code], [409, 'recipient_forgotten'])
})
