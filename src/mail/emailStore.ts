// Emails wait in a table until they are sent. sent_at marks a sent email, and logged_at an email that was logged for
// lack of a mail server, which may be queued again once there is one. An email with neither and without next_attempt_at
// was given up. In each case the tokens of its links are removed, since only the recipient may use them, and the email
// is deleted when it is old. The end of its lease identifies a claim. An attempt is counted with its result, so that a
// killed worker uses up no attempt.

import { sql } from 'kysely'
import type { Language } from '../../languages/languages.ts'
import { parseWithWords, withTexts } from '../../languages/texts.ts'
import { day, earlier } from '../base/clock.ts'
import { sortableBound } from '../base/secrets/ids.ts'
import { redacted } from '../base/text/redacted.ts'
import type { Db, Tx } from '../db/db.ts'
import { hasNotMoved } from '../db/movedAccounts.ts'
import { integer, json, rowsOf, text, timestamp } from '../db/rows.ts'
import { unlockedRows } from '../db/unlockedRows.ts'
import { dueRows } from '../jobs/claimDue.ts'
import type { Claim, Leased } from '../jobs/outsideWork.ts'
import type { Email, EmailContent, EmailKind } from './emails.ts'

/** Complaints about missing emails arrive within weeks. */
const retentionMs = 90 * day
const maxDeletions = 1000
/** An older email would surprise its recipient more than help. */
const latestMs = 3 * day
/** Each start of a process reads them. While no mail server is set, the newest emails are those that were logged. */
const maxSearched = 10_000

/** The other emails of an account are for its holder and members. */
const kindsToAnyone: EmailKind[] = ['reader_shipped', 'invitation', 'invitation_elsewhere', 'email_change_taken']

/** `accountId` names an account, or is `operator` for staff and printers. */
type Address = { accountId: string; emailId: string; recipient: string }
/** `orderId` is the order that the email is about, if any. */
export type NewEmail = EmailContent & Address & { orderId?: string }
export type ClaimedEmail = Email & Address & { language: Language | null } & Leased

/** Queues emails, due at `now`. An email that already exists is left unchanged. */
export async function queueEmails(tx: Db | Tx, mails: NewEmail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  const rows = rowsOf(mails, 'm', {
    accountId: text(mail => mail.accountId),
    emailId: text(mail => mail.emailId),
    recipient: text(mail => mail.recipient),
    kind: text(mail => mail.kind),
    values: json(mail => mail.values),
    orderId: text(mail => mail.orderId ?? null),
    language: text(mail => mail.language ?? null),
  })
  await sql`
    insert into emails (${rows.columns}, created_at, next_attempt_at)
    select *, ${now}::timestamptz, ${now}::timestamptz
    from ${rows.from}
    on conflict do nothing`.execute(tx)
}

export async function claimEmails(db: Db, { now, leaseUntil, max }: Claim): Promise<ClaimedEmail[]> {
  const { rows } = await sql<Omit<ClaimedEmail, 'values'> & { values: string }>`
    update emails
    set next_attempt_at = ${leaseUntil}
    where ctid = any(${dueRows('email', { now, max })})
    returning account_id as "accountId", email_id as "emailId", recipient, kind, "values", language, attempts + 1 as attempts,
      next_attempt_at as "leaseUntil"`.execute(db)
  return rows.map(row => ({ ...row, values: parseWithWords(row.values) }) as ClaimedEmail)
}

/** An email without any of these times was given up. */
export type EmailResult = { sentAt: Date | null; loggedAt: Date | null; nextAttemptAt: Date | null }

/** Records the results of claims, except of emails that another worker has claimed since. */
export async function recordEmails(db: Db, results: (ClaimedEmail & EmailResult)[]): Promise<void> {
  const recorded = rowsOf(results, 'r', {
    accountId: text(result => result.accountId),
    emailId: text(result => result.emailId),
    leaseUntil: timestamp(result => result.leaseUntil),
    attempts: integer(result => result.attempts),
    sentAt: timestamp(result => result.sentAt),
    loggedAt: timestamp(result => result.loggedAt),
    nextAttemptAt: timestamp(result => result.nextAttemptAt),
  })
  await sql`
    update emails m
    set attempts = r.attempts, sent_at = r.sent_at, logged_at = r.logged_at, next_attempt_at = r.next_attempt_at,
      "values" = case
        when r.next_attempt_at is null
          then regexp_replace(m."values"::text, '([?&#]token=)[A-Za-z0-9_-]+', '\\1…', 'g')::json
        else m."values"
      end
    from ${recorded.from}
    where m.account_id = r.account_id and m.email_id = r.email_id and m.next_attempt_at = r.lease_until`.execute(db)
}

/**
 * Queues the emails of the last days that were logged for lack of a mail server; returns how many. Links with a removed
 * token lead nowhere, so their emails stay logged. So do emails to people who have left the account since, and those of
 * an account that has moved.
 */
export async function queueLoggedEmails(db: Db, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update emails m
    set logged_at = null, next_attempt_at = ${now}::timestamptz, attempts = 0
    from (
      select account_id, email_id
      from emails
      where email_id >= ${sortableBound('eml', earlier(now, latestMs))}
      order by email_id desc
      limit ${maxSearched}
    ) newest
    where m.account_id = newest.account_id and m.email_id = newest.email_id
      and m.logged_at is not null and m."values"::text !~ '[?&#]token=' and ${hasNotMoved('m.account_id')}
      and (
        m.kind = any (${kindsToAnyone}::text[])
        or not exists (
          select from accounts a
          where a.account_id = m.account_id and lower(a.holder_email) <> lower(m.recipient)
        )
        or exists (
          select from memberships p
          join users u on u.id = p.user_id
          where p.account_id = m.account_id and lower(u.email) = lower(m.recipient)
        )
      )`.execute(db)
  return Number(numAffectedRows)
}

/** Redacts what matches the pattern of an order in the emails about the order. */
export async function redactInEmails(
  tx: Tx,
  orders: { accountId: string; orderId: string; pattern: string }[],
): Promise<void> {
  const patterns = new Map(orders.map(({ orderId, pattern }) => [orderId, new RegExp(pattern, 'giu')]))
  const wanted = rowsOf(orders, 'n', {
    accountId: text(order => order.accountId),
    orderId: text(order => order.orderId),
  })
  const { rows } = await sql<{ accountId: string; emailId: string; orderId: string; values: string }>`
    select account_id as "accountId", email_id as "emailId", order_id as "orderId", "values"
    from emails m
    join ${wanted.from} using (account_id, order_id)
    order by account_id, email_id
    for update of m`.execute(tx)
  const changed = rowsOf(rows, 'r', {
    accountId: text(row => row.accountId),
    emailId: text(row => row.emailId),
    values: json(row =>
      withTexts(parseWithWords(row.values), value => value.replace(patterns.get(row.orderId)!, redacted)),
    ),
  })
  await sql`
    update emails m
    set "values" = r."values"
    from ${changed.from}
    where m.account_id = r.account_id and m.email_id = r.email_id`.execute(tx)
}

/** Redacts the messages of the staff, and why a change was refused, in the emails about orders. */
export async function redactMessagesInEmails(tx: Tx, orders: { accountId: string; orderId: string }[]): Promise<void> {
  const erased = rowsOf(orders, 'n', {
    accountId: text(order => order.accountId),
    orderId: text(order => order.orderId),
  })
  await sql`
    update emails m
    set "values" = jsonb_set(
      m."values"::jsonb, array[case m.kind when 'order_message' then 'text' else 'reason' end], to_jsonb(${redacted}::text)
    )::json
    from ${erased.from}
    where m.account_id = n.account_id and m.order_id = n.order_id
      and m.kind in ('order_message', 'change_refused')`.execute(tx)
}

/** Deletes a batch of old emails; returns how many. The id of an email begins with its time. */
export async function deleteOldEmails(tx: Db | Tx, now: Date): Promise<number> {
  const bound = sortableBound('eml', earlier(now, retentionMs))
  const old = sql`emails where email_id < ${bound} and next_attempt_at is null order by email_id`
  const { numAffectedRows = 0n } = await sql`
    delete from emails
    where ctid = any(${unlockedRows(old, maxDeletions)})`.execute(tx)
  return Number(numAffectedRows)
}
