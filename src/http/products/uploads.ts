// Uploads of print files: in parts, by key, where an interrupted upload continues; and whole, by people.

import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { partBytes } from '../../artwork/uploads.ts'
import { Refusal } from '../../base/refusal.ts'
import { describeUpload } from '../../features/files/uploadedFile.ts'
import { Part } from '../objects/addressParameters.ts'
import { Closed, Instant, nullable, oneOf, Sha256, Words } from '../objects/common.ts'
import { resource } from '../server/resource.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { filesInDashboard } from './files.ts'
import { fileIn } from './productFiles.ts'

const PartNumber = Type.Integer({ minimum: 1, maximum: 10_000, description: 'From 1.' })

const NewUpload = Closed(
  {
    bytes: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The length of the file.' }),
    sha256: Sha256,
  },
  {
    title: 'NewUpload',
    examples: [{ bytes: 24_117_248, sha256: 'b7b2d9c2ad44ee63a42c22bf1b4ce4be3f1d3f5d97e2c5f64bcd6f7d1d0d2f4e' }],
  },
)

const Upload = Type.Object(
  {
    uploadId: Type.String(),
    status: oneOf(['OPEN', 'DONE']),
    bytes: Type.Integer(),
    sha256: Type.String(),
    partBytes: Type.Integer({
      description: `The length of every part but the last, which has the rest: ${partBytes.toLocaleString('en-US')}.`,
    }),
    partCount: Type.Integer(),
    receivedParts: Type.Array(Type.Integer(), {
      description: 'The numbers of the parts that need not be sent again.',
    }),
    fileUrl: nullable(
      Type.String({
        description:
          'The address of the file for `coverUrl` and `gutsUrl` of orders and checks, in both modes of the account ' +
          'only; null until the upload is DONE.',
      }),
    ),
    expiresAt: Instant,
  },
  { title: 'Upload' },
)

export const uploadRoutes = tagged('Print files', (services: Services): Route[] => [
  ...openUploadRoutes(services),
  ...uploadPartRoutes(services),
])

const openUploadRoutes = ({ uploads }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/files/uploads',
    operationId: 'beginUpload',
    callers: ['customer_key'],
    scope: 'files:write',
    summary: 'Begin or continue an upload of a print file',
    description:
      'Returns the upload that was begun for the same SHA-256, if there is one: send the parts that it does not have ' +
      'yet. It is DONE at once if the account has stored the file before. An upload that is not complete is removed ' +
      'after a day.',
    body: NewUpload,
    answer: Upload,
    refuses: ['body_too_large', 'upload_quota_exceeded', 'overloaded'],
    handle: ({ caller: { accountId, mode }, body }) => uploads.begin({ accountId, mode, ...body }),
  }),
  route({
    method: 'GET',
    path: '/files/uploads/:uploadId',
    operationId: 'getUpload',
    callers: ['customer_key'],
    scope: 'files:read',
    summary: 'Read an upload',
    answer: Upload,
    handle: ({ caller: { accountId, mode }, params }) => uploads.read({ accountId, mode, ...params }),
  }),
]

const uploadPartRoutes = ({ uploads }: Services): Route[] => [
  route({
    method: 'PUT',
    path: '/files/uploads/:uploadId/parts/:number',
    operationId: 'uploadPart',
    callers: ['customer_key'],
    scope: 'files:write',
    summary: 'Send a part of an upload',
    description:
      'The body is the part itself (application/octet-stream). Parts may come in any order, several at once, and again.',
    params: Type.Object({ number: PartNumber }),
    takesFile: ['application/octet-stream'],
    answer: Upload,
    refuses: ['wrong_state', 'not_pdf', 'overloaded'],
    handle: ({ caller: { accountId, mode }, params: { uploadId, number }, request }) =>
      uploads.receivePart({ accountId, mode, uploadId }, number, partIn(request)),
  }),
  route({
    method: 'POST',
    path: '/files/uploads/:uploadId/complete',
    operationId: 'completeUpload',
    callers: ['customer_key'],
    scope: 'files:write',
    summary: 'Complete an upload',
    description:
      'Puts the parts together, checks the SHA-256 and reads the file, which takes up to a minute for a large file. ' +
      'May be repeated. Any file is stored: check it before an order.',
    answer: Upload,
    refuses: ['upload_incomplete', 'upload_damaged', 'overloaded'],
    handle: ({ caller: { accountId, mode }, params }) => uploads.complete({ accountId, mode, ...params }),
  }),
]

function partIn(request: FastifyRequest): AsyncIterable<Buffer> {
  if (request.body instanceof Readable) return request.body
  throw new Refusal('not_pdf', 'Send the part itself as the body, with Content-Type application/octet-stream.')
}

const UploadedFile = Type.Object(
  {
    fileUrl: Type.String({ description: 'For `coverUrl` and `gutsUrl` of orders and checks, and for products.' }),
    sha256: Type.String(),
    bytes: Type.Integer(),
    pageCount: nullable(Type.Integer({ description: 'Null for a file that cannot be read as a PDF.' })),
    pageSize: nullable(
      Type.Object({ width: Type.Number(), height: Type.Number() }, { description: 'Of the first page, in inches.' }),
    ),
    books: Type.Array(Type.String(), {
      description: 'The manufacturing SKUs of the books whose pages have the size and number of its pages.',
    }),
    products: Type.Array(Type.Object({ sku: Type.String(), part: Part }), {
      description: 'The products that can be ordered and have this file already.',
    }),
    title: nullable(Type.String({ description: 'The title in the file, where it may be that of a book.' })),
    problem: nullable(Words({ description: 'Why the file cannot be read as a PDF.' })),
  },
  { title: 'UploadedFile' },
)

/** An order form takes PDFs before it knows their book. */
export const wholeUploadRoutes = tagged(filesInDashboard, ({ db, uploads, fileReview }: Services): Route[] => [
  ...resource({
    method: 'POST',
    at: { member: '/dashboard/api/:mode/files', staff: '/staff/accounts/:accountId/:mode/files' },
    operationId: 'uploadFile',
    needs: 'orders',
    summary: 'Upload a print file for an order or a product',
    description:
      'The body is the PDF itself (application/pdf). Any file is stored: check it before an order. An upload that was ' +
      'interrupted can be repeated.',
    takesFile: ['application/pdf'],
    status: 201,
    answer: UploadedFile,
    refuses: ['body_too_large', 'upload_quota_exceeded', 'not_pdf', 'overloaded'],
    staff: {
      tag: 'Staff',
      needs: 'orders',
      summary: 'Upload a print file for an order of an account',
      refuses: ['not_found'],
    },
    async handle({ owner, caller, request }) {
      const { accountId } = owner
      if (caller.kind === 'staff') await requireAccount(db, accountId)
      const { sha256 } = await uploads.receive(owner, fileIn(request))
      const stored = await fileReview.files.find(accountId, sha256)
      if (stored === null)
        throw new Refusal('overloaded', say('The file could not be stored right now. Send it again.'))
      return describeUpload(fileReview, stored)
    },
  }),
])
