// The readers of each email about an account. A person chooses for each kind; without a choice, the holder of the
// account gets what is on by default, and others get nothing. Emails about sign-ins and passwords have no setting; they
// are always sent. Also the time zone and the language of a person's emails.

import { sql } from 'kysely'
import type { Language } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { nextHourIn } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db, Tx } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'

export const frequencies = ['now', 'daily', 'never'] as const
export type Frequency = (typeof frequencies)[number]

/** `mayWait`: a day's events can be told in one email. */
type Kind = { byDefault: Frequency; mayWait: boolean; meaning: string }

// biome-ignore format: one line a kind
export const emailKinds = {
  order_failed:  { byDefault: 'now',   mayWait: true,  meaning: 'an order can’t be printed as submitted' },
  order_files_missing: { byDefault: 'now', mayWait: true, meaning: 'files of an order that waits can’t be fetched' },
  order_on_hold: { byDefault: 'now',   mayWait: true,  meaning: 'an order is on hold' },
  order_shipped: { byDefault: 'never', mayWait: true,  meaning: 'an order is on its way, with its tracking numbers' },
  proof_reminder: { byDefault: 'now',  mayWait: true,  meaning: 'a proof that expires soon' },
  order_message: { byDefault: 'now',   mayWait: false, meaning: 'a message from support about an order' },
  payment:       { byDefault: 'now',   mayWait: false, meaning: 'a payment failed, or must be confirmed' },
  invoice:       { byDefault: 'now',   mayWait: false, meaning: 'an invoice for a payment' },
  statement:     { byDefault: 'now',   mayWait: false, meaning: 'a monthly statement, or an overdue one' },
  refund:        { byDefault: 'now',   mayWait: false, meaning: 'a refund, or a refund that was returned' },
  limit:         { byDefault: 'now',   mayWait: false, meaning: 'orders over the 24-hour limit' },
  integration:   { byDefault: 'now',   mayWait: false, meaning: 'an expiring API key, or failing webhooks' },
  exemption:     { byDefault: 'now',   mayWait: false, meaning: 'a decision about a tax exemption certificate' },
} as const satisfies Record<string, Kind>

export type EmailKind = keyof typeof emailKinds
export const emailKindNames = Object.keys(emailKinds) as EmailKind[]

export const frequenciesOf = (kind: EmailKind): Frequency[] =>
  frequencies.filter(frequency => frequency !== 'daily' || emailKinds[kind].mayWait)

type Wanted = { accountId: string; kind: EmailKind }
export type Recipient = Wanted & { accountName: string; email: string; frequency: Exclude<Frequency, 'never'> }

/** Everybody who gets emails of these kinds. The holder need not have a sign-in. */
export async function readRecipients(db: Db | Tx, wanted: Wanted[]): Promise<Recipient[]> {
  if (wanted.length === 0) return []
  const rows = rowsOf(wanted, 'w', {
    accountId: text(({ accountId }) => accountId),
    kind: text(({ kind }) => kind),
    byDefault: text(({ kind }) => emailKinds[kind].byDefault),
  })
  const frequency = sql`coalesce(c.frequency, case when p.is_holder then w.by_default else 'never' end)`
  const found = await sql<Recipient>`
    select w.account_id as "accountId", w.kind, a.name as "accountName", p.email,
      ${frequency} as frequency
    from ${rows.from}
    join accounts a using (account_id)
    cross join lateral (
      select u.id as user_id, u.email, lower(u.email) = lower(a.holder_email) as is_holder
      from memberships m
      join users u on u.id = m.user_id
      where m.account_id = a.account_id
      union all
      select null, a.holder_email, true
      where not exists (
        select from memberships m
        join users u on u.id = m.user_id
        where m.account_id = a.account_id and lower(u.email) = lower(a.holder_email)
      )
    ) p
    left join email_choices c on c.user_id = p.user_id and c.kind = w.kind
    where ${frequency} <> 'never'
    order by 1, 2, p.email`.execute(db)
  return found.rows
}

export type EmailSettings = {
  /** Null: none was chosen, and times are in UTC. */
  timeZone: string | null
  /** Null for people without an account. */
  frequencies: Record<EmailKind, Frequency> | null
  /** The hour of the email about the day, of a person of the staff who wants it. */
  morningHour: number | null
}

export type EmailChanges = {
  /** Null chooses UTC. */
  timeZone?: string | null
  frequencies?: Partial<Record<EmailKind, Frequency>>
  morningHour?: number | null
}

/** Refuses with `not_found`. */
export async function readEmailSettings(db: Db, userId: string): Promise<EmailSettings> {
  const { rows } = await sql<Omit<EmailSettings, 'frequencies'> & { accountId: string | null; isHolder: boolean }>`
    select m.time_zone as "timeZone", m.morning_hour as "morningHour", m.account_id as "accountId",
      coalesce(lower(u.email) = lower(a.holder_email), false) as "isHolder"
    from memberships m
    join users u on u.id = m.user_id
    left join accounts a on a.account_id = m.account_id
    where m.user_id = ${userId}`.execute(db)
  const [person] = rows
  if (person === undefined) throw new Refusal('not_found', say('The person does not exist.'))
  const { timeZone, morningHour, accountId, isHolder } = person
  if (accountId === null) return { timeZone, morningHour, frequencies: null }
  const { rows: choices } = await sql<{ kind: string; frequency: Frequency }>`
    select kind, frequency from email_choices where user_id = ${userId}`.execute(db)
  const chosen = new Map(choices.map(({ kind, frequency }) => [kind, frequency]))
  const frequencyOf = (kind: EmailKind): Frequency =>
    chosen.get(kind) ?? (isHolder ? emailKinds[kind].byDefault : 'never')
  return {
    timeZone,
    morningHour,
    frequencies: Object.fromEntries(emailKindNames.map(kind => [kind, frequencyOf(kind)])) as Record<
      EmailKind,
      Frequency
    >,
  }
}

/** Settings that are left out stay as they are. */
export async function changeEmailSettings(
  db: Db,
  userId: string,
  now: Date,
  { timeZone, frequencies: chosen = {}, morningHour }: EmailChanges,
): Promise<void> {
  const choices = Object.entries(chosen) as [EmailKind, Frequency][]
  const rows = rowsOf(choices, 'c', { kind: text(([kind]) => kind), frequency: text(([, frequency]) => frequency) })
  await db.transaction().execute(async tx => {
    // Stored by its name: a browser's time zone takes the place of null.
    if (timeZone !== undefined)
      await sql`update memberships set time_zone = ${timeZone ?? 'UTC'} where user_id = ${userId}`.execute(tx)
    if (timeZone !== undefined || morningHour !== undefined) await scheduleMorning(tx, userId, morningHour, now)
    if (choices.length === 0) return
    await sql`
      insert into email_choices (user_id, kind, frequency, chosen_at)
      select ${userId}, ${rows.columns}, ${now}::timestamptz from ${rows.from}
      on conflict (user_id, kind) do update set frequency = excluded.frequency, chosen_at = excluded.chosen_at
      where email_choices.frequency <> excluded.frequency`.execute(tx)
  })
}

/** For a person who has no time zone yet, and reads times in UTC. */
export async function keepBrowserZone(db: Db, userId: string, now: Date, timeZone: string): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql`
      update memberships set time_zone = ${timeZone}
      where user_id = ${userId} and time_zone is null
      returning user_id`.execute(tx)
    if (rows.length > 0) await scheduleMorning(tx, userId, undefined, now)
  })
}

/** `hour` undefined: as before, by a time zone that may be new. */
async function scheduleMorning(tx: Tx, userId: string, hour: number | null | undefined, now: Date): Promise<void> {
  const { rows } = await sql<{ hour: number | null; timeZone: string | null }>`
    select morning_hour as hour, time_zone as "timeZone" from memberships where user_id = ${userId} for update`.execute(
    tx,
  )
  for (const person of rows) {
    const chosen = hour === undefined ? person.hour : hour
    const dueAt = chosen === null ? null : nextHourIn(now, chosen, person.timeZone ?? 'UTC')
    await sql`
      update memberships set morning_hour = ${chosen}, morning_due_at = ${dueAt} where user_id = ${userId}`.execute(tx)
  }
}

type EmailReader = { timeZone: string | null; language: Language }

/** How the people with these email addresses read emails; `timeZone` is null for UTC. Null: an unknown address. */
export async function readEmailReaders(db: Db, emails: string[]): Promise<(EmailReader | null)[]> {
  const { rows } = await sql<EmailReader & { email: string }>`
    select u.email, m.time_zone as "timeZone", coalesce(m.language, m.sign_in_language, 'en') as language
    from users u
    join memberships m on m.user_id = u.id
    where u.email = any(${emails}::text[])`.execute(db)
  const readers = new Map(rows.map(({ email, ...reader }) => [email, reader]))
  return emails.map(email => readers.get(email) ?? null)
}
