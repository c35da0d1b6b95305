// Seals every secret of the database with the current secret key, so that the key before it is no longer needed. Works
// beside running processes that have both keys.

import { type RawBuilder, sql } from 'kysely'
import { appendAudit } from '../accounts/auditLog.ts'
import { type AuthSecrets, resealSecondFactors } from '../accounts/signIn/authSecrets.ts'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/secrets/ids.ts'
import { type ByteVault, openOrNull } from '../base/secrets/vault.ts'
import type { Db } from '../db/db.ts'
import { adoptSecretKey } from '../db/secretKey.ts'

/** Every sealed column, with the primary key of its table. The context of a sealed file is in a column. */
const sealedColumns: SealedColumn[] = [
  { table: 'webhook_secrets', key: ['account_id', 'mode', 'secret_id'], column: 'sealed_secret', context: sql`''` },
  { table: 'api_keys', key: ['key_id'], column: 'sealed_secret', context: sql`''` },
  { table: 'installation_settings', key: ['name'], column: 'sealed_value', context: sql`''` },
  { table: 'printer_settings', key: ['id'], column: 'sealed_secrets', context: sql`''` },
  { table: 'account_sign_ons', key: ['account_id'], column: 'sealed_secret', context: sql`''` },
  { table: 'exemptions', key: ['account_id', 'exemption_id'], column: 'sealed_file', context: sql`exemption_id` },
]
/** A certificate may have 10 MB. */
const rowsAtOnce = 10

type SealedColumn = { table: string; key: string[]; column: string; context: RawBuilder<unknown> }
type SealedRow = { key: string[]; sealed: Buffer; context: string }
type ResealDeps = { db: Db; vault: ByteVault; authSecrets: AuthSecrets; clock: Clock; newId: NewId }
type Resealed = { resealed: number; closed: number }

/** `closed` secrets were sealed with a lost key, and stay as they are. */
export async function resealSecrets(deps: ResealDeps, actor: string): Promise<Resealed> {
  const { db, vault, authSecrets, clock, newId } = deps
  const counts: Resealed = { resealed: 0, closed: 0 }
  for (const sealed of sealedColumns) {
    const { resealed, closed } = await resealColumn(db, vault, sealed)
    counts.resealed += resealed
    counts.closed += closed
  }
  await db.transaction().execute(async tx => {
    counts.resealed += await resealSecondFactors(tx, authSecrets)
    await adoptSecretKey(tx, vault)
    const act = { at: clock(), actor, action: 'secrets_resealed', accountId: null, subject: null, details: counts }
    await appendAudit(tx, newId, act)
  })
  return counts
}

async function resealColumn(db: Db, vault: ByteVault, sealedColumn: SealedColumn): Promise<Resealed> {
  const { table, key, column, context } = sealedColumn
  const counts: Resealed = { resealed: 0, closed: 0 }
  const [name, sealed, keyColumns] = [sql.table(table), sql.ref(column), sql.join(key.map(one => sql.ref(one)))]
  const isOfAnotherKey = sql`substring(${sealed} from 1 for ${vault.header.length}) <> ${vault.header}`
  let last: string[] | null = null
  for (;;) {
    const after = last === null ? sql`true` : sql`(${keyColumns}) > (${sql.join(last)})`
    const rows: SealedRow[] = await db.transaction().execute(async tx => {
      const { rows } = await sql<SealedRow>`
        select array[${keyColumns}] as key, ${sealed} as sealed, ${context} as context
        from ${name}
        where ${isOfAnotherKey} and ${after}
        order by ${keyColumns}
        limit ${rowsAtOnce}
        for update`.execute(tx)
      for (const { key, sealed: old, context } of rows) {
        const opened = openOrNull(() => vault.openBytes(old, context))
        if (opened === null) {
          counts.closed++
          continue
        }
        const resealed = vault.sealBytes(opened, context)
        await sql`update ${name} set ${sealed} = ${resealed} where (${keyColumns}) = (${sql.join(key)})`.execute(tx)
        counts.resealed++
      }
      return rows
    })
    if (rows.length === 0) return counts
    last = rows.at(-1)!.key
  }
}
