// The sender and the look of emails, by the brand that is in effect.

import type { Log } from '../base/log.ts'
import { type Brand, defaultBrand, type Logo } from '../brand/brand.ts'
import { emailLogoOf } from '../brand/logo.ts'
import type { Texts } from '../mail/replacedTexts.ts'
import type { EmailLogo, Sender } from '../mail/sendEmails.ts'

/** The name of the default brand does not replace the configured name of the sender. */
export function openEmailSender(operator: { brand: Brand; texts: Texts }, log: Log): () => Promise<Sender> {
  let last: { digest: string; drawn: Promise<EmailLogo | null> } | null = null
  const logoOf = (logo: Logo): Promise<EmailLogo | null> => {
    if (last?.digest !== logo.digest) {
      const drawn = emailLogoOf(logo).catch(error => {
        // An email without its logo is better than none.
        log.error({ err: error }, 'the logo of emails could not be drawn')
        return null
      })
      last = { digest: logo.digest, drawn }
    }
    return last.drawn
  }
  return async () => {
    const { name, accent, supportAddress, legalLines, replyTo, logo } = operator.brand
    return {
      name,
      accent,
      supportAddress,
      legalLines,
      logo: logo === null ? null : await logoOf(logo.light),
      fromName: name === defaultBrand.name ? null : name,
      replyTo,
      texts: operator.texts,
    }
  }
}
