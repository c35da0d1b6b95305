// An email in the language of its reader. Emails are written and stored in English, and
// translated when they are sent, as their times are put into the reader's time zone
// (languages/sentences.ts).

import type { Language } from '../../languages/languages.ts'
import { sentenceIn, valueIn } from '../../languages/sentences.ts'
import { type Block, blocksOf, button, factRow, list } from './emailBody.ts'
import { kindOf, noTexts, ownText, type Texts } from './emailTexts.ts'

/** Who reads an email. `timeZone` is null for UTC. */
export type EmailReader = { timeZone: string | null; language: Language }

type Email = { subject: string; body: string }

/**
 * The email in the language, with the texts of the operator. `Sample: ` is before the subject of an email that a person
 * of the staff sends to themselves.
 */
export function emailIn(language: Language, { subject, body }: Email, texts: Texts = noTexts): Email {
  const [, mark = '', plain = ''] = /^(Sample: )?(.*)$/s.exec(subject) ?? []
  const ours = { subject: mark + sentenceIn(language, plain), body: bodyIn(language, body) }
  const [greeting, opening] = blocksOf(body)
  const [, name] = greeting?.kind === 'paragraph' ? (/^Hello (.*),$/.exec(greeting.text) ?? []) : []
  if (name === undefined || opening?.kind !== 'paragraph') return ours
  const found = kindOf({ subject: plain, name, opening: opening.text })
  if (found === null) return ours
  const own = ownText(texts, found, language, 'subject')
  const ownOpening = ownText(texts, found, language, 'opening')
  return {
    subject: own === null ? ours.subject : mark + own,
    body: ownOpening === null ? ours.body : ours.body.split('\n\n').with(1, ownOpening).join('\n\n'),
  }
}

export const closingIn = (language: Language, texts: Texts = noTexts): string =>
  texts.closing?.[language] ?? sentenceIn(language, 'Kind regards,')

export const footerIn = (language: Language, texts: Texts = noTexts): readonly string[] =>
  texts.footer?.[language] ?? []

/** The stored body in the language. */
export const bodyIn = (language: Language, body: string): string =>
  language === 'en'
    ? body
    : `${blocksOf(body)
        .map(block => blockIn(language, block))
        .join('\n\n')}\n`

function blockIn(language: Language, block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return sentenceIn(language, block.text)
    case 'list':
      return list(block.items.map(item => itemIn(language, item)))
    case 'table':
      return block.rows
        .map(({ label, value, url }) => factRow(sentenceIn(language, label), valueIn(language, value) ?? value, url))
        .join('\n')
    case 'button':
      return button(sentenceIn(language, block.label), block.url)
  }
}

/** An item is a sentence, or the id of an order and a sentence. */
function itemIn(language: Language, item: string): string {
  const [, id, text] = /^(\S+): (.+)$/.exec(item) ?? []
  return id === undefined || text === undefined ? sentenceIn(language, item) : `${id}: ${sentenceIn(language, text)}`
}
