// Tax exemption certificates: customers upload them, and the operator's staff approves or refuses them. See
// features/money/exemptions.ts.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import {
  type CertificateType,
  certificateTypes,
  maxCertificateBytes,
} from '../../accounts/exemptions/certificateFile.ts'
import {
  type Exemption,
  listExemptions,
  listExpiringExemptions,
  listSubmittedExemptions,
} from '../../accounts/exemptions/exemptionStore.ts'
import { instant } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import {
  approveExemption,
  maxCertificatesPerDay,
  refuseExemption,
  submitCertificate,
  viewCertificate,
} from '../../features/money/exemptions.ts'
import { Cursor, NextCursor, pageOf } from '../lists/list.ts'
import { Closed, Instant, LongText, nullable, oneOf, Text } from '../objects/common.ts'
import { readFileBody } from '../server/body.ts'
import { tooMany } from '../server/rateLimits.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'

/** At five uploads a day, no account needs more certificates. */
const maxListed = 200
const exemptionId = '^exm_[0-9a-z]{22}$'

const ExemptionObject = Type.Object(
  {
    exemptionId: Type.String(),
    accountId: Type.String(),
    state: Type.String({ description: 'Two letters; PR for Puerto Rico.' }),
    status: oneOf(['submitted', 'approved', 'refused', 'expired']),
    mediaType: oneOf(certificateTypes),
    sizeBytes: Type.Integer(),
    createdAt: Instant,
    decidedAt: nullable(Instant),
    reason: nullable(Type.String()),
    expiresAt: nullable(Instant),
    hasFile: Type.Boolean({
      description: 'Whether the file is still stored. Files are deleted when they are no longer needed.',
    }),
  },
  { $id: 'Exemption' },
)
const ExemptionOfAccount = Type.Object(
  { ...ExemptionObject.properties, accountName: Type.String() },
  { title: 'ExemptionOfAccount' },
)
const Approval = Closed({
  expiresOn: Type.String({
    format: 'date',
    'x-expected': 'a day such as 2027-12-31',
    description: 'The last day on which the certificate applies, in UTC.',
  }),
  reason: Type.Optional(LongText(1000)),
})
const RefusalBody = Closed({ reason: LongText(1000, { minLength: 1, description: 'Sent to the account holder.' }) })
const CertificateFile = Type.Unsafe<Buffer>({
  content: Object.fromEntries(certificateTypes.map(type => [type, { schema: { type: 'string', format: 'binary' } }])),
})

export const exemptionRoutes = tagged('Exemptions', (services: Services): Route[] => [
  ...ownExemptionRoutes(services),
  ...pendingExemptionRoutes(services),
  ...exemptionDecisionRoutes(services),
])

const ownExemptionRoutes = ({ transactor, db, clock, vault }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/dashboard/api/exemptions',
    operationId: 'listExemptions',
    summary: 'List your tax exemption certificates, newest first',
    answer: Type.Object({ exemptions: Type.Array(ExemptionObject) }),
    handle: async ({ caller }) => {
      const now = clock()
      const found = await listExemptions(db, caller.accountId, { before: null, limit: maxListed })
      return { exemptions: found.map(exemption => present(exemption, now)) }
    },
  }),
  route({
    method: 'POST',
    path: '/dashboard/api/exemptions',
    operationId: 'uploadExemption',
    needs: 'billing',
    summary: 'Upload a tax exemption certificate for a state',
    description:
      'The body is the file itself: application/pdf, image/png or image/jpeg, at most 10 MB and 50 million pixels. At most five files a day. Once the staff has approved the certificate, it applies to orders priced from then on, but not to orders to Canada.',
    query: Closed({ state: Text(40, { description: 'Two letters or the full name.' }) }),
    takesFile: certificateTypes,
    status: 201,
    answer: ExemptionObject,
    refuses: ['body_too_large'],
    handle: async ({ caller: { accountId, actor }, query: { state }, request }) => {
      const mediaType = certificateTypeOf(request.headers['content-type'])
      const now = clock()
      const bytes = await readFileBody(request.body, maxCertificateBytes)
      const outcome = await submitCertificate({ transactor, vault }, { accountId, state, mediaType, bytes, now, actor })
      if (outcome.kind === 'stored') return present(outcome.exemption, now)
      throw tooMany(outcome.retryAt.getTime() - now.getTime(), 'account', maxCertificatesPerDay)
    },
  }),
]

const pendingExemptionRoutes = ({ transactor, db, clock, vault }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/exemptions',
    operationId: 'listPendingExemptions',
    summary: 'List the tax exemption certificates that wait for a decision, oldest first',
    description:
      'With `accountId`: all certificates of this account, newest first. With `expiring`: the approved certificates that expire within 30 days, or expired within 90 days, and have no successor: those that end first come first.',
    query: Closed({
      accountId: Type.Optional(Text(64)),
      expiring: Type.Optional(Type.Boolean()),
      limit: Type.Integer({ minimum: 1, maximum: maxListed, default: 50 }),
      cursor: Cursor(`^(?:[0-9]{1,14}/)?${exemptionId.slice(1)}`),
    }),
    answer: Type.Object({
      exemptions: Type.Array(ExemptionOfAccount),
      nextCursor: NextCursor,
    }),
    handle: async ({ query: { accountId, expiring = false, limit, cursor = null } }) => {
      const now = clock()
      const isExpiring = expiring && accountId === undefined
      const [ms, exemptionId] = isExpiring && cursor?.includes('/') ? cursor.split('/') : []
      const after = exemptionId === undefined ? null : { expiresAt: instant(Number(ms)), exemptionId }
      const most = limit + 1
      const found = isExpiring
        ? await listExpiringExemptions(db, { after, limit: most, now })
        : accountId === undefined
          ? await listSubmittedExemptions(db, { after: cursor ?? '', limit: most })
          : await listExemptions(db, accountId, { before: cursor, limit: most })
      const { page, nextCursor } = pageOf(found, limit, row =>
        isExpiring ? `${row.expiresAt!.getTime()}/${row.exemptionId}` : row.exemptionId,
      )
      const exemptions = page.map(exemption => ({
        ...present(exemption, now),
        accountName: exemption.accountName,
      }))
      return { exemptions, nextCursor }
    },
  }),
  route({
    method: 'GET',
    path: '/staff/exemptions/:accountId/:exemptionId/file',
    operationId: 'downloadExemption',
    summary: 'Download a tax exemption certificate',
    description: 'Every download is written to the audit log.',
    answer: CertificateFile,
    handle: async ({ caller: { actor }, params, reply }) => {
      const { mediaType, bytes } = await viewCertificate({ transactor, vault }, { ...params, actor, now: clock() })
      // Nothing inside may run under our origin.
      reply.header('content-security-policy', "sandbox; default-src 'none'")
      return sendFile(reply, `${params.exemptionId}.${mediaType.split('/')[1]}`, bytes)
    },
  }),
]

const exemptionDecisionRoutes = ({ transactor, clock }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/staff/exemptions/:accountId/:exemptionId/approve',
    operationId: 'approveExemption',
    needs: 'money',
    summary: 'Approve a tax exemption certificate until a given day',
    body: Approval,
    answer: ExemptionObject,
    handle: async ({ caller: { actor }, params, body: { expiresOn, reason = null } }) => {
      const now = clock()
      const last = Temporal.PlainDate.from(expiresOn)
      return present(await approveExemption(transactor, { ...params, expiresOn: last, reason, actor, now }), now)
    },
  }),
  route({
    method: 'POST',
    path: '/staff/exemptions/:accountId/:exemptionId/refuse',
    operationId: 'refuseExemption',
    needs: 'money',
    summary: 'Refuse a tax exemption certificate, or revoke an approval',
    body: RefusalBody,
    answer: ExemptionObject,
    handle: async ({ caller: { actor }, params, body: { reason } }) => {
      const now = clock()
      return present(await refuseExemption(transactor, { ...params, reason, actor, now }), now)
    },
  }),
]

function present(exemption: Exemption, now: Date): Static<typeof ExemptionObject> {
  const { jurisdiction, status, expiresAt } = exemption
  return {
    ...exemption,
    state: jurisdiction.replace('US-', ''),
    status: status === 'approved' && expiresAt !== null && expiresAt <= now ? 'expired' : status,
  }
}

function certificateTypeOf(contentType: string | undefined): CertificateType {
  const [given = ''] = (contentType ?? '').toLowerCase().split(';', 1)
  const found = certificateTypes.find(type => type === given.trim())
  if (found === undefined)
    throw new Refusal('not_pdf', say('Send the file itself, as {types}.', { types: certificateTypes.join(', ') }))
  return found
}
