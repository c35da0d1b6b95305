// The proof of an order for a person with a link, who has no sign-in. The link's token is in the body of each request,
// because addresses are written into logs. The person sees the book and its comments, and nothing about the recipient.

import { Type } from 'typebox'
import { maxNameLength } from '../../accounts/accounts.ts'
import { type Rate, tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { orderFiles, pictureOfOrder } from '../../features/files/fileReview.ts'
import { readHolders } from '../../features/placing/orderContext.ts'
import { approveProof, rejectProof } from '../../features/proofs/decideProof.ts'
import { addProofComment, listProofComments } from '../../features/proofs/proofComments.ts'
import { orderOfLink } from '../../features/proofs/proofLinks.ts'
import type { Order } from '../../orders/order.ts'
import { readProduct } from '../../products/productStore.ts'
import { ItemIndex, PageNumber, Part } from '../objects/addressParameters.ts'
import { Closed, nullable, Text } from '../objects/common.ts'
import { ApprovedFiles, Proof } from '../objects/order.ts'
import { answersPicture, sendPicture } from '../products/files.ts'
import { tooMany } from '../server/rateLimits.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { Comment, CommentOnPage } from './proofs.ts'

const Token = Text(100, { description: 'The text after # in the address of the link.' })
const Author = Text(maxNameLength, { description: 'The name of the person, shown with the comment or the decision.' })

const ProofPage = Type.Object(
  {
    accountName: Type.String(),
    customerOrderId: Type.String(),
    proof: Proof,
    items: Type.Array(
      Type.Object({
        sku: Type.String(),
        name: nullable(Type.String({ description: 'The name of the product.' })),
        files: Type.Array(Type.Object({ part: Part, pageCount: nullable(Type.Integer()) })),
      }),
    ),
    comments: Type.Array(CommentOnPage),
  },
  { title: 'ProofPage' },
)

/** Per link and process: an author reads page by page, and a leaked link cannot use up the comments of the proof. */
const commentRate: Rate = { perSecond: 1 / 60, burst: 30 }

export const proofByLinkRoutes = tagged('Proof links', (services: Services): Route[] => [
  ...proofReadRoutes(services),
  ...commentRoutes(services),
  ...decisionRoutes(services),
])

const proofReadRoutes = (services: Services): Route[] => {
  const { db, clock, fileReview } = services

  return [
    route({
      method: 'POST',
      path: '/dashboard/api/proofs/read',
      operationId: 'readProof',
      callers: ['public'],
      summary: 'Read the proof of a link',
      body: Closed({ token: Token }),
      answer: ProofPage,
      refuses: ['not_found'],
      handle: async ({ body: { token } }) => proofPage(services, await orderOfLink(db, token, clock())),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/proofs/preview',
      operationId: 'getProofPreview',
      callers: ['public'],
      summary: 'Read a preview of a page of a proof, with lines for trim, bleed and safe area',
      body: Closed({ token: Token, item: ItemIndex, part: Part, page: PageNumber }),
      ...answersPicture,
      hasTag: false,
      async handle({ body: { token, ...wanted }, request, reply }) {
        const order = await orderOfLink(db, token, clock())
        return sendPicture(request, reply, await pictureOfOrder(fileReview, order, wanted))
      },
    }),
  ]
}

const commentRoutes = (services: Services): Route[] => {
  const comments = tokenBuckets(commentRate)
  const { transactor, db, clock } = services

  return [
    route({
      method: 'POST',
      path: '/dashboard/api/proofs/comment',
      operationId: 'commentOnProof',
      callers: ['public'],
      summary: 'Comment on a page of a proof',
      body: Closed({ token: Token, author: Author, item: ItemIndex, part: Part, page: PageNumber, text: Comment }),
      status: 201,
      answer: CommentOnPage,
      refuses: ['not_found', 'wrong_state', 'too_many_requests'],
      handle: async ({ body: { token, ...comment } }) => {
        const now = clock()
        const order = await orderOfLink(db, token, now)
        const left = comments.take(token)
        if (left < 0) throw tooMany(-left, 'link', comments.rate)
        return addProofComment(transactor, order, comment, now)
      },
    }),
  ]
}

const decisionRoutes = (services: Services): Route[] => {
  const { transactor, db, clock, fulfillment } = services

  return [
    route({
      method: 'POST',
      path: '/dashboard/api/proofs/approve',
      operationId: 'approveProofByLink',
      callers: ['public'],
      summary: 'Approve the proof of a link',
      body: Closed({ token: Token, author: Author, files: ApprovedFiles }),
      answer: ProofPage,
      refuses: ['not_found', 'wrong_state', 'proof_changed'],
      async handle({ body: { token, author, files } }) {
        const order = await orderOfLink(db, token, clock())
        const deps = { transactor, estimateDates: fulfillment.estimateDates }
        return proofPage(services, await approveProof(deps, order, { ...decisionOf(author, clock()), files }))
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/proofs/reject',
      operationId: 'rejectProofByLink',
      callers: ['public'],
      summary: 'Ask for changes instead of approving the proof of a link',
      body: Closed({ token: Token, author: Author, comment: Comment }),
      answer: ProofPage,
      refuses: ['not_found', 'wrong_state'],
      async handle({ body: { token, author, comment } }) {
        const order = await orderOfLink(db, token, clock())
        return proofPage(services, await rejectProof(transactor, order, { ...decisionOf(author, clock()), comment }))
      },
    }),
  ]
}

async function proofPage({ db, publicUrl, fileReview }: Services, order: Order) {
  const { accountId, customerOrderId } = order
  const [[account], { items }, comments] = await Promise.all([
    readHolders(db, [accountId]),
    orderFiles(fileReview, order, publicUrl.origin),
    listProofComments(db, order),
  ])
  const books = items.map(async ({ sku, files }) => ({
    sku,
    name: (await readProduct(db, accountId, sku))?.name ?? null,
    files: files.map(({ part, pageCount }) => ({ part, pageCount })),
  }))
  const { name: accountName } = account!
  return { accountName, customerOrderId, proof: order.state.proof!, items: await Promise.all(books), comments }
}

const decisionOf = (author: string, now: Date) => ({ by: 'author' as const, author, actor: 'author', now })
