// Whether the key that the process was given is the one that the secrets in this database are sealed with. With another one
// everything seems to work until somebody asks for a secret, so the first start leaves a probe, and every start opens it.

import type { Vault } from '../base/vault.ts'
import type { Db, Tx } from './db.ts'
import { claimSetting, readSetting, saveSetting } from './settings.ts'

const probeSetting = 'secret_key_probe'

/** Throws when the key is not this database's. A database that has no probe yet takes the key that it is given. */
export async function checkSecretKey(db: Db, vault: Vault): Promise<void> {
  await claimSetting(db, probeSetting, probeOf(vault))
  try {
    vault.open(Buffer.from((await readSetting(db, probeSetting))!, 'base64'))
  } catch {
    throw new Error(
      'SECRET_KEY is not the one that this database was made with, so its secrets cannot be opened. ' +
        'Start with that one, which is in DATA_DIR/secret.key where none was given. ' +
        'If it is lost, `npm start -- adopt-secret-key` goes on with this one; see docs/operating.md for what that costs.',
    )
  }
}

/** From now on this key is the database's; what another one has sealed stays closed. */
export async function adoptSecretKey(tx: Tx, vault: Vault): Promise<void> {
  await saveSetting(tx, probeSetting, probeOf(vault))
}

const probeOf = (vault: Vault): string => vault.seal('octavo').toString('base64')
