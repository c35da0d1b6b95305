// The overview of the dashboard, and the labels of statuses and events for all screens.

import { Type } from 'typebox'
import { messageIn } from '../../../languages/texts.ts'
import { dollars } from '../../base/money.ts'
import { readOverview } from '../../features/reports/customerOverview.ts'
import { webhookKinds } from '../../orders/lifecycle.ts'
import { simulatedOutcomes } from '../../orders/simulations.ts'
import { eventTexts, statusTexts } from '../../orders/view/labels.ts'
import { noticeKinds } from '../../orders/view/webhookBodies.ts'
import { Dollars, Instant, nullable, oneOf } from '../objects/common.ts'
import { LimitUsage } from '../objects/limitUsage.ts'
import { OrderStatus } from '../objects/order.ts'
import { browserZone } from '../server/browserZone.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const Count = Type.Object({ status: OrderStatus, orders: Type.Integer() })

/** `null` or the object: fast-json-stringify needs an explicit type. */
const Charge = Type.Unsafe<{ at: Date; orders: number; amount: number; declined: number; hasCard: boolean } | null>({
  ...Type.Object({
    at: Instant,
    orders: Type.Integer(),
    amount: Dollars,
    declined: Type.Integer({
      description: 'Orders whose last charge was declined, including orders that are no longer charged automatically.',
    }),
    hasCard: Type.Boolean(),
  }),
  type: ['object', 'null'],
  description: 'Null in the sandbox, and if the printer sets the prices.',
})

export const overviewRoutes = tagged('Dashboard: orders', (services: Services): Route[] => [
  ...summaryRoutes(services),
  ...wordRoutes(services),
])

const summaryRoutes = ({ db, clock, cardDeps }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/dashboard/api/:mode/overview',
    operationId: 'getOverview',
    summary: 'Read the overview: limit, orders by day, next charge, webhooks',
    answer: Type.Object({
      now: Instant,
      limit: LimitUsage,
      days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), counts: Type.Array(Count) })),
      open: Type.Array(Count),
      charge: Charge,
      webhooks: Type.Object({
        lookedAt: Type.Integer({ description: 'The number of newest deliveries that were counted.' }),
        delivered: Type.Integer(),
        pending: Type.Integer(),
        retrying: Type.Integer({ description: 'Pending deliveries with a failed attempt.' }),
        failed: Type.Integer(),
      }),
      capped: Type.Boolean({ description: 'True if a count is incomplete.' }),
    }),
    async handle({ caller: { accountId }, params: { mode }, request }) {
      const { charge, ...overview } = await readOverview(
        db,
        { accountId, mode, provider: cardDeps.payments.name },
        { now: clock(), timeZone: browserZone(request.headers) ?? 'UTC' },
      )
      if (charge === null) return { ...overview, charge }
      const { amountCents, ...rest } = charge
      return { ...overview, charge: { ...rest, amount: dollars(amountCents) } }
    },
  }),
]

const wordRoutes = (_parts: Services): Route[] => [
  route({
    method: 'GET',
    path: '/dashboard/api/words',
    operationId: 'listWords',
    callers: ['member', 'staff', 'printer'],
    summary: 'Read the names of statuses and events, for people',
    answer: Type.Object({
      statuses: Type.Array(
        Type.Object({
          status: OrderStatus,
          label: Type.String(),
          tone: oneOf(['waiting', 'working', 'good', 'bad', 'attention', 'ended']),
          meaning: Type.String(),
          final: Type.Boolean(),
          simulations: Type.Array(Type.Object({ outcome: oneOf(simulatedOutcomes), label: Type.String() }), {
            description: 'What can be simulated with a sandbox order in this status.',
          }),
        }),
      ),
      events: Type.Array(Type.Object({ on: Type.String(), status: nullable(OrderStatus), words: Type.String() }), {
        description: 'Use the first match. An entry with a status applies to the event that led to the status.',
      }),
      webhooks: Type.Array(oneOf([...webhookKinds, ...noticeKinds]), {
        description: 'The events that customers are notified about.',
      }),
    }),
    handle({ request }) {
      const language = answerLanguage(request.headers)
      const words = (english: string) => messageIn(language, english)
      return {
        statuses: statusTexts.map(({ label, meaning, simulations, ...status }) => ({
          ...status,
          label: words(label),
          meaning: words(meaning),
          simulations: simulations.map(simulation => ({ ...simulation, label: words(simulation.label) })),
        })),
        events: eventTexts.map(event => ({ ...event, words: words(event.words) })),
        webhooks: [...webhookKinds, ...noticeKinds],
      }
    },
  }),
]
