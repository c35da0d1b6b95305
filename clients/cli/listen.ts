// `octavo listen`: reads the events of the key's mode and sends each to a program on this machine, signed like a
// webhook. No tunnel and no public address are needed. After a restart it continues behind the last delivered event.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type EventPage, OctavoProblem } from '../typescript/index.ts'
import { signWebhook } from '../typescript/webhooks.ts'
import { failureOf } from './failures.ts'
import { folder, writePrivate } from './login.ts'
import type { Output } from './output.ts'
import { refuseSkewedClock, type Session } from './session.ts'

const pauseMs = 1000
const timeoutMs = 20_000

/** `delivered`: the events of the page after `cursor` that were already delivered. */
type Place = { cursor: string; delivered: string[] }

export async function listen(
  session: Session,
  { forwardTo, secret, output, signal }: { forwardTo: string; secret: string; output: Output; signal: AbortSignal },
): Promise<void> {
  const { octavo, login } = session
  const file = join(folder(), `listen-${nameOf(login.authorization, login.url, forwardTo)}.json`)
  let place = readPlace(file) ?? { cursor: (await octavo.events({ cursor: 'latest' })).nextCursor, delivered: [] }
  const keep = (next: Place) => {
    place = next
    writePrivate(file, JSON.stringify(place))
  }
  keep(place)
  refuseSkewedClock(session)
  output.note(`Events go to ${forwardTo}, signed with ${secret}. Stop with Ctrl-C.`)
  let isAway = false
  while (!signal.aborted) {
    try {
      const { events, nextCursor } = await octavo.events({ cursor: place.cursor })
      isAway = false
      for (const event of events) {
        if (signal.aborted) return
        if (place.delivered.includes(event.eventId)) continue
        await deliver(event)
        if (!signal.aborted) keep({ ...place, delivered: [...place.delivered, event.eventId] })
      }
      if (events.length > 0) keep({ cursor: nextCursor, delivered: [] })
      else await pause(pauseMs, signal)
    } catch (thrown) {
      if (!(thrown instanceof OctavoProblem) || !thrown.isPassing) throw thrown
      if (!isAway) output.note(`${failureOf(thrown, session.service).message} Retrying.`)
      isAway = true
      await pause(pauseMs, signal)
    }
  }

  /** Waits for a receiver that is being restarted. Shows its answer, and sends the next event. */
  async function deliver({ eventId, ...body }: EventPage['events'][number]) {
    for (let isAnnounced = false; !signal.aborted; isAnnounced = true) {
      const text = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', ...signWebhook(secret, { id: eventId, body: text }) }
      try {
        const options = { method: 'POST', headers, body: text, redirect: 'manual' as const }
        const answer = await fetch(forwardTo, { ...options, signal: AbortSignal.timeout(timeoutMs) })
        const { type, timestamp, data } = body
        output.event({ eventId, type, customerOrderId: data.customerOrderId, timestamp, status: answer.status })
        return
      } catch (thrown) {
        const { cause } = thrown as { cause?: { code?: string } }
        if (!isAnnounced)
          output.note(`${forwardTo} does not answer (${cause?.code ?? (thrown as Error).name}): waiting for it.`)
        await pause(pauseMs, signal)
      }
    }
  }
}

function readPlace(file: string): Place | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

const nameOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)

/** Ends early, and does not fail, when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => {})
