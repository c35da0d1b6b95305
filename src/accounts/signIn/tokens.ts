// Secret tokens in emailed links. Only their hashes are stored.

import { createHash, randomBytes } from 'node:crypto'

export type Token = { token: string; digest: Buffer }

export function newToken(): Token {
  const token = randomBytes(32).toString('base64url')
  return { token, digest: digestOfToken(token) }
}

export const digestOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
