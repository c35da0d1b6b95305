// Whether this service answers at its public address.

import { second } from '../base/clock.ts'

const timeoutMs = 10 * second

type Answer = { from: 'octavo' } | { from: 'another program'; status: number } | { from: 'nothing'; cause: string }

export async function askAddress(publicUrl: string): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(new URL('/health/live', publicUrl), { signal, redirect: 'manual' })
    await answer.body?.cancel()
    const isOctavo = answer.ok && answer.headers.has('octavo-version')
    return isOctavo ? { from: 'octavo' } : { from: 'another program', status: answer.status }
  } catch (error) {
    const { cause, message } = error as Error
    return { from: 'nothing', cause: cause instanceof Error ? cause.message : message }
  }
}
