// Emails to the operator's staff about print jobs.

import { type Block, type EmailTime, list, template, type Words } from '../template.ts'

/** `order` is what people call it. */
type Job = { order: string; accountName: string; jobId: string }
type OverdueJob = Job & { printer: string; step: string; since: EmailTime }
type ClosedJob = Job & { listedAs: string }
type MisboundJob = Job & { printer: string; item: number }

const maxJobsListed = 20
const sampleJob = { order: 'PLB-1042', accountName: 'Paper Lantern Books', jobId: 'job_sample' }
/** Whom the staff's address greets. */
const account = 'team'

export const printerEmails = {
  printer_overdue: template<{ jobs: OverdueJob[]; at: EmailTime }>({
    group: 'staff',
    subject: 'Overdue printer updates: {jobs}',
    opening: 'As of {time}, updates from the printer are overdue for these print jobs:',
    shown: ({ jobs, at }, { t, time }) => ({
      ...{ account, time: time(at) },
      jobs: t('{count, plural, one {# print job} other {# print jobs}}', { count: jobs.length }),
    }),
    rest: ({ jobs }, words) => [
      ...listed(jobs, words, job =>
        words.t('{step} by {printer}, no update since {time}: order {order} of {account}, job {job}', {
          step: stepIn(words, job.step),
          printer: job.printer,
          time: words.time(job.since),
          order: job.order,
          account: job.accountName,
          job: job.jobId,
        }),
      ),
      words.t(
        'No job is lost: we retry submissions indefinitely. Under Printers in the staff console you can pause the printer or move the jobs to another one. Contact the printer, too.',
      ),
    ],
    sample: ({ at }) => ({ jobs: [{ ...sampleJob, printer: 'Rochester', step: 'acceptance', since: at }], at }),
  }),

  jobs_closed: template<{ printer: string; jobs: ClosedJob[] }>({
    group: 'staff',
    subject: '{printer} closed {jobs} still open here',
    opening: '{printer} lists these print jobs as closed, but sent no message about it:',
    shown: ({ printer, jobs }, { t }) => ({
      ...{ account, printer },
      jobs: t('{count, plural, one {# print job that is} other {# print jobs that are}}', { count: jobs.length }),
    }),
    rest: ({ jobs }, words) => [
      ...listed(jobs, words, job =>
        words.t('listed as {status}: order {order} of {account}, job {job}', {
          status: job.listedAs,
          order: job.order,
          account: job.accountName,
          job: job.jobId,
        }),
      ),
      words.t(
        'We do not submit them again. Ask the printer for their status and record it on each order in the staff console.',
      ),
    ],
    sample: () => ({ printer: 'Rochester', jobs: [{ ...sampleJob, listedAs: 'shipped' }] }),
  }),

  binding_mismatch: template<{ jobs: MisboundJob[]; at: EmailTime }>({
    group: 'staff',
    subject: '{printer}: a cover and pages of different books',
    opening:
      'At {time}, a cover and pages of different books were scanned at binding. Nothing was bound by the scan. The jobs are stopped until somebody at the press has decided:',
    shown: ({ jobs: [job], at }, { time }) => ({ account, printer: job!.printer, time: time(at) }),
    rest: ({ jobs }, words) => [
      ...listed(jobs, words, job =>
        words.t('book {number, number} of order {order} of {account}, job {job} at {printer}', {
          number: job.item + 1,
          order: job.order,
          account: job.accountName,
          job: job.jobId,
          printer: job.printer,
        }),
      ),
      words.t(
        'The staff console lists it under Printers, Binding. If books were already bound before the scan, ask the printer to check them.',
      ),
    ],
    sample: ({ at }) => ({ jobs: [{ ...sampleJob, printer: 'Rochester', item: 0 }], at }),
  }),
}

const stepIn = ({ t }: Words, step: string): string =>
  ({
    submission: t('submission'),
    acceptance: t('acceptance'),
    shipping: t('shipping'),
    cancellation: t('cancellation'),
    change: t('change of the address'),
  })[step] ?? step

const listed = <Job>(jobs: Job[], { t }: Words, textOf: (job: Job) => string): (string | Block)[] => [
  list(jobs.slice(0, maxJobsListed).map(textOf)),
  ...(jobs.length > maxJobsListed ? [t('And {count, number} more.', { count: jobs.length - maxJobsListed })] : []),
]
