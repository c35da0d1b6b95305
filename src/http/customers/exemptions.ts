// Exemption papers: customers upload them; the operator's staff reviews them and decides. See
// orders/money/exemptions.ts.

import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Exemption, exemptionsOf, submittedExemptions } from '../../accounts/exemptionStore.ts'
import { mostPaperBytes, type PaperType, paperTypes } from '../../accounts/papers.ts'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { ByteVault } from '../../base/vault.ts'
import type { Db } from '../../db/db.ts'
import { approvePaper, papersADay, refusePaper, submitPaper, viewPaper } from '../../orders/money/exemptions.ts'
import type { Shell } from '../../orders/work.ts'
import { tooMany } from '../limits.ts'
import { type Route, route } from '../route.ts'
import { Instant, LongText, nullable, oneOf, Text } from '../schemas.ts'

export type ExemptionParts = { shell: Shell; db: Db; clock: Clock; vault: ByteVault }

const tag = 'Exemptions'
/** At five a day, nobody has more papers that matter. */
const mostListed = 200
const strict = { additionalProperties: false }
const exemptionId = '^exm_[0-9a-z]{22}$'
const ExemptionPath = Type.Object({ accountId: Text(64), exemptionId: Type.String({ pattern: exemptionId }) })

const ExemptionObject = Type.Object(
  {
    exemptionId: Type.String(),
    accountId: Type.String(),
    state: Type.String({ description: 'Two letters; PR for Puerto Rico.' }),
    status: oneOf(['submitted', 'approved', 'refused', 'expired']),
    mediaType: oneOf(paperTypes),
    sizeBytes: Type.Integer(),
    createdAt: Instant,
    decidedAt: nullable(Instant),
    reason: nullable(Type.String()),
    expiresAt: nullable(Instant),
    hasFile: Type.Boolean({
      description: 'Whether the file is still stored; files are deleted when they are no longer needed.',
    }),
  },
  { $id: 'Exemption' },
)
const Approval = Type.Object(
  {
    expiresOn: Type.String({
      format: 'date',
      'x-expected': 'a day such as 2027-12-31',
      description: 'The last day on which the papers apply, in UTC.',
    }),
    reason: Type.Optional(LongText(1000)),
  },
  strict,
)
const Refused = Type.Object(
  { reason: LongText(1000, { minLength: 1, description: 'Sent to the account holder.' }) },
  strict,
)
const Paper = Type.Unsafe<Buffer>({
  content: Object.fromEntries(paperTypes.map(type => [type, { schema: { type: 'string', format: 'binary' } }])),
})

export function exemptionRoutes({ shell, db, clock, vault }: ExemptionParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/exemptions',
      callers: ['member'],
      tag,
      summary: 'List your exemption papers, newest first',
      answer: Type.Object({ exemptions: Type.Array(ExemptionObject) }),
      handle: async ({ caller }) => {
        const now = clock()
        const found = await exemptionsOf(db, caller.accountId, { before: null, limit: mostListed })
        return { exemptions: found.map(exemption => present(exemption, now)) }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/exemptions',
      callers: ['member'],
      needs: 'billing',
      tag,
      summary: 'Upload exemption papers for a state',
      description:
        'The body is the file itself: application/pdf, image/png or image/jpeg, at most 10 MB and 50 million pixels; five a day. The papers apply once the staff has approved them, to orders priced from then on, never in Canada.',
      query: Type.Object({ state: Text(40, { description: 'Two letters or the full name.' }) }, strict),
      takesFile: true,
      status: 201,
      answer: ExemptionObject,
      refuses: ['malformed_request', 'body_too_large', 'not_json'],
      handle: async ({ caller: { accountId, actor }, query: { state }, request }) => {
        const mediaType = paperTypeOf(request.headers['content-type'])
        const now = clock()
        const bytes = await readWhole(request.body)
        const outcome = await submitPaper({ shell, vault }, { accountId, state, mediaType, bytes, now, actor })
        if (outcome.kind === 'kept') return present(outcome.exemption, now)
        throw tooMany(outcome.mayAgainAt.getTime() - now.getTime(), 'account', papersADay)
      },
    }),
    route({
      method: 'GET',
      path: '/staff/exemptions',
      callers: ['staff'],
      tag,
      summary: 'List the exemption papers that wait for a decision, oldest first',
      description: 'With an `accountId`: all papers of that account, newest first.',
      query: Type.Object(
        {
          accountId: Type.Optional(Text(64)),
          limit: Type.Integer({ minimum: 1, maximum: mostListed, default: 50 }),
          cursor: Type.Optional(
            Type.String({ pattern: exemptionId, 'x-expected': 'a nextCursor of an earlier answer' }),
          ),
        },
        strict,
      ),
      answer: Type.Object({
        exemptions: Type.Array(ExemptionObject),
        nextCursor: nullable(Type.String({ description: 'Null on the last page.' })),
      }),
      refuses: ['malformed_request'],
      handle: async ({ query: { accountId, limit, cursor = null } }) => {
        const now = clock()
        const found =
          accountId === undefined
            ? await submittedExemptions(db, { after: cursor ?? '', limit: limit + 1 })
            : await exemptionsOf(db, accountId, { before: cursor, limit: limit + 1 })
        const shown = found.slice(0, limit)
        return {
          exemptions: shown.map(exemption => present(exemption, now)),
          nextCursor: found.length > shown.length ? shown.at(-1)!.exemptionId : null,
        }
      },
    }),
    route({
      method: 'GET',
      path: '/staff/exemptions/:accountId/:exemptionId/file',
      callers: ['staff'],
      tag,
      summary: 'Download exemption papers',
      description: 'Every download is written to the audit log.',
      params: ExemptionPath,
      answer: Paper,
      refuses: ['not_found'],
      handle: async ({ caller: { actor }, params, reply }) => {
        const { mediaType, bytes } = await viewPaper({ shell, vault }, { ...params, actor, now: clock() })
        return sendPaper(reply, `${params.exemptionId}.${mediaType.split('/')[1]}`, mediaType, bytes)
      },
    }),
    route({
      method: 'POST',
      path: '/staff/exemptions/:accountId/:exemptionId/approve',
      callers: ['staff'],
      tag,
      summary: 'Approve exemption papers until a given day',
      params: ExemptionPath,
      body: Approval,
      answer: ExemptionObject,
      refuses: ['malformed_request', 'not_found'],
      handle: async ({ caller: { actor }, params, body: { expiresOn, reason = null } }) => {
        const now = clock()
        const last = Temporal.PlainDate.from(expiresOn)
        return present(await approvePaper(shell, { ...params, expiresOn: last, reason, actor, now }), now)
      },
    }),
    route({
      method: 'POST',
      path: '/staff/exemptions/:accountId/:exemptionId/refuse',
      callers: ['staff'],
      tag,
      summary: 'Refuse exemption papers, or revoke an approval',
      params: ExemptionPath,
      body: Refused,
      answer: ExemptionObject,
      refuses: ['malformed_request', 'not_found'],
      handle: async ({ caller: { actor }, params, body: { reason } }) => {
        const now = clock()
        return present(await refusePaper(shell, { ...params, reason, actor, now }), now)
      },
    }),
  ]
}

function present(exemption: Exemption, now: Date): Static<typeof ExemptionObject> {
  const { place, status, expiresAt } = exemption
  return {
    exemptionId: exemption.exemptionId,
    accountId: exemption.accountId,
    state: place.replace('US-', ''),
    status: status === 'approved' && expiresAt !== null && expiresAt <= now ? 'expired' : status,
    mediaType: exemption.mediaType,
    sizeBytes: exemption.sizeBytes,
    createdAt: exemption.createdAt,
    decidedAt: exemption.decidedAt,
    reason: exemption.reason,
    expiresAt,
    hasFile: exemption.hasFile,
  }
}

function paperTypeOf(contentType: string | undefined): PaperType {
  const [given = ''] = (contentType ?? '').toLowerCase().split(';', 1)
  const found = paperTypes.find(type => type === given.trim())
  if (found === undefined) throw new Refusal('not_json', `Send the file itself, as ${paperTypes.join(', ')}.`)
  return found
}

async function readWhole(body: unknown): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostPaperBytes) throw new Refusal('body_too_large', 'The file is larger than 10 MB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Always downloaded, never displayed: nothing inside may run under our origin. */
const sendPaper = (reply: FastifyReply, name: string, mediaType: PaperType, bytes: Buffer): FastifyReply =>
  reply
    .type(mediaType)
    .headers({
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .send(bytes)
