import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../base/refusal.ts'
import { checkNewPassword } from './passwordRules.ts'

const email = 'Florentine.Ada@analytical-engines.example'

describe('refused passwords', () => {
  const refused: [why: string, password: string, detail: RegExp][] = [
    ['too short', 'nine char', /10 to 128/],
    ['too long', 'x1'.repeat(65), /10 to 128/],
    ['common', 'password123', /too common/],
    ['common, with capitals', 'QwertyUIOP', /too common/],
    ['one character repeated', 'zzzzzzzzzzzz', /too common/],
    ['a word repeated', 'octavooctavo', /too common/],
    ['the email address', email.toUpperCase(), /email address/],
    ['the name in the email address', 'florentine.ada', /email address/],
    ['the host of the email address', 'analytical-engines.example', /email address/],
  ]
  for (const [what, password, detail] of refused)
    test(`a password that is ${what} is refused`, () => {
      assert.throws(
        () => checkNewPassword(password, email, '/newPassword'),
        (error: unknown) =>
          error instanceof Refusal &&
          error.code === 'malformed_request' &&
          error.problems[0]?.pointer === '/newPassword' &&
          detail.test(error.message),
      )
    })
})

test('a sentence, a generated password and a password in any script are accepted', () => {
  for (const password of ['correct horse battery', 'rQ7x-pL2m-Zk9v', 'сорок две книги', 'florentine.ada likes tea'])
    checkNewPassword(password, email, '/newPassword')
})
