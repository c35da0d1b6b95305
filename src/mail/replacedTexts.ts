// The texts of emails that the operator may replace: the subject and the opening of each kind of email to customers,
// the closing and further lines at the end, by language. A text is plain, and may have the values of its kind in
// braces. Facts, lists, buttons and their links stay ours. A text that is not replaced is ours.

import { type Static, Type } from 'typebox'
import { type Language, languageCodes } from '../../languages/languages.ts'
import { messageIn, say, type Translatable, translate } from '../../languages/texts.ts'
import { dataMistake, distinct, OperatorDataError, type SchemaMistake, schemaCheck } from '../base/schemaCheck.ts'
import { type EmailKind, emailKinds, templateOf } from './emails.ts'

export const replaceableKinds = emailKinds.filter(kind => templateOf(kind).required !== undefined)

const placeholder = /\{([^{}]*)\}/g
const namesIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(placeholder), ([, name]) => name!))]

/** The values that texts of a kind may use, and those that its opening must use. */
export const valuesOf = (kind: EmailKind): { all: string[]; required: readonly string[] } => {
  const { subject, opening, required = [] } = templateOf(kind)
  return { all: [...new Set(['account', ...namesIn(`${subject} ${opening}`)])], required }
}

/** Our own texts of a kind in a language, with their values in braces. */
export const oursIn = (language: Language, kind: EmailKind): { subject: string; opening: string } => {
  const { subject, opening } = templateOf(kind)
  return { subject: messageIn(language, subject), opening: messageIn(language, opening) }
}

/** The operator's text with its values; null where the operator has none. */
export const ownText = (
  { emails = {} }: Texts,
  kind: EmailKind,
  { language, field, shown }: { language: Language; field: 'subject' | 'opening'; shown: Record<string, string> },
): string | null =>
  emails[kind]?.[language]?.[field]?.replaceAll(placeholder, (_, name: string) => shown[name] ?? '') ?? null

export function closingIn(language: Language, texts: Texts = noTexts): string {
  const t = translate(language)
  return texts.closing?.[language] ?? t('Kind regards,')
}

export const footerIn = (language: Language, texts: Texts = noTexts): readonly string[] =>
  texts.footer?.[language] ?? []

// A line break would begin another block of an email, and an asterisk a list.
export const line = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\s*](?:[^\\p{Cc}\\p{Zl}\\p{Zp}]*\\S)?$' })
const strict = { additionalProperties: false }
export const byLanguage = <
  Text extends ReturnType<typeof Type.Object> | ReturnType<typeof Type.String> | ReturnType<typeof Type.Array>,
>(
  text: Text,
) =>
  Type.Unsafe<Partial<Record<Language, Static<Text>>>>({
    type: 'object',
    properties: Object.fromEntries(languageCodes.map(code => [code, text])),
    ...strict,
  })
const ownTexts = Type.Object({ subject: Type.Optional(line(120)), opening: Type.Optional(line(1000)) }, strict)

export const TextsFile = Type.Object(
  {
    emails: Type.Optional(
      Type.Unsafe<Partial<Record<EmailKind, Partial<Record<Language, Static<typeof ownTexts>>>>>>({
        type: 'object',
        properties: Object.fromEntries(replaceableKinds.map(kind => [kind, byLanguage(ownTexts)])),
        ...strict,
      }),
    ),
    /** In place of "Kind regards,". */
    closing: Type.Optional(byLanguage(line(60))),
    /** After the legal lines of the brand. */
    footer: Type.Optional(byLanguage(Type.Array(line(200), { maxItems: 6 }))),
  },
  strict,
)
export type Texts = Static<typeof TextsFile>

export const noTexts: Texts = {}

const shapeMistakes = schemaCheck(TextsFile)

/** The texts of emails in a parsed texts.json; undefined has none. Throws an OperatorDataError. */
export function parseTexts(file: unknown): Texts {
  if (file === undefined) return noTexts
  checkShape(shapeMistakes(file))
  const texts = file as Texts
  const wrong = Object.entries(texts.emails ?? {}).flatMap(([kind, languages]) =>
    Object.entries(languages).flatMap(([language, own]) =>
      Object.entries(own).flatMap(([field, text]) =>
        valueMistakes(kind as EmailKind, field, text).map(mistake =>
          dataMistake({ path: `/emails/${kind}/${language}/${field}`, ...mistake }),
        ),
      ),
    ),
  )
  if (wrong.length > 0) throw new OperatorDataError(wrong)
  return texts
}

/** Throws an OperatorDataError with the mistakes. */
export function checkShape(found: SchemaMistake[]): void {
  const mistakes = found.map(mistake =>
    dataMistake(
      mistake.keyword === 'pattern'
        ? { ...mistake, expected: say('a line of text, without spaces around it or an asterisk before it') }
        : mistake,
    ),
  )
  if (mistakes.length > 0) throw new OperatorDataError(distinct(mistakes))
}

function valueMistakes(kind: EmailKind, field: string, text: string): { got: string; expected: Translatable }[] {
  const { all, required } = valuesOf(kind)
  const used = namesIn(text)
  const missing = field === 'opening' ? required.filter(name => !used.includes(name)) : []
  return [
    ...used
      .filter(name => !all.includes(name))
      .map(name => ({
        got: `{${name}}`,
        expected: say('one of {values}', { values: all.map(one => `{${one}}`).join(', ') }),
      })),
    ...missing.map(name => ({
      got: text,
      expected: say('a text with {name}, which the email says nowhere else', { name: `{${name}}` }),
    })),
    ...(/[{}]/.test(text.replaceAll(placeholder, ''))
      ? [{ got: text, expected: say('braces only around the name of a value') }]
      : []),
  ]
}
