// Mails as the support staff see them. Tokens are removed, because only the recipient may use them, and mails that
// still wait contain theirs.

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'

export const mailStates = ['waiting', 'sent', 'kept', 'given_up'] as const
type MailState = (typeof mailStates)[number]

/** `accountId` is `operator` for staff and printers, and for recipients without a known account. */
export type ListedMail = {
  emailId: string
  accountId: string
  recipient: string
  subject: string
  body: string
  state: MailState
  attempts: number
  createdAt: Date
  sentAt: Date | null
  nextAttemptAt: Date | null
}

type Asked = { accountId: string | null; state: MailState | null; before: string | null; limit: number }

/** Newest first. */
export const listMails = (db: Db, { accountId, state, before, limit }: Asked): Promise<ListedMail[]> =>
  newest(
    db,
    sql`
      ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
      ${state === null ? sql`` : inState[state]}
      ${before === null ? sql`` : sql`and email_id < ${before}`}`,
    limit,
  )

/** About that order and no other, newest first. */
export const mailsOfOrder = (
  db: Db,
  { accountId, orderId }: { accountId: string; orderId: string },
  limit: number,
): Promise<ListedMail[]> => newest(db, sql`and account_id = ${accountId} and order_id = ${orderId}`, limit)

async function newest(db: Db, wanted: RawBuilder<unknown>, limit: number): Promise<ListedMail[]> {
  const { rows } = await sql<ListedMail>`
    select
      email_id as "emailId", account_id as "accountId", recipient, subject, body, attempts,
      created_at as "createdAt", sent_at as "sentAt", next_attempt_at as "nextAttemptAt",
      case
        when sent_at is not null then 'sent'
        when kept_at is not null then 'kept'
        when next_attempt_at is null then 'given_up'
        else 'waiting'
      end as state
    from emails
    where true ${wanted}
    order by email_id desc
    limit ${limit}`.execute(db)
  return rows.map(mail => ({ ...mail, body: mail.body.replaceAll(/([?&]token=)[\w-]+/g, '$1…') }))
}

const inState = {
  sent: sql`and sent_at is not null`,
  kept: sql`and kept_at is not null`,
  waiting: sql`and next_attempt_at is not null`,
  given_up: sql`and sent_at is null and kept_at is null and next_attempt_at is null`,
}
