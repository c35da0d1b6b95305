// Pictures of the fronts of books, small for lists. An address names the content of the cover, so a browser loads the
// picture of a book once, however many rows show the book.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import { bookCover, type CoverFile } from '../../features/files/bookCovers.ts'
import { findPrinterJob } from '../../features/printing/receiveMessages.ts'
import { Closed, nullable, oneOf, Text } from '../objects/common.ts'
import { pressDesksOf, pressTag } from '../printing/job.ts'
import { answersPicture, sendPicture } from '../products/files.ts'
import { resource } from '../server/resource.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const CoverQuery = Closed({
  book: Text(64, { description: 'The manufacturing SKU of the book, which decides where its front is.' }),
  size: Type.Optional(
    oneOf(['list', 'page'], { default: 'list', description: 'How wide the picture is: 160 or 480 pixels.' }),
  ),
})

const BookCover = Type.Object(
  {
    width: Type.Number({ description: 'Of the front of the closed book, in inches.' }),
    height: Type.Number(),
    pictureUrl: nullable(
      Type.String({ description: 'A small WebP image of the front. Null while the file of the cover is not stored.' }),
    ),
  },
  { title: 'BookCover' },
)
export const nullableCover = Type.Unsafe<{ width: number; height: number; pictureUrl: string | null } | null>({
  ...BookCover,
  type: ['object', 'null'],
})
export const Covers = Type.Array(nullableCover, {
  description: 'The covers of the books, each null for a book that is no longer in the catalog.',
})

export const BookTitles = Type.Array(nullable(Type.String()), {
  description: 'The titles of the books as they were when the order was placed, each null where it is not known.',
})

export const memberCovers =
  ({ catalog, publicUrl }: Pick<Services, 'catalog' | 'publicUrl'>) =>
  (file: CoverFile) =>
    bookCover(catalog, file, (sha256, book) => addressOf(publicUrl, `/dashboard/api/covers/${sha256}`, book))

export const staffCovers =
  ({ catalog, publicUrl }: Pick<Services, 'catalog' | 'publicUrl'>) =>
  (accountId: string, file: CoverFile) =>
    bookCover(catalog, file, (sha256, book) => addressOf(publicUrl, `/staff/covers/${accountId}/${sha256}`, book))

const addressOf = ({ origin }: URL, path: string, book: string) => `${origin}${path}?${new URLSearchParams({ book })}`

export const coverRoutes = tagged('Dashboard: print files', ({ db, fileReview, fulfillment }: Services): Route[] => {
  const desksOf = pressDesksOf(fulfillment)
  return [
    ...resource({
      method: 'GET',
      at: { member: '/dashboard/api/covers/:sha256', staff: '/staff/covers/:accountId/:sha256' },
      operationId: 'getCover',
      summary: 'Read a picture of the front of a book',
      query: CoverQuery,
      ...answersPicture,
      staff: { tag: 'Staff' },
      async handle({ owner: { accountId }, params: { sha256 }, query: { book, ...look }, request, reply }) {
        const cover = { accountId, sha256, manufacturingSku: book, ...look }
        return sendPicture(request, reply, await fileReview.frontPicture(cover))
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/covers/:item',
      operationId: 'getJobCover',
      tag: pressTag,
      summary: 'Read a small picture of the front of a book of a job',
      ...answersPicture,
      async handle({ caller, params: { jobId, item }, request, reply }) {
        const { accountId, ticket } = await findPrinterJob(db, desksOf(caller), jobId)
        const book = ticket.items[item]
        if (book === undefined) throw new Refusal('not_found', say('There is no such item.'))
        const sha256 = book.files.cover?.sha256 ?? null
        const { manufacturingSku } = book
        const picture = sha256 === null ? null : await fileReview.frontPicture({ accountId, sha256, manufacturingSku })
        return sendPicture(request, reply, picture)
      },
    }),
  ]
})
