// Checks that SECRET_KEY is the key that sealed the secrets in this database. With a wrong key everything seems to work
// until a secret is needed, so the first start stores a probe and every start opens it.

import { sql } from 'kysely'
import type { Vault } from '../base/secrets/vault.ts'
import type { Db, Tx } from './db.ts'
import { claimSetting, readSetting, saveSetting } from './settings.ts'

const probeSetting = 'secret_key_probe'

/** Throws when the key is not the key of this database. A database without a probe adopts the key. */
export async function checkSecretKey(db: Db, vault: Vault): Promise<void> {
  await claimSetting(db, probeSetting, probeOf(vault))
  try {
    vault.open(Buffer.from((await readSetting(db, probeSetting))!, 'base64'))
  } catch {
    throw new Error(
      'SECRET_KEY is not the one that this database was created with, so its secrets cannot be opened. ' +
        'Start with the original key; if none was given then, it is in DATA_DIR/secret.key. ' +
        'If it is lost, `npm start -- adopt-secret-key` switches to this one; docs/operating.md says what is lost.',
    )
  }
}

/** The name of the sessions of a command that may only run alone. */
export const aloneSession = 'octavo alone'

/** Throws while other processes use the database: they would still use the key and the settings of before. */
export async function refuseOtherProcesses(db: Db): Promise<void> {
  const { rows } = await sql`
    select 1
    from pg_stat_activity
    where datname = current_database()
      and application_name like 'octavo%'
      and application_name <> ${aloneSession}
    limit 1`.execute(db)
  if (rows.length > 0) throw new Error('another process uses this database. Stop every process first.')
}

/** Makes this key the key of the database. Secrets that another key sealed stay closed. */
export async function adoptSecretKey(tx: Tx, vault: Vault): Promise<void> {
  await saveSetting(tx, probeSetting, probeOf(vault))
}

const probeOf = (vault: Vault): string => vault.seal('octavo').toString('base64')
