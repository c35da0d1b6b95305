// The table of a book's fields in docs/operator-data.md, from src/catalog/bookFields.ts.

import type { PlacedField } from '../src/catalog/bookField.ts'
import { allBookFields } from '../src/catalog/bookFields.ts'
import { withSection } from './section.ts'

export const operatorDataFile = new URL('../docs/operator-data.md', import.meta.url)

const fields = { start: '<!-- fields of a book: npm run docs -->\n\n', end: '\n<!-- end of fields -->' }

export function operatorDataText(): string {
  const rows = allBookFields.map(
    field => `| \`${field.path}\` | ${field.columnName} | ${valueText(field)} | ${meaningOf(field)} |`,
  )
  const head = '| field | in spreadsheets | value | meaning |\n|---|---|---|---|'
  return withSection(operatorDataFile, fields, `${head}\n${rows.join('\n')}\n`)
}

function valueText({ unit, schema, choices, isOptional }: PlacedField): string {
  const text = choices === undefined ? (typeTexts[unit] ?? numberText(schema)) : codes(Object.keys(choices))
  return isOptional ? `${text}; optional` : text
}

const codes = (values: string[]) => values.map(value => `\`${value}\``).join(', ')

/** Of values that are not numbers. */
const typeTexts: Partial<Record<PlacedField['unit'], string>> = {
  sku: '3 to 64 characters',
  words: '1 to 100 characters',
  hsCode: 'code',
  paperKind: 'code',
  colors: 'code',
  printStandard: 'name',
  yesOrNo: '`true`, `false`',
  bands: 'list of `fromPages` and `inches`',
  breaks: 'list of `fromCopies` and `offBasisPoints`',
  pdfx: 'list',
  severities: 'object',
}

function numberText({ type, minimum, exclusiveMinimum, maximum }: PlacedField['schema']): string {
  const number = (value: unknown) => Number(value).toLocaleString('en-US')
  const from = minimum === undefined ? `above ${number(exclusiveMinimum)}, up to` : `${number(minimum)} to`
  return `${type === 'number' ? '' : 'whole, '}${from} ${number(maximum)}`
}

function meaningOf({ help, usual }: PlacedField): string {
  const parts = [
    ...(usual === undefined ? [] : [`default ${codes([JSON.stringify(usual)])}`]),
    ...(help === undefined ? [] : [help]),
  ]
  return parts.join('; ')
}
