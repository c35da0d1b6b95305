// The operator's support staff: limits and billing of accounts, orders that need a person, and the audit log.

import { type Static, Type } from 'typebox'
import { type AccountWithLimits, listAccounts, listAudit, readAccountWithLimits } from '../../accounts/read.ts'
import type { Clock } from '../../base/clock.ts'
import type { RefusalCode } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { Outcome, SecondPersonRule } from '../../orders/desk/secondPerson.ts'
import {
  abandonByStaff,
  accountNotFound,
  changeAccount,
  forgetRecipient,
  type OrderAct,
  reprintOrder,
  resumeOrder,
  revalidateOrder,
  type StaffDeps,
} from '../../orders/desk/staff.ts'
import type { Order } from '../../orders/order.ts'
import { presentOrder } from '../../orders/present.ts'
import type { Press } from '../../orders/printing/print.ts'
import type { Shell } from '../../orders/work.ts'
import { OrderObject } from '../customers/orderSchemas.ts'
import { idempotencyKeyOf, saysIdempotencyKey } from '../idempotency.ts'
import { type Route, route } from '../route.ts'
import { CustomerOrderId, Instant, LongText, nullable, Text } from '../schemas.ts'
import { ApprovalObject, answerWaits, saysItMayWait } from './approvals.ts'

export type StaffParts = {
  shell: Shell
  db: Db
  clock: Clock
  press: Press
  secondPerson: SecondPersonRule
}

const tag = 'Staff'
const AccountId = Text(64)
const OrderPath = Type.Object({ accountId: AccountId, customerOrderId: CustomerOrderId })
const Reason = Type.Optional(LongText(1000, { description: 'For the history and the audit log.' }))

/** A caller without a reason may send no body at all. */
const ActBody = nullable(Type.Object({ reason: Reason }, { additionalProperties: false }))

/** More than any customer sends in a day, and far within the database's integers. */
const mostOrders = 100_000_000
const Count = Type.Integer({ minimum: 0, maximum: mostOrders })
const LimitChange = Type.Object(
  { ordersPer24Hours: Type.Optional(Count), queueCeiling: Type.Optional(Count) },
  { additionalProperties: false },
)
const AccountChange = Type.Object(
  {
    enterprise: Type.Optional(Type.Boolean({ description: 'Applies to orders created from now on.' })),
    limits: Type.Optional(
      Type.Object(
        { sandbox: Type.Optional(LimitChange), production: Type.Optional(LimitChange) },
        { additionalProperties: false },
      ),
    ),
    reason: Reason,
  },
  { additionalProperties: false },
)

const Limits = Type.Object({
  ordersPer24Hours: Type.Integer(),
  queueCeiling: Type.Integer(),
  queued: Type.Integer({ description: 'Orders in the queue now.' }),
})
const Account = Type.Object(
  {
    accountId: Type.String(),
    name: Type.String(),
    holderEmail: Type.String(),
    enterprise: Type.Boolean(),
    limits: Type.Object({ sandbox: Limits, production: Limits }),
    createdAt: Instant,
  },
  { $id: 'StaffAccount' },
)
const AuditEntry = Type.Object({
  auditId: Type.String(),
  at: Instant,
  actor: Type.String(),
  by: Type.String({ description: 'The actor in words: the name of a person, or the label of a key.' }),
  byEmail: nullable(Type.String({ description: 'The e-mail address of a person who can still sign in.' })),
  action: Type.String(),
  accountId: nullable(Type.String()),
  accountName: nullable(Type.String()),
  subject: nullable(Type.String({ description: 'The subject of the act: an id, or the identifier of an order.' })),
  subjectName: nullable(
    Type.String({
      description:
        'The name of the subject: the name of an account, the e-mail address of a person, or the label of a key.',
    }),
  ),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
})
const NextCursor = nullable(Type.String({ description: 'Null on the last page.' }))
const Limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })
const AccountQuery = Type.Object({
  search: Type.Optional(Text(100, { description: "Part of the name, of the holder's e-mail address, or of the id." })),
  limit: Limit,
  cursor: Type.Optional(AccountId),
})
const AuditQuery = Type.Object({
  accountId: Type.Optional(AccountId),
  limit: Limit,
  cursor: Type.Optional(
    Type.String({ pattern: '^aud_[0-9a-z]{22}$', 'x-expected': 'a nextCursor of an earlier answer' }),
  ),
})

export function staffRoutes(parts: StaffParts): Route[] {
  const { shell, db, clock, secondPerson } = parts
  return [
    route({
      method: 'GET',
      path: '/staff/accounts',
      callers: ['staff'],
      tag,
      summary: 'List accounts, oldest first',
      query: AccountQuery,
      answer: Type.Object({ accounts: Type.Array(Account), nextCursor: NextCursor }),
      refuses: ['malformed_request'],
      handle: ({ query }) => accountPage(db, query),
    }),
    route({
      method: 'GET',
      path: '/staff/accounts/:accountId',
      callers: ['staff'],
      tag,
      summary: 'Read an account',
      params: Type.Object({ accountId: AccountId }),
      answer: Account,
      refuses: ['not_found'],
      handle: ({ params: { accountId } }) => readAccount(db, accountId),
    }),
    route({
      method: 'PATCH',
      path: '/staff/accounts/:accountId',
      callers: ['staff'],
      tag,
      summary: 'Change the limits or the billing of an account',
      description: `A raised limit releases queued orders at once. Fields that are not sent stay unchanged. ${saysItMayWait} That is so for \`"enterprise": true\`, with all that is sent together with it.`,
      params: Type.Object({ accountId: AccountId }),
      body: AccountChange,
      answer: Account,
      waits: ApprovalObject,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: async ({ caller, params: { accountId }, body: { reason = null, ...change }, reply }) => {
        const wanted = { ...change, accountId, reason, actor: caller.actor, now: clock() }
        const { done, waits } = await changeAccount(shell, wanted, secondPerson)
        return done ?? answerWaits(reply, db, waits, caller)
      },
    }),
    orderAct(parts, {
      name: 'reprint',
      summary: 'Reprint a shipped order, free and outside the limit',
      description: `Returns the new order. Each call makes another one. ${saysIdempotencyKey}`,
      status: 201,
      refuses: ['recipient_forgotten', 'request_key_reused'],
      act: atOnce(reprintOrder),
    }),
    orderAct(parts, {
      name: 'resume',
      summary: 'Send an order in EXCEPTION to a printer again',
      description: 'Only for an order that was at a printer before, and that is paid or unbilled.',
      status: 200,
      act: atOnce(resumeOrder),
    }),
    orderAct(parts, {
      name: 'revalidate',
      summary: 'Check the files of an order in EXCEPTION again',
      description: 'An order that was paid is not charged again.',
      status: 200,
      act: atOnce(revalidateOrder),
    }),
    orderAct(parts, {
      name: 'abandon',
      summary: 'Cancel an order in EXCEPTION',
      description: `What was paid for it is refunded. ${saysItMayWait}`,
      status: 200,
      mayWait: true,
      act: (deps, act) => abandonByStaff(deps, act, secondPerson),
    }),
    orderAct(parts, {
      name: 'forget',
      summary: 'Forget who an order at its end was for',
      description:
        'Name, company, street, phone and e-mail address of the recipient are deleted wherever Octavo keeps them. This ' +
        'cannot be undone, and the order cannot be reprinted. Forgetting again changes nothing.',
      status: 200,
      act: atOnce(forgetRecipient),
    }),
    route({
      method: 'GET',
      path: '/staff/audit',
      callers: ['staff'],
      tag,
      summary: 'List the audit log, newest first',
      query: AuditQuery,
      answer: Type.Object({ entries: Type.Array(AuditEntry), nextCursor: NextCursor }),
      refuses: ['malformed_request'],
      handle: ({ query }) => auditPage(db, query),
    }),
  ]
}

type Act = {
  name: string
  summary: string
  description: string
  status: 200 | 201
  refuses?: RefusalCode[]
  mayWait?: true
  act(deps: StaffDeps, act: OrderAct): Promise<Outcome<Order>>
}

/** An act that waits for nobody. */
const atOnce =
  (act: (deps: StaffDeps, act: OrderAct) => Promise<Order>): Act['act'] =>
  async (deps, wanted) => ({ done: await act(deps, wanted), waits: null })

const orderAct = (
  { shell, db, press, clock }: StaffParts,
  { name, summary, description, status, refuses = [], mayWait, act }: Act,
): Route =>
  route({
    method: 'POST',
    path: `/staff/orders/:accountId/:customerOrderId/${name}`,
    callers: ['staff'],
    tag,
    summary,
    description,
    params: OrderPath,
    body: ActBody,
    status,
    answer: OrderObject,
    ...(mayWait && { waits: ApprovalObject }),
    refuses: ['malformed_request', 'order_not_found', 'wrong_state', ...refuses],
    handle: async ({ caller, params, body, request, reply }) => {
      const requestKey = idempotencyKeyOf(request)
      const asked = { ...params, reason: body?.reason ?? null, requestKey, actor: caller.actor, now: clock() }
      const { done, waits } = await act({ shell, press }, asked)
      return done === null ? answerWaits(reply, db, waits, caller) : presentOrder(done)
    },
  })

async function accountPage(db: Db, { search, limit, cursor = '' }: Static<typeof AccountQuery>) {
  const found = await listAccounts(db, { search: search ?? null, after: cursor, limit: limit + 1 })
  const accounts = found.slice(0, limit)
  return { accounts, nextCursor: found.length > limit ? accounts.at(-1)!.accountId : null }
}

async function readAccount(db: Db, accountId: string): Promise<AccountWithLimits> {
  const account = await readAccountWithLimits(db, accountId)
  if (account === undefined) throw accountNotFound(accountId)
  return account
}

async function auditPage(db: Db, { accountId, limit, cursor }: Static<typeof AuditQuery>) {
  const page = { accountId: accountId ?? null, before: cursor ?? null, limit: limit + 1 }
  const found = await listAudit(db, page)
  const entries = found.slice(0, limit)
  return { entries, nextCursor: found.length > limit ? entries.at(-1)!.auditId : null }
}
