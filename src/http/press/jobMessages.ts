// Reports of a printer's people and programs about its jobs, as messages of the port. Repeating a message is safe.

import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/db.ts'
import { noSuchJob, refuseContradiction } from '../../orders/printing/applyMessages.ts'
import type { Fulfillment } from '../../orders/printing/fulfillment.ts'
import type { ReceiveMessage } from '../../orders/printing/receiveMessages.ts'
import type { FileLinks } from '../../printer/links.ts'
import type { MessageContent, PrintJob } from '../../printer/printer.ts'
import { idempotencyKeyOf } from '../idempotency.ts'
import { problemOf } from '../problem.ts'
import { type Route, route } from '../route.ts'
import { nullable } from '../schemas.ts'
import { Job, JobId, JobPath, type PrinterCaller, presentJob, pressDesksOf, pressTag } from './job.ts'
import { acceptanceOf, bodyOf, type MessageType, messageTypes, problemsOfAmounts } from './messageTypes.ts'

export type PressMessageParts = {
  db: Db
  clock: Clock
  newId: NewId
  fulfillment: Fulfillment
  receiveMessage: ReceiveMessage
  fileLinks: FileLinks
  log: Log
}

const tag = pressTag
const BulkAccept = Type.Object(
  { jobIds: Type.Array(JobId, { minItems: 1, maxItems: 200, uniqueItems: true }) },
  { additionalProperties: false },
)
const BulkAnswer = Type.Object({
  results: Type.Array(
    Type.Object({
      jobId: Type.String(),
      accepted: Type.Boolean(),
      code: nullable(Type.String({ description: 'Why the job was not accepted; null if it was accepted.' })),
      detail: nullable(Type.String()),
    }),
  ),
})

const repetitionNote =
  'Repeating a message returns the job and changes nothing; a message that contradicts its state is refused.'

export function pressMessageRoutes({
  db,
  clock,
  newId,
  fulfillment,
  receiveMessage,
  fileLinks,
  log,
}: PressMessageParts): Route[] {
  const desksOf = pressDesksOf(fulfillment.printerConfig.printers)

  /** Without an idempotency key, only the state of the job shows that a message is a repetition. */
  async function report(
    caller: PrinterCaller,
    { jobId, content, messageId }: { jobId: string; content: MessageContent; messageId: string | null },
  ): Promise<PrintJob> {
    const message = { messageId: messageId ?? newId('msg'), sentAt: null, content }
    const outcome = await receiveMessage({ jobId, message, printers: desksOf(caller), actor: caller.actor })
    if (outcome === null) throw noSuchJob(jobId)
    refuseContradiction(outcome)
    return outcome.job
  }

  const routeFor = (type: MessageType): Route =>
    route({
      method: 'POST',
      path: `/press/jobs/:jobId/${type.pathSegment}`,
      operationId: type.operationId,
      callers: ['printer'],
      tag,
      summary: type.summary,
      description: `${type.description} ${repetitionNote}`.trim(),
      params: JobPath,
      body: bodyOf(type),
      answer: Job,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      problemsOf: ({ fields }) => problemsOfAmounts(type, fields),
      async handle({ caller, params: { jobId }, body, request }) {
        const content = type.contentOf(body as never)
        const job = await report(caller, { jobId, content, messageId: idempotencyKeyOf(request) })
        return presentJob({ db, fileLinks, clock }, job)
      },
    })

  return [
    route({
      method: 'POST',
      path: '/press/jobs/accept',
      operationId: 'acceptJobs',
      callers: ['printer'],
      tag,
      summary: 'Accept several print jobs',
      description: 'Enterprise jobs need prices, so they must be accepted one by one. Each job has its own result.',
      body: BulkAccept,
      answer: BulkAnswer,
      refuses: ['malformed_request'],
      async handle({ caller, body: { jobIds }, request }) {
        const content = acceptanceOf(null)
        const reports = await Promise.allSettled(
          jobIds.map(jobId => report(caller, { jobId, content, messageId: null })),
        )
        const results = reports.map((outcome, i) => {
          const jobId = jobIds[i]!
          if (outcome.status === 'fulfilled') return { jobId, accepted: true, code: null, detail: null }
          const { body, bug } = problemOf(outcome.reason, request.id, '')
          // This fails the whole request. Accepting the same jobs again is safe.
          if (body.code === 'overloaded') throw outcome.reason
          if (bug) log.error({ requestId: request.id, jobId, err: outcome.reason }, 'request failed')
          return { jobId, accepted: false, code: body.code, detail: body.detail }
        })
        return { results }
      },
    }),
    ...messageTypes.map(routeFor),
  ]
}
