// A check that looks only at the addresses of files, for load tests and for trials without files: each must be an
// http(s) URL without user information. It reads no file, so it reports no page counts.

import { say } from '../../languages/texts.ts'
import type { Problem } from '../base/refusal.ts'
import type { Artwork, ArtworkCheck, FileSource } from './artwork.ts'
import type { FetchAhead } from './checkBook.ts'
import { addressFinding } from './fetchFindings.ts'
import type { Part } from './fileStore.ts'

export const checkAddresses = (): ArtworkCheck => ({
  areRead: async (_tx, orders) => orders.map(() => true),
  check: (_accountId, books) => ({
    kind: 'checked',
    errors: books.flatMap(addressProblems),
    warnings: [],
    unreachable: [],
    pageCounts: books.map(() => null),
    files: books.map(({ cover, guts }) => ({ cover: uploaded(cover), guts: uploaded(guts) })),
  }),
})

/** The fetch ahead of the check that looks only at addresses. */
export const fetchNothing: FetchAhead = async (_accountId, books) => ({
  kind: 'fetched',
  files: books.map(() => ({ cover: null, guts: null })),
  missing: [],
})

function addressProblems({ pointers, cover, guts }: Artwork): Problem[] {
  return Object.entries({ cover, guts }).flatMap(([part, source]) =>
    source === null || !('url' in source) || isFileAddress(source.url)
      ? []
      : [addressInvalid(part as Part, pointers[part as Part])],
  )
}

function addressInvalid(part: Part, pointer: string): Problem {
  const finding = addressFinding(part, say('another kind of address'))
  return { pointer, detail: say('{message} {fix}', { message: finding.message, fix: finding.fix }), ...finding }
}

const uploaded = (source: FileSource | null) => (source !== null && 'sha256' in source ? source.sha256 : null)

function isFileAddress(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
}
