// The address of the page on which a reader follows an order. It is signed, has no end, and names no person.

import { linkSigner } from '../base/secrets/linkSigner.ts'
import type { OrderKey } from './order.ts'

export type ReaderLinks = {
  linkTo(order: OrderKey): string
  /** Null for a token that is not ours. */
  read(token: string): OrderKey | null
}

const pattern = /^([0-9A-Za-z_-]{1,150})\.([0-9A-Za-z_-]{43})$/

export function readerLinks(publicUrl: URL, secretKey: Buffer, secondSecretKey: Buffer | null): ReaderLinks {
  const { sign, isSigned } = linkSigner('octavo reader pages v1', secretKey, secondSecretKey)
  return {
    linkTo({ accountId, mode, orderId }) {
      const text = Buffer.from(JSON.stringify([accountId, mode, orderId])).toString('base64url')
      return new URL(`/track/${text}.${sign(text)}`, publicUrl).href
    },
    read(token) {
      const [, text, signature] = pattern.exec(token) ?? []
      if (signature === undefined || !isSigned(text!, signature)) return null
      const [accountId, mode, orderId] = JSON.parse(Buffer.from(text!, 'base64url').toString())
      return { accountId, mode, orderId }
    },
  }
}
