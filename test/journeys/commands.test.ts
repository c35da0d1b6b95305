// What an operator creates by hand can be used over HTTP.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
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
