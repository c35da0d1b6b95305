// A field of a book is one line of a table (src/catalog/bookFields.ts), and everything that has fields follows from it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { operatorDataFile, operatorDataText } from '../scripts/bookFields.ts'
import { bookColumns, skuColumn } from '../src/catalog/bookColumns.ts'
import { fieldsIn, type PlacedField, schemaOf } from '../src/catalog/bookField.ts'
import { allBookFields, bookFields } from '../src/catalog/bookFields.ts'
import { skuSchema } from '../src/catalog/schema.ts'
import { wordDifference } from '../src/features/shop/wording.ts'
import { type BookSection, bookSections, fieldsOf } from '../web/pages/staff/operatorData/bookSections.ts'

/** The paths of all values of a schema of books that the table could have a line for. */
function pathsOf(schema: unknown, path: string[] = []): string[] {
  const { properties, oneOf } = schema as { properties?: Record<string, unknown>; oneOf?: unknown[] }
  const isField = allBookFields.some(one => one.path === path.join('.'))
  if (oneOf !== undefined) return oneOf.flatMap(one => pathsOf(one, path))
  if (properties === undefined || isField) return [path.join('.')]
  return Object.entries(properties).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))
}

const pathsIn = (fields: readonly PlacedField[]) => fields.map(({ path }) => path).toSorted()

describe('every field of a book', () => {
  it('is in the schema of catalog.json, which has no other', () => {
    assert.deepEqual([...new Set(pathsOf(skuSchema))].toSorted(), pathsIn(allBookFields))
  })

  it('has a column in the spreadsheet; discounts have one for each number of copies', () => {
    const columns = [skuColumn, ...bookColumns].map(({ path }) => path.join('.'))
    assert.deepEqual(columns.toSorted(), pathsIn(allBookFields.filter(({ unit }) => unit !== 'breaks')))
  })

  it('is in one section of the editor', () => {
    const sections = Object.keys(bookSections) as BookSection[]
    assert.deepEqual(pathsIn(sections.flatMap(fieldsOf)), pathsIn(allBookFields))
  })

  it('has words of its own in a German difference, without a name of the code', () => {
    for (const { path } of allBookFields) {
      const difference = { file: 'catalog.json', path: `/skus/PB-1/${path.replaceAll('.', '/')}`, after: 1 }
      assert.doesNotMatch(wordDifference(difference, 'de').field, /[a-z][A-Z]/, path)
    }
  })

  it('is in the documentation with its bounds (npm run docs)', () => {
    const text = readFileSync(operatorDataFile, 'utf8')
    assert.equal(text, operatorDataText())
    for (const { path, columnName } of allBookFields) assert.ok(text.includes(`| \`${path}\` | ${columnName} |`), path)
  })
})

it('a new line of the table is a value of the schema, and a field with its place and column', () => {
  const { trim } = bookFields.geometry
  const fields = {
    ...bookFields,
    geometry: { ...bookFields.geometry, ribbonInches: { ...trim.widthInches, label: 'Ribbon' } },
  }
  const ribbon = fieldsIn(fields).find(({ path }) => path === 'geometry.ribbonInches')
  assert.equal(ribbon?.columnName, 'Ribbon (in)')
  assert.ok(pathsOf(schemaOf(fields)).includes('geometry.ribbonInches'))
})
