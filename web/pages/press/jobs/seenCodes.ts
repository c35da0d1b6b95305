// Which barcodes that a camera sees are scans. A camera sees a label many times while it is held, and several at once.

import { jobIdIn } from './ticketCodes.ts'

/** After less than this out of sight, it is still the same scan: a hand trembles, and a picture is blurred. */
const goneAfterMs = 2_000
/** Shorter ones are numbers of depots and services. */
const minLabelLength = 8
/** Beside the tracking number, a label of the USA has the postal code of its address. */
const postalCode = /^420(?:\d{5}|\d{9})$/

export type SeenCodes = {
  /** The scans among the barcodes of a picture, in its order. */
  take(codes: string[], now: number): string[]
  /** The next scan may be the last one again. */
  forget(): void
}

/** The barcodes of a ticket are the same scan: each of its books has one. */
const subjectOf = (code: string) => jobIdIn(code) ?? code

export function createSeenCodes(): SeenCodes {
  const seenAt = new Map<string, number>()
  let last = ''
  return {
    take(codes, now) {
      for (const [subject, at] of seenAt) if (now - at > goneAfterMs) seenAt.delete(subject)
      const scans: string[] = []
      for (const code of codes) {
        if (code.length < minLabelLength || postalCode.test(code)) continue
        const subject = subjectOf(code)
        const isNew = !seenAt.has(subject) && subject !== last
        seenAt.set(subject, now)
        if (!isNew) continue
        last = subject
        scans.push(code)
      }
      return scans
    },
    forget() {
      last = ''
      seenAt.clear()
    },
  }
}
