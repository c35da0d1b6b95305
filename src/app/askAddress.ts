// Whether this service answers at its public address.

import { second } from '../base/clock.ts'
import { installationName } from '../base/secrets/vault.ts'
import { installationField } from '../http/server/health.ts'

const timeoutMs = 10 * second

type Answer =
  | { from: 'this service' }
  | { from: 'another Octavo' }
  | { from: 'another program'; status: number }
  | { from: 'nothing'; cause: string }

export async function askAddress(publicUrl: string, secretKey: Buffer): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(new URL('/health/live', publicUrl), { signal, redirect: 'manual' })
    await answer.body?.cancel()
    if (!answer.ok || !answer.headers.has('octavo-version')) return { from: 'another program', status: answer.status }
    const isThis = answer.headers.get(installationField) === installationName(secretKey)
    return { from: isThis ? 'this service' : 'another Octavo' }
  } catch (error) {
    const { cause, message } = error as Error
    return { from: 'nothing', cause: cause instanceof Error ? cause.message : message }
  }
}
