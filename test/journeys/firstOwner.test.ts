// Nobody can sign in to a new production: the first owner is created in the browser, once, with a code from the log.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createApp } from '../../src/app/app.ts'
import { commands } from '../../src/app/commands.ts'
import { manualClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Database, openDatabase } from '../../src/db/db.ts'
import { freshPglite } from '../support/database.ts'
import { freshPostgres } from '../support/postgres.ts'
import { type Visitor, visitor } from '../support/visitor.ts'
import { callOf, worldStart } from '../support/world.ts'

const ann = { name: 'Ann Owner', email: 'ann@books.example', password: 'correct horse battery' }

async function newDatabase(t: TestContext, kind: 'PGlite' | 'PostgreSQL'): Promise<Database> {
  if (kind === 'PGlite') return freshPglite()
  const { databaseUrl, drop } = await freshPostgres()
  t.after(drop)
  return openDatabase({ databaseUrl, dataDir: null })
}

/** A service without people; `restart` is another process at the same database. */
async function newService(t: TestContext, kind: 'PGlite' | 'PostgreSQL' = 'PGlite', people = {}) {
  const database = await newDatabase(t, kind)
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-first-owner-'))
  const config = readConfig([], { PORT: '3000', DATA_DIR: dataDir, FILE_CHECK: 'addresses' })
  const parts = { ...config, secretKey: Buffer.alloc(32, 7), people: { ...config.people, ...people } }
  const apps: Awaited<ReturnType<typeof createApp>>[] = []
  const start = async () => {
    const app = await createApp(parts, silentLog, {
      database: { ...database, close: async () => {} },
      clock: manualClock(worldStart),
    })
    apps.push(app)
    return { app, ask: visitor({ call: callOf(app) }).ask, code: await app.issueFirstOwnerCode() }
  }
  t.after(async () => {
    for (const app of apps) await app.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { ...(await start()), restart: start, visitor: (): Visitor => visitor({ call: callOf(apps[0]!) }) }
}

const create = (ask: Visitor['ask'], code: string | null, person: object = ann) =>
  ask('POST', '/auth/first-owner', { code: String(code), ...person })
const isWanted = async (ask: Visitor['ask']) => (await ask('GET', '/auth/first-owner')).body.isWanted

for (const kind of ['PGlite', 'PostgreSQL'] as const)
  describe(`the first owner on ${kind}`, () => {
    it('the code of the log creates an owner who is signed in, and works once', async t => {
      const { app, ask, code, visitor } = await newService(t, kind)
      assert.equal(await isWanted(ask), true)
      const home = async () =>
        (await app.server.inject({ url: '/', headers: { accept: 'text/html' } })).headers.location
      assert.equal(await home(), '/staff/first-owner')
      const wrong = await create(ask, `${String(code).slice(0, -1)}_`)
      assert.deepEqual([wrong.status, wrong.body.code], [403, 'not_allowed'])
      const weak = await create(ask, code, { ...ann, password: 'password12' })
      assert.deepEqual([weak.status, weak.body.code], [400, 'malformed_request'])
      const made = await create(ask, ` ${code} `)
      assert.deepEqual(
        [made.status, made.body.kind, made.body.role, made.body.name],
        [201, 'staff', 'owner', ann.name],
        JSON.stringify(made.body),
      )
      assert.equal((await ask('GET', '/auth/session')).body.email, ann.email)
      assert.deepEqual([await isWanted(ask), await home()], [false, '/dashboard'])
      const again = await create(visitor().ask, code, { ...ann, email: 'eve@books.example' })
      assert.deepEqual([again.status, again.body.code], [409, 'wrong_state'])
      assert.equal(await app.issueFirstOwnerCode(), null)
      const { email, password } = ann
      assert.equal((await visitor().ask('POST', '/auth/sign-in/email', { email, password })).status, 200)
    })

    it('of two people who enter the code at once, one becomes the owner', async t => {
      const { code, visitor, app } = await newService(t, kind)
      const answers = await Promise.all(
        ['ann', 'eve', 'ben'].map(name => create(visitor().ask, code, { ...ann, email: `${name}@books.example` })),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
      const { people } = (await commands['list-operators']!.run(app, [])) as { people: unknown[] }
      assert.equal(people.length, 1)
    })
  })

it('all processes and later starts have the same code, which is void once it was used', async t => {
  const first = await newService(t)
  const second = await first.restart()
  assert.equal(first.code, second.code)
  assert.equal((await create(second.ask, first.code)).status, 201)
  assert.equal((await create(first.ask, first.code, { ...ann, email: 'ben@example.com' })).status, 409)
  assert.equal((await first.restart()).code, null)
})

it('nobody becomes the first owner where the command made one, or the staff sign in at a provider', async t => {
  const { app, ask, code } = await newService(t)
  await commands['create-admin']!.run(app, ['ann@example.com'])
  assert.equal((await create(ask, code)).status, 409)
  const strict = await newService(t, 'PGlite', { mayStaffUsePasswords: false })
  assert.deepEqual([strict.code, await isWanted(strict.ask)], [null, false])
  assert.equal((await create(strict.ask, 'x')).status, 409)
})

it('guesses at the code are limited, and pages of other sites may not send one', async t => {
  const { app, ask } = await newService(t)
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) statuses.push((await create(ask, `guess-${i}`)).status)
  assert.deepEqual([statuses[29], statuses[30]], [403, 429])
  const foreign = await app.server.inject({
    ...{ method: 'POST', url: '/auth/first-owner', payload: { code: 'x', ...ann } },
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(foreign.statusCode, 403)
  assert.match(foreign.json().detail, /other sites/)
})
