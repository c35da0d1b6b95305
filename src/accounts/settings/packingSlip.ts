// The packing slips that an account wants for its orders, and the sender of its parcels. An order may
// have its own (features/printing/ticketSlip.ts).

import { sql } from 'kysely'
import type { Language } from '../../../languages/languages.ts'
import { Refusal } from '../../base/refusal.ts'
import { storableJson } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'

type ReturnAddress = {
  name: string
  company?: string
  address1: string
  address2?: string
  city: string
  state?: string
  postal: string
  country: string
  phone?: string
  email?: string
}

/** `blind` needs a return address: a blind parcel names neither the printer nor the operator. */
export type SlipSettings = {
  message: string | null
  returnAddress: ReturnAddress | null
  blind: boolean
  /** Of the labels; absent from settings of before it could be chosen, which are in English. */
  language?: Language
}

/** `logo` is a data URL of a PNG or SVG as cleanLogo returns it. */
export type AccountSlip = Required<SlipSettings> & { logo: string | null }

const noSettings: Required<SlipSettings> = { message: null, returnAddress: null, blind: false, language: 'en' }

export async function readAccountSlip(db: Db | Tx, accountId: string): Promise<AccountSlip> {
  const { rows } = await sql<{ slip: string | null; logo: string | null }>`
    select a.packing_slip as slip, l.data_url as logo
    from accounts a
    left join account_logos l using (account_id)
    where a.account_id = ${accountId}`.execute(db)
  const { slip = null, logo = null } = rows[0] ?? {}
  return { ...noSettings, ...(slip === null ? {} : (JSON.parse(slip) as SlipSettings)), logo }
}

/** The logo of the account, for its slips; null when it has none. */
export async function readAccountLogo(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ logo: string }>`
    select data_url as logo from account_logos where account_id = ${accountId}`.execute(db)
  return rows[0]?.logo ?? null
}

type Change = { accountId: string; changes: Partial<AccountSlip>; actor: string }

/** Changes the settings that are given, and returns all. Refuses blind parcels without a return address. */
export function changeAccountSlip(
  { db, clock, newId }: Pick<AccountDeps, 'db' | 'clock' | 'newId'>,
  { accountId, changes, actor }: Change,
): Promise<AccountSlip> {
  return db.transaction().execute(async tx => {
    // Another change must not read the settings between this read and its write.
    await sql`select from accounts where account_id = ${accountId} for update`.execute(tx)
    const { logo, ...settings } = { ...(await readAccountSlip(tx, accountId)), ...changes }
    if (settings.blind && settings.returnAddress === null) throw blindWithoutAddress()
    const { message, returnAddress, blind, language } = settings
    const isEmpty = message === null && returnAddress === null && !blind && logo === null && language === 'en'
    await sql`
      update accounts
      set packing_slip = ${isEmpty ? null : storableJson({ message, returnAddress, blind, language })}::json
      where account_id = ${accountId}`.execute(tx)
    if (changes.logo !== undefined) await saveLogo(tx, accountId, changes.logo)
    const action = { at: clock(), actor, action: 'packing_slip_changed', accountId, subject: accountId }
    // A picture is too large for the log.
    const details = { message, returnAddress, blind, language, logo: logo !== null }
    await appendAudit(tx, newId, { ...action, details })
    return { ...settings, logo }
  })
}

async function saveLogo(tx: Tx, accountId: string, logo: string | null): Promise<void> {
  await sql`delete from account_logos where account_id = ${accountId}`.execute(tx)
  if (logo === null) return
  await sql`insert into account_logos (account_id, data_url) values (${accountId}, ${logo})`.execute(tx)
}

function blindWithoutAddress(): Refusal {
  const detail = 'Blind shipping needs a return address: the parcel names no other sender.'
  const problem = { pointer: '/returnAddress', code: 'return_address_missing', detail }
  return new Refusal('malformed_request', detail, [problem])
}
