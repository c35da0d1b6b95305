// Reports of a printer's people and programs about its jobs, as messages of the port. Repeating a message is safe.

import { Type } from 'typebox'
import { groupCalls } from '../../base/running/groupCalls.ts'
import { noSuchJob, refuseContradiction } from '../../features/printing/applyMessages.ts'
import type { MessageContent, PrintJob } from '../../printer/printer.ts'
import { bulkResult, resultsTogether } from '../lists/bulk.ts'
import { JobId } from '../objects/addressParameters.ts'
import { Closed } from '../objects/common.ts'
import { idempotencyKeyOf } from '../server/idempotency.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { Job, type PrinterCaller, presentJobs, pressDesksOf, pressTag } from './job.ts'
import { acceptanceOf, bodyOf, type MessageType, messageTypes, problemsOfAmounts } from './messageTypes.ts'

const maxPresented = 50
const SelectedJobs = Closed({ jobIds: Type.Array(JobId, { minItems: 1, maxItems: 200, uniqueItems: true }) })
const JobResult = Type.Object({ jobId: Type.String(), ...bulkResult })

const repetitionNote =
  'Repeating a message returns the job and changes nothing; a message that contradicts its state is refused.'

export const pressMessageRoutes = tagged(pressTag, (services: Services): Route[] => {
  const { newId, fulfillment, receiveMessage, log } = services
  const desksOf = pressDesksOf(fulfillment)
  /** Messages are recorded in groups, so their answers are made in groups, too. */
  const present = groupCalls((jobs: PrintJob[]) => presentJobs(services, jobs), maxPresented)

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
      summary: type.summary,
      description: `${type.description} ${repetitionNote}`.trim(),
      body: bodyOf(type),
      answer: Job,
      refuses: ['not_found', 'wrong_state'],
      problemsOf: ({ fields }) => problemsOfAmounts(type, fields),
      async handle({ caller, params: { jobId }, body, request }) {
        const content = type.contentOf(body as never)
        const job = await report(caller, { jobId, content, messageId: idempotencyKeyOf(request) })
        return present(job)
      },
    })

  const reportAll = (
    caller: PrinterCaller,
    { jobIds, content, requestId }: { jobIds: string[]; content: MessageContent; requestId: string },
  ) =>
    resultsTogether(
      jobIds.map(jobId => ({ jobId })),
      async ({ jobId }) => {
        await report(caller, { jobId, content, messageId: null })
        return 'done'
      },
      { requestId, log },
    )

  return [
    route({
      method: 'POST',
      path: '/press/jobs/printed',
      operationId: 'reportJobsPrinted',
      summary: 'Report several print jobs as printed',
      description: `Each job has its own result. ${repetitionNote}`,
      body: SelectedJobs,
      answer: Type.Object({ results: Type.Array(JobResult) }),
      handle: async ({ caller, body: { jobIds }, request }) => ({
        results: await reportAll(caller, { jobIds, content: { kind: 'printed' }, requestId: request.id }),
      }),
    }),
    route({
      method: 'POST',
      path: '/press/jobs/accept',
      operationId: 'acceptJobs',
      summary: 'Accept several print jobs',
      description:
        'Enterprise jobs get their `agreedPrices`; without them they need prices, and must be accepted one by one. Each job has its own result.',
      body: SelectedJobs,
      answer: Type.Object({
        results: Type.Array(Type.Object({ ...JobResult.properties, accepted: Type.Boolean() })),
      }),
      async handle({ caller, body: { jobIds }, request }) {
        const content = acceptanceOf(null)
        const results = await reportAll(caller, { jobIds, content, requestId: request.id })
        return { results: results.map(result => ({ ...result, accepted: result.outcome === 'done' })) }
      },
    }),
    ...messageTypes.map(routeFor),
  ]
})
