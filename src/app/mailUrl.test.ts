import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailUrlOf, readMailUrl } from './mailUrl.ts'

const server = { host: 'mail.example', port: 465, security: 'tls', user: 'me@books.example' } as const

test('a mail server is read back as it was entered, without its password', () => {
  for (const entered of [
    server,
    { ...server, port: 587, security: 'starttls' },
    { ...server, port: 25, security: 'none', user: null },
    { ...server, host: '2001:db8::1' },
  ] as const)
    assert.deepEqual(readMailUrl(mailUrlOf({ ...entered, password: 'p@ss/w%rd' }, null)), entered)
})

test('a password that is not sent stays for the same server and user, and goes to no other', () => {
  const before = mailUrlOf({ ...server, password: 'p@ss/w%rd' }, null)
  assert.equal(mailUrlOf(server, before), before)
  assert.equal(
    decodeURIComponent(new URL(mailUrlOf({ ...server, security: 'starttls' }, before)).password),
    'p@ss/w%rd',
  )
  for (const other of [
    ...[{ host: 'mail.attacker.example' }, { port: 2525 }, { user: 'you@books.example' }],
    { security: 'none' },
  ] as const)
    assert.throws(() => mailUrlOf({ ...server, ...other }, before), /Enter the password of the mail server/)
})
