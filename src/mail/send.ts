// Sends the mails that are due: claim, send, record. If a worker dies in between, its lease ends and the mail is sent
// again with the same Message-ID.

import { type Clock, hour, later, minute } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/db.ts'
import type { Mail, MailOutcome } from './mail.ts'
import { type ClaimedMail, claimMails, recordMails } from './store.ts'

const mostAtOnce = 20
const leaseMs = 15 * minute // longer than a batch can take on a few connections to the slowest server
const steps = [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 24 * hour] // after attempt 1, 2 ...

export type MailerOptions = { db: Db; clock: Clock; mail: Mail; log: Log; crash?: Crash }

type Mailer = { sendDue(now: Date): Promise<number> }

/** Returns a sweep: it sends one batch of due mails and returns how many it worked on. */
export function createMailer({ db, clock, mail, log, crash = () => {} }: MailerOptions): Mailer {
  return {
    async sendDue(now) {
      const claimed = await claimMails(db, { now, leaseUntil: later(now, leaseMs), most: mostAtOnce })
      if (claimed.length === 0) return 0
      crash('mail:claimed')
      const results = await Promise.all(
        claimed.map(async one => {
          const outcome = await mail.send(messageOf(one))
          const endedAt = clock()
          const nextAttemptAt = nextMailAttempt(one.attempt, outcome, endedAt)
          report(log, one, outcome, nextAttemptAt)
          const endedAs = (kind: MailOutcome['kind']) => (outcome.kind === kind ? endedAt : null)
          return { mail: one, sentAt: endedAs('sent'), keptAt: endedAs('kept'), nextAttemptAt }
        }),
      )
      crash('mail:sent')
      await recordMails(db, results)
      return claimed.length
    },
  }
}

/** When a mail is tried again; null when it was sent or kept, was refused, or has been tried often enough. */
export function nextMailAttempt(attempts: number, outcome: MailOutcome, now: Date): Date | null {
  const stepMs = outcome.kind === 'unavailable' ? steps[attempts - 1] : undefined
  return stepMs === undefined ? null : later(now, stepMs)
}

const messageOf = ({ emailId, recipient, subject, body }: ClaimedMail) => ({
  id: emailId,
  to: recipient,
  subject,
  text: body,
})

/** Giving up a mail is an error: somebody was not informed. */
function report(
  log: Log,
  { accountId, emailId, attempt }: ClaimedMail,
  outcome: MailOutcome,
  nextAttemptAt: Date | null,
) {
  const line = { accountId, emailId, attempt, outcome: outcome.kind, nextAttemptAt }
  if (outcome.kind === 'sent' || outcome.kind === 'kept') log.info(line, 'mail attempt')
  else if (nextAttemptAt !== null) log.warn({ ...line, reason: outcome.reason }, 'mail attempt')
  else log.error({ ...line, reason: outcome.reason }, 'mail given up')
}
