// The tickets and the print files of several jobs as one ZIP archive. Files pass through one after the other, so that
// an archive of 50 books needs no more memory than a file.

import type { ZipEntry } from '../../base/files/zip.ts'
import { Refusal } from '../../base/refusal.ts'
import { bookParts } from '../../printer/bindingCodes.ts'
import type { JobFile } from '../../printer/links.ts'
import type { PrintJob } from '../../printer/printer.ts'
import type { PressFile } from './pressFile.ts'

/** Of the id of a job, where two jobs have the same name. */
const idLetters = 6
const partNames = { cover: 'cover', guts: 'pages' } as const

type Parts = {
  tickets: Buffer
  /** Null if the file is not stored; refuses if it cannot be read now. */
  open(job: PrintJob, name: JobFile): Promise<PressFile | null>
}

/** A file that cannot be read is named at the end, and the others come. */
export async function* archiveEntries(jobs: PrintJob[], { tickets, open }: Parts): AsyncGenerator<ZipEntry> {
  yield { name: 'tickets.pdf', content: tickets }
  const missing: string[] = []
  const names = archiveNames(jobs)
  for (const [i, job] of jobs.entries()) {
    for (const item of job.ticket.items.keys()) {
      for (const part of bookParts) {
        const name = `${names[i]}-${item + 1}-${partNames[part]}.pdf`
        const { file, why } = await openOrSay(() => open(job, { jobId: job.jobId, item, part }))
        if (file === null) missing.push(`${name} (job ${job.jobId}): ${why}`)
        else yield { name, content: file.stream }
      }
    }
  }
  if (missing.length > 0) yield { name: 'missing.txt', content: Buffer.from(missingText(missing)) }
}

async function openOrSay(open: () => Promise<PressFile | null>): Promise<{ file: PressFile | null; why: string }> {
  try {
    return { file: await open(), why: 'The file is not stored here. Open the job to see its address.' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { file: null, why: error.message }
  }
}

const missingText = (missing: string[]): string =>
  `These files are missing from the archive:\r\n\r\n${missing.map(line => `${line}\r\n`).join('')}`

/**
 * The orders' own ids, in characters that every file system knows. Orders of two customers, and two jobs of one order,
 * may have the same.
 */
function archiveNames(jobs: PrintJob[]): string[] {
  const names = jobs.map(({ ticket }) => ticket.customerOrderId.replace(/[^0-9A-Za-z._-]/g, '_').replace(/^\./, '_'))
  const counts = Map.groupBy(names, name => name.toLowerCase())
  return names.map((name, i) =>
    counts.get(name.toLowerCase())!.length === 1 ? name : `${name}-${jobs[i]!.jobId.slice(-idLetters)}`,
  )
}
