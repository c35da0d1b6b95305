import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hour } from '../../src/base/clock.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { program } from '../support/actors.ts'
import { operatorDraft } from '../support/operatorDraft.ts'
import { mailsTo } from '../support/visitor.ts'
import { orderBody, startWorld } from '../support/world.ts'

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

  const german = (await world.call('/staff/mails/samples?language=de', { cookie })).body.emails
  assert.match(
    german.find(({ name }: { name: string }) => name === 'invoice').subject,
    /^Rechnung 12: 125,50\s\$ für 3/,
  )
  const shown = await world.call('/staff/mails/samples/payment_declined/html?language=de', { cookie })
  assert.match(shown.body, /<h1[^>]*>Ihre Zahlung über 125,50\s\$ ist fehlgeschlagen<\/h1>/)
  assert.equal((await world.call('/staff/mails/samples?language=xx', { cookie })).status, 400)

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

it('texts of emails are published, shown in the samples, sent, and rolled back', async () => {
  await using world = await startWorld()
  const { ask, edit, publish } = operatorDraft(world)
  const cookie = await world.signIn(world.demo.staff)
  const subjectOf = async (language: string) => {
    const { emails } = (await world.call(`/staff/mails/samples?language=${language}`, { cookie })).body
    return emails.find(({ name }: { name: string }) => name === 'order_failed').subject
  }
  const { texts } = (await world.call('/staff/mails/texts', { cookie })).body
  const failed = texts.find(({ name }: { name: string }) => name === 'order_failed')
  assert.deepEqual([failed.values, failed.required], [['account', 'order'], []])
  assert.deepEqual(failed.ours[0].subject, 'Order {order} can’t be printed')
  const ours = await subjectOf('en')

  const wrong = await edit(content => {
    content.texts = { emails: { order_failed: { en: { subject: 'Sorry about {ordr}' } } } }
  })
  assert.deepEqual(
    wrong.body.mistakes.map(({ part, path }: { part: string; path: string }) => [part, path]),
    [['texts', '/emails/order_failed/en/subject']],
  )
  const refused = await publish()
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/texts/emails/order_failed/en/subject'])
  assert.match(refused.body.errors[0].detail, /got "\{ordr\}", expected one of \{account\}, \{order\}/)

  await edit(content => {
    content.texts = { emails: { order_failed: { en: { subject: 'Sorry about {order}' } } }, closing: { en: 'Yours,' } }
  })
  const { revision } = (await ask('GET', 'draft')).body
  const { changes } = (await ask('GET', `difference?draft=${revision}`)).body
  assert.deepEqual(
    changes.map(({ part, after }: { part: string; after: string }) => [part, after]),
    [
      ['texts.json', 'order_failed en subject Sorry about {order}'],
      ['texts.json', 'en Yours,'],
    ],
  )
  const published = await publish()
  assert.equal(published.status, 201, JSON.stringify(published.body))
  await world.advance(minNoticeMs)
  assert.equal(await subjectOf('en'), 'Sorry about PLB-1042')
  assert.notEqual(await subjectOf('de'), 'Sorry about PLB-1042')

  const orderItems = [{ sku: 'NO-SUCH', quantity: 1 }]
  await program(world, world.charged, 'production').create(orderBody({ customerOrderId: 'impossible', orderItems }))
  await world.advance(hour)
  const mail = [...world.sentMails.values()].findLast(({ to }) => to === world.charged.user.email)!
  assert.equal(mail.subject, 'Sorry about impossible')
  assert.match(mail.text, /We can’t print your order impossible as it was submitted/)
  assert.match(mail.text, /\nYours,\n/)

  const back = await ask('POST', 'versions/1/publish', { basedOn: 2, reason: 'Back to ours' })
  assert.equal(back.status, 201, JSON.stringify(back.body))
  await world.advance(minNoticeMs)
  assert.equal(await subjectOf('en'), ours)
})
