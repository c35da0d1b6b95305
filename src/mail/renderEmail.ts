// The text of an email, from its kind and values, for its reader.

import { type Email, templateOf } from './emails.ts'
import { noTexts, ownText, type Texts } from './replacedTexts.ts'
import { type Block, type EmailReader, wordsFor } from './template.ts'

export type RenderedEmail = { subject: string; blocks: Block[] }

/** `texts` are the operator's own. */
export function renderEmail({ kind, values }: Email, reader: EmailReader, texts: Texts = noTexts): RenderedEmail {
  const { subject, opening, shown: show, rest } = templateOf(kind)
  const words = wordsFor(reader)
  const inWords = words.t
  const shown = Object.fromEntries(Object.entries(show(values, words)).map(([name, value]) => [name, oneLine(value)]))
  const { language } = reader
  const title = ownText(texts, kind, { language, field: 'subject', shown }) ?? inWords(subject, shown)
  const beginning = ownText(texts, kind, { language, field: 'opening', shown }) ?? inWords(opening, shown)
  return {
    subject: values.isSample ? words.t('Sample: {subject}', { subject: title }) : title,
    blocks: [words.t('Hello {name},', { name: shown.account! }), beginning, ...rest(values, words)].map(blockOf),
  }
}

/** Customers choose some of the values: a line break in them must not begin a new line. */
function blockOf(block: string | Block): Block {
  if (typeof block === 'string') return { kind: 'paragraph', text: oneLine(block) }
  switch (block.kind) {
    case 'paragraph':
      return { ...block, text: oneLine(block.text) }
    case 'list':
      return { ...block, items: block.items.map(oneLine) }
    case 'table':
      return { ...block, rows: block.rows.map(row => ({ ...row, value: oneLine(row.value) })) }
    case 'button':
      return block
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are replaced
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
