import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, test } from 'node:test'
import { freshPglite } from '../../../test/support/database.ts'
import { createLog } from '../../base/log.ts'
import type { Database } from '../../db/db.ts'
import { openAuth } from './betterAuth.ts'

const publicUrl = new URL('http://127.0.0.1:3000')
const secrets = [{ version: 1, value: 's'.repeat(44) }] as const
const parts = { publicUrl, secrets, addressHeader: 'x-address', sendReset: async () => {} }

let database: Database
before(async () => {
  database = await freshPglite()
})
after(() => database.close())

/** The canary is the email address, the next page, or the origin. */
const requests: [what: string, body: object, origin: string, expected: { status: number; lines: string[] }][] = [
  ['a wrong password', { email: 'canary@example.com' }, publicUrl.origin, { status: 401, lines: [] }],
  [
    'a page that is not ours',
    { email: 'canary@example.com', callbackURL: 'https://canary.example' },
    publicUrl.origin,
    { status: 403, lines: ['Invalid'] },
  ],
  ['another site', { email: 'canary@example.com' }, 'https://canary.example', { status: 403, lines: ['Invalid'] }],
]
for (const [what, body, origin, expected] of requests)
  test(`a sign-in with ${what} logs nothing of the input, and prints nothing`, async t => {
    const printed = t.mock.method(console, 'error', () => {})
    const to = new PassThrough()
    const log = createLog({ level: 'info', pretty: false, to })
    const { handler } = openAuth({ ...parts, db: database.db, log })
    const { status } = await handler(
      new Request(new URL('/auth/sign-in/email', publicUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: 'a=b', origin },
        body: JSON.stringify({ password: 'canary password', ...body }),
      }),
    )
    const text = String(to.read() ?? '')
    const lines = text.split('\n').filter(line => line !== '')
    assert.doesNotMatch(text, /canary/)
    assert.deepEqual({ status, lines: lines.map(line => JSON.parse(line).message) }, expected)
    assert.equal(printed.mock.callCount(), 0)
  })
