// The webhooks of all accounts, for the support staff: the list, its export, and sending them again.

import { type Static, Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { instant, isWithinYears } from '../../base/clock.ts'
import type { Mode as ModeName } from '../../base/mode.ts'
import { withoutQuery } from '../../base/network/urls.ts'
import type { Db } from '../../db/db.ts'
import { listWebhooks, resendWebhooks } from '../../features/notify/allWebhooks.ts'
import { webhookKinds } from '../../orders/lifecycle.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import {
  responseClasses,
  type WebhookName,
  type WebhookOfAccount,
  type WebhookPosition,
} from '../../webhooks/allDeliveries.ts'
import { deliveryIdPattern } from '../../webhooks/listDeliveries.ts'
import { bulkResult, maxBulkOrders, requireOneOf } from '../lists/bulk.ts'
import { listCursor, NextCursor, StaffLimit } from '../lists/list.ts'
import { allPages, type ExportColumns, fieldColumns, listAndExport } from '../lists/listExport.ts'
import { DeliveryId } from '../objects/addressParameters.ts'
import { Closed, Mode, oneOf, Text } from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { DeliveryObject, deliveryFilters } from './deliveries.ts'

const filters = {
  accountId: Type.Optional(Text(64)),
  mode: Type.Optional(Mode),
  ...deliveryFilters,
  response: Type.Optional(
    oneOf(responseClasses, {
      description: 'Only webhooks with this response to the last attempt. `none`: no response.',
    }),
  ),
}
const Sorting = oneOf(['newest', 'oldest'], { default: 'newest', description: 'By the time of the event.' })
const cursor = Type.Optional(
  Type.String({ maxLength: 400, pattern: '^[\\w.-]+$', 'x-expected': 'a nextCursor of an earlier answer' }),
)
const WebhookQuery = Type.Object({ sort: Sorting, ...filters, limit: StaffLimit, cursor })
type Filters = Omit<Static<typeof WebhookQuery>, 'sort' | 'limit' | 'cursor'>

const StaffDelivery = Type.Object(
  {
    accountId: Type.String(),
    accountName: Type.String(),
    mode: Mode,
    ...DeliveryObject.properties,
    orderTitle: OrderTitle,
    url: Type.Unsafe<string | null>({
      ...DeliveryObject.properties.url,
      description: 'Without its query, which may have secrets of the customer.',
    }),
  },
  { title: 'StaffDelivery' },
)

const names = Type.Array(Closed({ accountId: Text(64), mode: Mode, deliveryId: DeliveryId }), {
  minItems: 1,
  maxItems: maxBulkOrders,
  uniqueItems: true,
})
const Selection = Closed(
  {
    deliveries: Type.Optional(names),
    filter: Type.Optional(Closed({ sort: Sorting, ...filters })),
    cursor,
  },
  { title: 'StaffDeliverySelection' },
)

const exportColumns: ExportColumns<WebhookOfAccount> = {
  ...fieldColumns('accountId accountName mode deliveryId customerOrderId sequence'),
  ...fieldColumns('type url at status result attempts'),
  responseStatus: webhook => webhook.lastAttempt?.responseStatus ?? null,
  failure: webhook => webhook.lastAttempt?.failure ?? null,
  durationMs: webhook => webhook.lastAttempt?.durationMs ?? null,
  nextAttemptAt: webhook => webhook.nextAttemptAt?.toISOString() ?? null,
}
/** How many webhooks of an export are read at a time. */
const exportPage = 1000

export const staffWebhookRoutes = tagged('Staff', (services: Services): Route[] => [
  ...allWebhookRoutes(services),
  ...selectedResendRoutes(services),
])

async function pageOf(
  { db, now }: { db: Db; now: Date },
  query: Filters & { sort: Sort },
  { after, limit }: { after: WebhookPosition | null; limit: number },
) {
  const page = { isNewestFirst: query.sort === 'newest', after, limit, now }
  const { found, next } = await listWebhooks(db, filterOf(query), page)
  return { rows: found.map(presented), next }
}

const allWebhookRoutes = ({ db, clock }: Services): Route[] =>
  listAndExport(
    {
      method: 'GET',
      at: { all: '/staff/deliveries' },
      act: 'listDeliveries',
      summary: 'List the webhook deliveries of all accounts',
      description:
        'Filters combine. A page may be short or empty although more follow: read on while there is a `nextCursor`.',
      query: WebhookQuery,
      answer: Type.Object({ deliveries: Type.Array(StaffDelivery), nextCursor: NextCursor }),
      async handle({ query }) {
        const { rows, next } = await pageOf({ db, now: clock() }, query, {
          after: cursors.read(query.cursor, { sort: query.sort }),
          limit: query.limit,
        })
        const titleOf = await readOrderTitles(db, rows)
        return {
          deliveries: rows.map(webhook => ({ ...webhook, ...titleOf(webhook) })),
          nextCursor: next && cursors.write(next, query.sort),
        }
      },
    },
    {
      of: 'deliveries',
      columns: exportColumns,
      pages: ({ query, read }) =>
        allPages((after: WebhookPosition | null) =>
          read(db => pageOf({ db, now: clock() }, query, { after, limit: exportPage })),
        ),
    },
  )

const selectedResendRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    path: '/staff/deliveries/bulk/resend',
    operationId: 'resendSelectedDeliveries',
    needs: 'orders',
    summary: 'Resend several webhooks now',
    description:
      `Name up to ${maxBulkOrders} webhooks, or send the filters of the list in \`filter\` (an empty object selects all ` +
      'webhooks): then each request resends the next portion, in the order of the list. Send it again with ' +
      '`nextCursor` as `cursor` until it is null. Webhooks that are being sent, and test events, are refused.',
    body: Selection,
    answer: Type.Object({
      results: Type.Array(
        Type.Object(
          { accountId: Type.String(), mode: Mode, deliveryId: Type.String(), ...bulkResult },
          { title: 'StaffDeliveryResult' },
        ),
      ),
      nextCursor: NextCursor,
    }),
    async handle({ caller: { actor }, body: { deliveries, filter, cursor } }) {
      requireOneOf({ deliveries, filter })
      const portion =
        filter === undefined
          ? { rows: deliveries!, next: null }
          : await pageOf({ db: services.db, now: services.clock() }, filter, {
              after: cursors.read(cursor, { sort: filter.sort, pointer: '/cursor' }),
              limit: maxBulkOrders,
            })
      const chosen = portion.rows.map(({ accountId, mode, deliveryId }) => ({ accountId, mode, deliveryId }))
      const sent = await resendWebhooks(services.transactor, chosen, { now: services.clock(), actor })
      const wasSent = new Set(sent.map(keyOf))
      return {
        results: chosen.map(name => ({ ...name, ...(wasSent.has(keyOf(name)) ? done : refused) })),
        nextCursor: portion.next && cursors.write(portion.next, filter?.sort),
      }
    },
  }),
]

const done = { outcome: 'done' as const, code: null, detail: null }
const refused = {
  outcome: 'refused' as const,
  code: 'wrong_state',
  detail: say('This webhook cannot be resent now: it is being sent, it is a test event, or it does not exist.'),
}

const keyOf = ({ accountId, mode, deliveryId }: WebhookName) => `${accountId} ${mode} ${deliveryId}`

const presented = (webhook: WebhookOfAccount): WebhookOfAccount => ({
  ...webhook,
  url: webhook.url === null ? null : withoutQuery(webhook.url),
})

function filterOf({ type, from, to, ...filter }: Filters) {
  const isOfOrders = webhookKinds.some(kind => kind === type)
  return {
    accountId: filter.accountId ?? null,
    mode: filter.mode ?? null,
    type: type ?? null,
    about: type === undefined ? null : isOfOrders ? ('orders' as const) : ('notices' as const),
    status: filter.status ?? null,
    result: filter.result ?? null,
    response: filter.response ?? null,
    from: from === undefined ? null : instant(from),
    to: to === undefined ? null : instant(to),
  }
}

type Sort = 'newest' | 'oldest'
const deliveryIds = new RegExp(deliveryIdPattern)
const cursors = listCursor<WebhookPosition, Sort>(
  {
    pattern: /^(?<ms>\d{1,15})\.(?<accountId>[^\s.]{1,64})\.(?<mode>production|sandbox)\.(?<deliveryId>\S+)$/,
    write: ({ at, accountId, mode, deliveryId }) => `${at.getTime()}.${accountId}.${mode}.${deliveryId}`,
    read({ ms, accountId, mode, deliveryId }) {
      const at = instant(Number(ms))
      if (!deliveryIds.test(deliveryId!) || !isWithinYears(at)) return null
      return { at, accountId: accountId!, mode: mode as ModeName, deliveryId: deliveryId! }
    },
  },
  'newest',
)
