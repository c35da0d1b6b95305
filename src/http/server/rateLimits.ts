// What HTTP makes of a limit of requests: the refusal, the headers, and the addresses that count as one.

import { isIPv6 } from 'node:net'
import { say } from '../../../languages/texts.ts'
import { TooMany } from '../../base/refusal.ts'
import type { Rate } from '../../base/running/tokenBuckets.ts'

/** The refusal of a request above a limit: for an empty bucket, or for a fixed limit. */
export function tooMany(waitMs: number, what: string, allowed: Rate | number): TooMany {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const detail = say('Too many requests from this {what}: try again in {seconds} s.', { what, seconds })
  const isBucket = typeof allowed !== 'number'
  return new TooMany(detail, {
    limit: isBucket ? allowed.burst : allowed,
    retryAfterSeconds: seconds,
    ...(isBucket ? { resetSeconds: Math.ceil(allowed.burst / allowed.perSecond) } : {}),
  })
}

/** The RateLimit fields for a bucket after `take`. */
export function rateLimitFields({ perSecond, burst }: Rate, left: number): Record<string, string> {
  const remaining = Math.max(0, left)
  return {
    'ratelimit-limit': String(burst),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil((burst - remaining) / perSecond)), // seconds until the bucket is full
  }
}

/** The part of an address that belongs to one owner: all of IPv4, the /64 network of IPv6. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address
  if (address.toLowerCase().startsWith('::ffff:')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(group => group !== '')
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return groups.slice(0, 4).join(':')
}
