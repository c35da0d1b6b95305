// What an operator creates by hand can be used over HTTP.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Operators } from '../../src/accounts/operators.ts'
import { commands } from '../../src/app/commands.ts'
import { Refusal } from '../../src/base/refusal.ts'
import { startWorld } from '../world.ts'

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

type Made = { email: string; password: string; authorization: string }

for (const [name, path] of [
  ['create-admin', '/staff/accounts'],
  ['create-printer', '/press/jobs'],
] as const)
  test(`whom ${name} makes can be removed, and the key revoked; others stay`, async () => {
    const leaver = (await run(name, `${name}+leaver@books.example`)) as Made
    const stayer = (await run(name, `${name}+stayer@books.example`)) as Made
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
    await assert.rejects(run('remove-operator', leaver.email), /Nobody of the staff or of a printer signs in as/)
  })

test('a customer is nobody whom the operator removes, and a key that was never made cannot be revoked', async () => {
  await run('create-account', 'Bindery', 'owner@bindery.example')
  await assert.rejects(run('remove-operator', 'owner@bindery.example'), /Nobody of the staff/)
  await assert.rejects(run('revoke-key', 'octavo_staff_0000000000000000'), /There is no key/)
})
