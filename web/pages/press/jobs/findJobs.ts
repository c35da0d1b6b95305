// Finds jobs of this printer, open or not, by the barcode of a ticket or by the customer's order id.

import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem, api, isTemporary } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { t } from '../../../language.ts'
import { keptJobs } from './queuedJobs.tsx'
import { jobIdIn } from './ticketCodes.ts'

const maxFound = 200
const maxOrderId = 40

/** Without a connection, among the jobs that this device knows. */
export async function findJobs(queries: QueryClient, id: string): Promise<PrintJob[]> {
  try {
    return await requestJobs(id)
  } catch (error) {
    if (!isTemporary(error)) throw error
    const found = keptJobs(queries).filter(job => job.jobId === jobIdIn(id) || job.customerOrderId === id)
    if (found.length > 0) return found
    throw navigator.onLine ? error : new ApiProblem({ code: 'unreachable', detail: unknownText })
  }
}

const unknownText = t('You’re offline, and this job isn’t on this device. It can be opened when you’re back online.')

/** The job with that job id, or the jobs of the orders with that order id, newest first. */
async function requestJobs(id: string): Promise<PrintJob[]> {
  const jobId = jobIdIn(id)
  const byId = jobId === undefined ? null : await jobWithId(jobId)
  if (byId !== null) return [byId]
  if (id.length > maxOrderId) return []
  const query = { customerOrderId: id, status: 'all', limit: maxFound }
  return (await api.GET('/press/jobs', { params: { query } })).jobs.reverse()
}

async function jobWithId(jobId: string): Promise<PrintJob | null> {
  try {
    return await api.GET('/press/jobs/{jobId}', { params: { path: { jobId } } })
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}
