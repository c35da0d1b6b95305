import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { servicesOf, testServer } from '../../../test/support/routeServer.ts'
import { route } from './route.ts'
import { openWeb, webRoutes } from './web.ts'

const script = `console.log(${JSON.stringify('octavo '.repeat(200))})`
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const jobs = route({
  method: 'GET',
  path: '/press/jobs',
  operationId: 'listJobs',
  callers: ['printer'],
  tag: 'Press',
  summary: 'Jobs',
  answer: Type.Object({ jobs: Type.Array(Type.String()) }),
  handle: () => ({ jobs: ['one'] }),
})
const ticket = route({
  method: 'GET',
  path: '/press/jobs/:jobId/ticket',
  operationId: 'downloadTicket',
  callers: ['printer'],
  tag: 'Press',
  summary: 'Ticket',
  answer: Type.Unsafe<Buffer>({ content: { 'application/pdf': { schema: { type: 'string' } } } }),
  handle: ({ reply }) => reply.type('application/pdf').send(Buffer.from('%PDF')),
})

describe('the browser application', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-web-'))
  let server: FastifyInstance
  before(async () => {
    const web = openWeb(folder)
    server = await testServer([...webRoutes(servicesOf({ web })), jobs, ticket], { web })
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

  it('the browser application says how to build it when it is not built', async () => {
    const answer = await get('/dashboard', { accept: browser })
    assert.equal(answer.statusCode, 404)
    assert.match(answer.body, /npm run build/)
    assert.equal((await get('/assets/index-abc.js')).statusCode, 404)
  })

  describe('once it is built', () => {
    before(() => {
      mkdirSync(join(folder, 'assets'))
      for (const area of ['dashboard', 'staff', 'press'])
        writeFileSync(
          join(folder, `${area}.html`),
          `<title>${area}</title><style nonce="__CSP_NONCE__"></style><div id="root"></div>`,
        )
      writeFileSync(join(folder, 'assets', 'index-abc.js'), script)
      writeFileSync(join(folder, 'assets', 'secret.txt'), 'not of a kind that is served')
      writeFileSync(join(folder, 'secret.js'), 'outside of assets')
    })

    for (const path of [
      '/dashboard',
      '/dashboard/orders/A.b%2Fc.pdf?status=SHIPPED',
      '/staff/x',
      '/press',
      '/press/jobs',
    ])
      it(`a browser that goes to ${path} gets the page of the area`, async () => {
        const answer = await get(path, { accept: browser, cookie: 'session=printer' })
        assert.equal(answer.statusCode, 200)
        assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
        assert.ok(answer.body.includes(`<title>${path.split('/')[1]}</title>`))
      })

    it('the page of a visitor without a session says so, so that no screen is loaded before the sign-in', async () => {
      const marked = async (cookie: string) =>
        (await get('/staff/orders', { accept: browser, cookie })).body.includes('<div id="root" data-signed-out>')
      assert.deepEqual([await marked('octavo.session_token=x'), await marked('language=de')], [false, true])
    })

    it('the browser application forbids framing, sniffing and foreign scripts, and has a new nonce each time', async () => {
      const [one, two] = [await get('/dashboard'), await get('/dashboard')]
      const nonces = [one, two].map(({ headers, body }) => {
        const policy = String(headers['content-security-policy'])
        assert.match(policy, /default-src 'none'; script-src 'self'; /)
        assert.match(policy, /frame-ancestors 'none'/)
        assert.doesNotMatch(policy, /unsafe|https?:/)
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
        assert.equal(headers['referrer-policy'], 'no-referrer')
        assert.equal(headers['cache-control'], 'no-cache')
        const [, nonce] = /'nonce-([\w-]{22})'/.exec(policy)!
        assert.ok(body.includes(`nonce="${nonce}"`))
        return nonce
      })
      assert.notEqual(nonces[0], nonces[1])
    })

    it('the browser application leaves the API to programs, to scripts of its pages, and to links to files', async () => {
      const session = { cookie: 'session=printer' }
      assert.deepEqual((await get('/press/jobs', { ...session, accept: '*/*' })).json(), { jobs: ['one'] })
      assert.deepEqual((await get('/press/jobs', { authorization: 'key printer', accept: browser })).json(), {
        jobs: ['one'],
      })
      assert.equal(
        (await get(`/press/jobs/job_${'0'.repeat(22)}/ticket`, { ...session, accept: browser })).body,
        '%PDF',
      )
      assert.equal((await get('/press/jobs')).statusCode, 401)
      assert.equal((await get('/press/nothing')).json().code, 'not_found')
      assert.equal((await get('/dashboard/api/nothing', { accept: browser })).json().code, 'not_found')
      assert.equal((await get('/elsewhere', { accept: browser })).json().code, 'not_found')
      assert.equal(
        (await server.inject({ method: 'POST', url: '/press/x', headers: { accept: browser } })).statusCode,
        404,
      )
    })

    it('the browser application sends a browser that comes to / to the dashboard', async () => {
      const answer = await get('/', { accept: browser })
      assert.deepEqual([answer.statusCode, answer.headers.location], [302, '/dashboard'])
    })

    it('the browser application has files that are cached forever, in an encoding that the browser accepts', async () => {
      const path = '/assets/index-abc.js'
      const plain = await get(path, { 'accept-encoding': 'br;q=0, identity' })
      assert.equal(plain.body, script)
      assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
      assert.match(String(plain.headers['cache-control']), /max-age=31536000, immutable/)
      const br = await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
      assert.equal(br.headers['content-encoding'], 'br')
      assert.equal(brotliDecompressSync(br.rawPayload).toString(), script)
      const gzip = await get(path, { 'accept-encoding': 'gzip' })
      assert.equal(gzip.headers['content-encoding'], 'gzip')
      assert.equal(gunzipSync(gzip.rawPayload).toString(), script)
    })

    it('a file that the build has compressed is sent as the build compressed it', async () => {
      const ofTheBuild = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })
      writeFileSync(join(folder, 'assets', 'built-abc.js'), script)
      writeFileSync(join(folder, 'assets', 'built-abc.js.br'), ofTheBuild)
      const { headers, rawPayload } = await get('/assets/built-abc.js', { 'accept-encoding': 'br' })
      assert.equal(headers['content-encoding'], 'br')
      assert.deepEqual(rawPayload, ofTheBuild)
      assert.equal((await get('/assets/built-abc.js', { 'accept-encoding': 'identity' })).body, script)
      assert.equal((await get('/assets/built-abc.js.br')).statusCode, 404)
    })

    it('the service worker of the press desk is asked for again at each visit, and may reach this service only', async () => {
      assert.equal((await get('/press-worker.js')).statusCode, 404)
      writeFileSync(join(folder, 'press-worker.js'), script)
      const { statusCode, headers, body } = await get('/press-worker.js')
      assert.deepEqual([statusCode, body], [200, script])
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-cache')
      assert.equal(headers['content-security-policy'], "default-src 'none'; connect-src 'self'")
    })

    for (const path of [
      '/assets/../secret.js',
      '/assets/..%2Fsecret.js',
      '/assets/secret.txt',
      '/assets/.',
      '/assets/none.js',
    ])
      it(`the browser application has no ${path}`, async () => assert.equal((await get(path)).statusCode, 404))
  })
})
