// The default files of products, for programs and in the dashboard. Orders without files of their own use them.

import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { fileUrlPattern } from '../../artwork/fileUrl.ts'
import { Refusal } from '../../base/refusal.ts'
import { productBook, productFilesOf, removeUpload, upload, useUpload } from '../../features/files/fileReview.ts'
import { Closed, Nothing, nullable } from '../objects/common.ts'
import { refuseUnmeant, SharedChange } from '../objects/product.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { answersPicture, BookView, Measures, PictureQuery, StoredFile, sendPicture } from './files.ts'

const ProductFiles = Type.Object(
  { files: Type.Array(StoredFile), measures: nullable(Measures) },
  { title: 'ProductFiles' },
)

export const productFileRoutes = tagged('Products', (parts: Pick<Services, 'clock' | 'fileReview'>): Route[] => [
  ...uploadedFileRoutes(parts),
  ...chosenFileRoutes(parts),
  ...productBookRoutes(parts),
])

const uploadedFileRoutes = ({ clock, fileReview }: Pick<Services, 'clock' | 'fileReview'>): Route[] => [
  route({
    method: 'GET',
    path: '/products/:sku/files',
    operationId: 'listProductFiles',
    callers: ['customer_key', 'member'],
    scope: 'products:read',
    summary: 'List the uploaded files of a product, with their findings',
    answer: ProductFiles,
    handle: ({ caller: { accountId }, params: { sku } }) => productFilesOf(fileReview, accountId, sku),
  }),
  route({
    method: 'PUT',
    path: '/products/:sku/files/:part',
    operationId: 'uploadProductFile',
    callers: ['customer_key', 'member'],
    scope: 'products:write',
    needs: 'products',
    summary: 'Upload a default file of a product',
    description:
      'The body is the PDF itself (application/pdf). The file is checked immediately, and stored with any result: ' +
      'orders without their own files use it, and fail with the same findings. An upload that was interrupted can ' +
      'be repeated.',
    query: SharedChange,
    takesFile: ['application/pdf'],
    answer: ProductFiles,
    refuses: ['counts_in_production', 'body_too_large', 'upload_quota_exceeded', 'not_pdf', 'overloaded'],
    async handle({ caller, params: { sku, part }, query, request }) {
      refuseUnmeant(caller.kind === 'customer_key' ? caller.mode : null, query)
      return upload(fileReview, { accountId: caller.accountId, sku, part }, fileIn(request), clock())
    },
  }),
]

const chosenFileRoutes = ({ clock, fileReview }: Pick<Services, 'clock' | 'fileReview'>): Route[] => [
  route({
    method: 'POST',
    path: '/products/:sku/files/:part',
    operationId: 'useUploadedProductFile',
    callers: ['customer_key', 'member'],
    scope: 'products:write',
    needs: 'products',
    summary: 'Use an uploaded file as a default file of a product',
    description: 'For files that were uploaded in parts (`POST /files/uploads`). The file is checked immediately.',
    query: SharedChange,
    body: Closed(
      { fileUrl: Type.String({ pattern: `^${fileUrlPattern}$`, 'x-expected': 'the fileUrl of an upload' }) },
      { title: 'ProductFileUse' },
    ),
    answer: ProductFiles,
    refuses: ['file_not_kept', 'counts_in_production', 'upload_quota_exceeded'],
    async handle({ caller, params: { sku, part }, query, body }) {
      refuseUnmeant(caller.kind === 'customer_key' ? caller.mode : null, query)
      return useUpload(fileReview, { accountId: caller.accountId, sku, part }, body.fileUrl, clock())
    },
  }),
  route({
    method: 'DELETE',
    path: '/products/:sku/files/:part',
    operationId: 'removeProductFile',
    callers: ['customer_key', 'member'],
    scope: 'products:write',
    needs: 'products',
    summary: 'Remove a default file from a product',
    description: 'Orders that were already placed keep the file.',
    query: SharedChange,
    answer: Nothing,
    refuses: ['counts_in_production'],
    async handle({ caller, params, query, reply }) {
      refuseUnmeant(caller.kind === 'customer_key' ? caller.mode : null, query)
      await removeUpload(fileReview, { accountId: caller.accountId, ...params })
      return reply.send()
    },
  }),
]

const productBookRoutes = ({ fileReview }: Pick<Services, 'clock' | 'fileReview'>): Route[] => [
  route({
    method: 'GET',
    path: '/products/:sku/book',
    operationId: 'getProductBook',
    callers: ['customer_key', 'member'],
    scope: 'products:read',
    summary: 'Read the book of the uploaded files, with its measures and the places of findings',
    answer: BookView,
    handle: ({ caller: { accountId }, params: { sku } }) => productBook(fileReview, accountId, sku),
  }),
  route({
    method: 'GET',
    path: '/products/:sku/files/:part/preview/:page',
    operationId: 'getProductFilePreview',
    callers: ['customer_key', 'member'],
    scope: 'products:read',
    summary: 'Read a preview of a page of an uploaded file, with lines',
    query: PictureQuery,
    ...answersPicture,
    async handle({ caller: { accountId }, params, query, request, reply }) {
      return sendPicture(request, reply, await fileReview.productPicture({ accountId, ...params }, query))
    },
  }),
]

export function fileIn(request: FastifyRequest): AsyncIterable<Buffer> {
  if (request.body instanceof Readable) return request.body
  throw new Refusal('not_pdf', 'Send the PDF itself as the body, with Content-Type application/pdf.')
}
