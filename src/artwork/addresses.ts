// The check that looks at the addresses of files only: each must be an http(s) URL without user information. It reads no
// file, so it says nothing of page counts.

import type { Problem } from '../base/refusal.ts'
import type { Artwork, ArtworkCheck } from './artwork.ts'

export const checkAddresses = (): ArtworkCheck => ({
  check: async orders =>
    orders.map(items => ({
      kind: 'checked',
      errors: items.flatMap(addressProblems),
      warnings: [],
      pageCounts: items.map(() => null),
    })),
})

function addressProblems({ pointer, coverUrl, gutsUrl }: Artwork): Problem[] {
  return Object.entries({ coverUrl, gutsUrl }).flatMap(([field, url]) =>
    url === null || isFileAddress(url)
      ? []
      : [
          {
            pointer: `${pointer}/product/${field}`,
            code: 'file_address_invalid',
            detail: `${field} must be an http or https address without user name or password`,
          },
        ],
  )
}

function isFileAddress(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
}
