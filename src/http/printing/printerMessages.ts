// The staff record what a printer reported by telephone, or in a message that was lost. The press API has
// the same messages; here each has a reason.

import { applyMessageByStaff } from '../../features/printing/messageByStaff.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { Closed, LongText } from '../objects/common.ts'
import { OrderObject } from '../objects/order.ts'
import { type Route, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { type MessageType, messageTypes, problemsOfAmounts } from './messageTypes.ts'

const Reason = LongText(1000, {
  minLength: 1,
  description: "The source of this information, for the audit log and in place of the printer's reason.",
})

export const staffMessageRoutes = (services: Services): Route[] => messageTypes.map(type => routeFor(type, services))

function routeFor(type: MessageType, { transactor, clock, fulfillment }: Services): Route {
  const { pathSegment, operationId, summary, description, fields, contentOf } = type
  return route({
    method: 'POST',
    path: `/staff/print-jobs/:jobId/${pathSegment}`,
    operationId: `${operationId}ForPrinter`,
    needs: 'printing',
    tag: 'Staff',
    summary: `On behalf of the printer: ${summary[0]!.toLowerCase()}${summary.slice(1)}`,
    description:
      `${description} The job may belong to any printer. A message that contradicts its state is refused.`.trim(),
    body: Closed({ ...fields, reason: Reason }),
    answer: OrderObject,
    refuses: ['not_found', 'wrong_state'],
    problemsOf: ({ fields: sent }) => problemsOfAmounts(type, sent),
    async handle({ caller: { actor }, params: { jobId }, body }) {
      const report = { jobId, content: contentOf(body as never), reason: body.reason, now: clock(), actor }
      return presentOrder(await applyMessageByStaff({ transactor, fulfillment }, report))
    },
  })
}
