// `octavo proofs`: orders that wait until their book is approved, by the customer or by an author with a link.

import type { Order, ProofSharing } from '../typescript/index.ts'
import { type Command, countOf, need, text } from './command.ts'
import { exitStatus, Failure } from './failures.ts'

type Proof = NonNullable<Order['proof']>

export const proofCommands: Record<string, Command> = {
  'proofs get': {
    words: ['customerOrderId'],
    says: 'Show the proof of an order, with its files, the links that still work, and the comments on its pages',
    async run({ octavo }, { words, output }) {
      const customerOrderId = words[0]!
      const proof = await proofOf(octavo.orders.get(customerOrderId))
      output.show({ proof, ...(await octavo.orders.proof(customerOrderId)) }, proofLines)
    },
  },
  'proofs link': {
    words: ['customerOrderId'],
    usage: '[--days 14]',
    says: 'Make a link for somebody without a sign-in, such as the author, and show its address once',
    options: { days: text },
    async run({ octavo }, { words, options, output }) {
      const days = options.days === undefined ? {} : { days: countOf(options.days, '--days') }
      const link = await octavo.orders.createProofLink(words[0]!, days)
      output.show(link, ({ url }) => url)
      output.note(`${link.linkId} works until ${link.expiresAt}.`)
    },
  },
  'proofs revoke': {
    words: ['customerOrderId', 'linkId'],
    says: 'End a link at once',
    async run({ octavo }, { words, output }) {
      const [customerOrderId, linkId] = words as [string, string]
      await octavo.orders.revokeProofLink(customerOrderId, linkId)
      output.show({ customerOrderId, linkId, revoked: true }, () => `${linkId} is revoked.`)
    },
  },
  'proofs approve': {
    words: ['customerOrderId'],
    says: 'Approve the files that the proof has now; the order is charged and printed then',
    async run({ octavo }, { words, output }) {
      const customerOrderId = words[0]!
      const { files } = await proofOf(octavo.orders.get(customerOrderId))
      output.show(await octavo.orders.approveProof(customerOrderId, files), orderLines)
    },
  },
  'proofs reject': {
    words: ['customerOrderId'],
    usage: '--comment <what must change>',
    says: 'Ask for changes, which cancels the order',
    options: { comment: text },
    async run({ octavo }, { words, options, output }) {
      const comment = need(options.comment, '--comment')
      output.show(await octavo.orders.rejectProof(words[0]!, comment), orderLines)
    },
  },
}

async function proofOf(reading: Promise<Order>): Promise<Proof> {
  const { customerOrderId, proof } = await reading
  if (proof !== undefined) return proof
  throw new Failure(`Order ${customerOrderId} needs no proof.`, exitStatus.refused)
}

const orderLines = ({ customerOrderId, status, proof }: Order) =>
  `${customerOrderId}  ${status}, proof ${proof?.status ?? 'not needed'}`

function proofLines({ proof, links, comments }: ProofSharing & { proof: Proof }): string {
  const { status, approveBy, decidedBy, author, decidedAt, comment, files } = proof
  const deadline = status === 'WAITING' && approveBy !== null ? `, canceled unless approved by ${approveBy}` : ''
  const decision = decidedAt === null ? '' : ` ${decidedAt}${decidedBy === null ? '' : ` by ${author ?? decidedBy}`}`
  return [
    `${status}${decision}${deadline}`,
    ...(comment === null ? [] : [`  ${comment}`]),
    ...files.map(({ cover, guts }, i) => `item ${i + 1}: cover ${cover ?? 'none'}, guts ${guts ?? 'none'}`),
    ...links.map(({ linkId, createdAt, expiresAt }) => `${linkId}  ${createdAt} to ${expiresAt}`),
    ...comments.map(one => `${one.author}: item ${one.item + 1}, ${one.part}, page ${one.page}: ${one.text}`),
  ].join('\n')
}
