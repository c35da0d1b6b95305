// A customer wants another address or shipping class while the printer has the order: the printer is asked.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hour, nextUtcHour } from '../../src/base/clock.ts'
import { holderMails, member, orderPath, parcel, press, program, support } from '../support/actors.ts'
import { changeScene, mended, ohio } from '../support/changeScene.ts'
import type { World } from '../support/world.ts'

describe('a change of an order at the printer', () => {
  let world: World
  const { customer, change, eventsOf } = changeScene(started => {
    world = started
  })
  async function placePrinting(id: string, changes: object = {}) {
    await customer().place(id, { destination: ohio, shippingClassification: 'rush', ...changes })
    await world.settle()
    await world.advance(nextUtcHour(world.now(), 2).getTime() - world.now().getTime())
    await world.advance(3 * hour)
    return customer().read(id)
  }
  const staffPath = (id: string) => `/staff/orders/${world.charged.accountId}/${id}`
  const stepsOf = async (id: string) =>
    (await world.call(staffPath(id), { as: world.demo.staff.authorization })).body.steps as {
      on: string
      note: string | null
    }[]
  const mailsAbout = async (id: string) =>
    (await holderMails(world, world.charged))
      .filter(({ subject }) => subject === `Order ${id} was not changed`)
      .map(({ body }) => body)
  const cheaper = { destination: mended, shippingClassification: 'standard' }

  it('is shown at the press, and when the printer accepts, the order, its job and its price follow', async () => {
    const before = await placePrinting('accepted')
    assert.deepEqual([before.status, before.actions], ['PRINTING', ['cancel', 'edit']])
    const preview = await change('accepted', cheaper, { query: '?preview=true' })
    assert.deepEqual([preview.body.destination, preview.body.changeRequest], [mended, undefined])
    const asked = await change('accepted', cheaper)
    assert.deepEqual([asked.status, asked.body.destination, asked.body.actions], [200, ohio, ['cancel']])
    const { requestedAt, ...request } = asked.body.changeRequest
    assert.deepEqual(request, { status: 'REQUESTED', ...cheaper, reason: null })
    const job = await press(world).jobOf('accepted')
    assert.deepEqual(job.changeRequest, { requestedAt, ...cheaper })
    const { body: listed } = await world.call('/press/jobs?waitsForAnswer=true', {
      as: world.demo.printer.authorization,
    })
    assert.deepEqual(
      listed.jobs.map(({ jobId }: { jobId: string }) => jobId),
      [job.jobId],
    )
    const answered = await press(world).tell('accepted', 'change', { decision: 'accept' })
    assert.deepEqual(
      [answered.status, answered.body.destination, answered.body.shippingClassification, answered.body.changeRequest],
      [200, mended, 'standard', null],
    )
    await world.settle()
    const after = await customer().read('accepted')
    assert.deepEqual(
      [after.destination, after.shippingClassification, after.changeRequest.status, after.actions],
      [mended, 'standard', 'ACCEPTED', ['cancel', 'edit']],
    )
    assert.equal(after.paymentInfo.refundedTotal, preview.body.paymentInfo.refundedTotal)
    assert.deepEqual(
      (await eventsOf('accepted')).slice(-2).map(({ type }) => type),
      ['OrderChanged', 'OrderRefunded'],
    )
    assert.equal((await press(world).tell('accepted', 'change', { decision: 'accept', requestedAt })).status, 200)
    const opposite = { decision: 'refuse', requestedAt }
    assert.equal((await press(world).tell('accepted', 'change', opposite)).body.code, 'wrong_state')
    assert.equal((await press(world).tell('accepted', 'ship', parcel)).status, 200)
  })

  it('is refused with a reason that the customer reads, and may be asked again', async () => {
    await placePrinting('refused')
    await change('refused', cheaper)
    const reason = 'The parcel is closed.'
    assert.equal((await press(world).tell('refused', 'change', { decision: 'refuse', reason })).status, 200)
    const after = await customer().read('refused')
    assert.deepEqual(
      [after.destination, after.changeRequest.status, after.changeRequest.reason, after.paymentInfo.refundedTotal],
      [ohio, 'REFUSED', reason, undefined],
    )
    const { on, note } = (await stepsOf('refused')).at(-1)!
    assert.deepEqual([on, note], ['change_refused', reason])
    assert.ok((await eventsOf('refused')).every(({ type }) => type !== 'OrderChanged'))
    await world.settle()
    const [mail] = await mailsAbout('refused')
    assert.match(mail!, /The parcel is closed\.[\s\S]*\/dashboard\/production\/orders\/refused/)
    const again = await change('refused', cheaper)
    assert.deepEqual([again.status, again.body.changeRequest.status], [200, 'REQUESTED'])
    assert.equal((await press(world).tell('refused', 'ship', parcel)).status, 200)
    await support(world).act(world.charged, 'refused', 'forget', { reason: 'The reader asked' })
    const mails = await mailsAbout('refused')
    assert.deepEqual([mails.length, mails.some(body => body.includes('The parcel is closed'))], [2, false])
  })

  it('is asked once when it is sent again, and no other change is asked meanwhile', async () => {
    await placePrinting('twice')
    const first = await change('twice', { destination: mended })
    const second = await change('twice', { destination: mended })
    assert.deepEqual(second.body, first.body)
    const other = await change('twice', { shippingClassification: 'standard' })
    assert.deepEqual([other.status, other.body.code], [409, 'order_not_changeable'])
    assert.match(other.body.detail, /its printer was asked for another change and has not answered yet$/)
    const present = await change('twice', { destination: ohio })
    assert.deepEqual([present.status, present.body.code], [409, 'order_not_changeable'])
    assert.equal((await stepsOf('twice')).filter(({ on }) => on === 'change_requested').length, 1)
  })

  it('is answered by its own time, so that an earlier answer sent again decides no later request', async () => {
    await placePrinting('again')
    await change('again', { destination: mended })
    const { requestedAt } = (await press(world).jobOf('again')).changeRequest
    const accept = { decision: 'accept', requestedAt }
    assert.equal((await press(world).tell('again', 'change', accept)).status, 200)
    const { status, body } = await change('again', { destination: ohio })
    assert.deepEqual([status, body.changeRequest.status], [200, 'REQUESTED'])
    assert.notEqual(body.changeRequest.requestedAt, requestedAt)
    const repeated = await press(world).tell('again', 'change', accept)
    assert.deepEqual([repeated.status, repeated.body.code], [409, 'wrong_state'])
    const { destination, changeRequest } = await customer().read('again')
    assert.deepEqual([destination, changeRequest.status], [mended, 'REQUESTED'])
  })

  it('that would cost more is refused without asking', async () => {
    await placePrinting('dearer', { shippingClassification: 'standard' })
    const { status, body } = await change('dearer', { shippingClassification: 'rush' })
    assert.deepEqual([status, body.code], [409, 'price_would_rise'])
    assert.equal((await press(world).jobOf('dearer')).changeRequest, null)
  })

  it('is refused by itself when the order ships first, or is canceled', async () => {
    await placePrinting('ships')
    await placePrinting('stops')
    for (const id of ['ships', 'stops']) await change(id, { destination: mended })
    assert.equal((await press(world).tell('ships', 'ship', parcel)).status, 200)
    await customer().cancel('stops')
    assert.equal((await press(world).tell('stops', 'change', { decision: 'accept' })).body.code, 'wrong_state')
    await press(world).tell('stops', 'cancellation', { decision: 'accept' })
    for (const [id, reason] of [
      ['ships', 'the order shipped first'],
      ['stops', 'the order was canceled'],
    ] as const) {
      const { destination, changeRequest } = await customer().read(id)
      assert.deepEqual([destination, changeRequest.status, changeRequest.reason], [ohio, 'REFUSED', reason])
      assert.equal((await press(world).tell(id, 'change', { decision: 'accept' })).body.code, 'wrong_state')
    }
  })

  it('is not asked once parcels have left', async () => {
    await placePrinting('partly')
    await press(world).tell('partly', 'accept')
    const { jobId } = await press(world).jobOf('partly')
    await world.call(`/press/jobs/${jobId}/packages`, {
      method: 'POST',
      as: world.demo.printer.authorization,
      body: parcel,
    })
    for (const query of ['', '?preview=true']) {
      const { status, body } = await change('partly', { destination: mended }, { query })
      assert.deepEqual([status, body.code], [409, 'order_not_changeable'])
      assert.match(body.detail, /some of its parcels have left$/)
    }
    assert.deepEqual((await customer().read('partly')).actions, ['cancel'])
    assert.equal((await stepsOf('partly')).at(-1)!.on, 'parcel_left')
    await press(world).tell('partly', 'problem', { reason: 'The other books are torn' })
    await support(world).act(world.charged, 'partly', 'resume', { reason: 'They are printed again' })
    await world.settle()
    assert.deepEqual((await customer().read('partly')).actions, ['cancel', 'edit'], 'what is made again may be changed')
  })

  it('goes with the order to its next job, and the staff may answer for the printer', async () => {
    await placePrinting('resumed')
    const as = world.demo.staff.authorization
    const reason = 'The reader called'
    const asked = await world.call(staffPath('resumed'), { method: 'PATCH', as, body: { destination: mended, reason } })
    assert.equal(asked.body.changeRequest.status, 'REQUESTED')
    const { entries } = (await world.call('/staff/audit?limit=1', { as })).body
    assert.deepEqual(
      [entries[0].action, entries[0].details],
      ['order_change_requested', { mode: 'production', reason, changed: ['destination'] }],
    )
    const { jobId: endedJobId } = await press(world).jobOf('resumed')
    await press(world).tell('resumed', 'problem', { reason: 'Out of paper' })
    await support(world).act(world.charged, 'resumed', 'resume', { reason: 'Paper has come' })
    await world.settle()
    const job = await press(world).jobOf('resumed')
    assert.equal(job.changeRequest.destination.name, mended.name)
    const ofEndedJob = await world.call(`/press/jobs/${endedJobId}/change`, {
      method: 'POST',
      as: world.demo.printer.authorization,
      body: { decision: 'accept', requestedAt: job.changeRequest.requestedAt },
    })
    assert.deepEqual([ofEndedJob.status, ofEndedJob.body.code], [409, 'wrong_state'])
    const answer = await world.call(`/staff/print-jobs/${job.jobId}/change`, {
      method: 'POST',
      as: world.demo.staff.authorization,
      body: {
        decision: 'accept',
        requestedAt: job.changeRequest.requestedAt,
        reason: 'They said so by telephone',
      },
    })
    assert.deepEqual([answer.status, answer.body.destination], [200, mended])
    assert.equal((await press(world).jobOf('resumed')).destination.name, mended.name)
  })

  it('is made at once while the job certainly has reached no printer', async () => {
    const hold = (act: 'hold' | 'release') =>
      world.call(`/staff/printers/desk/${act}`, { method: 'POST', as: world.demo.staff.authorization, body: {} })
    assert.equal((await hold('hold')).status, 200)
    await placePrinting('unsent')
    const { status, body } = await change('unsent', cheaper)
    assert.deepEqual([status, body.status, body.destination, body.changeRequest], [200, 'PRINTING', mended, undefined])
    await world.settle()
    assert.ok((await customer().read('unsent')).paymentInfo.refundedTotal > 0)
    assert.equal((await hold('release')).status, 200)
    await world.settle()
    const { destination, shippingClassification, changeRequest } = await press(world).jobOf('unsent')
    assert.deepEqual([destination, shippingClassification, changeRequest], [mended, 'standard', null])
  })

  it('ends when the files of the order are checked again, and the order may be changed afterwards', async () => {
    await placePrinting('rechecked')
    await change('rechecked', { destination: mended })
    await press(world).tell('rechecked', 'problem', { reason: 'A page is missing' })
    await support(world).act(world.charged, 'rechecked', 'revalidate', { reason: 'A new cover' })
    await world.settle()
    const { status, changeRequest } = await customer().read('rechecked')
    assert.equal(status, 'VALID_HOLDING_BIN')
    assert.deepEqual(
      [changeRequest.status, changeRequest.reason],
      ['REFUSED', 'the files are checked again: ask again'],
    )
    assert.match((await mailsAbout('rechecked'))[0]!, /The files are checked again: ask again/)
    const changed = await change('rechecked', { destination: mended })
    assert.deepEqual([changed.status, changed.body.destination], [200, mended])
  })

  it('of an enterprise order stays within the state whose taxes its printer set', async () => {
    const large = program(world, world.enterprise, 'production')
    await large.place('large', { destination: ohio })
    await world.settle()
    await world.advance(3 * hour)
    const elsewhere = { ...ohio, city: 'Rochester', state: 'NY', postal: '14604' }
    const refused = await change('large', { destination: elsewhere }, { as: large.as })
    assert.deepEqual([refused.status, refused.body.code], [409, 'order_not_changeable'])
    assert.equal((await change('large', { destination: mended }, { as: large.as })).status, 200)
    assert.equal((await press(world).tell('large', 'change', { decision: 'accept' })).status, 200)
    assert.deepEqual((await large.read('large')).destination, mended)
  })

  it('is answered by hand in the sandbox, with a simulated refund', async () => {
    const as = customer('sandbox')
    for (const id of ['yes', 'no']) await as.place(id, { destination: ohio, shippingClassification: 'rush' })
    await world.settle()
    const { simulate, fastForward } = await member(world, world.charged)
    for (const id of ['yes', 'no']) await simulate(id, 'payment_success')
    await fastForward('PT2H')
    await world.settle()
    for (const id of ['yes', 'no']) {
      assert.equal((await change(id, cheaper, as)).body.changeRequest.status, 'REQUESTED')
    }
    const yes = (await simulate('yes', 'change_accepted')).body
    assert.deepEqual([yes.destination, yes.changeRequest.status], [mended, 'ACCEPTED'])
    assert.ok(yes.paymentInfo.refundedTotal > 0)
    assert.equal((await simulate('no', 'change_refused')).body.changeRequest.status, 'REFUSED')
  })

  it('loses its recipient when that of the order is erased', async () => {
    await placePrinting('erased')
    await change('erased', { destination: mended })
    await press(world).tell('erased', 'ship', parcel)
    await world.settle()
    assert.equal((await support(world).act(world.charged, 'erased', 'forget', { reason: 'asked' })).status, 200)
    const answer = await world.call(orderPath('erased'), { as: customer().as })
    assert.doesNotMatch(JSON.stringify(answer.body), /Grace|21 Main|Apt 3/)
    const events = await world.call(`${orderPath('erased')}/events`, { as: customer().as })
    assert.doesNotMatch(JSON.stringify(events.body), /Grace|21 Main|Apt 3/)
  })
})
