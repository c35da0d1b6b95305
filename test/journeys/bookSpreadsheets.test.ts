// Books as a spreadsheet: downloaded, changed, compared, imported into the draft and published.

import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { commands } from '../../src/app/commands.ts'
import { checkOperatorFiles } from '../../src/app/operatorFiles.ts'
import { readSpreadsheet } from '../../src/base/files/readSpreadsheet.ts'
import { writeBooks } from '../../src/catalog/bookSheet.ts'
import { contentDifferences } from '../../src/features/shop/differences.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { program } from '../support/actors.ts'
import { type Content, operatorDraft } from '../support/operatorDraft.ts'
import { startWorld, type World } from '../support/world.ts'

const points = { separator: ',', decimalMark: '.' } as const

function spreadsheets({ app, demo }: World) {
  const headers = { authorization: demo.staff.authorization }
  return {
    async download(path: string) {
      const {
        statusCode,
        rawPayload,
        headers: fields,
      } = await app.server.inject({
        url: `/staff/operator-data/${path}`,
        headers,
      })
      return { status: statusCode, bytes: rawPayload, name: String(fields['content-disposition']) }
    },
    async upload(file: Buffer | string, query: Record<string, string | number | boolean>, type = 'text/csv') {
      const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const answer = await app.server.inject({
        method: 'POST',
        url: `/staff/operator-data/books/import?${asked}`,
        headers: { ...headers, 'content-type': type },
        payload: file,
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}

async function whole(parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const bytes: Buffer[] = []
  for await (const part of parts) bytes.push(Buffer.from(part))
  return Buffer.concat(bytes)
}

describe('the books as a spreadsheet', () => {
  it('are downloaded, changed in a German Excel, compared, saved in the draft and published, and a new order has the new price', async () => {
    await using world = await startWorld()
    const { draft, publish, auditOf } = operatorDraft(world)
    const { download, upload } = spreadsheets(world)
    const customer = program(world, world.charged, 'production')
    const before = (await customer.place('before')).pricing.itemsTotal
    const { manufacturingSku } = world.charged.products.find(({ sku }) => sku === 'NOVEL')!

    const { status, bytes, name } = await download('books?format=csv&decimals=comma')
    assert.deepEqual([status, name], [200, 'attachment; filename="books.csv"'])
    const { revision } = await draft()
    const same = (await upload(bytes, { revision, save: true })).body
    assert.deepEqual([same.saved, same.differences, same.unchanged, same.mistakes], [false, 0, 18, []])

    const book = (await draft()).content.catalog.skus.find(one => one.manufacturingSku === manufacturingSku)!
    const old = String(book.price.baseCents / 100).replace('.', ',')
    const [head, ...lines] = bytes.toString().split('\r\n')
    const column = head!.split(';').indexOf('Base price ($)')
    const changed = lines.map(line => {
      const cells = line.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      if (cells[0] !== manufacturingSku) return line
      assert.equal(cells[column], old)
      return cells.with(column, '4,40').join(';')
    })
    // Excel saves plain CSV in the code page of Windows, in which the apostrophe of a name is another byte.
    const file = Buffer.from(
      [head!.slice(1), ...changed].join('\r\n').replaceAll('’', '\u0092').replaceAll('²', '\u00b2'),
      'latin1',
    )
    const compared = (await upload(file, { revision })).body
    assert.deepEqual([compared.mistakes, compared.saved, compared.changed, compared.differences], [[], false, 1, 1])
    assert.deepEqual(compared.changes[0], {
      part: 'catalog.json',
      path: `/skus/${manufacturingSku}/price/baseCents`,
      subject: manufacturingSku,
      field: 'price, base',
      before: `$${(book.price.baseCents / 100).toFixed(2)}`,
      after: '$4.40',
    })
    assert.equal((await draft()).revision, revision, 'compared only')

    const saved = await upload(file, { revision, save: true }, 'application/octet-stream')
    assert.deepEqual([saved.status, saved.body.saved], [200, true])
    assert.match((await auditOf('operator_draft_saved')).details.changes[0], /price, base: \$\d\.\d\d, then \$4\.40/)
    const late = await upload(file, { revision, save: true })
    assert.deepEqual([late.status, late.body.code], [409, 'draft_changed'])
    assert.equal((await publish()).status, 201)
    await world.advance(minNoticeMs)
    const after = (await customer.place('after')).pricing.itemsTotal
    assert.equal(Math.round(100 * (after - before)), 2 * (440 - book.price.baseCents))
  })

  it('as .xlsx: a version and the draft are downloaded, and books that the file lacks are retired only on request', async () => {
    await using world = await startWorld()
    const { draft, edit } = operatorDraft(world)
    const { download, upload } = spreadsheets(world)
    await edit(({ catalog }) => {
      catalog.skus[0]!.name = 'Renamed'
    })
    const namesOf = async (bytes: Buffer) => (await readSpreadsheet(bytes)).rows.map(({ cells }) => cells[2])
    const [edited, published] = [await download('books'), await download('books?version=1')]
    assert.deepEqual(
      [(await namesOf(edited.bytes))[1], (await namesOf(published.bytes))[1]],
      ['Renamed', 'Pocket paperback'],
    )
    assert.equal((await download('books?version=9')).status, 404)

    const { revision, content } = await draft()
    const few = { ...content.catalog, skus: content.catalog.skus.slice(0, 3) }
    const file = await whole(writeBooks(few, 'xlsx', points))
    const kept = (await upload(file, { revision, save: true })).body
    assert.deepEqual([kept.saved, kept.missing, kept.retired], [false, 15, 0])
    const retired = (await upload(file, { revision, save: true, missing: 'retire' })).body
    assert.deepEqual([retired.saved, retired.missing, retired.retired, retired.differences], [true, 15, 15, 15])
    const { skus } = (await draft()).content.catalog
    assert.deepEqual(
      skus.map(one => one.retired === true),
      skus.map((_one, i) => i > 2),
    )
    const template = await download('books/template')
    assert.equal(template.name, 'attachment; filename="books-template.xlsx"')
    assert.match(String((await namesOf(template.bytes))[1]), /^a text of 1 to 100 characters$/)
  })

  it('with mistakes change nothing, and what is no spreadsheet is refused with the reason', async () => {
    await using world = await startWorld()
    const { draft } = operatorDraft(world)
    const { upload } = spreadsheets(world)
    const { revision, content } = await draft()
    const [first, second] = content.catalog.skus
    const csv = `SKU,Base price ($),Most pages\n${first!.manufacturingSku},cheap,\n${second!.manufacturingSku},2.50,\n`
    const { body } = await upload(csv, { revision })
    const mistake = (row: number, column: string, got: string, expected: string) => ({
      code: 'wrong_cell',
      row,
      column,
      got,
      expected,
    })
    const pages = 'a whole number of pages from 1 to 2,000'
    assert.deepEqual(body.mistakes, [
      mistake(2, 'Base price ($)', 'cheap', 'dollars and cents from 0 to 100,000, such as 2.15'),
      mistake(2, 'Most pages', 'nothing', pages),
      mistake(3, 'Most pages', 'nothing', pages),
    ])
    assert.deepEqual([body.mistakeCount, body.differences, body.changes], [3, 0, []])
    const refused = await upload(csv, { revision, save: true })
    assert.deepEqual([refused.status, refused.body.code], [422, 'operator_data_invalid'])
    assert.match(refused.body.detail, /^Nothing was imported: row 2, Base price \(\$\): got cheap, .* And 2 more\.$/)
    assert.equal(refused.body.errors[2].pointer, '/3/Most pages')
    assert.equal((await draft()).revision, revision)

    const picture = await upload(Buffer.from('89504e470d0a1a0a0000000d', 'hex'), { revision })
    assert.deepEqual([picture.status, picture.body.detail], [400, 'The file is neither an .xlsx nor CSV.'])
    const large = await upload(Buffer.alloc(32 * 1024 * 1024 + 1), { revision }, 'application/octet-stream')
    assert.deepEqual([large.status, large.body.code], [413, 'body_too_large'])
    const json = await upload('{}', { revision }, 'application/json')
    assert.deepEqual([json.status, json.body.code], [415, 'not_pdf'])
  })

  it('of 10,000 books are imported, and the first hundred of 500 mistakes are listed by row and column', async () => {
    await using world = await startWorld()
    const { draft } = operatorDraft(world)
    const { download, upload } = spreadsheets(world)
    const { revision, content } = await draft()
    const skus = manyBooks(content)
    for (const format of ['xlsx', 'csv'] as const) {
      const bad = skus.map((sku, i) =>
        i % 40 === 0 ? { ...sku, price: { ...sku.price, baseCents: -100 } } : i % 40 === 1 ? { ...sku, name: '' } : sku,
      )
      const { body } = await upload(
        await whole(writeBooks({ skus: bad }, format, points)),
        { revision },
        'application/octet-stream',
      )
      const wrong = bad.flatMap((_sku, i) =>
        i % 40 === 0 ? [`${i + 2} Base price ($)`] : i % 40 === 1 ? [`${i + 2} Name`] : [],
      )
      assert.equal(body.mistakeCount, 500)
      assert.deepEqual(
        body.mistakes.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`),
        wrong.slice(0, 100),
      )
    }
    const right = await whole(writeBooks({ skus }, 'xlsx', points))
    const saved = await upload(right, { revision, save: true }, 'application/octet-stream')
    assert.deepEqual([saved.status, saved.body.added, saved.body.mistakeCount], [200, skus.length - 18, 0])
    assert.equal((await draft()).content.catalog.skus.length, skus.length)
    const again = await download('books?format=csv')
    const unchanged = (await upload(again.bytes, { revision: revision + 1, save: true })).body
    assert.deepEqual([unchanged.saved, unchanged.unchanged], [false, skus.length])
  })
})

/** The books of a content, and copies of them up to 10,000. */
const manyBooks = ({ catalog }: Content) =>
  Array.from({ length: 10_000 }, (_, i) => ({
    ...catalog.skus[i % catalog.skus.length]!,
    ...(i < catalog.skus.length ? {} : { manufacturingSku: `BOOK-${i}` }),
  }))

describe('the files of a folder may have the books as a spreadsheet', () => {
  async function exported(t: TestContext, ...options: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-books-'))
    t.after(() => rm(folder, { recursive: true }))
    const world = await startWorld()
    t.after(() => world[Symbol.asyncDispose]())
    const run = (name: string, ...given: string[]) => commands[name]!.run(world.app, given)
    await run('operator-data export', folder, ...options)
    return { folder, world, run }
  }

  for (const format of ['csv', 'xlsx'] as const)
    it(`exported as ${format}, they are the same, and a change is imported`, async t => {
      const { folder, world, run } = await exported(t, '1', format)
      assert.deepEqual(JSON.parse(readFileSync(join(folder, 'catalog.json'), 'utf8')).skus, [])
      assert.equal((await run('operator-data import', folder, 'nothing new')).isNew, false)
      assert.deepEqual(await checkOperatorFiles(folder), { mistakes: [], warnings: [] })
      const { content } = await operatorDraft(world).draft()
      const skus = content.catalog.skus.with(0, { ...content.catalog.skus[0]!, name: 'Renamed' })
      writeFileSync(join(folder, `books.${format}`), await whole(writeBooks({ skus }, format, points)))
      const { differences } = await run('operator-data diff', folder)
      assert.deepEqual(
        differences,
        await contentDifferences(content, { ...content, catalog: { ...content.catalog, skus } }),
      )
      assert.equal((await run('operator-data import', folder, 'Renamed')).isNew, true)
      // An export without it leaves no old spreadsheet behind.
      await run('operator-data export', folder)
      assert.deepEqual(
        readdirSync(folder).filter(name => name.startsWith('books')),
        [],
      )
    })

  it('each mistake is named by row and column, beside those of the other files, and nothing is imported', async t => {
    const { folder, world, run } = await exported(t, 'csv')
    const file = join(folder, 'books.csv')
    const lines = readFileSync(file, 'utf8').split('\r\n')
    writeFileSync(file, [lines[0], lines[1]!.replace('Pocket paperback', ''), ...lines.slice(2)].join('\n'))
    writeFileSync(join(folder, 'tax.json'), '[')
    const { mistakes } = await checkOperatorFiles(folder)
    assert.equal(mistakes.length, 2)
    assert.equal(mistakes[0], 'books.csv: row 2, Name: got nothing, expected a text of 1 to 100 characters')
    assert.match(mistakes[1]!, /^tax\.json: cannot be read as JSON/)
    await assert.rejects(run('operator-data import', folder, 'a slip'), /books\.csv: row 2, Name: .*\n.*tax\.json/)
    assert.equal(world.app.operatorVersions.newest(), 1)
    writeFileSync(join(folder, 'books.xlsx'), 'x')
    assert.match(
      (await checkOperatorFiles(folder)).mistakes.join('\n'),
      /books\.csv: got books\.xlsx too, expected one of them/,
    )
    await assert.rejects(
      run('operator-data export', folder, 'pdf'),
      /got pdf; expected the number of a version, csv or xlsx/,
    )
  })
})
