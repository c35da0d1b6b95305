// What is said of a file that could not be had, in the same words as findings about files that were read.

import type { DownloadFailure } from '../base/download.ts'
import type { Finding } from './preflight/finding.ts'
import type { Part } from './store.ts'

export type MissingFinding = Omit<Finding, 'code'> & {
  code: 'file_unreachable' | 'file_too_large' | 'file_address_invalid'
}

/** For good, or for now: whether asking again may help. */
export type Missing = { finding: MissingFinding; now: 'for_good' | 'for_now' }

export type WhyMissing =
  /** The address is one that must not be called. */
  | { kind: 'blocked' }
  /** `announcedBytes` is what the server says; null where it was counted until there were more than allowed. */
  | { kind: 'too_large'; announcedBytes: number | null }
  /** All files of an order, with this one. */
  | { kind: 'too_large_together'; bytes: number }
  /** The source does not give the file: the HTTP status, or a coarse cause, of which more is said below. */
  | { kind: 'unreachable'; cause: string }

export type SizeLimits = { mostBytes: number; mostBytesOfOrder: number }

export function missingFile(file: Part, why: WhyMissing, { mostBytes, mostBytesOfOrder }: SizeLimits): Missing {
  switch (why.kind) {
    case 'blocked':
      return { now: 'for_good', finding: addressFinding(file, 'an address where the service may not go') }
    case 'too_large': {
      const { announcedBytes } = why
      const got = announcedBytes === null ? `more than ${bytesText(mostBytes)}` : bytesText(announcedBytes)
      const expected = `at most ${bytesText(mostBytes)}`
      return tooLarge(file, {
        got,
        expected,
        message: `The file has ${got}; a print file may have ${expected}.`,
        fix: 'Reduce images to 300 pixels an inch at the size they are printed, or compress them, and export the file again.',
      })
    }
    case 'too_large_together': {
      const got = `${bytesText(why.bytes)} together`
      const expected = `at most ${bytesText(mostBytesOfOrder)} together`
      return tooLarge(file, {
        got,
        expected,
        message: `The files of the order have ${got}, and those of one order may have ${expected}.`,
        fix: 'Reduce the files, or place several orders. The same file is counted once, however many items it is of.',
      })
    }
    case 'unreachable':
      return {
        now: 'for_now',
        finding: {
          ...about(file, 'file_unreachable'),
          got: why.cause,
          expected: 'the file',
          message: `The file could not be had: ${causes.get(why.cause) ?? why.cause}.`,
          fix: 'See that the address answers with the file itself, and without asking who wants it.',
        },
      }
    default:
      return why satisfies never
  }
}

const tooLarge = (file: Part, said: Pick<MissingFinding, 'got' | 'expected' | 'message' | 'fix'>): Missing => ({
  now: 'for_good',
  finding: { ...about(file, 'file_too_large'), ...said },
})

/** Coarse, so that nobody learns of our network from them. */
const causes = new Map<string, string>(
  Object.entries({
    dns_failed: 'the name of its server is not known',
    connect_failed: 'its server does not take the connection, or broke it off',
    timeout: 'its server took too long',
    too_slow: 'its server sent fewer than 10,000 bytes a second',
    tls_failed: 'the certificate of its server is not valid',
    bad_answer: 'its server did not answer with a whole file',
    too_many_redirects: 'its server redirects more than three times',
    insecure_redirect: 'its server redirects from https to http',
  } satisfies Record<Exclude<DownloadFailure, 'url_blocked'>, string>),
)

export const addressFinding = (file: Part, got: string): MissingFinding => ({
  ...about(file, 'file_address_invalid'),
  got,
  expected: 'a public http or https address, without user name and password',
  message: `The address of the file cannot be used: it is ${got}.`,
  fix: 'Put the file where everybody can fetch it who knows its address.',
})

const about = <Code extends MissingFinding['code']>(file: Part, code: Code) =>
  ({ code, severity: 'error', file, pages: null, tolerance: null }) as const

const bytesText = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`
