// The books of the operator's data as a spreadsheet: downloaded, changed in Excel, LibreOffice or Numbers, and imported
// into the shared draft.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import type { Cell } from '../../base/files/cellNumbers.ts'
import { readSheet } from '../../base/files/guardedSpreadsheet.ts'
import { plainText } from '../../base/files/sheetRows.ts'
import type { CsvStyle } from '../../base/files/spreadsheet.ts'
import { Refusal } from '../../base/refusal.ts'
import { TooManyDiscounts, writeBooks, writeTemplate } from '../../catalog/bookSheet.ts'
import { maxListed, readEditableDraft } from '../../features/shop/draft.ts'
import { importBooks } from '../../features/shop/importBooks.ts'
import { Version } from '../objects/addressParameters.ts'
import { Closed, oneOf, Words } from '../objects/common.ts'
import { readFileBody, spreadsheetTypes, xlsxType } from '../server/body.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import { malformed } from '../server/problem.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'
import { DifferenceInWords, differencesInWords, maxDraftBytes, Revision, requireContent } from './operatorData.ts'

const File = Type.Unsafe<Readable>({
  description: 'A row for each book; prices are in dollars, lengths in inches, weights in grams.',
  content: {
    [xlsxType]: { schema: { type: 'string', format: 'binary' } },
    'text/csv': { schema: { type: 'string' } },
  },
})
const fileQuery = {
  format: oneOf(['xlsx', 'csv'], { default: 'xlsx' }),
  decimals: oneOf(['point', 'comma'], {
    default: 'point',
    description:
      'For CSV. `comma` is what Excel reads where people write 2,15: decimal commas, and semicolons between the cells.',
  }),
}
const CellMistake = Type.Object({
  code: Type.String({ description: '`wrong_cell`' }),
  row: Type.Integer({ description: 'As the spreadsheet shows it.' }),
  column: Type.String(),
  got: Words(),
  expected: Words(),
})
const BookImport = Type.Object(
  {
    saved: Type.Boolean({ description: 'True if the draft was changed. Its revision has risen by one then.' }),
    added: Type.Integer({ description: 'Books that the draft does not have.' }),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    missing: Type.Integer({ description: 'Books that are sold and not in the file.' }),
    retired: Type.Integer({ description: 'Of these, the books that are retired.' }),
    differences: Type.Integer({ description: 'The number of values that differ from the draft.' }),
    changes: Type.Array(DifferenceInWords, { description: `These values in words; at most ${maxListed}.` }),
    mistakeCount: Type.Integer({ description: 'With mistakes, nothing is imported.' }),
    mistakes: Type.Array(CellMistake, { description: `All mistakes by row and column; at most ${maxListed}.` }),
  },
  { $id: 'BookImport' },
)

/** Of rates and prices: 20,000 books with 40 columns. */
const maxCells = 1_000_000
const Cells = Type.Object(
  {
    rows: Type.Unsafe<(string | number)[][]>({
      type: 'array',
      items: { type: 'array', items: { type: ['string', 'number'] } },
      description:
        'Of the first sheet, from its first row on, each as wide as that row. A day is a text such as 2026-03-31, and an empty cell an empty text. Percentages of an .xlsx are fractions.',
    }),
    decimalMark: oneOf(['.', ',']),
  },
  { $id: 'SpreadsheetCells' },
)

export const operatorBookRoutes = tagged('Staff', (services: Services): Route[] => [
  ...bookExportRoutes(services),
  ...bookImportRoutes(services),
  route({
    method: 'POST',
    path: '/staff/operator-data/cells',
    operationId: 'readSpreadsheetCells',
    needs: 'catalog',
    summary: 'Read the cells of a spreadsheet of rates or prices',
    description: 'The body is the file, .xlsx or CSV, of at most 32 MB. Nothing is stored.',
    takesFile: spreadsheetTypes,
    answer: Cells,
    refuses: ['body_too_large'],
    async handle({ caller: { actor }, request }) {
      const { rows, decimalMark } = await readSheet(await readFileBody(fileOf(request), maxDraftBytes), actor)
      const width = rows[0]?.cells.length ?? 0
      const table = Array.from({ length: rows.at(-1)?.row ?? 0 }, (): (string | number)[] => [])
      if (table.length * width > maxCells)
        throw malformed(say('The file has more than {maxCells} cells.', { maxCells }))
      for (const { row, cells } of rows) table[row - 1] = Array.from({ length: width }, (_, i) => shownCell(cells[i]))
      return { rows: table, decimalMark }
    },
  }),
])

const shownCell = (cell: Cell | undefined): string | number => (typeof cell === 'number' ? cell : plainText(cell))

function bookExportRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/staff/operator-data/books',
      operationId: 'exportBooks',
      summary: 'Download the books as a spreadsheet',
      description: 'Those of the shared draft, or of a version. An import of the file without changes changes nothing.',
      query: Closed({ ...fileQuery, version: Type.Optional(Version) }),
      answer: File,
      refuses: ['not_found', 'wrong_state'],
      async handle({ query: { format, decimals, version }, reply }) {
        const { catalog } =
          version === undefined
            ? (await readEditableDraft(services)).content
            : await requireContent(services.operatorVersions, version)
        return sendBooks(reply, `books.${format}`, () => writeBooks(catalog, format, styleOf(decimals)))
      },
    }),
    route({
      method: 'GET',
      path: '/staff/operator-data/books/template',
      operationId: 'exportBookTemplate',
      summary: 'Download an empty spreadsheet for books',
      description:
        'It has an explanation of each column and an example. Both rows begin with #, and an import ignores such rows.',
      query: Closed(fileQuery),
      answer: File,
      async handle({ query: { format, decimals }, reply }) {
        const { catalog } = await services.readSample()
        return sendBooks(reply, `books-template.${format}`, () => writeTemplate(catalog, format, styleOf(decimals)))
      },
    }),
  ]
}

function bookImportRoutes(services: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/staff/operator-data/books/import',
      operationId: 'importBooks',
      needs: 'catalog',
      summary: 'Import books from a spreadsheet into the shared draft',
      description:
        'The body is the file, .xlsx or CSV, of at most 32 MB. Without `save`, nothing is changed: the answer has what the file would change in the draft, or all of its mistakes. ' +
        'Columns that the file lacks, and books that it lacks, stay as they are; a book is retired by its column Retired or with `missing=retire`. ' +
        'If somebody else has changed the draft since `revision`, nothing is imported.',
      query: Closed({
        revision: Revision,
        save: Type.Boolean({ default: false }),
        missing: oneOf(['keep', 'retire'], {
          default: 'keep',
          description: 'What happens to books that are sold and not in the file.',
        }),
      }),
      takesFile: spreadsheetTypes,
      answer: BookImport,
      refuses: ['not_found', 'body_too_large', 'draft_changed', 'operator_data_invalid'],
      async handle({ caller: { actor }, query: { revision, save, missing }, request }) {
        const file = await readFileBody(fileOf(request), maxDraftBytes)
        const asked = { file, revision, saves: save, retiresMissing: missing === 'retire' }
        const language = answerLanguage(request.headers)
        const act = { now: services.clock(), actor, language }
        const { isSaved, differences, mistakes, ...books } = await importBooks(services, asked, act)
        return {
          saved: isSaved,
          added: books.added.length,
          changed: books.changed.length,
          unchanged: books.unchanged,
          missing: books.missing.length,
          retired: books.retired.length,
          differences: differences.length,
          changes: differencesInWords(differences.slice(0, maxListed), language),
          mistakeCount: mistakes.length,
          mistakes: mistakes.slice(0, maxListed).map(mistake => ({ code: 'wrong_cell', ...mistake })),
        }
      },
    }),
  ]
}

function fileOf({ body }: FastifyRequest): Readable {
  if (body instanceof Readable) return body
  const types = spreadsheetTypes.join(', ')
  throw new Refusal('not_pdf', say('Send the file itself as the body, with a Content-Type of {types}.', { types }))
}

const styleOf = (decimals: 'point' | 'comma'): CsvStyle =>
  decimals === 'comma' ? { separator: ';', decimalMark: ',' } : { separator: ',', decimalMark: '.' }

function sendBooks(reply: FastifyReply, name: string, write: () => AsyncIterable<string | Uint8Array>): FastifyReply {
  try {
    return sendFile(reply, name, write())
  } catch (error) {
    if (error instanceof TooManyDiscounts) throw new Refusal('wrong_state', error.detail)
    throw error
  }
}
