// When an order needs an approved proof. An approval covers exactly the files that were shown. A rule over values that
// were read before.

import { isDeepStrictEqual } from 'node:util'
import { say } from '../../languages/texts.ts'
import { Refusal } from '../base/refusal.ts'
import type { Book, Order, OrderRequest, Proof, ProofFiles } from './order.ts'

type Rules = { proofRequired: boolean; product(sku: string): { proofRequired: boolean } | undefined }

/** The request, the account, or one of the products requires it. */
export const isProofRequired = ({ proofRequired = false, orderItems }: OrderRequest, rules: Rules): boolean =>
  proofRequired || rules.proofRequired || orderItems.some(({ sku }) => rules.product(sku)?.proofRequired)

const undecided = { decidedAt: null, decidedBy: null, author: null, comment: null }

/** The proof of an order whose files are not checked yet. */
export const requiredProof: Proof = { status: 'REQUIRED', files: [], approveBy: null, ...undecided }

export const waitingProof = (files: ProofFiles[], approveBy: Date): Proof => ({
  ...{ status: 'WAITING', files, approveBy: approveBy.toISOString() },
  ...undecided,
})

export const proofFilesOf = (books: Pick<Book, 'coverSha256' | 'gutsSha256'>[]): ProofFiles[] =>
  books.map(({ coverSha256 = null, gutsSha256 = null }) => ({ cover: coverSha256, guts: gutsSha256 }))

/** Files that were checked need an approval, unless exactly these files are approved. */
export const needsApproval = ({ state: { proof } }: Pick<Order, 'state'>, books: Book[]): boolean =>
  proof !== undefined && !(proof.status === 'APPROVED' && isDeepStrictEqual(proof.files, proofFilesOf(books)))

/** Refuses with `wrong_state`: for a decision about the proof, and for a link to it. */
export function requireAwaitingProof({ customerOrderId, status }: Order): void {
  if (status === 'AWAITING_PROOF') return
  throw new Refusal(
    'wrong_state',
    say('order {customerOrderId} is {status}; its proof is decided or shared only while it waits for approval', {
      customerOrderId,
      status,
    }),
  )
}
