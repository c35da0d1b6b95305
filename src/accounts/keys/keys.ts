// API keys. The Authorization value is `Basic base64(keyId:secret)`, so `curl -u` works. The id of a key contains its
// scope (octavo_sandbox_..., octavo_staff_...). The secret is 32 random bytes in base62 and ends in a CRC-32 of id and
// secret, so a typing error, or an id with the secret of another key, is refused without a query. Only a SHA-256 of the
// secret is stored: it is random enough that a slow hash would add nothing. Pure except for the random bytes.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../../base/mode.ts'
import { randomBase62, toBase62 } from '../../base/secrets/ids.ts'
import type { StaffRole } from '../people/staffRoles.ts'
import type { Restrictions } from './restrictions.ts'

/**
 * The scope of a key. A staff key has a role, and belongs to a person, who is responsible for its
 * requests; null: it has no owner. The
 * key of a printer's program belongs to a printer of the operator; null: to all printers. A metrics key only reads the
 * metrics.
 */
export type KeyScope =
  | { kind: 'customer'; accountId: string; mode: Mode }
  | { kind: 'staff'; ownerId: string | null; role: StaffRole }
  | { kind: 'printer'; printer: string | null }
  | { kind: 'metrics' }

/**
 * `expiredAt` is there when the key has ended and opens nothing, `isSuspended` when the account is suspended,
 * `restrictions` when the key has some, and `ownerRole` when a staff key has an owner.
 */
export type KeyHolder = KeyScope & {
  keyId: string
  expiredAt?: Date
  isSuspended?: true
  restrictions?: Restrictions
  ownerRole?: StaffRole
}

/** A new key. `authorization` is the whole header value. */
export type NewKey = { keyId: string; secret: string; authorization: string }

export type PresentedKey = { keyId: string; secret: string }

const secretBytes = 32
const randomLength = 43 // 32 bytes in base62
const checksumLength = 6 // a CRC-32 in base62
const idLength = 16
const keyIdPattern = /^octavo_(?:sandbox|production|staff|printer|metrics)_[0-9A-Za-z]{16}$/
const secretPattern = /^[0-9A-Za-z]{49}$/
/** Enough for `Basic ` and the base64 of the longest id, a colon and a secret; longer values are not parsed. */
const maxHeaderCharacters = 128

export function makeKey(scope: KeyScope): NewKey {
  const word = scope.kind === 'customer' ? scope.mode : scope.kind
  const keyId = `octavo_${word}_${randomBase62(idLength)}`
  const random = bytesToBase62(randomBytes(secretBytes))
  const secret = random + checksum(keyId, random)
  return { keyId, secret, authorization: authorizationOf({ keyId, secret }) }
}

export const authorizationOf = ({ keyId, secret }: PresentedKey): string =>
  `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`

/** The id and secret in an Authorization value; null when it is not one of our keys or has a typing error. */
export function readAuthorization(value: string): PresentedKey | null {
  if (value.length > maxHeaderCharacters) return null
  const encoded = /^basic +(\S+)$/i.exec(value)?.[1] // HTTP allows several spaces
  if (encoded === undefined) return null
  const bytes = Buffer.from(encoded, 'base64')
  // Node skips invalid characters and all text after the end.
  if (encoded !== bytes.toString('base64')) return null
  const text = bytes.toString('latin1')
  const colon = text.indexOf(':')
  const keyId = text.slice(0, Math.max(colon, 0))
  const secret = text.slice(colon + 1)
  if (!keyIdPattern.test(keyId) || !secretPattern.test(secret)) return null
  return checksum(keyId, secret.slice(0, randomLength)) === secret.slice(randomLength) ? { keyId, secret } : null
}

export const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const isSameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Whether the id of a key agrees with the scope in its row. */
export const matchesScope = (keyId: string, scope: KeyScope): boolean =>
  keyId.startsWith(`octavo_${scope.kind === 'customer' ? scope.mode : scope.kind}_`)

const checksum = (keyId: string, random: string) => toBase62(crc32(`${keyId}:${random}`), checksumLength)

function bytesToBase62(bytes: Buffer): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); text.length < randomLength; rest /= 62n) {
    text = digits[Number(rest % 62n)] + text
  }
  return text
}
