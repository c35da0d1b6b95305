// What a printer's people and programs report about its jobs, as messages of the port. Repeating a message is safe.

import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/db.ts'
import type { Press } from '../../orders/printing/print.ts'
import { type Hear, noSuchJob, refuseContradiction } from '../../orders/printing/printed.ts'
import type { FileLinks } from '../../printer/links.ts'
import { idempotencyKeyOf } from '../idempotency.ts'
import { problemOf } from '../problem.ts'
import { type Route, route } from '../route.ts'
import { nullable } from '../schemas.ts'
import { desksFor, Job, JobId, JobPath, type PrinterCaller, presentJob, pressTag } from './job.ts'
import { acceptanceOf, bodyOf, problemsOfAmounts, type Telling, tellings } from './tellings.ts'

export type PressMessageParts = {
  db: Db
  clock: Clock
  newId: NewId
  press: Press
  hear: Hear
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
      code: nullable(Type.String({ description: 'Why it was refused; null when it was accepted.' })),
      detail: nullable(Type.String()),
    }),
  ),
})

const saferTwice =
  'Repeating a message returns the job and changes nothing; a message that contradicts its state is refused.'

export function pressMessageRoutes({ db, clock, newId, press, hear, fileLinks, log }: PressMessageParts): Route[] {
  const desksOf = desksFor(press.shop.printers)

  async function accept(caller: PrinterCaller, jobId: string): Promise<void> {
    const told = { messageId: newId('msg'), saidAt: null, message: acceptanceOf(null) }
    const heard = await hear({ jobId, told, from: desksOf(caller), actor: caller.actor })
    if (heard === null) throw noSuchJob(jobId)
    refuseContradiction(heard)
  }

  const routeFor = (telling: Telling): Route =>
    route({
      method: 'POST',
      path: `/press/jobs/:jobId/${telling.act}`,
      callers: ['printer'],
      tag,
      summary: telling.summary,
      description: `${telling.description} ${saferTwice}`.trim(),
      params: JobPath,
      body: bodyOf(telling),
      answer: Job,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      problemsOf: ({ fields }) => problemsOfAmounts(telling, fields),
      async handle({ caller, params: { jobId }, body, request }) {
        const message = telling.messageOf(body as never)
        // Without a name of its own the job's state tells a repetition.
        const told = { messageId: idempotencyKeyOf(request) ?? newId('msg'), saidAt: null, message }
        const heard = await hear({ jobId, told, from: desksOf(caller), actor: caller.actor })
        if (heard === null) throw noSuchJob(jobId)
        refuseContradiction(heard)
        return presentJob({ db, fileLinks, clock }, heard.job)
      },
    })

  return [
    route({
      method: 'POST',
      path: '/press/jobs/accept',
      callers: ['printer'],
      tag,
      summary: 'Accept several print jobs',
      description: 'Enterprise jobs need prices, so they must be accepted one by one. Each job has its own result.',
      body: BulkAccept,
      answer: BulkAnswer,
      refuses: ['malformed_request'],
      async handle({ caller, body: { jobIds }, request }) {
        const ends = await Promise.allSettled(jobIds.map(jobId => accept(caller, jobId)))
        const results = ends.map((end, i) => {
          const jobId = jobIds[i]!
          if (end.status === 'fulfilled') return { jobId, accepted: true, code: null, detail: null }
          const { body, bug } = problemOf(end.reason, request.id, '')
          // Not of this job alone, and those that were accepted can be accepted again.
          if (body.code === 'overloaded') throw end.reason
          if (bug) log.error({ requestId: request.id, jobId, err: end.reason }, 'request failed')
          return { jobId, accepted: false, code: body.code, detail: body.detail }
        })
        return { results }
      },
    }),
    ...tellings.map(routeFor),
  ]
}
