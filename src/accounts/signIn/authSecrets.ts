// The secrets with which better-auth signs cookies and encrypts the secrets of authenticator apps and recovery codes.
// They are the secret keys of the installation.

import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { keyId } from '../../base/secrets/vault.ts'
import type { Tx } from '../../db/db.ts'

/** The first one signs and encrypts; what the others encrypted can be read. A version names its secret. */
export type AuthSecrets = readonly [AuthSecret, ...AuthSecret[]]
type AuthSecret = { version: number; value: string }

export const authSecretsOf = (secretKey: Buffer, secondSecretKey: Buffer | null): AuthSecrets => [
  authSecretOf(secretKey),
  ...(secondSecretKey === null || secondSecretKey.equals(secretKey) ? [] : [authSecretOf(secondSecretKey)]),
]

const authSecretOf = (key: Buffer): AuthSecret => ({
  version: keyId(key).readUInt32BE(),
  value: key.toString('base64'),
})

type TwoFactor = { id: string; secret: string; backupCodes: string }

/** Encrypts authenticator apps and recovery codes with the first secret. Returns the number of people. */
export async function resealSecondFactors(tx: Tx, secrets: AuthSecrets): Promise<number> {
  const [{ version }] = secrets
  const keys = new Map(secrets.map(one => [one.version, one.value]))
  const key = { keys, currentVersion: version }
  const reseal = async (data: string) => symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  const isOfAnother = sql`not starts_with(secret, ${envelopeOf(version)}) or not starts_with(backup_codes, ${envelopeOf(version)})`
  const { rows } = await sql<TwoFactor>`
    select id, secret, backup_codes as "backupCodes" from two_factors where ${isOfAnother} for update`.execute(tx)
  for (const { id, secret, backupCodes } of rows) {
    await sql`
      update two_factors
      set secret = ${await reseal(secret)}, backup_codes = ${await reseal(backupCodes)}
      where id = ${id}`.execute(tx)
  }
  return rows.length
}

/** How better-auth begins what it encrypts. */
const envelopeOf = (version: number): string => `$ba$${version}$`
