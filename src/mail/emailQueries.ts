// Emails as the support staff see them. Tokens are removed, because only the recipient may use them. Emails that are
// still waiting contain their tokens.

import { type RawBuilder, sql } from 'kysely'
import { parseWithWords } from '../../languages/texts.ts'
import type { Db } from '../db/db.ts'
import { shownDue } from '../db/movedAccounts.ts'
import { type TimePage, timePage } from '../db/timePages.ts'
import type { Email } from './emails.ts'
import { bodyText } from './emailText.ts'
import { renderEmail } from './renderEmail.ts'

export const emailStates = ['waiting', 'sent', 'kept', 'given_up'] as const
type EmailState = (typeof emailStates)[number]

/** `accountId` is `operator` for staff and printers, and for recipients without a known account. */
export type ListedEmail = {
  emailId: string
  accountId: string
  recipient: string
  subject: string
  body: string
  state: EmailState
  attempts: number
  createdAt: Date
  sentAt: Date | null
  nextAttemptAt: Date | null
}

/** Null is any. */
type Filter = { accountId: string | null; state: EmailState | null }

export function listEmails(db: Db, { accountId, state }: Filter, page: TimePage): Promise<ListedEmail[]> {
  const { within, direction } = timePage({ prefix: 'eml', id: sql`email_id`, at: sql`created_at` }, page)
  return readEmails(
    db,
    sql`
      ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
      ${state === null ? sql`` : inState[state]}
      ${within}
    order by email_id ${direction}
    limit ${page.limit}`,
  )
}

/** Newest first. */
export const listEmailsOfOrder = (
  db: Db,
  { accountId, orderId }: { accountId: string; orderId: string },
  limit: number,
): Promise<ListedEmail[]> =>
  readEmails(
    db,
    sql`and account_id = ${accountId} and order_id = ${orderId}
    order by email_id desc
    limit ${limit}`,
  )

async function readEmails(db: Db, rest: RawBuilder<unknown>): Promise<ListedEmail[]> {
  const { rows } = await sql<Omit<ListedEmail, 'subject' | 'body'> & { kind: string; values: string }>`
    select
      email_id as "emailId", account_id as "accountId", recipient, kind, "values", attempts,
      created_at as "createdAt", sent_at as "sentAt", ${shownDue('next_attempt_at')} as "nextAttemptAt",
      case
        when sent_at is not null then 'sent'
        when logged_at is not null then 'kept'
        when next_attempt_at is null then 'given_up'
        else 'waiting'
      end as state
    from emails
    where true ${rest}`.execute(db)
  return rows.map(({ kind, values, ...email }) => {
    const rendered = renderEmail({ kind, values: parseWithWords(values) } as Email, { language: 'en', timeZone: null })
    return { ...email, subject: rendered.subject, body: withoutTokens(bodyText(rendered)) }
  })
}

const withoutTokens = (body: string): string => body.replaceAll(/([?&#]token=)[\w-]+/g, '$1…')

const inState = {
  sent: sql`and sent_at is not null`,
  kept: sql`and logged_at is not null`,
  waiting: sql`and next_attempt_at is not null`,
  given_up: sql`and sent_at is null and logged_at is null and next_attempt_at is null`,
}
