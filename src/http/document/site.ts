// The documentation site, which the build puts into web/dist/docs: customers' pages are public, the others are for the
// people whom they describe. Each page is HTML, and Markdown at its address plus `.md`. The pages name the service by
// an example's address, which is replaced by its own. The tools of developers are packages, which npm and pip install.

import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refusal } from '../../base/refusal.ts'
import { type CallerKind, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { missingBuild, sendText } from '../server/web.ts'

/** The address of the service in the pages: site/render.ts. */
const exampleOrigin = 'https://print.example'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Record<string, string> = {
  '.html': 'text/html',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.json': 'application/json',
}

const folders: { folder: string; callers: CallerKind[] }[] = [
  { folder: '', callers: ['public'] },
  { folder: 'reference/', callers: ['public'] },
  { folder: 'dashboard/', callers: ['member', 'staff'] },
  { folder: 'press/', callers: ['printer', 'staff'] },
  { folder: 'staff/', callers: ['staff'] },
]

const PackageName = Type.Object({ file: Type.String({ maxLength: 100, pattern: '^[a-z][a-z0-9_.-]*\\.(?:tgz|whl)$' }) })
/** Checked by its handler: a name that no page can have is answered like one that no page has. */
const Name = Type.Object({ page: Type.String({ maxLength: 200 }) })
const pageName = /^[a-z0-9-]+(?:\.md)?$/

export const siteRoutes = tagged('Browser', ({ web, publicUrl }: Services): Route[] => {
  async function send(file: string, request: FastifyRequest, reply: FastifyReply) {
    const text = await web.doc(file)
    if (text === null) {
      if (file === 'index.html')
        return sendText(missingBuild, request, reply.code(404).type('text/html; charset=utf-8'))
      if (!request.headers.accept?.includes('text/html') || file === '_404.html')
        throw new Refusal('not_found', 'The documentation has no such page: see /docs.')
      return send('_404.html', request, reply.code(404))
    }
    const own = text.replaceAll(exampleOrigin, publicUrl.origin)
    reply.headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
    return sendText(own, request, reply.type(`${types[extname(file)]}; charset=utf-8`))
  }
  const common = {
    method: 'GET',
    hidden: true,
    answer: Type.String(),
    answerType: 'text/html',
  } as const
  return [
    route({
      ...common,
      path: '/docs',
      callers: ['public'],
      summary: 'Open the documentation',
      handle: ({ request, reply }) => send('index.html', request, reply),
    }),
    route({
      ...common,
      path: '/llms.txt',
      callers: ['public'],
      summary: 'List the pages of the documentation for language models',
      handle: ({ request, reply }) => send('llms.txt', request, reply),
    }),
    route({
      method: 'GET',
      path: '/docs/packages/:file',
      callers: ['public'],
      hidden: true,
      summary: 'Install the command line or a client, as a package for npm or pip',
      params: PackageName,
      answer: Type.Unsafe<Buffer>({ content: { 'application/octet-stream': { schema: { type: 'string' } } } }),
      async handle({ params: { file }, reply }) {
        const bytes = await web.package(file)
        if (bytes === null) throw new Refusal('not_found', 'There is no such package: see /docs.')
        return reply.type('application/octet-stream').header('cache-control', 'no-cache').send(bytes)
      },
    }),
    ...folders.map(({ folder, callers }) =>
      route({
        ...common,
        path: `/docs/${folder}:page`,
        callers,
        summary: 'Open a page of the documentation',
        params: Name,
        handle({ params: { page }, request, reply }) {
          if (!pageName.test(page)) return send('', request, reply)
          return send(`${folder}${page.endsWith('.md') ? page : `${page}.html`}`, request, reply)
        },
      }),
    ),
  ]
})
