// An owner sets up printers in the browser: they are checked as a whole, in effect without a restart, and their secrets
// are stored sealed and never answered. An order previewed goes to the printer that was named.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openPrinterRegister } from '../../src/app/printerSettings.ts'
import { hour } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { createOutbound } from '../../src/base/network/outbound.ts'
import { createVault } from '../../src/base/secrets/vault.ts'
import { openDatabase } from '../../src/db/db.ts'
import { defaultFile } from '../../src/printer/printerConfig.ts'
import { parcel, press, program } from '../support/actors.ts'
import { freshPostgres } from '../support/postgres.ts'
import { type Visitor, visitor } from '../support/visitor.ts'
import { startWorld, type World } from '../support/world.ts'

const path = '/staff/printer-settings'
const plain = {
  ...{ title: null, adapter: 'desk', settings: {}, makes: ['*'], shipsTo: ['*'], copiesPerDay: null },
  ...{ cutOff: { hour: 17, timeZone: 'America/New_York' }, priority: 2 },
  ...{ paper: null, bindingCodes: false, labelsAtScan: null },
}
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

it('printers that are added at the same time are all stored', async () => {
  const { databaseUrl, drop } = await freshPostgres()
  {
    await using world = await startWorld({ database: await openDatabase({ databaseUrl, dataDir: null }) })
    const owner = visitor(world)
    const { email, password } = world.demo.staff
    await owner.ask('POST', '/auth/sign-in/email', { email, password })
    const names = ['north', 'east', 'south', 'west']
    await Promise.all(names.map(name => owner.ask('POST', `${path}/printers`, { name, ...plain })))
    const { printers } = (await owner.ask('GET', path)).body
    assert.deepEqual(printers.map(({ name }: { name: string }) => name).sort(), ['desk', ...names].sort())
  }
  await drop()
})

describe('the printers, set up in the browser', () => {
  let world: World
  let owner: Visitor
  beforeEach(async () => {
    world = await startWorld()
    owner = visitor(world)
    const { email, password } = world.demo.staff
    assert.equal((await owner.ask('POST', '/auth/sign-in/email', { email, password })).status, 200)
  })
  afterEach(() => world?.[Symbol.asyncDispose]())

  const add = (name: string, changes: object = {}) =>
    owner.ask('POST', `${path}/printers`, { name, ...plain, ...changes })
  const version = async () => (await owner.ask('GET', path)).body.version
  const change = async (name: string, changes: object = {}) =>
    owner.ask('PUT', `${path}/printers/${name}`, { ...plain, basedOn: await version(), ...changes })
  const remove = async (name: string, basedOn?: number) =>
    owner.ask('DELETE', `${path}/printers/${name}?basedOn=${basedOn ?? (await version())}`)
  const problemsOf = ({ body }: { body: { errors: { pointer: string; detail: string }[] } }) =>
    body.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`)

  it('a second printer gets the next order without a restart, and is removed when its jobs are over', async () => {
    const before = (await owner.ask('GET', path)).body
    assert.deepEqual(
      [before.source, before.hasFile, before.printers.map(({ name }: { name: string }) => name)],
      ['file', true, ['desk']],
    )
    const added = await add('east', { title: 'East Press', priority: 1, makes: ['PB-*'], shipsTo: ['US'] })
    assert.equal(added.status, 200, JSON.stringify(added.body))
    assert.deepEqual([added.body.source, added.body.printers[1].title], ['console', 'East Press'])
    assert.equal((await change('desk')).status, 200)
    const listed = (await owner.ask('GET', '/staff/printers')).body.printers
    assert.deepEqual(
      listed.map(({ name, title, priority }: Record<string, unknown>) => [name, title, priority]),
      [
        ['desk', null, 2],
        ['east', 'East Press', 1],
      ],
    )

    await program(world, world.charged, 'production').place('first')
    await world.advance(16 * hour)
    assert.equal((await press(world).jobOf('first')).printer, 'east')
    const refused = await remove('east')
    assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'])
    assert.match(refused.body.detail, /1 open job/)
    assert.equal((await change('east', { adapter: 'json', settings: {} })).status, 409)
    await press(world).tell('first', 'accept')
    assert.equal((await press(world).tell('first', 'ship', parcel)).status, 200)
    await world.settle()
    const invited = { email: 'east@press.example', kind: 'printer', printer: 'east', language: 'en' }
    const invitation = await owner.ask('POST', '/staff/people/invitations', invited)
    assert.equal(invitation.status, 201, JSON.stringify(invitation.body))
    const named = await remove('east')
    assert.match(named.body.detail, /^east@press.example belong to east/)
    await owner.ask('DELETE', `/staff/people/invitations/${invitation.body.invitationId}`)
    await owner.ask('POST', '/staff/printers/east/hold', { reason: 'moves out' })

    const last = await version()
    assert.equal((await remove('east', last - 1)).body.code, 'printers_changed')
    const twice = await Promise.all([1, 2].map(() => remove('east', last)))
    assert.deepEqual(twice.map(({ status }) => status).sort(), [204, 409])

    await add('east')
    assert.equal((await owner.ask('GET', '/staff/printers')).body.printers[1].heldAt, null)

    const { entries } = (await owner.ask('GET', '/staff/audit')).body
    const acts = entries.map(({ action, subject }: Record<string, string>) => `${action} ${subject}`)
    assert.ok(acts.includes('printer_added east') && acts.includes('printer_changed desk'), acts.join())
  })

  it('a printer that left the file with its people cannot come back with them', async () => {
    await add('east')
    await owner.ask('POST', '/staff/people/invitations', {
      ...{ email: 'east@press.example', kind: 'printer', printer: 'east', language: 'en' },
    })
    await sql`delete from printer_settings`.execute(world.app.database.db)
    const refused = await add('east')
    assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state'])
    assert.match(refused.body.detail, /^east@press.example belong to east/)
  })

  it('a shorter time counts for jobs that are at a printer already', async () => {
    await program(world, world.charged, 'production').place('first')
    await world.advance(16 * hour)
    const alarms = async () => (await owner.ask('GET', '/staff/printers')).body.printers[0].alarms
    assert.equal(await alarms(), 0)
    const { times } = (await owner.ask('GET', path)).body
    const alarmAfterHours = { ...times.alarmAfterHours, acceptance: 0.1 }
    assert.equal((await owner.ask('PUT', `${path}/times`, { ...times, alarmAfterHours, basedOn: 0 })).status, 200)
    await world.advance(hour)
    assert.equal(await alarms(), 1)
  })

  it('all mistakes come at once, each beside its field, and a book without a printer is named', async () => {
    const wrong = await add('simulator', {
      adapter: 'json',
      settings: { url: 'ftp://press.example', secret: 'short' },
      makes: ['XX-*'],
      cutOff: { hour: 9, timeZone: 'Mars' },
    })
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'operator_data_invalid'])
    assert.deepEqual(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
      '/cutOff/timeZone',
      '/name',
      '/settings/secret',
      '/settings/url',
      '/settings/url',
    ])
    const narrow = await change('desk', { makes: ['PB-*'], shipsTo: ['US'] })
    assert.equal(narrow.status, 422)
    assert.match(problemsOf(narrow as never)[0]!, /^: no printer makes .* and ships to /)
    assert.deepEqual(problemsOf((await add('desk')) as never), ['/name: There is a printer desk already.'])
    assert.equal((await remove('desk')).status, 422)
    assert.equal((await owner.ask('GET', path)).body.source, 'file')
  })

  it('a printer may list a book that is not in the catalog yet, and gaps that were there before do not matter', async () => {
    await change('desk', { makes: ['PB-*', 'HC-*', '*'] })
    const listed = await change('desk', { makes: ['*', 'NEW-*'] })
    assert.deepEqual([listed.status, listed.body.printers[0].unmatched], [200, ['NEW-*']], JSON.stringify(listed.body))
    await sql`
      update printer_settings set version = version + 1, content = replace(content::text, '"shipsTo":["*"]', '"shipsTo":["US"]')::json`.execute(
      world.app.database.db,
    )
    assert.equal((await change('desk', { shipsTo: ['US', 'CA'] })).status, 200)
    const narrower = await change('desk', { shipsTo: ['US'] })
    assert.equal(narrower.status, 422)
    assert.match(problemsOf(narrower as never)[0]!, /ships to CA$/)
  })

  it('a secret is sealed, never answered, kept for the same address only, and tried on request', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer((request, answer) => {
      seen.push(request.url)
      answer.end(JSON.stringify({ jobs: [], nextCursor: null }))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/octavo`
      const json = { adapter: 'json', settings: { url, secret } }
      const tried = await owner.ask('POST', `${path}/test`, { name: 'system', ...plain, ...json })
      assert.deepEqual([tried.body.works, seen], [true, ['/octavo/jobs?status=open']], JSON.stringify(tried.body))
      const added = await add('system', json)
      assert.deepEqual(
        [added.body.printers[1].settings, added.body.printers[1].secrets],
        [{ url }, ['secret']],
        JSON.stringify(added.body),
      )
      const { rows } = await sql<{ text: string }>`
        select content::text || encode(sealed_secrets, 'escape') as text from printer_settings`.execute(
        world.app.database.db,
      )
      const visible = JSON.stringify([added.body, (await owner.ask('GET', '/staff/audit')).body, rows])
      assert.doesNotMatch(visible, new RegExp(secret))
      const secretsOf = (answer: { body: { printers: { secrets: string[] }[] } }) => answer.body.printers[1]!.secrets
      const kept = await change('system', { adapter: 'json', settings: { url, previousSecret: secret } })
      assert.deepEqual(secretsOf(kept), ['secret', 'previousSecret'])
      const emptied = await change('system', { adapter: 'json', settings: { url, previousSecret: '' } })
      assert.deepEqual(secretsOf(emptied), ['secret'])
      await change('system', { adapter: 'json', settings: { url, previousSecret: secret } })
      const ended = await change('system', { adapter: 'json', settings: { url, secret, previousSecret: null } })
      assert.deepEqual(secretsOf(ended), ['secret'])
      const moved = await change('system', { adapter: 'json', settings: { url: `${url}/elsewhere` } })
      assert.deepEqual(problemsOf(moved as never), ['/settings/secret: expected whsec_ and 24 to 64 bytes in base64'])
      const blocked = await add('inside', { adapter: 'json', settings: { url: 'http://10.0.0.1/octavo', secret } })
      assert.match(problemsOf(blocked as never)[0]!, /^\/settings\/url: the address leads to a private network/)
    } finally {
      server.close()
    }
  })

  it('another process uses what was saved', async () => {
    const { database, vault, transactor, clock } = world.app
    const outbound = createOutbound({})
    const adapters = {
      ...{ client: { call: () => Promise.reject(new Error('no call')) }, clock },
      ...{ links: null as never, drawCodes: async () => null },
    }
    const deps = { db: database.db, vault, transactor, clock, log: silentLog, outbound, adapters, scheduled: () => [] }
    const other = await openPrinterRegister({ ...deps, catalog: { list: () => [] } as never }, null)
    assert.equal((await add('east')).status, 200)
    assert.deepEqual(Object.keys(other.printers()), ['desk', 'simulator'])
    await other.refresh()
    assert.deepEqual(Object.keys(other.printers()), ['desk', 'east', 'simulator'])
    assert.equal((await other.read()).source, 'console')
    other.close()

    const json = { adapter: 'json', settings: { url: 'https://press.example/octavo', secret } }
    assert.equal((await add('system', json)).status, 200)
    const lost = await openPrinterRegister(
      { ...deps, vault: createVault(Buffer.alloc(32, 9)), catalog: { list: () => [] } as never },
      null,
    )
    const answer = await lost.printers().system!.submit({} as never)
    assert.deepEqual([answer.kind, 'reached' in answer && answer.reached], ['unavailable', 'no'])
    lost.close()

    await sql`
      update printer_settings set content = replace(replace(content::text, '"adapter":"json"',
        '"adapter":"carrier-pigeon"'), '"alarmAfter"', '"breaks":[],"alarmAfter"')::json`.execute(database.db)
    const older = await openPrinterRegister({ ...deps, catalog: { list: () => [] } as never }, null)
    assert.equal(older.config().printers.length, 3)
    assert.equal((await older.printers().system!.submit({} as never)).kind, 'unavailable')
    older.close()
    await outbound.close()
  })

  it('a printer that a newer release saved stays as it is, and the others are checked as before', async () => {
    await add('east')
    await add('north')
    await sql`
      update printer_settings set content = jsonb_set(jsonb_set(jsonb_set(content::jsonb,
        '{printers,1,shifts}', '2'), '{alarmAfter,pickup}', '"P1D"'), '{breaks}', '[]')::json`.execute(
      world.app.database.db,
    )
    await sql`update printer_settings set version = version + 1`.execute(world.app.database.db)
    const east = await change('east', { priority: 9 })
    assert.deepEqual([east.status, east.body.code], [409, 'wrong_state'])
    assert.match(east.body.detail, /^A newer release of Octavo saved east\. /)
    const wrong = await change('north', { cutOff: { hour: 17, timeZone: 'Mars/Base' } })
    assert.deepEqual(problemsOf(wrong as never), ['/cutOff/timeZone: got "Mars/Base", expected an IANA time zone'])
    assert.equal((await change('north', { priority: 9 })).status, 200)
    const { times } = (await owner.ask('GET', path)).body
    const changed = { ...times, staffEmail: 'desk@books.example', basedOn: await version() }
    assert.equal((await owner.ask('PUT', `${path}/times`, changed)).status, 200)
    const stored = await sql<{ kept: string }>`
      select concat_ws(' ', content -> 'breaks', content #> '{printers,1,shifts}', content #> '{alarmAfter,pickup}') as kept
        from printer_settings`.execute(world.app.database.db)
    assert.equal(stored.rows[0]!.kept, '[] 2 "P1D"')
    assert.equal((await remove('east')).status, 204)
  })

  it('a printer of the file is called as before when the file is gone', async () => {
    const { database, vault, transactor, clock } = world.app
    const called: string[] = []
    const call = async (url: string) => {
      called.push(url)
      return { kind: 'lost' as const, cause: 'ECONNREFUSED', reached: 'no' as const }
    }
    const outbound = createOutbound({})
    const adapters = { client: { call }, clock, links: null as never, drawCodes: async () => null }
    const catalog = { list: () => [] } as never
    const deps = {
      db: database.db,
      vault,
      transactor,
      clock,
      log: silentLog,
      outbound,
      adapters,
      catalog,
      scheduled: () => [],
    }
    process.env.INSIDE_SECRET = secret
    const { makes, shipsTo, cutOff, priority } = plain
    const settings = { url: 'http://10.0.0.1/octavo', secretEnv: 'INSIDE_SECRET' }
    const inside = { name: 'inside', adapter: 'json', makes, shipsTo, cutOff, priority, settings }
    const withFile = await openPrinterRegister(deps, { ...defaultFile, printers: [inside] })
    await withFile.add({ name: 'east', ...plain } as never, 'user 1')
    withFile.close()
    const withoutFile = await openPrinterRegister(deps, null)
    await withoutFile.printers().inside!.listJobs!()
    assert.match(called.join(), /^http:\/\/10\.0\.0\.1\/octavo/)
    withoutFile.close()
    await outbound.close()
  })

  it('the times are stored, and the preview names the printer, its days, the price, and why not the others', async () => {
    const times = {
      alarmAfterHours: { submission: 0.5, acceptance: 48, shipping: 24, cancellation: 8 },
      ...{ rerouteAfterHours: null, staffEmail: 'desk@books.example' },
    }
    const saved = await owner.ask('PUT', `${path}/times`, { ...times, basedOn: 0 })
    assert.deepEqual(saved.body.times, times)
    const late = await owner.ask('PUT', `${path}/times`, { ...times, basedOn: 0 })
    assert.deepEqual([late.status, late.body.code], [409, 'printers_changed'])
    assert.equal((await change('desk', { basedOn: 0 })).body.code, 'printers_changed')
    await change('desk')
    await add('east', { priority: 1, makes: ['PB-*'], shipsTo: ['US-NY', 'CA'] })
    await add('west', { priority: 3 })
    const ask = (destination: object, more: object = {}) =>
      owner.ask('POST', `${path}/route`, {
        ...{ manufacturingSku: 'PB-0600X0900-BW-60W', quantity: 3, destination, shippingClassification: 'standard' },
        ...more,
      })
    const reasons = (body: { printers: { name: string; reason: string | null }[] }) =>
      body.printers.map(({ name, reason }) => [name, reason])
    const near = await ask({ country: 'US', state: 'NY' })
    assert.equal(near.status, 200, JSON.stringify(near.body))
    assert.deepEqual(reasons(near.body), [
      ['east', null],
      ['desk', 'priority'],
      ['west', 'priority'],
    ])
    assert.ok(near.body.pricing.orderTotal > 0 && near.body.estimatedShipDate > near.body.printers[0].startDay)
    const abroad = await ask({ country: 'FR' })
    assert.deepEqual([abroad.status, abroad.body.code], [400, 'unsupported_country'])
    const far = await ask({ country: 'US', state: 'CA' })
    assert.deepEqual(reasons(far.body), [
      ['desk', null],
      ['west', 'priority'],
      ['east', 'place'],
    ])
    await owner.ask('POST', '/staff/printers/desk/hold', { reason: 'broken' })
    const draft = { name: 'north', ...plain, priority: 1, copiesPerDay: 100 }
    const onlyHere = { name: 'desk', ...plain, makes: ['PB-*'], shipsTo: ['US-CA'] }
    const narrow = await ask({ country: 'US', state: 'CA' }, { printer: onlyHere })
    assert.equal(narrow.status, 200, 'what other printers lack is no matter of a preview')
    assert.deepEqual(reasons((await ask({ country: 'US', state: 'CA' }, { printer: draft })).body), [
      ['north', null],
      ['west', 'priority'],
      ['desk', 'paused'],
      ['east', 'place'],
    ])
  })
})
