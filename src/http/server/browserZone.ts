// The time zone of a browser, which its pages name in a cookie: a person may also come back from an identity provider,
// with a request that no page of ours sends.

import type { IncomingHttpHeaders } from 'node:http'
import { timeZoneCookie } from '../../../languages/languages.ts'
import { isTimeZone } from '../../mail/emailTimes.ts'

const named = new RegExp(`(?:^|; )${timeZoneCookie}=([\\w+/-]{1,60})(?:;|$)`)

/** Null without a known one. */
export function browserZone({ cookie = '' }: IncomingHttpHeaders): string | null {
  const zone = named.exec(cookie)?.[1]
  return zone !== undefined && isTimeZone(zone) ? zone : null
}
