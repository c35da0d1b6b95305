// What the support staff checks each morning: orders that wait too long, and mails.

import { type Static, Type } from 'typebox'
import { type Clock, instant, isWithinYears } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import { listMails, mailStates } from '../../mail/read.ts'
import { listWaiting, type WaitingAfter } from '../../orders/desk/waiting.ts'
import { type Status, statuses } from '../../orders/lifecycle.ts'
import { OrderStatus } from '../customers/orderSchemas.ts'
import { malformed } from '../problem.ts'
import { type Route, route } from '../route.ts'
import { Instant, Mode, nullable, oneOf, Text } from '../schemas.ts'
import { glanceFields, presentGlance } from './glance.ts'

export type StaffDeskParts = { db: Db; clock: Clock }

const tag = 'Staff'
const Limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })
const NextCursor = nullable(Type.String({ description: 'Null on the last page.' }))

const waitingStatuses = (Object.keys(statuses) as Status[]).filter(status => !statuses[status].final)
const OrderQuery = Type.Object({
  status: Type.String({
    default: 'EXCEPTION,CANCELLATION_REQUESTED',
    pattern: `^(?:${waitingStatuses.join('|')})(?:,(?:${waitingStatuses.join('|')}))*$`,
    'x-expected': `one or more of ${waitingStatuses.join(', ')}, separated by commas`,
  }),
  mode: Type.Optional(Mode),
  olderThan: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only orders that entered their status by this time.' }),
  ),
  limit: Limit,
  cursor: Type.Optional(Type.String({ maxLength: 300, pattern: '^[\\w-]+$', 'x-expected': 'a nextCursor' })),
})
const WaitingOrder = Type.Object({
  accountId: Type.String(),
  accountName: Type.String(),
  mode: Mode,
  customerOrderId: Type.String(),
  status: OrderStatus,
  ...glanceFields,
  since: Instant,
  dueAt: nullable(
    Type.String({ format: 'date-time', description: 'When the service looks at the order again by itself.' }),
  ),
  createdAt: Instant,
  note: nullable(Type.String({ description: 'The note of the last step.' })),
})

const MailQuery = Type.Object({
  accountId: Type.Optional(Text(64)),
  state: Type.Optional(oneOf(mailStates)),
  limit: Limit,
  cursor: Type.Optional(Type.String({ pattern: '^eml_[0-9a-z]{22}$', 'x-expected': 'a nextCursor' })),
})
export const Mail = Type.Object({
  emailId: Type.String(),
  accountId: Type.String({ description: '`operator` for staff, printers, and recipients without a known account.' }),
  recipient: Type.String(),
  subject: Type.String(),
  body: Type.String({ description: 'Without the tokens of its links.' }),
  state: oneOf(mailStates, {
    description: '`kept`: there was no mail server, so the mail was not sent and will not be.',
  }),
  attempts: Type.Integer(),
  createdAt: Instant,
  sentAt: nullable(Instant),
  nextAttemptAt: nullable(Instant),
})

export const staffDeskRoutes = ({ db, clock }: StaffDeskParts): Route[] => [
  route({
    method: 'GET',
    path: '/staff/orders',
    callers: ['staff'],
    tag,
    summary: 'List orders that wait too long, longest waiting first',
    query: OrderQuery,
    answer: Type.Object({ orders: Type.Array(WaitingOrder), nextCursor: NextCursor }),
    refuses: ['malformed_request'],
    handle: ({ query }) => waitingPage(db, query, clock()),
  }),
  route({
    method: 'GET',
    path: '/staff/mails',
    callers: ['staff'],
    tag,
    summary: 'List mails, newest first',
    query: MailQuery,
    answer: Type.Object({ mails: Type.Array(Mail), nextCursor: NextCursor }),
    refuses: ['malformed_request'],
    handle: ({ query }) => mailPage(db, query),
  }),
]

async function waitingPage(db: Db, query: Static<typeof OrderQuery>, now: Date) {
  const { status, mode = null, olderThan, limit, cursor } = query
  const found = await listWaiting(db, {
    statuses: status.split(',') as Status[],
    mode,
    before: olderThan === undefined ? now : instant(olderThan),
    after: cursor === undefined ? null : readCursor(cursor),
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const orders = page.map(({ dueAt, ...order }) => ({ ...presentGlance(order), dueAt: dueAt?.toISOString() ?? null }))
  return { orders, nextCursor: found.length > limit ? cursorOf(page.at(-1)!) : null }
}

const cursorOf = ({ since, orderId }: WaitingAfter): string =>
  Buffer.from(`${since.getTime()} ${orderId}`).toString('base64url')

function readCursor(cursor: string): WaitingAfter {
  const [, ms, orderId] = /^(\d{1,15}) (ord_\w{10,60})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const since = instant(Number(ms ?? 0))
  if (orderId !== undefined && isWithinYears(since)) return { since, orderId }
  const detail = 'cursor must be a nextCursor of an earlier answer.'
  throw malformed(detail, [{ pointer: '?cursor', code: 'wrong_format', detail }])
}

async function mailPage(db: Db, { accountId, state, limit, cursor }: Static<typeof MailQuery>) {
  const asked = { accountId: accountId ?? null, state: state ?? null, before: cursor ?? null, limit: limit + 1 }
  const found = await listMails(db, asked)
  const mails = found.slice(0, limit)
  return { mails, nextCursor: found.length > limit ? mails.at(-1)!.emailId : null }
}
