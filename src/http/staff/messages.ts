// The staff tell what a printer said, where its own word was lost or it has no way to say it. The words are those of
// the press API, each with a reason.

import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import { presentOrder } from '../../orders/present.ts'
import { tellByHand } from '../../orders/printing/byHand.ts'
import type { Press } from '../../orders/printing/print.ts'
import type { Shell } from '../../orders/work.ts'
import { OrderObject } from '../customers/orderSchemas.ts'
import { JobPath } from '../press/job.ts'
import { problemsOfAmounts, type Telling, tellings } from '../press/tellings.ts'
import { type Route, route } from '../route.ts'
import { LongText } from '../schemas.ts'

export type StaffMessageParts = { shell: Shell; clock: Clock; press: Press }

const Reason = LongText(1000, {
  minLength: 1,
  description: "How you know it: for the audit log, and as the printer's reason where it gives one.",
})

export const staffMessageRoutes = (parts: StaffMessageParts): Route[] =>
  tellings.map(telling => routeFor(telling, parts))

function routeFor(telling: Telling, { shell, clock, press }: StaffMessageParts): Route {
  const { act, summary, description, fields, messageOf } = telling
  return route({
    method: 'POST',
    path: `/staff/print-jobs/:jobId/${act}`,
    callers: ['staff'],
    tag: 'Staff',
    summary: `In place of its printer: ${summary[0]!.toLowerCase()}${summary.slice(1)}`,
    description: `${description} The job may be any printer's; what contradicts its state is refused.`.trim(),
    params: JobPath,
    body: Type.Object({ ...fields, reason: Reason }, { additionalProperties: false }),
    answer: OrderObject,
    refuses: ['malformed_request', 'not_found', 'wrong_state'],
    problemsOf: ({ fields: sent }) => problemsOfAmounts(telling, sent),
    async handle({ caller: { actor }, params: { jobId }, body }) {
      const told = { jobId, message: messageOf(body as never), reason: body.reason, now: clock(), actor }
      return presentOrder(await tellByHand({ shell, press }, told))
    },
  })
}
