// The stored emails as people read them.

import { sql } from 'kysely'
import { parseWithWords } from '../../languages/texts.ts'
import type { Db } from '../../src/db/db.ts'
import type { Email } from '../../src/mail/emails.ts'
import { bodyText } from '../../src/mail/emailText.ts'
import { renderEmail } from '../../src/mail/renderEmail.ts'

export type StoredEmail = {
  emailId: string
  accountId: string
  recipient: string
  kind: Email['kind']
  subject: string
  body: string
}

/** Oldest first. */
export async function storedEmails(db: Db): Promise<StoredEmail[]> {
  const { rows } = await sql<Omit<StoredEmail, 'subject' | 'body'> & { values: string }>`
    select email_id as "emailId", account_id as "accountId", recipient, kind, "values" from emails
    order by created_at, email_id`.execute(db)
  return rows.map(({ values, ...email }) => {
    const stored = { kind: email.kind, values: parseWithWords(values) } as Email
    const rendered = renderEmail(stored, { language: 'en', timeZone: null })
    return { ...email, subject: rendered.subject, body: bodyText(rendered) }
  })
}
