// What an operator creates by hand can be used over HTTP.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Operators } from '../../src/accounts/people/operators.ts'
import { commands } from '../../src/app/commands.ts'
import { Refusal } from '../../src/base/refusal.ts'
import type { CatalogFile } from '../../src/catalog/schema.ts'
import type { Difference } from '../../src/features/shop/differences.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { startWorld } from '../support/world.ts'

const world = await startWorld()
after(() => world[Symbol.asyncDispose]())

const run = (name: string, ...given: string[]) => commands[name]!.run(world.app, given)
const isMalformed = (error: unknown) => error instanceof Refusal && error.code === 'malformed_request'

for (const [name, before] of [
  ['create-admin', []],
  ['create-printer', []],
  ['create-account', ['Paper Mill']],
] as const) {
  test(`whom ${name} makes can sign in`, async () => {
    const made = await run(name, ...before, `${name}+Ann@books.example`)
    await world.signIn(made as { email: string; password: string })
  })

  for (const email of ['a@b', 'é@books.example', '"a b"@books.example', 'a@-', `${'a'.repeat(250)}@b.example`, 'a'])
    test(`${name} refuses ${email.slice(0, 20)}, which sign-in would not take`, async () => {
      const answer = await world.call('/auth/sign-in/email', {
        method: 'POST',
        body: { email, password: 'long enough' },
      })
      assert.equal(answer.status, 400)
      await assert.rejects(run(name, ...before, email), isMalformed)
    })
}

for (const name of ['', '  ', 'a\nb', '\ud800', 'x'.repeat(101)])
  test(`an account cannot be called ${JSON.stringify(name).slice(0, 20)}`, async () => {
    await assert.rejects(run('create-account', name, 'owner@mill.example'), isMalformed)
  })

test('an account may have a name of 100 characters, however they are written', async () => {
  await run('create-account', '📚'.repeat(100), 'owner@mill.example')
})

test('create-admin prints a key only on request, and a metrics key reads the metrics and nothing else', async () => {
  const bare = await run('create-admin', 'bare@books.example')
  assert.deepEqual(Object.keys(bare), ['email', 'password'])
  await assert.rejects(run('create-admin', 'typo@books.example', 'withkey'), isMalformed)
  const keyed = (await run('create-admin', 'keyed@books.example', 'with-key')) as Made
  const { keys } = (await run('list-operators')) as Operators
  assert.deepEqual(
    keys.filter(({ label }) => /^(bare|keyed)@/.test(label)).map(({ kind, owner }) => [kind, owner]),
    [['staff', keyed.email]],
  )
  const { authorization: as, username, password } = (await run('create-metrics-key')) as Made
  assert.equal(as, `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
  const statusOf = async (path: string, method: 'GET' | 'POST' = 'GET') =>
    (await world.call(path, { method, as })).status
  assert.equal(await statusOf('/metrics'), 200)
  assert.deepEqual([await statusOf('/staff/accounts'), await statusOf('/press/jobs')], [403, 403])
  assert.equal(await statusOf(`/staff/orders/${world.charged.accountId}/one/refund`, 'POST'), 403)
})

test('whom the operator removes leaves no key of their own behind', async () => {
  const leaver = (await run('create-admin', 'leaver@books.example', 'with-key')) as Made
  assert.equal((await world.call('/staff/accounts', { as: leaver.authorization })).status, 200)
  await run('remove-operator', leaver.email)
  const { keys } = (await run('list-operators')) as Operators
  assert.ok(keys.every(({ label }) => label !== leaver.email))
})

type Made = { email: string; username: string; password: string; authorization: string }

for (const [name, path, ...more] of [
  ['create-admin', '/staff/accounts', 'with-key'],
  ['create-printer', '/press/jobs'],
] as const)
  test(`the person that ${name} creates can be removed and the key revoked, and other people stay`, async () => {
    const leaver = (await run(name, `${name}+leaver@books.example`, ...more)) as Made
    const stayer = (await run(name, `${name}+stayer@books.example`, ...more)) as Made
    const cookies = { leaver: await world.signIn(leaver), stayer: await world.signIn(stayer) }
    const statusFor = async (as: { as: string } | { cookie: string }) => (await world.call(path, as)).status
    const { people, keys } = (await run('list-operators')) as Operators
    const { keyId } = keys.find(({ label }) => label === leaver.email)!

    await run('revoke-key', keyId)
    await run('revoke-key', keyId)
    assert.equal(await statusFor({ as: leaver.authorization }), 401)
    assert.equal(await statusFor({ cookie: cookies.leaver }), 200)

    await run('remove-operator', leaver.email.toUpperCase())
    assert.equal(await statusFor({ cookie: cookies.leaver }), 401)
    assert.equal(await statusFor({ as: stayer.authorization }), 200)
    assert.equal(await statusFor({ cookie: cookies.stayer }), 200)
    assert.deepEqual(await run('list-operators'), {
      people: people.filter(({ email }) => email !== leaver.email),
      keys: keys.filter(key => key.keyId !== keyId),
    })
    await assert.rejects(run('remove-operator', leaver.email), /No member of the staff or of a printer signs in as/)
  })

test('the operator cannot remove a customer, or revoke a key that does not exist', async () => {
  await run('create-account', 'Bindery', 'owner@bindery.example')
  await assert.rejects(run('remove-operator', 'owner@bindery.example'), /No member of the staff/)
  await assert.rejects(run('revoke-key', 'octavo_staff_0000000000000000'), /There is no key/)
})

test("the operator's data is exported, edited, compared and imported while orders are quoted, and its mistakes change nothing", async () => {
  await using shop = await startWorld()
  const runIn = (name: string, ...given: string[]) => commands[name]!.run(shop.app, given)
  const folder = mkdtempSync(join(tmpdir(), 'octavo-operator-'))
  await runIn('operator-data export', folder)
  assert.deepEqual((await runIn('operator-data diff', folder)).differences, [])
  assert.equal((await runIn('operator-data import', folder, 'nothing new')).isNew, false)

  const file = join(folder, 'catalog.json')
  const catalog = JSON.parse(readFileSync(file, 'utf8')) as CatalogFile
  const [book] = catalog.skus
  book!.price.baseCents += 100
  writeFileSync(file, JSON.stringify(catalog))
  const compared = await runIn('operator-data diff', folder)
  assert.deepEqual(
    (compared.differences as Difference[]).map(({ path }) => path),
    [`/skus/${book!.manufacturingSku}/price/baseCents`],
  )
  const { version, isNew } = await runIn('operator-data import', folder, 'Spring prices')
  assert.deepEqual([version, isNew], [2, true])
  const baseCents = () => shop.app.operatorVersions.at(shop.now()).catalog.get(book!.manufacturingSku)!.price.baseCents
  assert.equal(baseCents(), book!.price.baseCents - 100, 'not in effect yet')
  await shop.advance(minNoticeMs)
  assert.equal(baseCents(), book!.price.baseCents)
  const { entries } = (await shop.call('/staff/audit', { as: shop.demo.staff.authorization })).body
  assert.deepEqual([entries[0].action, entries[0].details.reason], ['operator_data_published', 'Spring prices'])

  writeFileSync(file, JSON.stringify({ ...catalog, skus: [{ ...book, pages: 'many' }] }))
  await assert.rejects(runIn('operator-data import', folder, 'a slip'), /catalog\.json \/skus\/0\/pages: got "many"/)
  assert.equal(shop.app.operatorVersions.list().length, 2)
  await runIn('operator-data export', folder, '1')
  assert.equal((JSON.parse(readFileSync(file, 'utf8')) as CatalogFile).skus[0]!.price.baseCents + 100, baseCents())
  rmSync(folder, { recursive: true })
})
