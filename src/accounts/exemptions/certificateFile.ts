// The file of an exemption certificate comes from outside, and the staff opens it. So its first bytes must match its
// type, and an image is drawn again, in a child process. Its name is not stored.

import type { Words } from '../../../languages/texts.ts'
import { say } from '../../../languages/texts.ts'
import { runGuarded, type Task } from '../../base/guarded/guard.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'

export const maxCertificateBytes = 10 * 1024 * 1024

export const certificateTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type CertificateType = (typeof certificateTypes)[number]

const signatures: Record<CertificateType, Buffer> = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
}

/** An image of 50 megapixels takes 200 MB. */
const task: Task = {
  module: new URL('./certificateTask.ts', import.meta.url),
  length: 'short',
  addons: 'allowed',
  limits: {
    wallMs: 60_000,
    cpuSeconds: 40,
    firstCpuMs: 38_000,
    stepCpuMs: 38_000,
    dataBytes: 1_500_000_000,
    heapMegabytes: 128,
    outputBytes: 64 * 1024 * 1024,
  },
}

export type ImageProblem = Pick<Problem, 'code' | 'detail'>
type Certificate = { accountId: string; bytes: Buffer; mediaType: CertificateType }

/** The bytes to store, or the problem with the file. Refuses with `overloaded` when no child could draw the image. */
export async function readCertificate({ accountId, bytes, mediaType }: Certificate): Promise<Buffer | Problem> {
  const signature = signatures[mediaType]
  if (!startsWith(bytes, signature))
    return problem('not_that_type', `the body is not a file of type ${mediaType}: check the Content-Type`)
  if (mediaType === 'application/pdf')
    return bytes.includes('%%EOF') ? bytes : problem('incomplete', 'the PDF has no end marker (%%EOF)')
  const outcome = await runGuarded(task, { isPng: mediaType === 'image/png' }, { turn: accountId, input: bytes })
  if (outcome.kind === 'unavailable')
    throw new Refusal('overloaded', say('The image could not be checked just now. Please try again.'))
  if (outcome.kind !== 'answered') return problem('unreadable', 'the image takes too much time or memory to decode')
  const answer = Buffer.concat(outcome.parts)
  if (startsWith(answer, signature)) return answer
  const { code, detail }: ImageProblem = JSON.parse(answer.toString())
  return problem(code, detail)
}

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)

const problem = (code: string, detail: Words): Problem => ({ pointer: '', code, detail })
