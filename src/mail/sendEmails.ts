// Sends due emails. If a worker dies before it has recorded that an email was sent, the email is sent again with the
// same Message-ID.

import type { Language } from '../../languages/languages.ts'
import { type Clock, hour, later, minute } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Crash } from '../base/running/crash.ts'
import { groupCalls } from '../base/running/groupCalls.ts'
import type { Db } from '../db/db.ts'
import { isolateAnswers } from '../jobs/isolateFailures.ts'
import { outsideWork } from '../jobs/outsideWork.ts'
import { type EmailLook, emailHtml } from './emailHtml.ts'
import { type ClaimedEmail, claimEmails, type EmailResult, recordEmails } from './emailStore.ts'
import { emailText } from './emailText.ts'
import { type EmailMessage, type EmailOutcome, logoCid, type Mailer } from './mailer.ts'
import { renderEmail } from './renderEmail.ts'
import type { EmailReader } from './template.ts'

/** After the first attempt, the second attempt, and so on. */
const delaysMs = [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 24 * hour]

const maxAtOnce = 20

/** A PNG, and the size at which it is shown. */
export type EmailLogo = { png: Buffer; width: number; height: number }

/** The brand of the moment. `fromName` is null for the configured name of the sender. */
export type Sender = Omit<EmailLook, 'logo'> & Pick<EmailMessage, 'fromName' | 'replyTo'> & { logo: EmailLogo | null }

export type MailerOptions = {
  db: Db
  clock: Clock
  mail: Mailer
  log: Log
  readSender(): Promise<Sender>
  /** The people with these email addresses; null: no person with a sign-in. */
  readReaders(emails: string[]): Promise<(EmailReader | null)[]>
  crash?: Crash
}

/** The sweep of `send_mail`. */
export function sendDueEmails({ db, clock, mail, log, readSender, readReaders, crash = () => {} }: MailerOptions) {
  const readReader = groupCalls(readReaders, maxAtOnce)
  const record = groupCalls(
    isolateAnswers(async (results: (ClaimedEmail & EmailResult)[]) => {
      await recordEmails(db, results)
      return results
    }),
    maxAtOnce,
  )
  return outsideWork({
    clock,
    log,
    keyOf: ({ accountId, emailId }: ClaimedEmail) => ({ accountId, emailId }),
    leaseMs: 15 * minute, // longer than a claim can take on a few connections to the slowest server
    maxClaimed: maxAtOnce,
    concurrency: maxAtOnce,
    async claim(claim) {
      const claimed = await claimEmails(db, claim)
      if (claimed.length > 0) crash('mail:claimed')
      return claimed
    },
    async call(claimed) {
      const reader = (await readReader(claimed.recipient)) ?? unknownReader(claimed)
      const outcome = await mail.send(messageOf(claimed, await readSender(), reader))
      crash('mail:sent')
      return outcome
    },
    async record(claimed, outcome, now) {
      const nextAttemptAt = nextEmailAttempt(claimed.attempts, outcome, now)
      const sentAt = outcome.kind === 'sent' ? now : null
      const loggedAt = outcome.kind === 'kept' ? now : null
      await record({ ...claimed, sentAt, loggedAt, nextAttemptAt })
      logOutcome(log, claimed, outcome, nextAttemptAt)
    },
  })
}

const unknownReader = ({ language }: { language: Language | null }): EmailReader => ({
  timeZone: null,
  language: language ?? 'en',
})

/** Both parts of an email, with the brand of its sending and for its reader. */
function messageOf(
  { emailId, recipient, ...email }: ClaimedEmail,
  { fromName, replyTo, logo, ...look }: Sender,
  reader: EmailReader,
): EmailMessage {
  const rendered = renderEmail(email, reader, look.texts)
  const shownLogo = logo && { url: `cid:${logoCid}`, width: logo.width, height: logo.height }
  return {
    id: emailId,
    to: recipient,
    subject: rendered.subject,
    text: emailText(rendered, look, reader.language),
    html: emailHtml(rendered, { ...look, logo: shownLogo }, reader.language),
    logo: logo?.png ?? null,
    fromName,
    replyTo,
  }
}

/** When an email is tried again; null when it was sent, logged or refused, or has been tried often enough. */
export function nextEmailAttempt(attempts: number, outcome: EmailOutcome, now: Date): Date | null {
  const delayMs = outcome.kind === 'unavailable' ? delaysMs[attempts - 1] : undefined
  return delayMs === undefined ? null : later(now, delayMs)
}

/** An email that is given up is an error, because its recipient was not notified. */
function logOutcome(
  log: Log,
  { accountId, emailId, attempts: attempt }: ClaimedEmail,
  outcome: EmailOutcome,
  nextAttemptAt: Date | null,
) {
  const line = { accountId, emailId, attempt, outcome: outcome.kind, nextAttemptAt }
  if (outcome.kind === 'sent' || outcome.kind === 'kept') log.info(line, 'mail attempt')
  else if (nextAttemptAt !== null) log.warn({ ...line, reason: outcome.reason }, 'mail attempt')
  else log.error({ ...line, reason: outcome.reason }, 'mail given up')
}
