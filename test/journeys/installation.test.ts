// An owner sets mail server, public address, payment provider and storage in the browser: each is tried, stored sealed,
// and in effect after the service has started again. The environment wins, and no secret comes back.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { SMTPServer } from 'smtp-server'
import { createApp } from '../../src/app/app.ts'
import { commands } from '../../src/app/commands.ts'
import { resealSecrets } from '../../src/app/resealSecrets.ts'
import { localStorage } from '../../src/artwork/storage.ts'
import { checkStorage, guardStorage, tryStorage } from '../../src/artwork/storageMark.ts'
import { manualClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { createVault } from '../../src/base/secrets/vault.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/db.ts'
import { startProvider } from '../provider/provider.ts'
import { freshPglite } from '../support/database.ts'
import { freshPostgres } from '../support/postgres.ts'
import { visitor } from '../support/visitor.ts'
import { callOf, startWorld, worldStart } from '../support/world.ts'

const secretKey = Buffer.alloc(32, 7)
const path = '/staff/installation'
const ann = { name: 'Ann Owner', email: 'ann@books.example', password: 'correct horse battery' }

/** A service with an owner who has just signed in. `again` is what a start of it anew finds. */
async function serviceWith(t: TestContext, environment: Record<string, string> = {}, fresh = freshPglite) {
  const database = await fresh()
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-installation-'))
  const config = readConfig([], { PORT: '3000', DATA_DIR: dataDir, ...environment })
  const given = {
    ...{ ...config, operatorDir: null, secretKey },
    people: { ...config.people, requireStaffSecondFactor: false },
  }
  const start = async () => {
    const app = await createApp(given, silentLog, {
      database: { ...database, close: async () => {} },
      clock: manualClock(worldStart),
    })
    await app.checkStorage()
    return app
  }
  let app = await start()
  t.after(async () => {
    await app.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const owner = visitor({ call: (...request) => callOf(app)(...request) })
  const made = await owner.ask('POST', '/auth/first-owner', { code: String(await app.issueFirstOwnerCode()), ...ann })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return {
    ...{ database, owner },
    app: () => app,
    async again() {
      await app.settingsChanged
      await app.close()
      app = await start()
      return app
    },
    read: async () => JSON.parse(JSON.stringify((await owner.ask('GET', path)).body)),
  }
}

async function startMailServer(t: TestContext) {
  const passwords: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _, done) {
      passwords.push(password ?? '')
      return password === 'right horse' ? done(null, { user: 'me' }) : done(new Error('no'))
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { port: (server.server.address() as AddressInfo).port, passwords }
}

describe('the settings of the installation', () => {
  it('a mail server is stored after it let Octavo sign in, sealed, and its password goes to no other server', async t => {
    const { database, owner, read, again, app } = await serviceWith(t)
    assert.deepEqual([(await read()).mail.setBy, (await read()).isKeyBesideData], ['nobody', true])
    const { port, passwords } = await startMailServer(t)
    const server = { host: '127.0.0.1', port, security: 'none', user: 'me', from: 'shop@books.example' }
    const wrong = await owner.ask('PUT', `${path}/mail`, { ...server, password: 'wrong horse' })
    assert.deepEqual([wrong.status, wrong.body.code], [409, 'wrong_state'])
    assert.match(wrong.body.detail, /refuses the user name or the password/)
    assert.equal((await read()).mail.server, null)
    const withPort = await owner.ask('PUT', `${path}/mail`, { ...server, host: 'mail.example:587' })
    const [{ pointer, detail }] = withPort.body.errors
    assert.deepEqual([withPort.status, pointer], [400, '/host'])
    assert.match(detail, /must be a host name or an IP address, got "mail.example:587"/)

    const saved = await owner.ask('PUT', `${path}/mail`, { ...server, password: 'right horse' })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.deepEqual([saved.body.isInEffect, saved.body.mail.setBy], [false, 'console'])
    assert.equal(app().config.mail.smtpUrl, null)
    const { config } = await again()
    assert.deepEqual(config.mail, { smtpUrl: `smtp://me:right%20horse@127.0.0.1:${port}`, from: server.from })

    const { rows } = await sql<{ sealed: Buffer }>`
      select sealed_value as sealed from installation_settings`.execute(database.db)
    assert.ok(rows.every(({ sealed }) => !sealed.includes('right')))
    const seen = [saved.body, (await owner.ask('GET', '/staff/audit')).body, await read()]
    assert.doesNotMatch(JSON.stringify(seen), /horse/)
    assert.match(JSON.stringify(seen[1]), /installation_setting_saved/)

    const kept = await owner.ask('PUT', `${path}/mail`, { ...server, from: 'other@books.example' })
    assert.equal(kept.status, 200)
    const other = await startMailServer(t)
    assert.equal((await owner.ask('PUT', `${path}/mail`, { ...server, port: other.port })).status, 409)
    assert.ok(!other.passwords.includes('right horse') && passwords.includes('right horse'))
    assert.equal((await owner.ask('DELETE', `${path}/mail`)).status, 204)
    assert.equal((await again()).config.mail.smtpUrl, null)
  })

  it('two saves of one setting at the same time are stored one after the other', async t => {
    const { databaseUrl, drop } = await freshPostgres()
    const { owner } = await serviceWith(t, {}, () => openDatabase({ databaseUrl, dataDir: null }))
    t.after(drop)
    const save = () => owner.ask('PUT', `${path}/payment`, { gateway: 'simulated' })
    const saved = await Promise.all(Array.from({ length: 6 }, save))
    assert.deepEqual([...new Set(saved.map(({ status }) => status))], [200])
  })

  it('a payment provider with open payments is neither exchanged nor removed', async t => {
    const { app, database, owner, again } = await serviceWith(t, { NODE_ENV: 'production' })
    assert.equal((await owner.ask('PUT', `${path}/payment`, { gateway: 'simulated' })).status, 200)
    await again()
    const { db } = database
    await sql`
      insert into accounts (account_id, name, holder_email, created_at)
      values ('acc_1', 'Test', 'holder@books.example', now())`.execute(db)
    await sql`
      insert into online_payments (account_id, payment_id, provider, customer_ref, kind, amount_cents, description,
        status, idempotency_key, next_check_at, created_at, begun_on)
      values ('acc_1', 'pay_1', 'simulated', 'acc_1', 'transfer', 100, 'Books', 'processing', 'key', now(), now(), now())`.execute(
      db,
    )
    const refused = await owner.ask('DELETE', `${path}/payment`)
    assert.match(refused.body.detail, /still open at the payment provider/)
    assert.equal((await owner.ask('PUT', `${path}/payment`, { gateway: 'simulated' })).status, 200)
    await sql`
      update online_payments set status = 'succeeded', settled_at = now(), next_check_at = null`.execute(db)
    assert.equal((await owner.ask('DELETE', `${path}/payment`)).status, 204)
    assert.equal(app().payments.name, 'simulated')
    assert.equal((await again()).payments.name, 'none')
  })

  it('a stored setting that no longer fits is left out of a start, and can be removed', async t => {
    const { app, database, owner, read, again } = await serviceWith(t)
    await sql`
      insert into installation_settings (name, sealed_value)
      values ('PUBLIC_URL', ${app().vault.seal('nonsense')}),
        ('MAIL_FROM', ${app().vault.seal('new@books.example')})`.execute(database.db)
    const { config } = await again()
    assert.deepEqual([config.publicUrl, config.mail.from], [null, 'new@books.example'])
    assert.deepEqual((await read()).address, { setBy: 'console', isStored: true, variables: [], url: null })
    assert.equal((await owner.ask('DELETE', `${path}/address`)).status, 204)
    assert.equal((await read()).address.setBy, 'nobody')
  })

  it('what the environment sets is shown with its name, and cannot be changed', async t => {
    const { app, database, owner, read } = await serviceWith(t, {
      MAIL_FROM: 'env@books.example',
      PAYMENT_GATEWAY: 'simulated',
    })
    const { mail, payment, address } = await read()
    assert.deepEqual([mail.setBy, mail.variables], ['environment', ['MAIL_FROM']])
    assert.deepEqual([payment.setBy, payment.gateway, address.setBy], ['environment', 'simulated', 'nobody'])
    const refused = await owner.ask('PUT', `${path}/payment`, { gateway: 'simulated' })
    assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'])
    // What is stored beside it would come back with the next start without the variable, so it can be removed.
    await sql`
      insert into installation_settings (name, sealed_value)
      values ('MAIL_FROM', ${app().vault.seal('old@books.example')})`.execute(database.db)
    assert.deepEqual([(await read()).mail.isStored, (await read()).mail.from], [true, 'env@books.example'])
    assert.equal((await owner.ask('DELETE', `${path}/mail`)).status, 204)
    assert.equal((await read()).mail.isStored, false)
  })

  it('Stripe is chosen after its books were read, and a live key is refused on the embedded database', async t => {
    const provider = await startProvider()
    t.after(() => provider[Symbol.asyncDispose]())
    const { owner, again } = await serviceWith(t, { STRIPE_API_URL: provider.url.href })
    const keys = { gateway: 'stripe', secretKey: 'sk_test_hunter2', webhookSecret: 'whsec_hunter2' }
    await provider.ask('set', { isKeyRefused: true })
    const refused = await owner.ask('PUT', `${path}/payment`, keys)
    assert.match(refused.body.detail, /does not accept the key/)
    await provider.ask('set', { isKeyRefused: false })
    const live = await owner.ask('PUT', `${path}/payment`, { ...keys, secretKey: 'sk_live_hunter2' })
    assert.match(live.body.detail, /needs PostgreSQL/)
    const saved = await owner.ask('PUT', `${path}/payment`, keys)
    assert.deepEqual([saved.status, saved.body.payment.gateway, saved.body.payment.keyOf], [200, 'stripe', 'test'])
    assert.doesNotMatch(JSON.stringify(saved.body), /hunter2/)
    assert.deepEqual((await again()).payments.name, 'stripe')
  })

  it('a production without a payment provider starts, and no card can be added', async t => {
    const { app, read } = await serviceWith(t, { NODE_ENV: 'production' })
    assert.equal((await read()).payment.gateway, 'none')
    assert.deepEqual(app().payments.cards, { kind: 'none' })
    assert.match(String((await app().payments.charge({ cardRef: 'sim_success' } as never)).kind), /declined/)
  })

  it('a bucket is chosen after a file was written and deleted in it, and only while no file is stored', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-bucket-'))
    const s3rver = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory: folder },
      configureBuckets: [{ name: 'prints', configs: [] }],
    })
    const { port } = (await s3rver.run()) as AddressInfo
    t.after(async () => {
      await s3rver.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const { database, owner, read, again, app } = await serviceWith(t)
    const { db } = database
    const bucket = {
      bucket: 'prints',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
    }
    const entered = { ...bucket, secretAccessKey: 'S3RVER' }
    const missing = await owner.ask('PUT', `${path}/storage`, { ...entered, bucket: 'none' })
    assert.match(missing.body.detail, /could not be stored/)
    await sql`insert into stored_trash (storage_key, due_at) values ('begun', now())`.execute(db)
    assert.match((await owner.ask('PUT', `${path}/storage`, entered)).body.detail, /Files are stored already/)
    await sql`delete from stored_trash`.execute(db)

    const saved = await owner.ask('PUT', `${path}/storage`, entered)
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    // Until the restart, this process stores nothing in the folder, and none starts with the folder any more.
    const { dataDir } = app().config
    const inFolder = guardStorage(db, localStorage(join(dataDir, 'files')))
    await assert.rejects(tryStorage(inFolder), /mark of the storage is missing/)
    await assert.rejects(checkStorage(db, inFolder), /is not the storage that this database has used/)
    await (await again()).tryStorage()
    assert.deepEqual((await read()).storage.bucket, bucket)

    assert.equal((await owner.ask('DELETE', `${path}/storage`)).status, 204)
    await (await again()).tryStorage()
    assert.equal((await read()).storage.bucket, null)
    assert.equal((await owner.ask('PUT', `${path}/storage`, entered)).status, 200)
    await again()
    await sql`
      insert into stored_files (sha256, storage_key, bytes, stored_at) values (${'0'.repeat(64)}, 'key', 1, now())`.execute(
      db,
    )
    for (const method of ['PUT', 'DELETE'] as const) {
      const refused = await owner.ask(method, `${path}/storage`, method === 'PUT' ? bucket : undefined)
      assert.match(refused.body.detail, /Files are stored already/)
    }
  })

  it('a public address at which no Octavo answers is refused, so that no owner is locked out', async t => {
    const { owner, app, again } = await serviceWith(t)
    const refused = await owner.ask('PUT', `${path}/address`, { url: 'https://print.invalid' })
    assert.match(refused.body.detail, /Nothing answers at https:\/\/print.invalid/)
    await using other = await startWorld({ config: { secretKey: Buffer.alloc(32, 3) } })
    const elsewhere = await other.app.server.listen({ host: '127.0.0.1', port: 0 })
    const another = await owner.ask('PUT', `${path}/address`, { url: elsewhere })
    assert.match(another.body.detail, /^Another installation of Octavo answers at /)
    const url = await app().server.listen({ host: '127.0.0.1', port: 0 })
    const saved = await owner.ask('PUT', `${path}/address`, { url })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.equal((await again()).publicUrl.origin, url)
  })

  it('in production a public address that only the server itself can open is refused', async t => {
    const { owner } = await serviceWith(t, { NODE_ENV: 'production' })
    for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      const { status, body } = await owner.ask('PUT', `${path}/address`, { url })
      assert.equal(status, 409)
      assert.match(body.detail, /^Browsers elsewhere cannot open /)
    }
  })

  it('only a signed-in owner reads and changes them, and a new secret key opens them', async t => {
    const { app, owner, read, again, database } = await serviceWith(t)
    const { authorization } = await commands['create-admin']!.run(app(), ['key@books.example', 'with-key'])
    const call = callOf(app())
    assert.equal((await call(path, { as: String(authorization) })).status, 401)
    const { port } = await startMailServer(t)
    const server = { host: '127.0.0.1', port, security: 'none', user: 'me', from: 'shop@books.example' }
    await owner.ask('PUT', `${path}/mail`, { ...server, password: 'right horse' })
    const { clock, newId, authSecrets } = await again()
    const vault = createVault(Buffer.alloc(32, 9), secretKey)
    await resealSecrets({ db: database.db, vault, authSecrets, clock, newId }, 'test')
    const alone = createVault(Buffer.alloc(32, 9))
    const { rows } = await sql<{ sealed: Buffer }>`
      select sealed_value as sealed from installation_settings`.execute(database.db)
    assert.deepEqual(rows.map(({ sealed }) => alone.open(sealed).includes('books.example')).includes(true), true)
    // With the key of before, they count as not set, and the service starts all the same.
    assert.equal((await read()).mail.server, null)
  })
})
