// Calls of EasyPost, over HTTPS through the guarded client. Its own package is not used: seven calls are needed, the
// package brings an HTTP client of its own that follows no guard, proxy or limit of ours, and its types say less than
// the checks of easypostMessages.ts.

import { second } from '../../base/clock.ts'
import type { Outbound } from '../../base/network/outbound.ts'
import { OutboundError } from '../../base/network/outboundFailure.ts'
import { withoutTrailingSlashes } from '../../base/network/urls.ts'
import type { CarrierUnknown } from '../carrier.ts'
import { refusalOf } from './easypostMessages.ts'

/** A call of a port asks, acts and asks again, and returns within half a minute. A purchase may take long. */
const timeoutMs = { GET: 5 * second, POST: 18 * second }

/** The call may have had its effect all the same. */
const openStatuses = [408, 409, 425, 429]

export type EasypostAccess = { apiKey: string; apiUrl: URL | null }

type Answer = { kind: 'answered'; status: number; body: unknown } | CarrierUnknown

/** A call is given up at its `signal`: no caller waits any more. */
export function easypostCalls({ apiKey, apiUrl }: EasypostAccess, outbound: Outbound) {
  const base = withoutTrailingSlashes((apiUrl ?? new URL('https://api.easypost.com/v2')).href)
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`

  return async (method: 'GET' | 'POST', path: string, content?: object, signal?: AbortSignal): Promise<Answer> => {
    try {
      const answer = await outbound.fetch(`${base}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs[method]), ...(signal === undefined ? [] : [signal])]),
      })
      const body = parsed(await answer.text())
      if (answer.status >= 500 || openStatuses.includes(answer.status))
        return unknown(`EasyPost answered ${answer.status}`)
      if ([401, 402, 403].includes(answer.status))
        return { ...unknown(`EasyPost answered ${answer.status}: ${refusalOf(body).message}`), isOurFault: true }
      return { kind: 'answered', status: answer.status, body }
    } catch (error) {
      if (error instanceof OutboundError) return unknown(error.failure)
      throw error
    }
  }
}

export const unknown = (cause: string): CarrierUnknown => ({ kind: 'unknown', cause })

/** Null for text that is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
