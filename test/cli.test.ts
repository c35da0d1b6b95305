// The command line, as a developer runs it: a child process for each command, against the real service.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findingLine } from '../clients/cli/commands.ts'
import { cliVersion, interfaceVersion } from '../clients/cli/failures.ts'
import { progressLine } from '../clients/cli/output.ts'
import { systemClock } from '../src/base/clock.ts'
import { compiledFolder } from './compiled.ts'
import { orderBody, startReceiver, startWorld, type World } from './support/world.ts'

const main = new URL('../clients/cli/main.ts', import.meta.url).pathname
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
    env: { PATH, NODE_COMPILE_CACHE: compiledFolder, XDG_CONFIG_HOME: home, OCTAVO_ATTEMPTS: '1', ...login },
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
  it('octavo places an order from its standard input, shows, lists, changes and cancels it', async () => {
    const input = JSON.stringify(orderBody({ customerOrderId: 'cli-1' }))
    const created = await octavo(['orders', 'create', '--json'], { input })
    assert.deepEqual([created.status, created.err, created.json()[0].customerOrderId], [0, '', 'cli-1'])
    assert.equal((await octavo(['orders', 'get', 'cli-1', '--json'])).json()[0].payload, undefined)
    const changed = await octavo(['orders', 'change', 'cli-1', '--class', 'rush', '--json'])
    assert.equal(changed.json()[0].shippingClassification, 'rush')
    const cancelled = await octavo(['orders', 'cancel', 'cli-1'])
    assert.deepEqual([cancelled.status, cancelled.out.trim()], [0, 'cli-1  CANCELLED'])
    const listed = await octavo(['orders', 'list', '--status', 'CANCELLED', '--json'])
    assert.deepEqual(
      listed.json().map(order => order.customerOrderId),
      ['cli-1'],
    )
    assert.match((await octavo(['products', 'list'])).out, /^NOVEL {2}/m)
    const watched = await octavo(['orders', 'watch', 'cli-1', '--json'])
    assert.equal(watched.json().at(-1).type, 'OrderCancelled')
  })

  it('octavo uploads the files of a product, and tells what is wrong with them', async () => {
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
    const checked = await octavo(['files', 'check', cover, '--cover', cover, '--sku', 'POEMS'])
    assert.deepEqual([checked.status, checked.err], [1, `Uploading ${cover} (16 kB)\n`.repeat(2)])
    assert.match(checked.out, /^error: guts, pages 1: Page 1 is 12\.526 × 9\.25 in; .*$/m)
    assert.match(checked.out, /^An order with these files would fail\.$/m)
    const missing = await octavo(['products', 'upload', 'POEMS', '--pages', `${cover}.none`])
    assert.deepEqual([missing.status, missing.err.includes('cannot be read')], [2, true])
    assert.equal((await octavo(['products', 'upload', 'POEMS'])).status, 2)
  })

  it('octavo places an order with files of this machine, and continues an upload that was interrupted', async () => {
    const sample = async (part: string) => {
      const url = `/templates/published/PB-0600X0900-BW-60W/${part}/sample?pageCount=120`
      return (await world.app.server.inject(url)).rawPayload
    }
    const [cover, pages] = await Promise.all([sample('cover'), sample('pages')])
    writeFileSync(join(home, 'sample cover.pdf'), cover)
    const book = join(home, 'sample book.pdf')
    writeFileSync(book, pages)
    const [item] = (orderBody() as { orderItems: object[] }).orderItems
    const order = orderBody({
      customerOrderId: 'cli-2',
      orderItems: [{ ...item, product: { coverUrl: 'sample cover.pdf' } }],
    })
    writeFileSync(join(home, 'order.json'), JSON.stringify(order))
    const create = ['orders', 'create', '--file', join(home, 'order.json')]
    const created = await octavo([...create, '--pages', book, '--json'])
    const urlOf = (bytes: Buffer) => `urn:sha256:${createHash('sha256').update(bytes).digest('hex')}`
    assert.deepEqual(
      created.json()[0].orderItems[0].product,
      { coverUrl: urlOf(cover), gutsUrl: urlOf(pages) },
      created.err,
    )
    const lost = await octavo([...create, '--cover', join(home, 'none.pdf')])
    assert.deepEqual([lost.status, lost.err.includes('none.pdf cannot be read')], [2, true])

    const large = Buffer.concat([pages, Buffer.alloc(9_000_000, 'x')])
    writeFileSync(book, large)
    const as = world.charged.sandbox.authorization
    const body = { bytes: large.length, sha256: urlOf(large).slice('urn:sha256:'.length) }
    const { uploadId, partBytes } = (await world.call('/files/uploads', { method: 'POST', as, body })).body
    await world.app.server.inject({
      method: 'PUT',
      url: `/files/uploads/${uploadId}/parts/1`,
      headers: { authorization: as, 'content-type': 'application/octet-stream' },
      payload: large.subarray(0, partBytes),
    })
    const uploaded = await octavo(['files', 'upload', book])
    assert.deepEqual([uploaded.status, uploaded.out.trim()], [0, urlOf(large)])
    assert.match(uploaded.err, /^Uploading .*book\.pdf \(\d+ MB\)\nContinuing at \d+ %\.\n$/)
    assert.equal(
      progressLine('book.pdf', 162_500_000, 650_000_000),
      'book.pdf  [######------------------]  25 %  163 of 650 MB',
    )
  })

  it('octavo says where on a page a finding is', () => {
    const finding = { severity: 'warning', file: 'guts', message: 'Text is cut off.', fix: 'Move it.' } as const
    const place = { page: 7, x: 6.125, y: 4.167, width: 0.125, height: 0.117 }
    const nothing = { code: 'x', got: null, expected: null, tolerance: null }
    assert.equal(
      findingLine({ ...nothing, ...finding, pages: '7-9', place }),
      'warning: guts, pages 7-9: Text is cut off. Move it. (Page 7: 0.13 × 0.12 in, 6.13 in from the left and 4.17 in from the bottom.)',
    )
  })

  it('octavo adds, lists, disables, enables and deletes a webhook endpoint, and shows a secret only when it is made', async () => {
    const hook = 'https://shop.example/hook'
    const created = await octavo(['endpoints', 'create', hook, '--events', 'OrderShipped', '--json'])
    assert.deepEqual([created.status, created.err], [0, ''])
    const [{ endpointId, secret }] = created.json()
    assert.match(secret, /^whsec_/)
    const line = `${endpointId}  ${hook}  OrderShipped`
    assert.equal((await octavo(['endpoints', 'list'])).out.trim(), line)
    assert.equal((await octavo(['endpoints'])).out.trim(), line)
    assert.equal((await octavo(['endpoints', 'disable', endpointId])).out.trim(), `${line}, disabled`)
    assert.equal((await octavo(['endpoints', 'enable', endpointId])).out.trim(), line)
    const rotated = await octavo(['endpoints', 'rotate', endpointId])
    assert.match(rotated.out, /^whsec_\S+\n$/)
    assert.equal(rotated.err, 'The old secret works for 24 more hours.\n')
    assert.notEqual(rotated.out.trim(), secret)
    assert.equal((await octavo(['endpoints', 'delete', endpointId])).out.trim(), `${endpointId} is deleted.`)
    assert.deepEqual(
      [await octavo(['endpoints', 'list'])].map(({ status, out }) => [status, out.trim()]),
      [[0, '']],
    )
  })

  it('octavo shows the proof of an order, shares it by a link, revokes the link, and approves or rejects', async () => {
    const triggered = async (event: string) => (await octavo(['trigger', event, '--json'])).json()[0].customerOrderId
    const events = ['OrderAwaitingProof', 'OrderAwaitingProof', 'OrderReceived']
    const [id, other, without] = (await Promise.all(events.map(triggered))) as [string, string, string]
    const linked = await octavo(['proofs', 'link', id, '--days', '7'])
    assert.match(linked.out, /^http\S+\/dashboard\/proof#\S+\n$/)
    const [, linkId = ''] = /^(plk_\S+) works until \d{4}-/.exec(linked.err) ?? []
    const shown = await octavo(['proofs', 'get', id])
    assert.match(shown.out, /^WAITING, canceled unless approved by \d{4}-.*\nitem 1: cover none, guts none\nplk_/)
    const revoked = await octavo(['proofs', 'revoke', id, linkId])
    assert.deepEqual([revoked.status, revoked.out], [0, `${linkId} is revoked.\n`])
    const refused = [
      [['revoke', id, linkId], 1, /\(not_found\)$/m],
      [['link', id, '--days', '0'], 2, /--days is a whole number/],
      [['link', id, '--days', '61'], 1, /days must be at most 60/],
      [['reject', other], 2, /Say which --comment/],
      [['approve', without], 1, /^octavo: Order \S+ needs no proof\.$/m],
    ] as const
    const runs = await Promise.all(refused.map(([args]) => octavo(['proofs', ...args])))
    for (const [i, { status, out, err }] of runs.entries()) {
      assert.deepEqual([status, out], [refused[i]![1], ''])
      assert.match(err, refused[i]![2])
    }
    const [approved, rejected] = await Promise.all([
      octavo(['proofs', 'approve', id]),
      octavo(['proofs', 'reject', other, '--comment', 'The spine is wrong.']),
    ])
    assert.deepEqual([approved.status, approved.out], [0, `${id}  VALID_AWAITING_PAYMENT, proof APPROVED\n`])
    assert.deepEqual([rejected.status, rejected.out], [0, `${other}  CANCELLED, proof REJECTED\n`])
    const decided = await Promise.all([octavo(['proofs', 'get', id, '--json']), octavo(['proofs', 'get', other])])
    const [{ proof, links, comments }] = decided[0].json()
    assert.deepEqual([proof.status, proof.decidedBy, links, comments], ['APPROVED', 'customer', [], []])
    assert.match(decided[1].out, /^REJECTED \S+ by customer\n {2}The spine is wrong\.\nitem 1: /)
  })

  it('octavo lets sandbox orders go on by themselves, and shows an order on its way', async () => {
    const set = await octavo(['sandbox', 'pace', '1s'])
    assert.deepEqual([set.status, set.out], [0, 'Orders continue by themselves, each step after PT1S.\n'])
    const { orderItems, ...body } = orderBody({ customerOrderId: 'cli-pace' }) as { orderItems: { sku: string }[] }
    const input = JSON.stringify({ ...body, orderItems: orderItems.map(({ sku }) => ({ sku })) })
    assert.equal((await octavo(['orders', 'create'], { input })).status, 0)
    const watched = await octavo(['orders', 'watch', 'cli-pace', '--json'])
    assert.deepEqual([watched.status, watched.json().at(-1).type], [0, 'OrderShipped'])
    assert.equal((await octavo(['sandbox', 'pace', 'off'])).out, 'Orders wait for simulations.\n')
    assert.match((await octavo(['sandbox', 'pace', 'soon'])).err, /A duration is a number and one of .*, and not soon/)
  })

  it('octavo sends a webhook endpoint a test event, and fails where the endpoint does not accept it', async () => {
    const { sandbox } = world.charged
    let answer = 204
    await using receiver = await standIn((_request, response) => void response.writeHead(answer).end())
    const body = { url: `${receiver.at}/hook` }
    const { endpointId } = (await world.call('/webhook-endpoints', { method: 'POST', as: sandbox.authorization, body }))
      .body
    const accepted = await octavo(['endpoints', 'test', endpointId, '--event', 'OrderShipped'])
    assert.deepEqual([accepted.status, accepted.err], [0, ''])
    assert.match(accepted.out, /^evt_\S+ {2}http:\S+\/hook {2}204, \d+ ms, accepted$/m)
    answer = 500
    const refused = await octavo(['endpoints', 'test', endpointId])
    assert.deepEqual([refused.status, refused.out.includes('  500, ')], [1, true])
    await octavo(['endpoints', 'delete', endpointId])
  })

  it('octavo does not print a secret that the service could not show', async () => {
    await using keyless = await standIn((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ secret: null, createdAt: new Date().toISOString(), previous: null }))
    })
    const { status, out, err } = await octavo(['endpoints', 'rotate', 'whe_1'], keyless)
    assert.deepEqual([status, out], [6, ''])
    assert.match(err, /whe_1 has a new secret, but the service could not show it/)
  })

  it('octavo does nothing where a word is mistyped or not expected, and says which commands there are', async () => {
    const mistakes = [
      [['endpoints', 'delte', 'whe_1'], /no command endpoints delte\. Did you mean octavo endpoints delete\?.*rotate/],
      [['products', 'uplod', 'X'], /no command products uplod\. Did you mean octavo products upload\?/],
      [['products', 'NOVEL'], /no command products NOVEL\. The commands are products list, products upload;/],
      [['ordres', 'list'], /no command ordres\. Did you mean octavo orders\?/],
      [['sandbox'], /no command sandbox\. The commands are sandbox advance,/],
      [['endpoints', 'list', 'X'], /X is not expected here: the command is octavo endpoints list\./],
      [['orders', 'get', 'a', 'b'], /b is not expected here: the command is octavo orders get <customerOrderId>\./],
      [['orders', 'list', '--limit', '-1'], /--limit needs a value that does not begin with a dash/],
      [['orders', 'list', '--first'], /There is no option --first here/],
      [['sandbox', 'advance', '2x'], /A duration is .* such as 2h or 3d, and not 2x/],
      [['orders', 'list', '--limit', 'ten'], /--limit is a whole number, and not ten/],
      [['events', 'tail', '--since', 'noon'], /--since is a time such as .*, and not noon/],
      [['help', 'nothing'], /no command nothing/],
    ] as const
    const runs = await Promise.all(mistakes.map(([args]) => octavo([...args])))
    for (const [i, { status, out, err }] of runs.entries()) {
      assert.deepEqual([status, out, err.trim().split('\n').length], [2, '', 1], err)
      assert.match(err, mistakes[i]![1])
    }
    const { out } = await octavo(['endpoints', '--help'])
    assert.match(out, /octavo endpoints test <endpointId>/)
    assert.doesNotMatch(out, /octavo orders/)
  })

  it('octavo says what is wrong with a webhook endpoint, with an exit status for each mistake', async () => {
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

  it('octavo says in one sentence what went wrong, with an exit status for each', async () => {
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
    const answering = (status: number, headers: Record<string, string>, body: string) =>
      standIn((_request, response) => void response.writeHead(status, headers).end(body))
    const json = { 'content-type': 'application/json' }
    await using page = await answering(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>')
    assert.match((await says(get, page)).join(' '), /^4 octavo: http:\S+ does not answer like an Octavo service: check/)
    await using empty = await answering(200, json, '{}')
    assert.match((await says(['products'], empty)).join(' '), /^4 octavo: http:\S+ does not answer like an Octavo/)
    await using strange = await answering(200, { ...json, 'octavo-version': interfaceVersion }, '{}')
    assert.match(
      (await says(['products'], strange)).join(' '),
      /^6 octavo: http:\S+ answers in a form that this command cannot/,
    )
    await using moved = await answering(301, { location: 'https://print.example/orders' }, '')
    assert.match((await says(get, moved)).join(' '), /^4 .* is at another address: https:\/\/print\.example\/orders$/)
    const unknown = JSON.stringify({ status: 404, code: 'not_found', detail: 'This address does not exist.' })
    await using older = await answering(404, { ...json, 'octavo-version': '2026-01-31' }, unknown)
    const isOlder =
      /^8 octavo: The service is older \(2026-01-31\) than this command line \(\d{4}-\d\d-\d\d\) and may not/
    assert.match((await says(['proofs', 'get', 'a'], older)).join(' '), isOlder)
    await using current = await answering(404, { ...json, 'octavo-version': interfaceVersion }, unknown)
    assert.match((await says(get, current)).join(' '), /^1 octavo: This address does not exist\. \(not_found\)$/)
    await using gateway = await answering(502, { 'content-type': 'text/html' }, '<h1>Bad Gateway</h1>')
    assert.match((await says(get, gateway)).join(' '), /^6 octavo: The service failed/)
    assert.match((await says(get, { at: 'print.example' })).join(' '), /^2 octavo: print\.example is not an http or/)
    const secure = url.replace('http:', 'https:')
    assert.match(
      (await says(get, { at: secure })).join(' '),
      /^4 octavo: There is no connection to https:.* \(ERR_SSL_\w+\)/,
    )
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

  it('octavo is written for the version of the API document, and tells its own', async () => {
    const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
    assert.equal(interfaceVersion, read('../docs/openapi.json').info.version)
    assert.equal(cliVersion, read('../clients/cli/package.json').version)
    for (const words of [['--version'], ['version']])
      assert.equal((await octavo(words, { key: null })).out, `octavo ${cliVersion} (${interfaceVersion})\n`)
  })

  it('octavo says whose key it is, opens the dashboard, and reads the money of an account', async () => {
    const who = await octavo(['whoami'])
    assert.match(
      who.out,
      /^.+, sandbox, at http:\S+\nkey .+: all scopes\n\d+ of 50 orders received in 24 hours, 0 queued\n$/,
    )
    assert.equal((await octavo(['open', '--order', 'a/b'])).out, `${url}/dashboard/sandbox/orders/a%2Fb\n`)
    assert.equal((await octavo(['webhooks', 'secret'])).out.trim(), world.charged.sandbox.webhookSecret)
    const refused = await octavo(['billing', 'due'])
    assert.deepEqual([refused.status, refused.err.includes('(not_allowed)') || /may not/.test(refused.err)], [3, true])
    const production = { key: world.charged.production.authorization }
    await octavo(['orders', 'create'], { ...production, input: JSON.stringify(orderBody({ customerOrderId: 'paid' })) })
    await world.settle()
    const { pricing } = (await octavo(['orders', 'get', 'paid', '--json'], production)).json()[0]
    assert.equal((await octavo(['billing', 'due'], production)).out, `$${pricing.orderTotal.toFixed(2)}\n`)
    assert.deepEqual([(await octavo(['billing', 'charges'], production)).out], [''])
  })

  it('octavo shows an order as lines for people, and help in groups', async () => {
    await octavo(['orders', 'create'], { input: JSON.stringify(orderBody({ customerOrderId: 'lines' })) })
    const { out } = await octavo(['orders', 'get', 'lines'])
    assert.match(
      out,
      /^lines {2}[A-Z_]+\n {2}created +\S+\n {2}to +Ada Reader, .*\n {2}items +\d+ × NOVEL\n {2}shipping +\w+, \$/,
    )
    assert.match((await octavo(['help'])).out, /\n\norders\n {2}octavo orders create .*\n\nother commands\n/s)
  })

  it('octavo stores a login that only its owner can read and that logging out deletes, and completes commands', async () => {
    const { status, out } = await octavo(['login', '--url', url, '--json'], {
      key: null,
      input: `${world.charged.sandbox.authorization}\n`,
    })
    assert.equal(status, 0)
    assert.equal(statSync(JSON.parse(out).file).mode & 0o777, 0o600)
    assert.equal((await octavo(['products'], { key: null })).status, 0)
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await octavo(['completion', shell], { key: null })
      assert.match(out, /trigger.*OrderShipped/s)
      assert.match(out, /endpoints.*'list create .*rotate test'/)
    }
    assert.match((await octavo(['logout'], { key: null })).out, /^Logged out; .*login\.json is deleted\.\n$/)
    assert.equal((await octavo(['products'], { key: null })).status, 2)
    assert.equal((await octavo(['logout'], { key: null })).out, 'No login was stored.\n')
  })

  it('octavo listens: each event comes once, signed and in order, though it is stopped and started again', async () => {
    await using receiver = await startReceiver(() => world.charged.sandbox.webhookSecret)
    const args = ['listen', '--forward-to', receiver.url, '--json']
    const printed = async (child: ChildProcess, type: string) => {
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
    await printed(first, 'OrderShipped')
    assert.equal(await stop(first), 0)
    assert.equal((await octavo(['trigger', 'OrderValidationFailed'])).status, 0)
    const second = start(args)
    await printed(second, 'OrderValidationFailed')
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
