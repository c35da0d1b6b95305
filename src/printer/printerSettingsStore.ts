// The printers as owners set them in the console, in one row: what printers.json would have, and the secrets of its
// settings, sealed. Without the row, printers.json counts.

import { sql } from 'kysely'
import { openOrNull, type Vault } from '../base/secrets/vault.ts'
import type { Db, Tx } from '../db/db.ts'
import type { PrintersFile } from './printerConfig.ts'

/** By printer and name of the setting. */
type Secrets = Record<string, Record<string, unknown>>
/**
 * Version 0 is not stored: it is printers.json, or the press desk of an installation without it. The trusted addresses
 * are the file's, which the person who runs the server chose: they may be in the same network.
 */
export type StoredPrinters = {
  version: number
  content: PrintersFile
  secrets: Secrets
  trustedUrls: readonly string[]
}

export async function readPrintersVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from printer_settings`.execute(db)
  return rows[0]?.version ?? 0
}

/** Secrets that were sealed with a lost key are left out. */
export async function readStoredPrinters(tx: Tx, vault: Vault): Promise<StoredPrinters | null> {
  const { rows } = await sql<{ version: number; content: string; sealed: Buffer; trustedUrls: string[] }>`
    select version, content::text as content, sealed_secrets as sealed, trusted_urls as "trustedUrls"
    from printer_settings`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const opened = openOrNull(() => vault.open(row.sealed))
  const { version, content, trustedUrls } = row
  const secrets = opened === null ? {} : JSON.parse(opened)
  return { version, content: JSON.parse(content), secrets, trustedUrls }
}

/** Others who save at the same time wait, so that no change is lost. */
export const lockPrinterSettings = (tx: Tx) => sql`lock table printer_settings in share row exclusive mode`.execute(tx)

export async function storePrinters(
  tx: Tx,
  vault: Vault,
  { version, content, secrets, trustedUrls }: StoredPrinters,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(secrets))
  await sql`
    insert into printer_settings (id, version, content, sealed_secrets, trusted_urls)
    values ('printers', ${version}, ${JSON.stringify(content)}::json, ${sealed}, ${[...trustedUrls]}::text[])
    on conflict (id) do update set version = excluded.version, content = excluded.content,
      sealed_secrets = excluded.sealed_secrets, trusted_urls = excluded.trusted_urls`.execute(tx)
}
