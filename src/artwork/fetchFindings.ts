// Findings about files that could not be fetched, in the form of findings about files that were read.

import { say, type Translatable, type Words } from '../../languages/texts.ts'
import type { DownloadFailure } from '../base/network/download.ts'
import type { Part } from './fileStore.ts'
import type { Finding } from './preflight/finding.ts'

export type MissingFinding = Omit<Finding, 'code'> & {
  code: 'file_unreachable' | 'file_too_large' | 'file_address_invalid'
}

/** `retry` is whether a later attempt may succeed. */
export type Missing = { finding: MissingFinding; retry: 'never' | 'later' }

export type FetchFailure =
  /** The address must not be called. */
  | { kind: 'blocked' }
  /** `announcedBytes` is the announced length; null when bytes were counted until the limit was passed. */
  | { kind: 'too_large'; announcedBytes: number | null }
  /** All files of an order, including this file. */
  | { kind: 'too_large_together'; bytes: number }
  /** An upload that the account never had, or that was deleted. */
  | { kind: 'not_stored' }
  /** The source does not deliver the file: an HTTP status, or one of the coarse causes below. */
  | { kind: 'unreachable'; cause: string }

export type SizeLimits = { maxBytes: number; maxBytesOfOrder: number }

export function missingFile(file: Part, failure: FetchFailure, { maxBytes, maxBytesOfOrder }: SizeLimits): Missing {
  switch (failure.kind) {
    case 'blocked':
      return { retry: 'never', finding: addressFinding(file, say('an address that the service must not call')) }
    case 'too_large': {
      const { announcedBytes } = failure
      const got =
        announcedBytes === null ? say('more than {count}', { count: bytesText(maxBytes) }) : bytesText(announcedBytes)
      const expected = say('at most {limit}', { limit: bytesText(maxBytes) })
      return tooLarge(file, {
        got,
        expected,
        message: say('The file has {got}; a print file can have {expected}.', { got, expected }),
        fix: say('Reduce images to 300 ppi at their printed size, or compress them, and export the file again.'),
      })
    }
    case 'too_large_together': {
      const got = say('{got} together', { got: bytesText(failure.bytes) })
      const expected = say('at most {limit} together', { limit: bytesText(maxBytesOfOrder) })
      return tooLarge(file, {
        got,
        expected,
        message: say('The files of the order have {got}; the files of one order can have {expected}.', {
          got,
          expected,
        }),
        fix: say('Reduce the files, or place several orders. A file that several items use counts once.'),
      })
    }
    case 'unreachable':
      return {
        retry: 'later',
        finding: {
          ...findingBase(file, 'file_unreachable'),
          got: failure.cause,
          expected: say('the file'),
          message: say('The file could not be fetched: {cause}.', {
            cause: causes.get(failure.cause) ?? failure.cause,
          }),
          fix: failure.cause === compressed ? storeUncompressed : returnTheFile,
        },
      }
    case 'not_stored':
      return {
        retry: 'never',
        finding: {
          ...findingBase(file, 'file_unreachable'),
          got: say('a file that is not stored'),
          expected: say('a file that the account has uploaded'),
          message: say(
            'The uploaded file is not stored. Files are deleted 60 days after the last order that used them.',
          ),
          fix: say('Upload the file again.'),
        },
      }
    default:
      return failure satisfies never
  }
}

const tooLarge = (file: Part, texts: Pick<MissingFinding, 'got' | 'expected' | 'message' | 'fix'>): Missing => ({
  retry: 'never',
  finding: { ...findingBase(file, 'file_too_large'), ...texts },
})

/** A cause. */
export const compressed = 'compressed'
const storeUncompressed = say('Store the file uncompressed, without Content-Encoding.')
const returnTheFile = say('Make sure that the address returns the file itself, without a sign-in.')

/** Coarse causes reveal nothing about our network. */
const causes = new Map<string, Words>(
  Object.entries({
    dns_failed: say('the name of its server cannot be resolved'),
    connect_failed: say('its server refused or dropped the connection'),
    timeout: say('its server took too long'),
    too_slow: say('its server sent fewer than 10,000 bytes a second'),
    tls_failed: say('the certificate of its server is not valid'),
    bad_answer: say('its server did not send a complete file'),
    too_many_redirects: say('its server redirects more than three times'),
    [compressed]: say('its server sends it compressed (Content-Encoding), although the request does not accept that'),
    insecure_redirect: say('its server redirects from https to http'),
  } satisfies Record<Exclude<DownloadFailure, 'url_blocked'> | typeof compressed, Words>),
)

export const addressFinding = (file: Part, got: Words): MissingFinding => ({
  ...findingBase(file, 'file_address_invalid'),
  got,
  expected: say('a public http or https address without user name and password'),
  message: say('The address of the file cannot be used: it is {got}.', { got }),
  fix: say('Put the file where anyone who knows its address can fetch it.'),
})

const findingBase = <Code extends MissingFinding['code']>(file: Part, code: Code) =>
  ({ code, severity: 'error', file, pages: null, tolerance: null }) as const

const bytesText = (bytes: number): Translatable => say('{bytes, number} bytes', { bytes })
