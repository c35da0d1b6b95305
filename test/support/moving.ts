// Accounts that move between two worlds.

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { commands } from '../../src/app/commands.ts'
import { storageKeyFor } from '../../src/artwork/storage.ts'
import { createVault } from '../../src/base/secrets/vault.ts'
import { rowsFile } from '../../src/features/moving/exportAccount.ts'
import {
  checkTransfer,
  readTransfer,
  type TransferLine,
  writeTransfer,
} from '../../src/features/moving/transferFile.ts'
import type { World } from './world.ts'

export function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-move-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A print file of the account, which no order uses. */
export async function storeFile({ app, charged }: World): Promise<string> {
  const { storage, scratch } = app.printFiles
  const content = Buffer.from('%PDF-1.7 as the customer sent it')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const [path, key] = [join(scratch, 'sent'), storageKeyFor(sha256)]
  mkdirSync(scratch, { recursive: true })
  writeFileSync(path, content)
  await storage.put(key, { path, bytes: content.length })
  await sql`
    with stored as (
      insert into stored_files (sha256, storage_key, bytes, stored_at)
      values (${sha256}, ${key}, ${content.length}, ${app.clock()})
      returning sha256
    )
    insert into files (account_id, sha256, reading, facts_version, created_at, last_used_at)
    select ${charged.accountId}, sha256, '{}', 1, ${app.clock()}, ${app.clock()} from stored`.execute(app.database.db)
  return sha256
}

export const exportOf = async ({ app }: World, accountId: string, folder: string) =>
  (await commands['export-account']!.run(app, [accountId, folder])) as { key: string; balances: object[] }
/** Without options, the destination charges by another account of the provider. */
export async function importInto(
  { app }: Pick<World, 'app'>,
  folder: string,
  key: string,
  options = ['same-payment-account'],
) {
  process.env.EXPORT_KEY = key
  try {
    return await commands['import-account']!.run(app, [folder, ...options])
  } finally {
    delete process.env.EXPORT_KEY
  }
}

/** Rows of a table. */
export type MovedRow = Record<string, unknown>

/** Writes the rows of a folder anew, as only its exporter can: those of one table changed. */
export async function forge(
  folder: string,
  key: string,
  { table, change }: { table: string; change: (rows: MovedRow[]) => MovedRow[] },
): Promise<void> {
  const vault = createVault(Buffer.from(key, 'base64url'))
  const path = rowsFile(folder)
  const lines: TransferLine[] = [{ table: 'manifest', row: JSON.stringify(await checkTransfer(path, vault)) }]
  const rows: MovedRow[] = []
  for await (const line of readTransfer(path, vault)) {
    if (line.table === table) rows.push(JSON.parse(line.row) as MovedRow)
    lines.push(line)
  }
  const first = lines.findIndex(line => line.table === table)
  const changed = change(rows).map(row => ({ table, row: JSON.stringify(row) }))
  const forged = lines.filter(line => line.table !== table).toSpliced(first, 0, ...changed)
  await writeTransfer(
    path,
    vault,
    (async function* () {
      yield* forged
    })(),
  )
}
