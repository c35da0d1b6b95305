// Mails wait in a table until they are sent. sent_at marks a sent mail; kept_at one that had no server to send it; a
// mail with neither and without next_attempt_at was given up. In each case the tokens of its links are then removed,
// since only the recipient may use them, and the mail is deleted when it is old. Claims are leases that count the
// attempt, as with webhooks.

import { sql } from 'kysely'
import { day, earlier } from '../base/clock.ts'
import { forgotten } from '../base/forgotten.ts'
import { sortableBound } from '../base/ids.ts'
import type { Db, Tx } from '../db/db.ts'

/** Complaints about missing mails arrive within weeks. */
const keptMs = 90 * day
const deletedAtOnce = 1000

/** `accountId` is that of an account, or `operator` for staff and printers. */
export type NewMail = {
  accountId: string
  emailId: string
  recipient: string
  subject: string
  body: string
  /** The order that it is about, when it is about one. */
  orderId?: string
}
export type ClaimedMail = Omit<NewMail, 'orderId'> & { attempt: number }

/** Queues mails, due at `now`. A mail that already exists under its id is left unchanged. */
export async function queueMail(tx: Db | Tx, mails: NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  await sql`
    insert into emails (account_id, email_id, recipient, subject, body, order_id, created_at, next_attempt_at)
    select account_id, email_id, recipient, subject, body, order_id, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${mails.map(mail => mail.accountId)}::text[],
      ${mails.map(mail => mail.emailId)}::text[],
      ${mails.map(mail => mail.recipient)}::text[],
      ${mails.map(mail => mail.subject)}::text[],
      ${mails.map(mail => mail.body)}::text[],
      ${mails.map(mail => mail.orderId ?? null)}::text[]
    ) as mail (account_id, email_id, recipient, subject, body, order_id)
    on conflict do nothing`.execute(tx)
}

export async function claimMails(
  tx: Db | Tx,
  { now, leaseUntil, most }: { now: Date; leaseUntil: Date; most: number },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    update emails
    set next_attempt_at = ${leaseUntil},
        attempts = attempts + 1
    where ctid = any(array(
      select ctid
      from emails
      where next_attempt_at <= ${now}
      order by next_attempt_at
      limit ${most}
      for update skip locked
    ))
    returning account_id as "accountId", email_id as "emailId", recipient, subject, body, attempts as attempt`.execute(
    tx,
  )
  return rows
}

export type MailResult = {
  mail: ClaimedMail
  sentAt: Date | null
  keptAt: Date | null
  nextAttemptAt: Date | null
}

/** Records the results, except for mails that another worker has claimed since. */
export async function recordMails(tx: Db | Tx, results: MailResult[]): Promise<void> {
  await sql`
    update emails as m
    set sent_at = r.sent_at,
        kept_at = r.kept_at,
        next_attempt_at = r.next_attempt_at,
        body = case when r.next_attempt_at is null
          then regexp_replace(m.body, '([?&]token=)[A-Za-z0-9_-]+', '\\1…', 'g')
          else m.body
        end
    from unnest(
      ${results.map(({ mail }) => mail.accountId)}::text[],
      ${results.map(({ mail }) => mail.emailId)}::text[],
      ${results.map(({ mail }) => mail.attempt)}::int[],
      ${results.map(({ sentAt }) => sentAt?.toISOString() ?? null)}::timestamptz[],
      ${results.map(({ keptAt }) => keptAt?.toISOString() ?? null)}::timestamptz[],
      ${results.map(({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? null)}::timestamptz[]
    ) as r (account_id, email_id, attempt, sent_at, kept_at, next_attempt_at)
    where m.account_id = r.account_id and m.email_id = r.email_id
      and m.attempts = r.attempt
      and m.next_attempt_at is not null`.execute(tx)
}

/** Takes from the mails about orders what matches the pattern of each. */
export async function forgetInMails(
  tx: Tx,
  orders: { accountId: string; orderId: string; pattern: string }[],
): Promise<void> {
  await sql`
    update emails m
    set body = regexp_replace(m.body, n.pattern, ${forgotten}, 'gi')
    from unnest(
      ${orders.map(one => one.accountId)}::text[], ${orders.map(one => one.orderId)}::text[],
      ${orders.map(one => one.pattern)}::text[]
    ) as n (account_id, order_id, pattern)
    where m.account_id = n.account_id and m.order_id = n.order_id and m.body ~* n.pattern`.execute(tx)
}

/** Deletes at most one batch of mails that are too old; returns how many. Their ids begin with their time. */
export async function sweepOldMails(tx: Db | Tx, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from emails
    where ctid = any(array(
      select ctid
      from emails
      where email_id < ${sortableBound('eml', earlier(now, keptMs))} and next_attempt_at is null
      order by email_id
      limit ${deletedAtOnce}
      for update skip locked
    ))`.execute(tx)
  return Number(numAffectedRows)
}
