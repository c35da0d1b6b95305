// The start with nothing configured: the demo that it makes, and what it prints.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Demo } from '../src/app/demo.ts'
import { hour, second } from '../src/base/clock.ts'
import { modes } from '../src/base/mode.ts'
import { also } from './support/form.ts'
import { freePort } from './support/ports.ts'
import { emptyPostgres } from './support/postgres.ts'
import { checkedStatus, emptyHome, run, signIn } from './support/runProcess.ts'
import { type Service, startService } from './support/service.ts'
import { snippetFolder, snippetsOf } from './support/snippets.ts'

/** What a shell makes of a command as it was printed. */
function paste(command: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile('sh', ['-c', command], (error, stdout) => (error === null ? resolve(stdout) : reject(error)))
  return promise
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
async function readAs({ url }: Service, cookie: string, path: string): Promise<any> {
  const answer = await fetch(url + path, { headers: { cookie } })
  assert.equal(answer.status, 200, path)
  return answer.json()
}

/** Asks until somebody listens there. */
async function firstAnswer(url: string): Promise<Response> {
  const deadline = performance.now() + 60 * second
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer !== null) return answer
    assert.ok(performance.now() < deadline, `nobody answers at ${url}`)
  }
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('a start with nothing configured', () => {
  const home = emptyHome()
  /** The demo of the home. The first test that needs it starts a service for it. */
  async function demoOfHome(): Promise<Demo> {
    const isMade = existsSync(join(home.dataDir, 'demo.json'))
    if (!isMade) await (await startService({ home, env: { OCTAVO_CLOCK: 'manual' } })).stop()
    return home.demo()
  }

  it('a start with nothing configured answers within a minute, with its demo before its first answer, and what it prints to be pasted works', async t => {
    const startedAt = performance.now()
    const PORT = String(await freePort())
    const started = startService({ home, env: { OCTAVO_CLOCK: 'manual', FILE_CHECK: 'content', PORT } })
    await firstAnswer(`http://127.0.0.1:${PORT}/health/live`)
    assert.equal(home.demo().url, `http://127.0.0.1:${PORT}`)
    const service = await started
    t.after(service.kill)
    assert.equal((await service.call('/health/ready')).status, 200, service.printed())
    assert.ok(performance.now() - startedAt < 60 * second)

    const [, command] = /\n\n(curl .*?)\n\n/s.exec(service.printed()) ?? []
    assert.ok(command !== undefined, service.printed())
    // A file that takes long is asked for again after a while, and the manual clock stands still meanwhile.
    for (const url of command.match(/http[^"]*sample[^"]*/g)!) assert.equal((await fetch(url)).status, 200, url)
    const order = JSON.parse(await paste(command.replace(/^curl/, 'curl -sS')))
    assert.equal(order.status, 'RECEIVED', JSON.stringify(order))
    assert.equal(order.mode, 'sandbox')
    const as = home.demo().accounts[0]!.sandbox.authorization
    assert.equal(await checkedStatus(service, as, order.customerOrderId), 'VALID_AWAITING_PAYMENT')
    const { body } = await service.call(`/orders/${order.customerOrderId}`, { as })
    assert.deepEqual(body.warnings, [])

    const [, move] = /^ +(curl \S+\/_clock .*)$/m.exec(service.printed()) ?? []
    const before = (await service.call('/_clock')).body.now
    const { now } = JSON.parse(await paste(move!.replace(/^curl/, 'curl -sS')))
    assert.equal(Date.parse(now) - Date.parse(before), 2 * hour)
    await service.stop()
  })

  for (const kind of ['PGlite', 'PostgreSQL'])
    also(
      `a start with nothing configured on ${kind} makes its demo anew, when the start before it was killed while it made one`,
      async () => {
        const { databaseUrl, drop } = kind === 'PGlite' ? { databaseUrl: null, drop: null } : await emptyPostgres()
        const home = emptyHome(databaseUrl)
        for (const OCTAVO_CRASH_AT of ['demo:created', 'demo:stored'])
          assert.equal(await (await startService({ home, env: { OCTAVO_CRASH_AT } })).ended, 'SIGKILL')
        const service = await startService({ home })
        const { accounts, staff, printer } = home.demo()
        for (const { user } of accounts) await signIn(service, user)
        for (const person of [staff, printer]) await signIn(service, person)
        await service.stop()
        await drop?.()
      },
    )

  it('a start with nothing configured writes all that is needed to demo.json', async () => {
    const demo = await demoOfHome()
    const keys = { authorization: 'Basic', webhookSecret: 'whsec_' }
    const account = (name: string, enterprise: boolean) => ({
      accountId: 'acc_',
      name,
      enterprise,
      user: { email: 'owner@', password: '' },
      sandbox: keys,
      production: keys,
      products: [
        { sku: 'NOVEL', manufacturingSku: 'PB-0600X0900-BW-60W', pageCount: 120 },
        { sku: 'KEEPSAKE', manufacturingSku: 'HC-0600X0900-BW-60C', pageCount: 120 },
      ],
    })
    const operator = { email: '', password: '', authorization: 'Basic' }
    const shape = {
      url: 'http://127.0.0.1:',
      accounts: [account('Paper Lantern Books', false), account('Harbor University Press', true)],
      staff: operator,
      printer: operator,
    }
    assert.deepEqual(shapeOf(demo), shapeOf(shape))
    assert.deepEqual(
      demo.accounts.map(({ name, enterprise, products }) => ({ name, enterprise, products })),
      shape.accounts.map(({ name, enterprise, products }) => ({ name, enterprise, products })),
    )
  })

  it('a start with nothing configured lets no other user of the machine enter the data directory, or read a key or a file in it', async () => {
    await demoOfHome()
    const modes = new Map(readdirSync(home.dataDir).map(name => [name, modeOf(join(home.dataDir, name))]))
    assert.equal(modeOf(home.dataDir), '700')
    for (const folder of ['db', 'files']) if (modes.has(folder)) assert.equal(modes.get(folder), '700', folder)
    for (const file of ['secret.key', 'demo.json', 'lock', 'lock.pid']) assert.equal(modes.get(file), '600', file)
  })

  it('a start with nothing configured is resumed by the next one: the same demo whose credentials all work, and a clock that goes on', async () => {
    const demo = await demoOfHome()
    const first = await startService({ home, env: { OCTAVO_CLOCK: 'manual' } })
    await first.call('/_clock', { method: 'POST', body: { advance: 'P3D' } })
    const stoodAt = (await first.call('/_clock')).body.now
    await first.stop()

    const service = await startService({ home, env: { OCTAVO_CLOCK: 'manual' } })
    assert.deepEqual({ ...home.demo(), url: '' }, { ...demo, url: '' })
    const { servers } = (await service.call('/openapi.json')).body
    assert.deepEqual(servers, [{ url: '/' }, { url: service.url }]) // PORT=0: the port that was found, everywhere
    assert.equal(home.demo().url, service.url)
    assert.equal((await service.call('/_clock')).body.now, stoodAt)
    for (const account of demo.accounts) {
      const cookie = await signIn(service, account.user)
      for (const mode of modes) {
        const { authorization, webhookSecret } = account[mode]
        const orders = await service.call('/orders', { as: authorization })
        assert.equal(orders.status, 200)
        assert.equal((await readAs(service, cookie, `/dashboard/api/${mode}/webhook-secret`)).secret, webhookSecret)
      }
      const { products } = await readAs(service, cookie, '/dashboard/api/products')
      assert.deepEqual(
        products.map(({ sku }: { sku: string }) => sku).sort(),
        account.products.map(({ sku }) => sku).sort(),
      )
    }
    for (const [who, path] of [
      [demo.staff, '/staff/accounts'],
      [demo.printer, '/press/jobs'],
    ] as const) {
      assert.equal((await service.call(path, { as: who.authorization })).status, 200, path)
      await readAs(service, await signIn(service, who), path)
    }
    await service.stop()
  })

  it('a start with nothing configured sends no email: whoever invites a person gets the link of the invitation, once', async () => {
    await demoOfHome()
    const service = await startService({ home })
    const { staff, accounts } = home.demo()
    const byStaff = await signIn(service, staff)
    const colleague = { email: 'new@example.com', kind: 'staff', role: 'support' }
    const opened = { name: 'Birch & Co', email: 'anna@birch.example' }
    for (const [cookie, path, body] of [
      [byStaff, '/staff/people/invitations', colleague],
      [byStaff, '/staff/accounts', opened],
      [
        await signIn(service, accounts[0]!.user),
        '/dashboard/api/team/invitations',
        { email: 'bo@example.com', role: 'viewer' },
      ],
    ] as const) {
      const headers = { cookie, 'content-type': 'application/json', origin: service.url }
      const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.equal(answer.status, 201, path)
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
      const link = new URL(((await answer.json()) as any).link)
      assert.equal(link.origin, new URL(service.url).origin)
      const token = link.hash.replace('#token=', '')
      const read = await service.call('/auth/invitations/read', { method: 'POST', body: { token } })
      assert.deepEqual([read.status, read.body.email], [200, body.email])
    }
    const { invitations } = await readAs(service, byStaff, '/staff/people')
    assert.deepEqual(
      invitations.map((one: object) => 'link' in one),
      [false],
    )
    await service.stop()
  })

  it('a start with nothing configured is refused, with the reason, where another process uses the folder', async () => {
    const service = await startService({ home })
    const second = await run([], { DATA_DIR: home.dataDir })
    assert.equal(second.code, 1)
    assert.match(second.stderr, /^Octavo cannot start: The data directory .* is in use by another process \(pid \d+\)/)
    assert.equal((await service.call('/health/ready')).status, 200)
    await service.stop()
  })

  it('a start with nothing configured is refused, with the reason, where another program has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const { code, stderr } = await run([], { DATA_DIR: home.dataDir, PORT: String(port) })
    other.close()
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `Octavo cannot start: port ${port} of 127.0.0.1 is in use by another program. Stop that program, or choose another port with PORT.\n`,
    )
  })
})
/** Types in place of values, and how texts begin where it says what they are. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)])
  if (typeof value !== 'string') return typeof value
  return /^(Basic|whsec_|acc_|http:\/\/127\.0\.0\.1:)/.exec(value)?.[0] ?? 'text'
}

describe('the tour of business customers in docs/money.md', () => {
  const page = new URL('../docs/money.md', import.meta.url)

  also(
    'the tour of a publisher on net 30 prints in a shell what the page says, from the agreed prices to the export',
    async () => {
      const home = emptyHome()
      const service = await startService({ home, env: { OCTAVO_CLOCK: 'manual', FILE_CHECK: 'content' } })
      const today = (await service.call('/_clock')).body.now.slice(0, 10)
      const middleOfMonth = Temporal.PlainDate.from(today).add({ months: 1 }).with({ day: 10 })
      await service.call('/_clock', { method: 'POST', body: { to: `${middleOfMonth}T12:00:00Z` } })
      using folder = snippetFolder()
      cpSync(join(home.dataDir, 'demo.json'), join(folder.path, 'data', 'demo.json'))
      const printed = await folder.run('net-30', 'sh', snippetsOf(page, 'sh'), {})
      assert.equal(printed, snippetsOf(page, 'json').join(''))
      await service.stop()
    },
  )
})
