// The browser application that `npm run build` puts into web/dist: one page per area, and files whose names change with
// their content. The pages of an area share their addresses with the API (/press/jobs is both a list of jobs and the
// page that shows it): a browser that navigates there accepts text/html and gets the page; all other requests get JSON.
// The service also starts without a build: its pages then say how to make it.

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { type TObject, Type } from 'typebox'
import { Refusal } from '../../base/refusal.ts'
import { inLanguage, pageLanguage } from './pageLanguage.ts'
import { type Route, route, tagged } from './route.ts'

const areas = ['dashboard', 'staff', 'press'] as const
type Area = (typeof areas)[number]

type Encoding = 'br' | 'gzip'
type Asset = { type: string; plain: Buffer; compressed(encoding: Encoding): Promise<Buffer> | null }

/** The build, read on demand, so that a new one is used without a restart. */
export type Web = {
  /** The HTML of an area, its styles marked with the nonce; null when there is no build. */
  page(area: Area, nonce: string): Promise<string | null>
  /** A text of the documentation, by its path in the build; null when there is none. */
  doc(path: string): Promise<string | null>
  /** A package of the documentation, by its file name; null when there is none. */
  package(file: string): Promise<Buffer | null>
  /** The service worker of the press desk; null when there is no build. */
  pressWorker(): Promise<Buffer | null>
  /** A file of /assets; null when there is none with that name. */
  asset(name: string): Promise<Asset | null>
}

/** The placeholder that the build writes for the nonce of a page (vite's html.cspNonce). */
const noncePlaceholder = /__CSP_NONCE__/g

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const compressible = new Set(['.js', '.css', '.svg', '.json', '.map', '.webmanifest', '.wasm'])

const compressors: Record<Encoding, (file: Buffer) => Promise<Buffer>> = {
  // Level 9 of 11: a few percent larger, in a tenth of the time, for which the first visitor waits.
  br: file => promisify(brotliCompress)(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: file => promisify(gzip)(file, { level: 9 }),
}

/** `onPage` is called after each page: a person who opens a page is about to sign in. */
export function openWeb(folder: string, onPage: () => void = () => {}): Web {
  const assets = new Map<string, Promise<Asset | null>>()
  return {
    async page(area, nonce) {
      const html = await readOrNull(join(folder, `${area}.html`))
      setImmediate(onPage) // after the page has been sent
      return html === null ? null : html.toString().replaceAll(noncePlaceholder, nonce)
    },
    doc: async path => (await readOrNull(join(folder, 'docs', path)))?.toString() ?? null,
    package: file => readOrNull(join(folder, 'docs', 'packages', file)),
    pressWorker: () => readOrNull(join(folder, 'press-worker.js')),
    async asset(name) {
      const known = assets.get(name) ?? openAsset(join(folder, 'assets', name))
      assets.set(name, known)
      const asset = await known
      if (asset === null) assets.delete(name) // otherwise unknown names would fill the memory
      return asset
    },
  }
}

/** For a process that serves no browsers. */
export const noWeb: Web = {
  page: async () => null,
  doc: async () => null,
  package: async () => null,
  pressWorker: async () => null,
  asset: async () => null,
}

async function openAsset(path: string): Promise<Asset | null> {
  const extension = extname(path)
  const type = types[extension]
  const plain = type === undefined ? null : await readOrNull(path)
  if (type === undefined || plain === null) return null
  const packed = new Map<Encoding, Promise<Buffer>>()
  return {
    type,
    plain,
    compressed(encoding) {
      if (!compressible.has(extension)) return null
      const known = packed.get(encoding) ?? compressedFile(path, encoding, plain)
      packed.set(encoding, known)
      return known
    },
  }
}

/** The build has files for browsers of today. */
const compressedFile = async (path: string, encoding: Encoding, plain: Buffer): Promise<Buffer> =>
  (encoding === 'br' ? await readOrNull(`${path}.br`) : null) ?? compressors[encoding](plain)

const readOrNull = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) return null
    throw error
  })

export const webRoutes = tagged('Browser', ({ web }: { web: Web }): Route[] => [
  ...areas.map(area =>
    route({
      method: 'GET',
      path: `/${area}`,
      callers: ['public'],
      summary: `Open the ${area} in the browser`,
      hidden: true,
      answer: Type.String(),
      answerType: 'text/html',
      handle: ({ request, reply }) => sendPage(web, area, request, reply),
    }),
  ),
  route({
    method: 'GET',
    path: '/assets/:name',
    callers: ['public'],
    summary: 'Read a file of the browser application',
    hidden: true,
    // A page requests many files at once, serving a file costs less than refusing it, and an office shares one address.
    limited: false,
    params: Type.Object({ name: Type.String({ maxLength: 200, pattern: '^\\w[\\w.-]*$' }) }),
    answer: Type.Unsafe<Buffer>({ content: { 'application/octet-stream': { schema: { type: 'string' } } } }),
    async handle({ params: { name }, request, reply }) {
      const asset = await web.asset(name)
      if (asset === null) throw new Refusal('not_found', 'The application has no such file: reload the page.')
      return sendAsset(asset, request, reply)
    },
  }),
  route({
    method: 'GET',
    path: '/press-worker.js',
    callers: ['public'],
    summary: 'Read the service worker of the press desk',
    hidden: true,
    limited: false,
    answer: Type.Unsafe<Buffer>({ content: { 'text/javascript': { schema: { type: 'string' } } } }),
    async handle({ reply }) {
      const worker = await web.pressWorker()
      if (worker === null) throw new Refusal('not_found', 'The browser application is not built.')
      reply.headers({
        // The browser asks again at each visit: a new build is a new worker.
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
        'cross-origin-resource-policy': 'same-origin',
      })
      return reply.type('text/javascript; charset=utf-8').send(worker)
    },
  }),
])

/**
 * Serves the page of an area to browsers that navigate below it, before any authentication. If a route with a JSON
 * answer has the same address, requests with a key and requests that do not accept HTML get the JSON. Register it
 * before the gates.
 */
export function servePages(server: FastifyInstance, web: Web, homePage = async () => '/dashboard'): void {
  const sendToBrowsers: onRequestHookHandler = (request, reply, done) => {
    const { accept = '', authorization } = request.headers
    if (!accept.includes('text/html') || authorization !== undefined) return done()
    const path = request.url.split('?', 1)[0]!
    if (path === '/') {
      homePage()
        .then(page => reply.header('vary', 'accept').redirect(page))
        .catch(done)
      return
    }
    // Pages of the documentation that need a sign-in: a person without one is sent to it.
    const door = /^\/docs\/(dashboard|press|staff)\//.exec(path)?.[1]
    if (door !== undefined && !hasSession(request.headers)) {
      reply.header('vary', 'accept').redirect(`/${door}`)
      return
    }
    const area = areaOf(path)
    if (area === null || !(request.is404 || answersJson(request))) return done()
    sendPage(web, area, request, reply).catch(done)
  }
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return done()
    const [, page, query = ''] = pageWithSlash.exec(request.url) ?? []
    if (page !== undefined) {
      reply.redirect(page + query, 308)
      return
    }
    sendToBrowsers.call(server, request, reply, done)
  })
}

/** People type the address of a page of the documentation with a slash at its end. */
const pageWithSlash = /^(\/docs(?:\/[a-z0-9-]+)*)\/+(\?.*)?$/

function areaOf(path: string): Area | null {
  if (path === '/dashboard/api' || path.startsWith('/dashboard/api/')) return null
  return areas.find(area => path.startsWith(`/${area}/`)) ?? null
}

/** A link to a file (a ticket, an invoice) is navigated to as well, but must not lead to a page. */
const answersJson = ({ routeOptions }: FastifyRequest): boolean => {
  const { response } = (routeOptions.schema ?? {}) as { response?: Record<string, Partial<TObject>> }
  return response?.[200]?.type === 'object'
}

async function sendPage(web: Web, area: Area, { headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64url')
  const html = await web.page(area, nonce)
  const language = pageLanguage(headers)
  reply.headers({
    'content-security-policy': policyWith(nonce, area),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(${area === 'press' ? 'self' : ''}), geolocation=(), microphone=(), payment=(), usb=()`,
    'x-frame-options': 'DENY',
    'cache-control': 'no-cache',
    vary: 'accept, accept-language, cookie',
  })
  reply.type('text/html; charset=utf-8')
  if (html === null) return reply.code(404).send(missingBuild)
  const page = hasSession(headers) ? html : html.replace('<div id="root"', '$& data-signed-out')
  return reply.code(200).send(inLanguage(page, language))
}

/** Without one, the application begins with the sign-in, and loads no other screen. */
const hasSession = ({ cookie = '' }: IncomingHttpHeaders): boolean => cookie.includes('session_token')

/**
 * Scripts only from our own files; at the press, WebAssembly too, which reads the barcodes in the picture of a camera.
 * Style elements, which Mantine creates, need the page's nonce. No other host is contacted.
 */
const policyWith = (nonce: string, area: Area): string =>
  [
    "default-src 'none'",
    area === 'press' ? "script-src 'self' 'wasm-unsafe-eval'" : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'", // emails, as they look; no other page lets itself be framed
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
  const compressed = encoding === null ? null : await asset.compressed(encoding)
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable', // its name changes with its content
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
  })
  if (compressed !== null) reply.header('content-encoding', encoding)
  return reply.type(asset.type).send(compressed ?? asset.plain)
}

/** Sends a text in an encoding that the reader accepts. */
export async function sendText(text: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
  reply.header('vary', 'accept, accept-encoding')
  if (encoding === null) return reply.send(text)
  return reply.header('content-encoding', encoding).send(await compressors[encoding](Buffer.from(text)))
}

function encodingFor(accepted: string): Encoding | null {
  const accepts = (name: string) =>
    accepted
      .split(',')
      .map(one => one.trim().toLowerCase())
      .some(one => one === name || (one.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(one)))
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : null
}

/** Instead of a page that the build would have made. */
export const missingBuild = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Octavo: the browser application is not built</title>
<h1>The browser application is not built yet</h1>
<p>In Octavo's folder, run <code>npm run build</code>, then load this page again. There is no need to restart.</p>
<p>The API works without it: see <a href="/openapi.json">its document</a>.</p>
</html>
`
