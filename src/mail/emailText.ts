// The plain-text part of an email.

import { type Block, blocksOf } from './emailBody.ts'
import { withTimes } from './emailTimes.ts'

/** Who signs emails. */
export type Signature = { name: string; supportAddress: string | null; legalLines: readonly string[] }

export const emailText = (body: string, signature: Signature, timeZone: string | null): string =>
  paragraphs(readableBody(body, timeZone), ...signatureOf(signature))

/** The body without a signature. */
export const readableBody = (body: string, timeZone: string | null): string =>
  withTimes(blocksOf(body).map(blockText).join('\n\n'), timeZone)

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'list':
      return block.items.map(item => `* ${item}`).join('\n')
    case 'facts':
      return block.facts
        .map(({ label, value, url }) => `${label}: ${value}${url === null ? '' : `\n  ${url}`}`)
        .join('\n')
    case 'button':
      return `${block.label}:\n${block.url}`
  }
}

const signatureOf = ({ name, supportAddress, legalLines }: Signature): string[] => [
  ['Kind regards,', name, ...(supportAddress === null ? [] : [supportAddress])].join('\n'),
  ...(legalLines.length === 0 ? [] : [legalLines.join('\n')]),
]

const paragraphs = (...parts: string[]): string => `${parts.join('\n\n')}\n`
