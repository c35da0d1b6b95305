// The operator's own texts, by language: texts of emails (src/mail/replacedTexts.ts), the terms that customers accept,
// the paper of documents and the lines at their foot, and the notes to choose from when an order or a job is refused.

import { type Static, Type } from 'typebox'
import { inLanguage } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { type DataMistake, OperatorDataError, type SchemaMistake, schemaCheck } from '../../base/schemaCheck.ts'
import { type PaperSize, paperSizes } from '../../base/text/paperSize.ts'
import {
  byLanguage,
  checkShape,
  type Texts as EmailTexts,
  line,
  parseTexts as parseEmailTexts,
} from '../../mail/replacedTexts.ts'

/** The use of a note. */
export const noteKinds = ['refuse_job', 'report_problem', 'cancel_order', 'decline_certificate'] as const
export type NoteKind = (typeof noteKinds)[number]

const strict = { additionalProperties: false }
const maxTermsLetters = 50_000
const maxNotes = 30

const Note = byLanguage(line(300))
type Note = Static<typeof Note>

/** `version` is the operator's own name of the terms: customers accept it, until there is another. */
const Terms = Type.Object(
  {
    version: line(40),
    link: Type.Optional(byLanguage(Type.String({ maxLength: 300, pattern: '^https?://[^\\s\\p{Cc}]+$' }))),
    text: Type.Optional(
      byLanguage(Type.String({ maxLength: maxTermsLetters, pattern: '^[^\\s\\p{Cc}](?:[^\\p{Cc}]|\\n)*$' })),
    ),
  },
  strict,
)
type Terms = Static<typeof Terms>

export const OwnTextsFile = Type.Object(
  {
    terms: Type.Optional(Terms),
    /** After the legal lines of the brand. */
    documentFooter: Type.Optional(byLanguage(Type.Array(line(200), { maxItems: 6 }))),
    /** Of documents, and of the tickets of printers without their own. Without it, as usual in the seller's country. */
    paper: Type.Optional(Type.Unsafe<PaperSize>({ type: 'string', enum: [...paperSizes] })),
    refusalNotes: Type.Optional(
      Type.Unsafe<Partial<Record<NoteKind, Note[]>>>({
        type: 'object',
        properties: Object.fromEntries(noteKinds.map(kind => [kind, Type.Array(Note, { maxItems: maxNotes })])),
        ...strict,
      }),
    ),
  },
  strict,
)
type OwnTexts = Static<typeof OwnTextsFile>

export type Texts = EmailTexts & OwnTexts

const ownParts = ['terms', 'documentFooter', 'paper', 'refusalNotes'] as const satisfies (keyof OwnTexts)[]

const shapeMistakes = schemaCheck(OwnTextsFile)

/** The texts of a parsed texts.json; undefined has none. Throws an OperatorDataError. */
export function parseTexts(file: unknown): Texts {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return parseEmailTexts(file)
  const isOwn = (part: string) => ownParts.some(own => own === part)
  const [own, ofEmails] = [true, false].map(kept =>
    Object.fromEntries(Object.entries(file).filter(([part]) => isOwn(part) === kept)),
  )
  const mistakes = [() => parseEmailTexts(ofEmails), () => checkOwn(own as OwnTexts)].flatMap(mistakesOf)
  if (mistakes.length > 0) throw new OperatorDataError(mistakes)
  return file as Texts
}

function mistakesOf(check: () => void): readonly DataMistake[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    return error.mistakes
  }
}

const termsExpectations = {
  link: say('an address that begins with https://'),
  text: say('a text of at most {maxTermsLetters} letters, without spaces before it', { maxTermsLetters }),
}

function checkOwn(texts: OwnTexts): void {
  const shape = shapeMistakes(texts).map(mistake => {
    const expected = /^\/terms\/(link|text)\/\w+$/.exec(mistake.path)?.[1]
    return expected === undefined || typeof mistake.got !== 'string'
      ? mistake
      : { path: mistake.path, got: mistake.got, expected: termsExpectations[expected as 'link' | 'text'] }
  })
  checkShape(shape.length > 0 ? shape : [...termsMistakes(texts.terms), ...noteMistakes(texts.refusalNotes)])
}

function termsMistakes(terms: Terms | undefined): SchemaMistake[] {
  if (terms === undefined || inLanguage(terms.link, 'en') !== null || inLanguage(terms.text, 'en') !== null) return []
  return [{ path: '/terms', got: terms, expected: say('a link or a text') }]
}

const noteMistakes = (notes: OwnTexts['refusalNotes'] = {}): SchemaMistake[] =>
  Object.entries(notes).flatMap(([kind, list]) =>
    list.flatMap((note, i) =>
      inLanguage(note, 'en') === null
        ? [{ path: `/refusalNotes/${kind}/${i}`, got: note, expected: say('a text in at least one language') }]
        : [],
    ),
  )
