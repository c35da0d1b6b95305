// The address by which orders, checks and products name a file that was uploaded: its SHA-256, as a URN. It finds only
// files of the same account.

import { createHash } from 'node:crypto'

const prefix = 'urn:sha256:'

export const fileUrlPattern = `${prefix}[0-9a-f]{64}`

export const fileUrlOf = (sha256: string): string => `${prefix}${sha256}`

/** The SHA-256 in the address of an uploaded file; null for other addresses. */
export const uploadIn = (url: string): string | null => (url.startsWith(prefix) ? url.slice(prefix.length) : null)

/** Addresses may carry secrets, so the database stores only their hashes. */
export const sourceHash = (url: string): string => createHash('sha256').update(url).digest('hex')
