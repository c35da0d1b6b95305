// The plain-text part of an email.

import type { Language } from '../../languages/languages.ts'
import { type Block, blocksOf } from './emailBody.ts'
import { closingIn, type EmailReader, emailIn, footerIn } from './emailLanguage.ts'
import type { Texts } from './emailTexts.ts'
import { withTimes } from './emailTimes.ts'

/** Who signs emails. */
export type Signature = {
  name: string
  supportAddress: string | null
  legalLines: readonly string[]
  /** The operator's own texts. */
  texts?: Texts
}

export const emailText = (
  email: { subject: string; body: string },
  signature: Signature,
  { language, timeZone }: EmailReader,
): string =>
  paragraphs(
    readableBody(emailIn(language, email, signature.texts).body, timeZone, language),
    ...signatureOf(signature, language),
  )

/** The body without a signature; `language` is that of its times. */
export const readableBody = (body: string, timeZone: string | null, language: Language = 'en'): string =>
  withTimes(blocksOf(body).map(blockText).join('\n\n'), timeZone, language)

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'list':
      return block.items.map(item => `* ${item}`).join('\n')
    case 'table':
      return block.rows
        .map(({ label, value, url }) => `${label}: ${value}${url === null ? '' : `\n  ${url}`}`)
        .join('\n')
    case 'button':
      return `${block.label}:\n${block.url}`
  }
}

function signatureOf({ name, supportAddress, legalLines, texts }: Signature, language: Language): string[] {
  const lines = [...legalLines, ...footerIn(language, texts)]
  return [
    [closingIn(language, texts), name, ...(supportAddress === null ? [] : [supportAddress])].join('\n'),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
  ]
}

const paragraphs = (...parts: string[]): string => `${parts.join('\n\n')}\n`
