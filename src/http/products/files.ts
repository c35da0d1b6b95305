// Checks of print files before an order. For files of products see productFiles.ts, for those of orders orderFiles.ts.
// Pictures are drawn by the service.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { findCheck } from '../../artwork/checkStore.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { pageLineKinds } from '../../catalog/pageLines.ts'
import type { Db } from '../../db/db.ts'
import { requestCheck } from '../../features/files/answerChecks.ts'
import type { PagePicture } from '../../features/files/fileReview.ts'
import { presentCheck } from '../../orders/view/presentCheck.ts'
import { Part } from '../objects/addressParameters.ts'
import {
  Closed,
  exampleFiles,
  exampleSku,
  FileUrl,
  HttpUrl,
  Instant,
  Mode,
  nullable,
  oneOf,
  Text,
} from '../objects/common.ts'
import { FileFinding } from '../objects/order.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { hasCopy } from '../server/ifNoneMatch.ts'
import { type Route, type RouteInput, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { webhookAddressRule } from '../webhooks/webhookAddress.ts'
import { BookMeasures } from './templates.ts'

export const filesInDashboard = 'Dashboard: print files'

const NewCheck = Closed(
  {
    manufacturingSku: Type.Optional(
      Text(64, { description: 'A manufacturing SKU of the catalog. Send this or `sku`.' }),
    ),
    sku: Type.Optional(
      Text(100, { description: 'The SKU of your product. Its default files are used for files that you do not send.' }),
    ),
    mode: Type.Optional(Mode),
    pageCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    coverUrl: Type.Optional(FileUrl),
    gutsUrl: Type.Optional(FileUrl),
    repairs: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether small faults of the files may be repaired. If false, they are errors.',
      }),
    ),
    webhookUrl: Type.Optional(HttpUrl),
  },
  { title: 'NewFileCheck', examples: [{ manufacturingSku: exampleSku, pageCount: 120, ...exampleFiles }] },
)

const Preview = Type.Object(
  {
    n: Type.Integer(),
    file: Part,
    page: Type.Integer(),
    url: Type.String({ description: 'A WebP image with lines for trim, bleed and safe area.' }),
  },
  { title: 'FilePreview' },
)
const Inches = Type.Number({ description: 'Inches.' })
export const Measures = Type.Object(
  {
    cover: Type.Object({ width: Inches, height: Inches, spine: Inches }),
    guts: Type.Object({ width: Inches, height: Inches, bleed: Inches }),
  },
  { title: 'BookMeasures' },
)

export const FileCheck = Type.Object(
  {
    checkId: Type.String(),
    mode: Mode,
    status: oneOf(['CHECKING', 'DONE']),
    passed: nullable(
      Type.Boolean({ description: 'Whether an order with these files would pass; null while CHECKING.' }),
    ),
    sku: nullable(Type.String()),
    manufacturingSku: Type.String(),
    pageCount: nullable(Type.Integer({ description: 'Page count of the book, as read from the file.' })),
    findings: Type.Array(FileFinding),
    measures: nullable(Measures),
    previews: Type.Array(Preview),
    createdAt: Instant,
    doneAt: nullable(Instant),
    keptUntil: Instant,
  },
  { title: 'FileCheck' },
)

export const StoredFile = Type.Object(
  {
    part: Part,
    source: oneOf(['upload', 'address']),
    sha256: nullable(Type.String({ description: 'Null for a file that is no longer stored or could not be fetched.' })),
    bytes: nullable(Type.Integer()),
    pageCount: nullable(Type.Integer()),
    uploadedAt: nullable(Instant),
    findings: Type.Array(FileFinding),
    previews: Type.Array(Preview),
    lines: Type.Array(oneOf(['trim', 'bleed', 'safe', 'fold', 'problem']), {
      description: 'The lines drawn over the previews.',
    }),
  },
  { title: 'StoredFile' },
)

/** The look of a picture. */
export const PictureQuery = Closed({
  size: Type.Optional(
    oneOf(['thumbnail', 'screen', 'zoom'], {
      default: 'screen',
      description: 'How wide the preview is: 200, 1,000 or 2,600 pixels. A very tall page is drawn narrower.',
    }),
  ),
  lines: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether trim, bleed, safe area and the places of findings are drawn over the page.',
    }),
  ),
})

const PageArea = { x: Inches, y: Inches, width: Inches, height: Inches }
const PageLines = Type.Array(
  Type.Object({ kind: oneOf(pageLineKinds), area: Type.Object(PageArea) }, { title: 'PageLine' }),
)
export const BookView = Type.Object(
  {
    sku: Type.String(),
    title: nullable(Type.String({ description: 'Null if it is not known.' })),
    orderTitle: OrderTitle,
    manufacturingSku: Type.String(),
    pageCount: nullable(Type.Integer()),
    measures: nullable(BookMeasures),
    lines: nullable(
      Type.Object(
        { cover: PageLines, recto: PageLines, verso: PageLines },
        { description: 'The lines that a viewer draws over the cover, right-hand pages and left-hand pages.' },
      ),
    ),
    files: Type.Array(
      Type.Object({
        part: Part,
        pageCount: nullable(
          Type.Integer({ description: 'Null for a file that is not stored or could not be read: it has no pages.' }),
        ),
        sizes: Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer(), width: Inches, height: Inches }), {
          description: 'The sizes of the pages; `from` and `to` are page numbers.',
        }),
        findings: Type.Array(FileFinding),
        places: Type.Array(Type.Object({ code: Type.String(), page: Type.Integer(), ...PageArea }), {
          description:
            'The places of findings on all pages, measured from the lower left corner of the page; at most 1,000.',
        }),
        pageUrl: Type.String({
          description:
            'The address of the preview of a page: replace `{page}` by its number. Add `?size=zoom&lines=false` for a ' +
            'large preview without lines.',
        }),
      }),
    ),
  },
  { title: 'BookView' },
)

const Picture = Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'WebP.' })
/** The answer of every route of a picture. */
export const answersPicture = {
  answer: Picture,
  answerType: 'image/webp',
  hasTag: true,
  refuses: ['not_found', 'file_not_kept', 'page_not_drawable'],
} as const

export const fileRoutes = tagged('Print files', (services: Services): Route[] => [
  ...checkRoutes(services),
  ...checkPreviewRoutes(services),
])

const checkRoutes = (services: Services): Route[] => {
  const { transactor, db, clock, catalog, publicUrl } = services
  const base = publicUrl.origin
  const problemsOfWebhook = webhookAddressRule(services)
  const isInCatalog = (sku: string) => catalog.get(sku) !== undefined

  return [
    route({
      method: 'POST',
      path: '/files/check',
      operationId: 'checkFiles',
      callers: ['customer_key', 'member'],
      scope: 'files:write',
      needs: 'orders',
      summary: 'Check print files before an order',
      description:
        'Fetches and checks the files as for an order. Answers immediately: read the check at its Location, or ' +
        'receive a webhook of the type FilesChecked. An account can run at most 20 checks at the same time.',
      body: NewCheck,
      status: 202,
      answer: FileCheck,
      problemsOf: ({ caller, fields }) => [
        ...bookProblems(fields),
        ...problemsOfWebhook(
          caller.kind === 'customer_key' ? caller.mode : fields.mode,
          'webhookUrl',
          fields.webhookUrl,
        ),
      ],
      async handle({ caller, body, reply }) {
        const mode = modeOf(caller, body.mode)
        const { sku = null, manufacturingSku = null, pageCount = null } = body
        const { coverUrl = null, gutsUrl = null, repairs = true, webhookUrl = null } = body
        const book = { sku, manufacturingSku, pageCount, coverUrl, gutsUrl }
        const ask = { accountId: caller.accountId, mode, ...book, repairs, webhookUrl }
        const check = await requestCheck(transactor, { isInCatalog }, ask, { now: clock(), actor: caller.actor })
        reply.header('location', `/files/checks/${check.checkId}`)
        return presentCheck(catalog, base, check)
      },
    }),
    route({
      method: 'GET',
      path: '/files/checks/:checkId',
      operationId: 'getFileCheck',
      callers: ['customer_key', 'member'],
      scope: 'files:read',
      summary: 'Read a check of print files',
      description: 'Checks are kept for 30 days.',
      answer: FileCheck,
      handle: async ({ caller, params: { checkId } }) => presentCheck(catalog, base, await find(db, caller, checkId)),
    }),
  ]
}

const checkPreviewRoutes = (services: Services): Route[] => {
  const { db, catalog, publicUrl, fileReview } = services
  const base = publicUrl.origin

  return [
    route({
      method: 'GET',
      path: '/files/checks/:checkId/preview/:n',
      operationId: 'getFileCheckPreview',
      callers: ['customer_key', 'member'],
      scope: 'files:read',
      summary: 'Read a preview of a page as it would be printed, with lines for trim, bleed and safe area',
      params: Type.Object({ n: Type.Integer({ minimum: 1, maximum: 100 }) }),
      query: PictureQuery,
      ...answersPicture,
      async handle({ caller, params: { checkId, n }, query, request: exchange, reply }) {
        const check = await find(db, caller, checkId)
        const picture = presentCheck(catalog, base, check).previews.find(one => one.n === n)
        const sha256 = picture && check.result!.files[picture.file]
        if (!picture || !sha256) throw noPicture()
        const { accountId, request, result } = check
        const pageCount = result!.pageCount ?? request.pageCount
        const { file: part, page } = picture
        const { manufacturingSku, isbn = null } = request
        const stored = { accountId, sha256, part, page, manufacturingSku, pageCount, isbn }
        return sendPicture(exchange, reply, await fileReview.picture(stored, query))
      },
    }),
  ]
}

async function find(
  db: Db,
  caller: RouteInput<'customer_key' | 'member', unknown, unknown, unknown>['caller'],
  checkId: string,
) {
  const { accountId } = caller
  const check = await findCheck(db, { accountId, checkId }, caller.kind === 'member' ? null : caller.mode)
  if (check === null)
    throw new Refusal('not_found', say('There is no check {checkId}. Checks are kept for 30 days.', { checkId }))
  return check
}

function bookProblems({ sku, manufacturingSku }: Record<string, unknown>): Problem[] {
  if (sku !== undefined || manufacturingSku !== undefined) return []
  const detail = 'sku or manufacturingSku is required: it says which book the files are for.'
  return [{ pointer: '/manufacturingSku', code: 'missing', detail }]
}

/** A key acts in its own mode; a person chooses the mode, by default the sandbox. */
function modeOf(caller: { kind: 'customer_key'; mode: Mode } | { kind: 'member' }, asked: Mode | undefined): Mode {
  if (caller.kind === 'member') return asked ?? 'sandbox'
  if (asked !== undefined && asked !== caller.mode) {
    throw new Refusal(
      'not_allowed',
      `The key is for ${caller.mode}, but the check is in ${asked}: use a key for ${asked}.`,
    )
  }
  return caller.mode
}

const noPicture = () => new Refusal('not_found', say('The preview does not exist, or the file is no longer stored.'))

/** Nothing in this answer may run, for any content of the file. */
export const sandboxedFile = "default-src 'none'; sandbox; frame-ancestors 'none'"

export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: PagePicture | null,
): Promise<FastifyReply> {
  if (picture === null) throw noPicture()
  const etag = `"${picture.tag}"`
  const isCopied = hasCopy(request.headers['if-none-match'], etag)
  // People who turn pages fast close the requests for the pages between.
  const bytes = isCopied ? null : await picture.draw(() => Promise.resolve(!request.socket.destroyed))
  if (!isCopied && bytes === null) throw noPicture()
  // Asked for each time, with the tag: a browser that several people use shows no page after signing out.
  reply.headers({ etag, 'content-security-policy': sandboxedFile, 'cache-control': 'private, no-cache' })
  return isCopied ? reply.code(304).send() : reply.type('image/webp').send(bytes)
}
