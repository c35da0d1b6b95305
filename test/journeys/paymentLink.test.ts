// The link of a statement's email, with which it is paid without a sign-in.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { statementScene } from '../support/statementScene.ts'
import { startWorld, type World } from '../support/world.ts'

const open = async (world: World, url: string, language = 'en') => {
  const answer = await world.app.server.inject({ url, headers: { 'accept-language': language } })
  return { status: answer.statusCode, html: answer.body, headers: answer.headers }
}

describe('the payment link of a statement', () => {
  it('shows without a sign-in what is due to whom, and neither orders nor names, and is found by no search engine', async () => {
    await using world = await startWorld()
    const { payPath } = await statementScene(world)
    const path = await payPath()
    const { status, html, headers } = await open(world, path)
    assert.equal(status, 200)
    assert.match(html, /Statement 1[\s\S]*\$120\.00 <small>to pay[\s\S]*Invoice[\s\S]*Total[\s\S]*Due/)
    assert.match(html, /Pay \$120\.00 by card or bank account/)
    assert.deepEqual(
      [headers['x-robots-tag'], headers['referrer-policy'], headers['cache-control']],
      ['noindex, nofollow', 'no-referrer', 'private, no-cache'],
    )
    assert.doesNotMatch(html, /billed|acc_|ord_|<script|Enterprise|\w@\w/)
    const german = await open(world, path, 'de')
    assert.match(german.html, /<html lang="de">[\s\S]*Monatsrechnung 1[\s\S]*zu bezahlen/)
    for (const other of [path.slice(0, -1), `${path}x`, '/pay/x'])
      assert.equal((await open(world, other)).status, 404, other)
  })

  it('leads to the page of the payment provider, shows the bank account, and ends when the statement is paid', async () => {
    await using world = await startWorld()
    const { ask, simulate, online, statement, payPath, assertSound } = await statementScene(world)
    const path = await payPath()
    const shown = await open(world, `${path}/transfer`)
    assert.deepEqual([shown.status, shown.headers.location], [302, path])
    assert.match((await open(world, path)).html, /Routing number<\/dt><dd>110000000/)
    const leads = [await open(world, `${path}/online`), await open(world, `${path}/online`)]
    assert.deepEqual(
      leads.map(({ headers }) => headers.location),
      [`${path}/simulated`, `${path}/simulated`],
    )
    const [{ paymentId, amount }, ...others] = await online()
    assert.deepEqual([amount, others], [120, []], 'the open page is returned')
    await ask('/simulated-transfers', { amount: 20 })
    await world.settle()
    assert.match((await open(world, path)).html, /\$100\.00 <small>to pay[\s\S]*Paid<\/dt><dd>\$20\.00/)
    assert.equal((await simulate(paymentId, 'card')).status, 409, 'a page for more than is due is closed')
    await open(world, `${path}/online`)
    const gateway = await open(world, `${path}/simulated`)
    assert.match(gateway.html, /Simulated payment of \$100\.00[\s\S]*simulated\?by=bank_debit"/)
    const paid = await open(world, `${path}/simulated?by=card`)
    assert.deepEqual([paid.status, paid.headers.location, (await statement()).state], [302, path, 'paid'])
    assert.equal((await open(world, `${path}/simulated`)).headers.location, path)
    const ended = await open(world, path)
    assert.equal(ended.status, 410)
    assert.match(ended.html, /This statement is paid/)
    assert.doesNotMatch(ended.html, /\$|110000000/)
    assert.equal((await open(world, `${path}/online`)).headers.location, path)
    await assertSound()
  })

  it('ends 90 days after the due day, and asks the provider only so often', async () => {
    await using world = await startWorld()
    const { payPath, rows } = await statementScene(world)
    const path = await payPath()
    await open(world, `${path}/online`)
    assert.equal((await open(world, `${path}/simulated`)).status, 200)
    const statuses = []
    for (let ask = 0; ask < 20; ask++) statuses.push((await open(world, `${path}/transfer`)).status)
    assert.deepEqual([new Set(statuses.slice(0, 19)), statuses[19]], [new Set([302]), 429])
    assert.equal((await open(world, `${path}/simulated?by=card`)).status, 429)
    await rows('alter table statements disable trigger user')
    const dueEarlier = (days: number) =>
      rows(`update statements set overdue_from = overdue_from - interval '${days} days' returning number`)
    await dueEarlier(119)
    assert.equal((await open(world, path)).status, 200)
    await dueEarlier(2)
    const ended = await open(world, path)
    assert.equal(ended.status, 410)
    assert.match(ended.html, /This link has expired/)
    const gateway = await open(world, `${path}/simulated`)
    assert.deepEqual([gateway.status, gateway.headers.location], [302, path])
  })
})
