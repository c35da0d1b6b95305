// Signatures of texts in addresses that need no sign-in, by a key of their own that is derived from the installation's
// secret key. Signatures by a second secret key are valid, too, while it is replaced.

import { createHmac, timingSafeEqual } from 'node:crypto'

export type LinkSigner = { sign(text: string): string; isSigned(text: string, signature: string): boolean }

/** `purpose` names what is signed: the signature of one purpose is worth nothing for another. */
export function linkSigner(purpose: string, secretKey: Buffer, secondSecretKey: Buffer | null): LinkSigner {
  const signerOf = (secret: Buffer) => {
    const key = createHmac('sha256', secret).update(purpose).digest()
    return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  }
  const sign = signerOf(secretKey)
  const signers = secondSecretKey === null ? [sign] : [sign, signerOf(secondSecretKey)]
  return {
    sign,
    isSigned: (text, signature) =>
      signers.some(sign => timingSafeEqual(Buffer.from(sign(text)), Buffer.from(signature))),
  }
}
