// The command line, as a developer runs it: a child process for each command, against the real service.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { systemClock } from '../src/base/clock.ts'
import { orderBody, startReceiver, startWorld, type World } from './support/world.ts'

const main = new URL('../cli/main.ts', import.meta.url).pathname
const home = mkdtempSync(join(tmpdir(), 'octavo-cli-'))

let world: World
let url: string
before(async () => {
  world = await startWorld({ clock: systemClock })
  url = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  await world?.[Symbol.asyncDispose]()
  rmSync(home, { recursive: true })
})

type Settings = { at?: string; key?: string | null; input?: string }

function start(args: string[], { at = url, key = world.charged.sandbox.authorization }: Settings = {}): ChildProcess {
  const login = key === null ? {} : { OCTAVO_URL: at, OCTAVO_AUTHORIZATION: key }
  const { PATH } = process.env
  return spawn(process.execPath, [main, ...args], {
    env: { PATH, XDG_CONFIG_HOME: home, OCTAVO_ATTEMPTS: '1', ...login },
  })
}

/** Runs a command to its end. */
async function octavo(args: string[], settings: Settings = {}) {
  const child = start(args, settings)
  child.stdin!.end(settings.input ?? '')
  const texts = [child.stdout!, child.stderr!].map(async stream =>
    (await stream.setEncoding('utf8').toArray()).join(''),
  )
  const status = await new Promise(resolve => child.once('close', resolve))
  const [out = '', err = ''] = await Promise.all(texts)
  return {
    status,
    out,
    err,
    json: () =>
      out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
  }
}

/** A server that answers as it is told. */
async function standIn(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

describe('octavo', () => {
  it('places an order from its standard input, shows, lists and cancels it', async () => {
    const input = JSON.stringify(orderBody({ customerOrderId: 'cli-1' }))
    const created = await octavo(['orders', 'create', '--json'], { input })
    assert.deepEqual([created.status, created.err, created.json()[0].customerOrderId], [0, '', 'cli-1'])
    assert.equal((await octavo(['orders', 'get', 'cli-1', '--json'])).json()[0].payload, undefined)
    const cancelled = await octavo(['orders', 'cancel', 'cli-1'])
    assert.deepEqual([cancelled.status, cancelled.out.trim()], [0, 'cli-1  CANCELLED'])
    const listed = await octavo(['orders', 'list', '--status', 'CANCELLED', '--json'])
    assert.deepEqual(
      listed.json().map(order => order.customerOrderId),
      ['cli-1'],
    )
    assert.match((await octavo(['products'])).out, /^NOVEL {2}/m)
    const watched = await octavo(['orders', 'watch', 'cli-1', '--json'])
    assert.equal(watched.json().at(-1).type, 'OrderCancelled')
  })

  it('uploads the files of a product, and tells what is wrong with them', async () => {
    const manufacturingSku = 'PB-0600X0900-BW-60W'
    const body = { sku: 'POEMS', name: 'Poems', manufacturingSku, pageCount: 96 }
    await world.call('/products', { method: 'POST', as: world.charged.sandbox.authorization, body })
    const template = `/templates/published/${manufacturingSku}/cover/pdf?units=in&pageCount=96`
    const cover = join(home, 'cover.pdf')
    writeFileSync(cover, (await world.app.server.inject(template)).rawPayload)
    const upload = ['products', 'upload', 'POEMS', '--cover', cover]
    const refused = await octavo(upload)
    assert.deepEqual([refused.status, refused.err.includes('(counts_in_production)')], [1, true])
    const uploaded = await octavo([...upload, '--also-in-production'])
    assert.deepEqual([uploaded.status, uploaded.err], [0, `Uploading ${cover} (16 kB)\n`])
    assert.match(uploaded.out, /^warning: cover, pages 1: .*\nAn order with these files would pass\.$/m)
    const guts = await octavo(['products', 'upload', 'POEMS', '--pages', cover, '--also-in-production', '--json'])
    assert.deepEqual([guts.status, guts.json()[0].passed], [1, false])
    const missing = await octavo(['products', 'upload', 'POEMS', '--pages', `${cover}.none`])
    assert.deepEqual([missing.status, missing.err.includes('cannot be read')], [2, true])
    assert.equal((await octavo(['products', 'upload', 'POEMS'])).status, 2)
  })

  it('adds, lists, disables, enables and deletes a webhook endpoint, and shows a secret only when it is made', async () => {
    const hook = 'https://shop.example/hook'
    const created = await octavo(['endpoints', 'create', hook, '--events', 'OrderShipped', '--json'])
    assert.deepEqual([created.status, created.err], [0, ''])
    const [{ endpointId, secret }] = created.json()
    assert.match(secret, /^whsec_/)
    const line = `${endpointId}  ${hook}  OrderShipped`
    assert.equal((await octavo(['endpoints'])).out.trim(), line)
    assert.equal((await octavo(['endpoints', 'disable', endpointId])).out.trim(), `${line}, disabled`)
    assert.equal((await octavo(['endpoints', 'enable', endpointId])).out.trim(), line)
    const rotated = await octavo(['endpoints', 'rotate', endpointId])
    assert.match(rotated.out, /^whsec_\S+\n$/)
    assert.notEqual(rotated.out.trim(), secret)
    assert.equal((await octavo(['endpoints', 'delete', endpointId])).out.trim(), `${endpointId} is deleted.`)
    assert.deepEqual(
      [await octavo(['endpoints'])].map(({ status, out }) => [status, out.trim()]),
      [[0, '']],
    )
  })

  it('says what is wrong with a webhook endpoint, with an exit status for each mistake', async () => {
    const mistakes = [
      [['endpoints', 'create'], 2, /Say which address/],
      [['endpoints', 'create', 'ftp://example.com'], 2, /not an http or https address/],
      [['endpoints', 'create', 'https://example.com/hook', '--events', 'OrderLost'], 1, /events/],
      [['endpoints', 'delete', 'whe_unknown'], 1, /not/],
    ] as const
    for (const [args, status, message] of mistakes) {
      const run = await octavo([...args])
      assert.deepEqual([run.status, run.out], [status, ''])
      assert.match(run.err, message)
    }
  })

  it('says in one sentence what went wrong, with an exit status for each', async () => {
    const says = async (args: string[], settings: Settings = {}) => {
      const { status, out, err } = await octavo(args, settings)
      assert.deepEqual([out, err.trim().split('\n').length], ['', 1], err)
      return [status, err.trim()] as const
    }
    const get = ['orders', 'get', 'none']
    assert.match((await says(get)).join(' '), /^1 octavo: .*none.* \(order_not_found\)$/)
    assert.match((await says(['orders', 'get'])).join(' '), /^2 octavo: Say which customerOrderId/)
    assert.match((await says(['fly'])).join(' '), /^2 octavo: There is no command fly/)
    assert.match((await says(get, { key: null })).join(' '), /^2 octavo: You are not logged in/)
    assert.match((await says(get, { key: 'Basic b2N0YXZvOg==' })).join(' '), /^3 octavo: The key is wrong/)
    const production = world.charged.production.authorization
    assert.match((await says(['sandbox', 'empty'], { key: production })).join(' '), /^3 octavo: The key may not/)
    const { at: closed, ...server } = await standIn(() => {})
    await server[Symbol.asyncDispose]()
    assert.match((await says(get, { at: closed })).join(' '), /^4 octavo: There is no connection/)

    await using busy = await standIn((_request, response) => {
      response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '7' })
      response.end(JSON.stringify({ status: 429, code: 'too_many_requests', detail: 'Slower.', errors: [] }))
    })
    assert.match((await says(get, busy)).join(' '), /^5 octavo: Too many requests: try again in 7 s\.$/)
    await using cut = await standIn(request => void request.socket.destroy())
    assert.match((await says(get, cut)).join(' '), /^6 octavo: The answer of .* was lost/)
    await using late = await standIn((_request, response) => {
      response.sendDate = false
      response.writeHead(200, {
        date: new Date(Date.now() - 720_000).toUTCString(),
        'content-type': 'application/json',
      })
      response.end(JSON.stringify({ products: [], nextCursor: null, events: [], warnings: [] }))
    })
    const login = ['login', '--url', late.at]
    assert.match((await says(login)).join(' '), /^7 octavo: The clock of this machine is 12 minutes ahead/)
  })

  it('stores a login that only its owner can read, and completes commands', async () => {
    const { status, out } = await octavo(['login', '--url', url, '--json'], {
      key: null,
      input: `${world.charged.sandbox.authorization}\n`,
    })
    assert.equal(status, 0)
    assert.equal(statSync(JSON.parse(out).file).mode & 0o777, 0o600)
    assert.equal((await octavo(['products'], { key: null })).status, 0)
    for (const shell of ['bash', 'zsh', 'fish']) {
      assert.match((await octavo(['completion', shell], { key: null })).out, /trigger.*OrderShipped/s)
    }
  })

  it('listens: each event comes once, signed and in order, though it is stopped and started again', async () => {
    await using receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
    const args = ['listen', '--forward-to', receiver.url, '--json']
    const heard = async (child: ChildProcess, type: string) => {
      let text = ''
      for await (const part of child.stdout!) {
        text += part
        if (text.includes(`"type":"${type}"`)) return
      }
    }
    const isReady = (child: ChildProcess) => new Promise(resolve => child.stderr!.once('data', resolve))
    const stop = (child: ChildProcess) =>
      new Promise(resolve => {
        child.once('close', resolve)
        child.kill('SIGTERM')
      })
    const first = start(args)
    await isReady(first)
    const shipped = await octavo(['trigger', 'OrderShipped', '--json'])
    assert.deepEqual([shipped.status, shipped.json()[0].status], [0, 'SHIPPED'], shipped.err)
    await heard(first, 'OrderShipped')
    assert.equal(await stop(first), 0)
    assert.equal((await octavo(['trigger', 'OrderValidationFailed'])).status, 0)
    const second = start(args)
    await heard(second, 'OrderValidationFailed')
    await stop(second)
    assert.deepEqual(receiver.unverified, [])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(receiver.kinds(), [
      'OrderReceived',
      'OrderValidated',
      'OrderEnteredHoldingBin',
      'OrderSentToPrinter',
      ...receiver
        .kinds()
        .slice(4, -1)
        .filter(kind => kind === 'OrderAcceptedByPrinter'),
      'OrderShipped',
      'OrderValidationFailed',
    ])
  })
})
