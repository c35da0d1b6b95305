// The address at which a statement is paid without a sign-in. It is signed, and names no person.

import { linkSigner } from '../../base/secrets/linkSigner.ts'

type StatementKey = { accountId: string; number: number }

export type PaymentLinks = {
  linkTo(statement: StatementKey): string
  /** Null for a token that is not ours. */
  read(token: string): StatementKey | null
}

const pattern = /^([0-9A-Za-z_-]{1,150})\.([0-9A-Za-z_-]{43})$/

export function paymentLinks(publicUrl: URL, secretKey: Buffer, secondSecretKey: Buffer | null): PaymentLinks {
  const { sign, isSigned } = linkSigner('octavo payment links v1', secretKey, secondSecretKey)
  return {
    linkTo({ accountId, number }) {
      const text = Buffer.from(JSON.stringify([accountId, number])).toString('base64url')
      return new URL(`/pay/${text}.${sign(text)}`, publicUrl).href
    },
    read(token) {
      const [, text, signature] = pattern.exec(token) ?? []
      if (signature === undefined || !isSigned(text!, signature)) return null
      const [accountId, number] = JSON.parse(Buffer.from(text!, 'base64url').toString())
      return { accountId, number }
    },
  }
}
