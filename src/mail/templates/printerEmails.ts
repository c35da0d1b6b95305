// Emails to the operator's staff about print jobs.

import { type EmailContent, emailBody, line, list } from '../emailBody.ts'

type OverdueJob = {
  customerOrderId: string
  accountId: string
  jobId: string
  printer: string
  step: string
  since: Date
}

const maxJobsListed = 20

export const printerUpdatesOverdue = (jobs: OverdueJob[], at: Date): EmailContent => ({
  subject: `Overdue printer updates: ${jobs.length === 1 ? '1 print job' : `${jobs.length} print jobs`}`,
  body: emailBody(
    'team',
    line`As of ${at}, updates from the printer are overdue for these print jobs:`,
    ...listed(
      jobs,
      ({ customerOrderId, accountId, jobId, printer, step, since }) =>
        line`${step} by ${printer}, no update since ${since}: order ${customerOrderId} of account ${accountId}, job ${jobId}`,
    ),
    'No job is lost: we retry submissions indefinitely. See GET /staff/printers, contact the printer, pause it, or move the jobs to another printer.',
  ),
})

type ClosedJob = { customerOrderId: string; accountId: string; jobId: string; listedAs: string }

export const jobsClosedAtPrinter = ({ printer, ended }: { printer: string; ended: ClosedJob[] }): EmailContent => ({
  subject: line`${printer} closed ${ended.length === 1 ? '1 print job that is' : `${ended.length} print jobs that are`} still open here`,
  body: emailBody(
    'team',
    line`${printer} lists these print jobs as closed, but sent no message about it:`,
    ...listed(
      ended,
      ({ customerOrderId, accountId, jobId, listedAs }) =>
        line`listed as ${listedAs}: order ${customerOrderId} of account ${accountId}, job ${jobId}`,
    ),
    'We do not submit them again. Ask the printer for their status and enter it by hand, as described in docs/printers.md.',
  ),
})

type MisboundJob = { customerOrderId: string; accountId: string; jobId: string; printer: string; item: number }

export const bindingMismatched = (jobs: MisboundJob[], at: Date): EmailContent => ({
  subject: line`${jobs[0]!.printer}: a cover and pages of different books`,
  body: emailBody(
    'team',
    line`At ${at}, a cover and pages of different books were scanned at binding. Nothing was bound by the scan. The jobs are stopped until somebody at the press has decided:`,
    ...listed(
      jobs,
      ({ customerOrderId, accountId, jobId, printer, item }) =>
        line`book ${item + 1} of order ${customerOrderId} of account ${accountId}, job ${jobId} at ${printer}`,
    ),
    'The staff console lists it under Printers, Binding. If books were already bound before the scan, ask the printer to check them.',
  ),
})

const listed = <Job>(jobs: Job[], textOf: (job: Job) => string): string[] => [
  list(jobs.slice(0, maxJobsListed).map(textOf)),
  ...(jobs.length > maxJobsListed ? [line`And ${jobs.length - maxJobsListed} more.`] : []),
]
