// The plain-text part of an email.

import type { Language } from '../../languages/languages.ts'
import type { RenderedEmail } from './renderEmail.ts'
import { closingIn, footerIn, type Texts } from './replacedTexts.ts'
import type { Block } from './template.ts'

/** The signature of emails. */
export type Signature = {
  name: string
  supportAddress: string | null
  legalLines: readonly string[]
  /** The operator's own texts. */
  texts?: Texts
}

export const emailText = (email: RenderedEmail, signature: Signature, language: Language): string =>
  `${[bodyText(email), ...signatureOf(signature, language)].join('\n\n')}\n`

/** Without a signature. */
export const bodyText = ({ blocks }: RenderedEmail): string => blocks.map(blockText).join('\n\n')

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
