// A connection to the service for one command.

import { connect, type Octavo } from '../typescript/index.ts'
import { exitStatus, Failure, type Service } from './failures.ts'
import { address, type Login } from './login.ts'

export type Session = {
  octavo: Octavo
  login: Login
  service: Service
  /** How far this machine's clock is ahead of the service's, as of the newest answer. */
  aheadMs(): number
}

/** Receivers refuse webhooks whose timestamp is further off. */
const toleranceMs = 5 * 60_000

const defaultAttempts = 5

/** `OCTAVO_ATTEMPTS`: how often a request is tried. Anything else than a number from 1 to 20 is a mistake. */
function attemptsOf(value: string | undefined): number {
  if (value === undefined || value === '') return defaultAttempts
  const attempts = Number(value)
  if (Number.isInteger(attempts) && attempts >= 1 && attempts <= 20) return attempts
  throw new Failure(`OCTAVO_ATTEMPTS is a whole number from 1 to 20, and not ${value}.`, exitStatus.usage)
}

export function openSession(login: Login): Session {
  const service: Service = { url: address(login.url) }
  let aheadMs = 0
  const octavo = connect({
    ...login,
    attempts: attemptsOf(process.env.OCTAVO_ATTEMPTS),
    timeoutMs: 30_000,
    fetch: async (...request) => {
      service.version = undefined
      const answer = await fetch(...request)
      service.version = answer.headers.get('octavo-version')
      const date = Date.parse(answer.headers.get('date') ?? '')
      if (!Number.isNaN(date)) aheadMs = Date.now() - date
      return answer
    },
  })
  return { octavo, login, service, aheadMs: () => aheadMs }
}

/** Call it after an answer. */
export function refuseSkewedClock({ aheadMs }: Session): void {
  const ms = aheadMs()
  if (Math.abs(ms) <= toleranceMs) return
  const minutes = Math.round(Math.abs(ms) / 60_000)
  throw new Failure(
    `The clock of this machine is ${minutes} minutes ${ms > 0 ? 'ahead of' : 'behind'} the service's: set it, because signatures that are more than five minutes off are refused.`,
    exitStatus.clock,
  )
}
