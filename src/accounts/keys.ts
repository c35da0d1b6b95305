// API keys. The Authorization value is `Basic base64(keyId:secret)`, so `curl -u` works. The name of a key says what it
// opens (octavo_sandbox_..., octavo_staff_...). The secret is 32 random bytes in base62 and ends in a CRC-32 of name
// and secret, so a typing error, or a name with the secret of another key, is refused without asking the database. Only
// a SHA-256 of the secret is stored: it is random enough that a slow hash would add nothing. Pure except for the random
// bytes.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62, toBase62 } from '../base/ids.ts'
import type { Mode } from '../base/mode.ts'

/** What a key opens. That of a printer's program belongs to one printer of the operator's; null: to all of them. */
export type KeyScope =
  | { kind: 'customer'; accountId: string; mode: Mode }
  | { kind: 'staff' }
  | { kind: 'printer'; printer: string | null }

/** What a key of the operator's own people opens. */
export type OperatorScope = Exclude<KeyScope, { kind: 'customer' }>

export type KeyHolder = KeyScope & { keyId: string }

/** A new key. `authorization` is the whole header value, and all that its owner needs. */
export type NewKey = { keyId: string; secret: string; authorization: string }

export type PresentedKey = { keyId: string; secret: string }

const secretBytes = 32
const randomLength = 43 // 32 bytes in base62
const checkLength = 6 // a CRC-32 in base62
const nameLength = 16
const keyIdPattern = /^octavo_(?:sandbox|production|staff|printer)_[0-9A-Za-z]{16}$/
const secretPattern = /^[0-9A-Za-z]{49}$/
/** `Basic ` and the base64 of the longest name, a colon and a secret; longer values are not examined. */
const mostHeaderCharacters = 128

export function makeKey(scope: KeyScope): NewKey {
  const word = scope.kind === 'customer' ? scope.mode : scope.kind
  const keyId = `octavo_${word}_${randomBase62(nameLength)}`
  const random = bytesToBase62(randomBytes(secretBytes))
  const secret = random + check(keyId, random)
  return { keyId, secret, authorization: authorizationOf({ keyId, secret }) }
}

export const authorizationOf = ({ keyId, secret }: PresentedKey): string =>
  `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`

/** The name and secret in an Authorization value; null when it is not one of our keys or has a typing error. */
export function readAuthorization(value: string): PresentedKey | null {
  if (value.length > mostHeaderCharacters) return null
  const space = value.indexOf(' ')
  if (space !== 5 || value.slice(0, space).toLowerCase() !== 'basic') return null
  const given = value.slice(space + 1)
  const bytes = Buffer.from(given, 'base64')
  if (!isExactly(given, bytes.toString('base64'))) return null
  const text = bytes.toString('latin1')
  const colon = text.indexOf(':')
  const keyId = text.slice(0, Math.max(colon, 0))
  const secret = text.slice(colon + 1)
  if (!keyIdPattern.test(keyId) || !secretPattern.test(secret)) return null
  return check(keyId, secret.slice(0, randomLength)) === secret.slice(randomLength) ? { keyId, secret } : null
}

/** Node decodes base64 leniently: it skips invalid characters and whatever follows the end. */
const isExactly = (given: string, expected: string): boolean => sameDigest(Buffer.from(given), Buffer.from(expected))

export const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const sameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** True when the name of a key agrees with its row. */
export const nameFits = (keyId: string, scope: KeyScope): boolean =>
  keyId.startsWith(`octavo_${scope.kind === 'customer' ? scope.mode : scope.kind}_`)

const check = (keyId: string, random: string) => toBase62(crc32(`${keyId}:${random}`), checkLength)

function bytesToBase62(bytes: Buffer): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); text.length < randomLength; rest /= 62n) {
    text = digits[Number(rest % 62n)] + text
  }
  return text
}
