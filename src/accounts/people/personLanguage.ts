// The language that a person chose for screens and emails, and that of the person's last sign-in.

import { sql } from 'kysely'
import type { Language } from '../../../languages/languages.ts'
import type { Db, Tx } from '../../db/db.ts'

/** Null: the language of the browser. */
export async function changePersonLanguage(db: Db, userId: string, language: Language | null): Promise<void> {
  await sql`update memberships set language = ${language} where user_id = ${userId}`.execute(db)
}

/** The language of the browser in which the person signs in, or the one that an identity provider names. */
export async function recordSignInLanguage(db: Db | Tx, userId: string, language: Language): Promise<void> {
  await sql`
    update memberships
    set sign_in_language = ${language}
    where user_id = ${userId} and sign_in_language is distinct from ${language}`.execute(db)
}
