// Links to print files and packing slips that work for a limited time without a key: for the browser of a press, its
// prepress software, or another system that fetches the files of a job. The token names the job, the item and the part,
// or the slip, and an expiry time, and is signed. The file is found through the job's ticket, so that a token leads to
// exactly the bytes that were checked, or to nothing.

import { instant, later, minute } from '../base/clock.ts'
import { linkSigner } from '../base/secrets/linkSigner.ts'
import type { PrintFile, PrintJob } from './printer.ts'

/** Long enough to click; short enough that a link that was passed on soon expires. */
export const fileLinkMs = 15 * minute

type FilePart = 'cover' | 'guts'
export type JobFile = { jobId: string; item: number; part: FilePart }

export type FileLinks = {
  /** An absolute address that works until `until`. */
  linkTo(file: JobFile, until: Date): string
  /** Null for a token that is not ours or has expired. */
  read(token: string, now: Date): JobFile | null
  /** An absolute address of the packing slip of a job. */
  linkToSlip(jobId: string, until: Date): string
  /** The job of a slip; null for a token that is not ours or has expired. */
  readSlip(token: string, now: Date): string | null
}

const slipPattern = /^(job_[0-9A-Za-z]{22,60})\.slip\.([0-9a-z]{1,11})\.([0-9A-Za-z_-]{43})$/
const pattern = /^(job_[0-9A-Za-z]{22,60})\.(\d{1,3})\.(cover|guts)\.([0-9a-z]{1,11})\.([0-9A-Za-z_-]{43})$/

/** Links are signed with the installation's secret key; links of a second key work, too, while it is replaced. */
export function fileLinks(publicUrl: URL, secretKey: Buffer, secondSecretKey: Buffer | null = null): FileLinks {
  const { sign, isSigned } = linkSigner('octavo press files v1', secretKey, secondSecretKey)
  /** The address of a signed text. */
  const link = (folder: 'files' | 'slips', name: string, until: Date): string => {
    const text = `${name}.${until.getTime().toString(36)}`
    return new URL(`/press/${folder}/${text}.${sign(text)}`, publicUrl).href
  }
  const isValid = (token: string, until: string, signature: string, now: Date): boolean => {
    const text = token.slice(0, -signature.length - 1)
    return isSigned(text, signature) && instant(Number.parseInt(until, 36)) >= now
  }
  return {
    linkTo: ({ jobId, item, part }, until) => link('files', `${jobId}.${item}.${part}`, until),
    read(token, now) {
      const [, jobId, item, part, until, signature] = pattern.exec(token) ?? []
      if (signature === undefined || !isValid(token, until!, signature, now)) return null
      return { jobId: jobId!, item: Number(item), part: part as FilePart }
    },
    linkToSlip: (jobId, until) => link('slips', `${jobId}.slip`, until),
    readSlip(token, now) {
      const [, jobId, until, signature] = slipPattern.exec(token) ?? []
      return signature === undefined || !isValid(token, until!, signature, now) ? null : jobId!
    },
  }
}

/**
 * The job with links to our copies of files whose bytes were checked, and to its packing slip if its customer designed
 * it; the links work until `until`.
 */
export function withLinks(job: PrintJob, links: FileLinks, until: Date): PrintJob {
  const linkedFile = (item: number, part: FilePart) => {
    const name = { jobId: job.jobId, item, part }
    const file = fileOf(job, name)
    return file === null ? job.ticket.items[item]!.files[part] : { ...file, url: links.linkTo(name, until) }
  }
  const items = job.ticket.items.map((item, i) => ({
    ...item,
    files: { cover: linkedFile(i, 'cover'), guts: linkedFile(i, 'guts') },
  }))
  const { packingSlip } = job.ticket
  const slip =
    packingSlip === undefined ? {} : { packingSlip: { ...packingSlip, url: links.linkToSlip(job.jobId, until) } }
  return { ...job, ticket: { ...job.ticket, items, ...slip } }
}

/** The file of a job that a token names; null when the job has no such file, or its bytes are not known. */
export function fileOf({ ticket }: PrintJob, { item, part }: JobFile): (PrintFile & { sha256: string }) | null {
  const file = ticket.items[item]?.files[part] ?? null
  return file?.sha256 ? { ...file, sha256: file.sha256 } : null
}

/** The links of a job's files, item by item; null where there is no file whose bytes are known. */
export function linksOf(job: PrintJob, links: FileLinks, now: Date): { cover: string | null; guts: string | null }[] {
  const until = later(now, fileLinkMs)
  const link = (item: number, part: FilePart) => {
    const name = { jobId: job.jobId, item, part }
    return fileOf(job, name) === null ? null : links.linkTo(name, until)
  }
  return job.ticket.items.map((_, item) => ({ cover: link(item, 'cover'), guts: link(item, 'guts') }))
}
