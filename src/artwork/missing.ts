// What is reported about a file that could not be fetched, in the same form as findings about files that were read.

import type { DownloadFailure } from '../base/download.ts'
import type { Finding } from './preflight/finding.ts'
import type { Part } from './store.ts'

export type MissingFinding = Omit<Finding, 'code'> & {
  code: 'file_unreachable' | 'file_too_large' | 'file_address_invalid'
}

/** For good, or for now: whether trying again may help. */
export type Missing = { finding: MissingFinding; now: 'for_good' | 'for_now' }

export type WhyMissing =
  /** The address must not be called. */
  | { kind: 'blocked' }
  /** `announcedBytes` is the announced length; null when bytes were counted until the limit was passed. */
  | { kind: 'too_large'; announcedBytes: number | null }
  /** All files of an order, including this one. */
  | { kind: 'too_large_together'; bytes: number }
  /** The source does not deliver the file: an HTTP status, or one of the coarse causes below. */
  | { kind: 'unreachable'; cause: string }

export type SizeLimits = { mostBytes: number; mostBytesOfOrder: number }

export function missingFile(file: Part, why: WhyMissing, { mostBytes, mostBytesOfOrder }: SizeLimits): Missing {
  switch (why.kind) {
    case 'blocked':
      return { now: 'for_good', finding: addressFinding(file, 'an address that the service must not call') }
    case 'too_large': {
      const { announcedBytes } = why
      const got = announcedBytes === null ? `more than ${bytesText(mostBytes)}` : bytesText(announcedBytes)
      const expected = `at most ${bytesText(mostBytes)}`
      return tooLarge(file, {
        got,
        expected,
        message: `The file has ${got}; a print file can have ${expected}.`,
        fix: 'Reduce images to 300 ppi at their printed size, or compress them, and export the file again.',
      })
    }
    case 'too_large_together': {
      const got = `${bytesText(why.bytes)} together`
      const expected = `at most ${bytesText(mostBytesOfOrder)} together`
      return tooLarge(file, {
        got,
        expected,
        message: `The files of the order have ${got}; those of one order can have ${expected}.`,
        fix: 'Reduce the files, or place several orders. A file that several items use counts once.',
      })
    }
    case 'unreachable':
      return {
        now: 'for_now',
        finding: {
          ...about(file, 'file_unreachable'),
          got: why.cause,
          expected: 'the file',
          message: `The file could not be fetched: ${causes.get(why.cause) ?? why.cause}.`,
          fix: why.cause === compressed ? storeItPlain : giveTheFile,
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

const compressed = 'compressed' satisfies DownloadFailure
const storeItPlain = 'Store the file uncompressed, without Content-Encoding.'
const giveTheFile = 'Make sure that the address returns the file itself, without a sign-in.'

/** Coarse, so that they reveal nothing of our network. */
const causes = new Map<string, string>(
  Object.entries({
    dns_failed: 'the name of its server cannot be resolved',
    connect_failed: 'its server refused or dropped the connection',
    timeout: 'its server took too long',
    too_slow: 'its server sent fewer than 10,000 bytes a second',
    tls_failed: 'the certificate of its server is not valid',
    bad_answer: 'its server did not send a complete file',
    too_many_redirects: 'its server redirects more than three times',
    [compressed]: 'its server sends it compressed (Content-Encoding), though it is asked not to',
    insecure_redirect: 'its server redirects from https to http',
  } satisfies Record<Exclude<DownloadFailure, 'url_blocked'>, string>),
)

export const addressFinding = (file: Part, got: string): MissingFinding => ({
  ...about(file, 'file_address_invalid'),
  got,
  expected: 'a public http or https address without user name and password',
  message: `The address of the file cannot be used: it is ${got}.`,
  fix: 'Put the file where anyone who knows its address can fetch it.',
})

const about = <Code extends MissingFinding['code']>(file: Part, code: Code) =>
  ({ code, severity: 'error', file, pages: null, tolerance: null }) as const

const bytesText = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`
