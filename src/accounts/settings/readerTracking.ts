// Whether the readers of an account, who receive its parcels, get a page that follows their order, and an email with
// its address when it ships.

import { sql } from 'kysely'
import { isLanguage, type Language } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'

export const readerTrackings = ['off', 'page', 'page_and_email'] as const
export type ReaderTracking = (typeof readerTrackings)[number]

/** Emails to readers have the `language` of the account's packing slips. */
export type Publisher = { name: string; tracking: ReaderTracking; language: Language; logo: string | null }

/** The publisher as readers see it. `logo` is a data URL. */
export async function readPublisher(db: Db | Tx, accountId: string): Promise<Publisher> {
  const { rows } = await sql<Omit<Publisher, 'language'> & { language: string | null }>`
    select a.name, a.reader_tracking as tracking, a.packing_slip ->> 'language' as language, l.data_url as logo
    from accounts a
    left join account_logos l using (account_id)
    where a.account_id = ${accountId}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found', say('there is no account {accountId}', { accountId }))
  const { language, ...publisher } = rows[0]
  return { ...publisher, language: isLanguage(language ?? undefined) ? (language as Language) : 'en' }
}

export async function changeReaderTracking(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { accountId, tracking, actor }: { accountId: string; tracking: ReaderTracking; actor: string },
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`update accounts set reader_tracking = ${tracking} where account_id = ${accountId}`.execute(tx)
    const action = { at: clock(), actor, action: 'reader_tracking_changed', accountId, subject: accountId }
    await appendAudit(tx, newId, { ...action, details: { readerTracking: tracking } })
  })
}
