// The operator's support staff: limits and billing of accounts, orders that need a person, and the audit log.

import { type Static, Type } from 'typebox'
import {
  type AccountSort,
  type AccountWithLimits,
  type AuditEntry as AuditEntryRow,
  accountNotFound,
  accountPosition,
  accountSorts,
  listAccounts,
  listAudit,
  listSimilarAccounts,
  readAccountWithLimits,
} from '../../accounts/accountQueries.ts'
import { maxNameLength } from '../../accounts/accounts.ts'
import type { StaffPermission } from '../../accounts/people/staffRoles.ts'
import { renameAccount } from '../../accounts/settings/accountName.ts'
import type { RefusalCode } from '../../base/refusal.ts'
import type { ByteVault } from '../../base/secrets/vault.ts'
import type { Db } from '../../db/db.ts'
import type { ApprovalOutcome } from '../../features/staff/secondPerson.ts'
import {
  abandonByStaff,
  cancelByStaff,
  changeAccount,
  eraseRecipient,
  type OrderAct,
  reprintOrder,
  resumeOrder,
  revalidateOrder,
  type StaffDeps,
} from '../../features/staff/staffActs.ts'
import { type Order, type ReprintCause, reprintCauses } from '../../orders/order.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { maxCursorChars, NextCursor, pageOf, StaffLimit, sealedCursor } from '../lists/list.ts'
import { type ExportColumns, fieldColumns } from '../lists/listExport.ts'
import { idPattern, timeList } from '../lists/timeLists.ts'
import { AuditedOrder, type NamesOrder, withOrders } from '../objects/auditedOrder.ts'
import { Closed, Instant, LongText, nullable, oneOf, Text, Words } from '../objects/common.ts'
import { OrderObject } from '../objects/order.ts'
import { idempotencyKeyHeader, idempotencyKeyOf } from '../server/idempotency.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { ApprovalObject, answerAwaitingApproval, mayAwaitApproval } from './approvals.ts'

const AccountId = Text(64)
export const Reason = Type.Optional(LongText(1000, { description: 'For the history and the audit log.' }))

/** The body may be left out. */
export const ActBody = nullable(Closed({ reason: Reason }))
const ReprintBody = nullable(
  Closed({ reason: Reason, cause: Type.Optional(oneOf(reprintCauses, { description: 'For reports.' })) }),
)

/** More than any customer orders in a day, and far within the database's integers. */
const maxOrders = 100_000_000
const Count = Type.Integer({ minimum: 0, maximum: maxOrders })
const LimitChange = Closed({ ordersPer24Hours: Type.Optional(Count), queueCeiling: Type.Optional(Count) })
const AccountChange = Closed({
  enterprise: Type.Optional(Type.Boolean({ description: 'Applies to orders created from now on.' })),
  limits: Type.Optional(Closed({ sandbox: Type.Optional(LimitChange), production: Type.Optional(LimitChange) })),
  reason: Reason,
})

const Limits = Type.Object({
  ordersPer24Hours: Type.Integer(),
  queueCeiling: Type.Integer(),
  queued: Type.Integer({ description: 'Orders in the queue now.' }),
})
export const Account = Type.Object(
  {
    accountId: Type.String(),
    name: Type.String(),
    holderEmail: Type.String(),
    enterprise: Type.Boolean(),
    priceList: nullable(Type.String({ description: 'The code of the price list that the account is on.' })),
    agreedPrices: Type.Boolean({
      description:
        'Of an enterprise account: the prices of its list, or of the catalog, count where the printer names none.',
    }),
    limits: Type.Object({ sandbox: Limits, production: Limits }),
    createdAt: Instant,
    suspendedAt: nullable(Instant),
    suspensionReason: nullable(Type.String({ description: 'Customers do not see it.' })),
  },
  { $id: 'StaffAccount' },
)
const AuditEntry = Type.Object({
  auditId: Type.String(),
  at: Instant,
  actor: Type.String(),
  by: Words({ description: 'The name of the actor: a person, or the label of a key.' }),
  byEmail: nullable(Type.String({ description: 'The email address of a person who can still sign in.' })),
  action: Type.String(),
  accountId: nullable(Type.String()),
  accountName: nullable(Type.String()),
  subject: nullable(Type.String({ description: 'The subject of the action: an id, or the identifier of an order.' })),
  subjectName: nullable(
    Type.String({
      description:
        'The name of the subject: the name of an account, the email address of a person, or the label of a key.',
    }),
  ),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  ...AuditedOrder,
})
/** More would not be read by people. */
const maxSimilarAccounts = 10

const AccountQuery = Type.Object({
  search: Type.Optional(
    Text(100, {
      description:
        "Part of the name, the holder's email address or the id, in any case and without accents or with them.",
    }),
  ),
  priceList: Type.Optional(Text(40, { description: 'The code of a price list: only accounts that are on it.' })),
  sort: oneOf(accountSorts, {
    default: 'created',
    description: '`-` before a column sorts in descending order. Names are compared in lower case.',
  }),
  limit: StaffLimit,
  cursor: Type.Optional(
    Text(maxCursorChars, { description: 'The nextCursor of the previous page, which had the same `sort`.' }),
  ),
})
const accountCursors = (vault: ByteVault) =>
  sealedCursor<AccountSort>(vault, { list: 'accounts', usual: 'created', byId: ['created', '-created'] })
const auditFilters = {
  accountId: Type.Optional(AccountId),
  action: Type.Optional(Text(60, { description: 'Only this action, such as `order_refunded`.' })),
  by: Type.Optional(Text(100, { description: "Part of the actor's name or email address, or of a key's label." })),
}
const auditColumns: ExportColumns<AuditEntryRow & NamesOrder> = {
  ...fieldColumns('auditId at action accountId accountName subject subjectName actor'),
  by: entry => String(entry.by),
  byEmail: entry => entry.byEmail,
  details: entry => JSON.stringify(entry.details),
  customerOrderId: entry => entry.customerOrderId,
}

export const staffRoutes = tagged('Staff', (services: Services): Route[] => [
  ...allAccountRoutes(services),
  ...exceptionActRoutes(services),
  ...supportActRoutes(services),
  ...auditRoutes(services),
])

const allAccountRoutes = (services: Services): Route[] => {
  const { transactor, db, clock, secondPerson } = services

  return [
    route({
      method: 'GET',
      path: '/staff/accounts',
      operationId: 'listAccounts',
      summary: 'List accounts',
      query: AccountQuery,
      answer: Type.Object({
        accounts: Type.Array(Account),
        exact: Type.Boolean({ description: 'False if no account has the text, and the accounts have similar texts.' }),
        nextCursor: NextCursor,
      }),
      handle: ({ query }) => accountPage(services, query),
    }),
    route({
      method: 'GET',
      path: '/staff/accounts/:accountId',
      operationId: 'getAccount',
      summary: 'Read an account',
      answer: Account,
      handle: ({ params: { accountId } }) => readAccount(db, accountId),
    }),
    route({
      method: 'PATCH',
      path: '/staff/accounts/:accountId',
      operationId: 'updateAccount',
      needs: 'customers',
      freshWithinMs: moneyPasswordMs,
      summary: 'Change the limits or the billing of an account',
      description: `A raised limit releases queued orders immediately. Fields that are not sent stay unchanged. ${mayAwaitApproval} This applies to \`"enterprise": true\` and all fields sent with it.`,
      body: AccountChange,
      answer: Account,
      waits: ApprovalObject,
      refuses: ['wrong_state'],
      handle: async ({ caller, params: { accountId }, body: { reason = null, ...change }, reply }) => {
        const wanted = { ...change, accountId, reason, actor: caller.actor, now: clock() }
        const { done, approval } = await changeAccount(transactor, wanted, secondPerson)
        return done ?? answerAwaitingApproval(reply, db, approval, caller)
      },
    }),
    route({
      method: 'PUT',
      path: '/staff/accounts/:accountId/name',
      operationId: 'renameAccount',
      needs: 'customers',
      summary: 'Rename an account',
      description: 'Documents that were made keep the name that they have.',
      body: Closed({ name: Text(maxNameLength) }),
      answer: Account,
      async handle({ caller: { actor }, params: { accountId }, body: { name } }) {
        await renameAccount(services, { accountId, name, actor })
        return readAccount(db, accountId)
      },
    }),
  ]
}

const exceptionActRoutes = (services: Services): Route[] => {
  const { secondPerson } = services

  return [
    orderAct(services, {
      name: 'resume',
      operationId: 'resumeOrder',
      needs: 'orders',
      summary: 'Send an order in EXCEPTION to a printer again',
      description: 'Only for an order that was at a printer before and is paid or not billed.',
      status: 200,
      act: withoutApproval(resumeOrder),
    }),
    orderAct(services, {
      name: 'revalidate',
      operationId: 'revalidateOrder',
      needs: 'orders',
      summary: 'Check the files of an order in EXCEPTION again',
      description: 'A paid order is not charged again.',
      status: 200,
      act: withoutApproval(revalidateOrder),
    }),
    orderAct(services, {
      name: 'abandon',
      operationId: 'abandonOrder',
      needs: 'refunds',
      summary: 'Cancel an order in EXCEPTION',
      description: `The paid amount is refunded. ${mayAwaitApproval}`,
      status: 200,
      mayWait: true,
      isCostly: true,
      act: (deps, act) => abandonByStaff(deps, act, secondPerson),
    }),
  ]
}

const supportActRoutes = (services: Services): Route[] => [
  orderAct(services, {
    name: 'reprint',
    operationId: 'reprintOrder',
    needs: 'orders',
    summary: 'Reprint a shipped order, free of charge and outside the limit',
    description: `Returns the new order. Each call creates another order. ${idempotencyKeyHeader}`,
    status: 201,
    refuses: ['recipient_forgotten', 'request_key_reused'],
    isCostly: true,
    takesCause: true,
    act: withoutApproval(reprintOrder),
  }),
  orderAct(services, {
    name: 'cancel',
    operationId: 'cancelOrderByStaff',
    needs: 'orders',
    summary: 'Cancel an order for its customer',
    description:
      'As the customer can: until a printer has the order it is canceled and a payment refunded; later its printer is ' +
      'asked. The reason is in the history of the order.',
    status: 200,
    refuses: ['order_not_cancellable'],
    act: withoutApproval(cancelByStaff),
  }),
  orderAct(services, {
    name: 'forget',
    operationId: 'forgetRecipient',
    needs: 'customers',
    summary: 'Erase the personal data of the recipient of a finished order',
    description:
      'The name, company, street, phone and email address of the recipient are deleted everywhere in Octavo. This ' +
      'cannot be undone, and the order can no longer be reprinted. Erasing again changes nothing.',
    status: 200,
    act: withoutApproval(eraseRecipient),
  }),
]

const auditRoutes = ({ db }: Services): Route[] =>
  timeList(db, {
    of: 'entries',
    at: { staff: '/staff/audit' },
    act: 'listAuditLog',
    summary: 'List the audit log',
    filters: auditFilters,
    row: AuditEntry,
    id: idPattern('aud'),
    async read(db, { query: { accountId = null, action = null, by = null } }, page) {
      return withOrders(db, await listAudit(db, { accountId, action, by }, page), ({ accountId }) => accountId)
    },
    idOf: entry => entry.auditId,
    present: entry => entry,
    columns: auditColumns,
  })

type OrderActRoute = {
  name: string
  operationId: string
  needs: StaffPermission
  summary: string
  description: string
  status: 200 | 201
  refuses?: RefusalCode[]
  mayWait?: true
  /** True for an action that costs money: it requires a recent password. */
  isCostly?: true
  takesCause?: true
  act(deps: StaffDeps, act: OrderAct & { cause?: ReprintCause }): Promise<ApprovalOutcome<Order>>
}

/** An action that never needs an approval. */
const withoutApproval =
  (act: (...wanted: Parameters<OrderActRoute['act']>) => Promise<Order>): OrderActRoute['act'] =>
  async (deps, wanted) => ({ done: await act(deps, wanted), approval: null })

const orderAct = (
  { transactor, db, fulfillment, clock, archive }: Services,
  {
    name,
    operationId,
    needs,
    summary,
    description,
    status,
    refuses = [],
    mayWait,
    isCostly,
    takesCause,
    act,
  }: OrderActRoute,
): Route =>
  route({
    method: 'POST',
    path: `/staff/orders/:accountId/:customerOrderId/${name}`,
    operationId,
    needs,
    ...(isCostly && { freshWithinMs: moneyPasswordMs }),
    summary,
    description,
    body: (takesCause ? ReprintBody : ActBody) as typeof ReprintBody,
    status,
    answer: OrderObject,
    ...(mayWait && { waits: ApprovalObject }),
    refuses: ['order_not_found', 'wrong_state', ...refuses],
    handle: async ({ caller, params, body, request, reply }) => {
      const requestKey = idempotencyKeyOf(request)
      const { reason = null, cause } = body ?? {}
      const asked = {
        ...params,
        reason,
        ...(cause && { cause }),
        requestKey,
        actor: caller.actor,
        now: clock(),
      }
      await archive.restore(params, asked)
      const { done, approval } = await act({ transactor, fulfillment }, asked)
      return done === null ? answerAwaitingApproval(reply, db, approval, caller) : presentOrder(done)
    },
  })

async function accountPage({ db, vault }: Services, query: Static<typeof AccountQuery>) {
  const { search, priceList, sort, limit, cursor } = query
  const cursors = accountCursors(vault)
  const found = await listAccounts(db, {
    search: search ?? null,
    priceList: priceList ?? null,
    sort,
    after: cursors.read(cursor, { sort }),
    limit: limit + 1,
  })
  const { page: accounts, nextCursor } = pageOf(found, limit, account =>
    cursors.write(accountPosition(account, sort), sort),
  )
  if (search !== undefined && priceList === undefined && cursor === undefined && accounts.length === 0) {
    const similar = await listSimilarAccounts(db, search, Math.min(limit, maxSimilarAccounts))
    if (similar.length > 0) return { accounts: similar, exact: false, nextCursor: null }
  }
  return { accounts, exact: true, nextCursor }
}

export async function readAccount(db: Db, accountId: string): Promise<AccountWithLimits> {
  const account = await readAccountWithLimits(db, accountId)
  if (account === undefined) throw accountNotFound(accountId)
  return account
}
