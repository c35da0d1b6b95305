import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mailsTo } from '../support/visitor.ts'
import { startWorld } from '../support/world.ts'

const origin = { origin: 'http://127.0.0.1:3000' }

it('the staff see every email with sample data, in their time zone, and send themselves one', async () => {
  await using world = await startWorld()
  const cookie = await world.signIn(world.demo.staff)
  const zone = { timeZone: 'Europe/Berlin' }
  await world.call('/auth/email-settings', { method: 'PATCH', cookie, headers: origin, body: zone })
  const { emails } = (await world.call('/staff/mails/samples', { cookie })).body
  assert.ok(emails.length > 25)
  const declined = emails.find(({ name }: { name: string }) => name === 'payment_declined')
  assert.match(declined.text, / GMT\+[12] we tried to charge \$125\.50 /)

  const { status, body, headers } = await world.call('/staff/mails/samples/payment_declined/html', { cookie })
  assert.equal(status, 200)
  assert.match(body, /^<!DOCTYPE html>[\s\S]*<h1[^>]*>Your payment of \$125\.50 did not go through<\/h1>/)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'; .*sandbox; frame-ancestors 'self'/)
  assert.equal((await world.call('/staff/mails/samples/gossip/html', { cookie })).status, 404)

  const send = () =>
    world.call('/staff/mails/samples/payment_declined/send', { method: 'POST', cookie, headers: origin })
  const { email } = world.demo.staff
  const sent = await send()
  assert.deepEqual([sent.status, sent.body], [202, { to: email }])
  await world.settle()
  assert.equal((await mailsTo(world, email)).at(-1)!.subject, `Sample: ${declined.subject}`)
  const answers = await Promise.all(Array.from({ length: 12 }, send))
  assert.deepEqual(Map.groupBy(answers, ({ status }) => status).get(202)?.length, 9)
  assert.equal(answers.filter(({ status }) => status === 429).length, 3)
})
