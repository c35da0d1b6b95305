// A job with its acts from this device that are still queued, and their display at the desk.

import { Badge } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { PrintJob } from '../../../apiTypes.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { t } from '../../../language.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { type Act, type ActedJob, perform, type QueuedAct } from '../../../shell/offline/queuedActs.ts'
import { useQueue } from '../../../shell/offline/useQueue.ts'
import { isUnaccepted } from './jobTexts.ts'

/** The acts that need no input of a person. */
export const simpleAct = (kind: 'accept' | 'printed'): Act =>
  kind === 'accept' ? { kind, body: {} } : { kind, body: null }

export const isWaiting = ({ problem }: QueuedAct) => problem === null

/** The job as it will be once the service has accepted what is queued. */
export function afterActs<Job extends PrintJob>(job: Job, acts: QueuedAct[]): Job {
  return acts.filter(act => act.jobId === job.jobId && isWaiting(act)).reduce(afterAct, job)
}

function afterAct<Job extends PrintJob>(job: Job, act: Act): Job {
  switch (act.kind) {
    case 'accept':
      return isUnaccepted(job) ? { ...job, status: 'ACCEPTED' } : job
    case 'printed':
      return { ...job, status: 'PRINTED' }
    case 'ship':
      return { ...job, status: 'SHIPPED', cancellationRequested: false }
    case 'problem':
      return { ...job, status: 'PROBLEM', problem: act.body.reason }
    case 'refuse':
      return { ...job, status: 'REFUSED', problem: act.body.reason }
    case 'delay':
      return { ...job, expectedShipDate: act.body.until }
    case 'cancellation':
      return act.body.decision === 'accept'
        ? { ...job, status: 'CANCELLED', cancellationRequested: false }
        : { ...job, cancellationRequested: false }
    case 'change':
      if (act.body.requestedAt !== job.changeRequest?.requestedAt) return job
      return act.body.decision === 'accept'
        ? { ...job, ...job.changeRequest, changeRequest: null }
        : { ...job, changeRequest: null }
    case 'packages':
      return job
  }
}

/** Performs an act, says so if it is sent later, and refreshes the desk if it was sent. */
export function usePerform() {
  const queries = useQueryClient()
  return async (job: ActedJob, act: Act): Promise<'sent' | 'queued'> => {
    const outcome = await perform(job, act)
    if (outcome === 'sent') await queries.invalidateQueries({ queryKey: ['press'] })
    else showToast(queuedText(orderName(job)))
    return outcome
  }
}

export const queuedText = (what: string) => t('{what}: queued. It will be sent when you’re back online.', { what })

export function QueuedBadge({ jobId }: { jobId: string }) {
  const acts = useQueue().own.filter(act => act.jobId === jobId)
  if (acts.length === 0) return null
  return acts.every(isWaiting) ? (
    <Badge color="orange">{t('Queued [[on this device]]')}</Badge>
  ) : (
    <Badge variant="filled" color="red">
      {t('Not accepted')}
    </Badge>
  )
}

type Pages = { pages: { jobs: PrintJob[] }[] }

/** The jobs that this device knows, without a connection. */
export function keptJobs(queries: QueryClient): PrintJob[] {
  const listed = queries
    .getQueriesData<Pages>({ queryKey: ['press', 'jobs'] })
    .flatMap(([, data]) => data?.pages.flatMap(({ jobs }) => jobs) ?? [])
  const opened = queries
    .getQueriesData<PrintJob>({
      predicate: ({ queryKey: [area, kind, , ...more] }) => area === 'press' && kind === 'job' && more.length === 0,
    })
    .flatMap(([, job]) => job ?? [])
  return [...new Map([...listed, ...opened].map(job => [job.jobId, job])).values()]
}
