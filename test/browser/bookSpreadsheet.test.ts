// Books as a spreadsheet in the staff console: downloaded, changed, compared, saved in the draft and published.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readSpreadsheet } from '../../src/base/files/readSpreadsheet.ts'
import { writeBooks } from '../../src/catalog/bookSheet.ts'
import { minNoticeMs } from '../../src/features/shop/operatorVersions.ts'
import { program } from '../support/actors.ts'
import { also } from '../support/form.ts'
import { operatorDraft } from '../support/operatorDraft.ts'
import { choose, download } from './files.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

const booksTab = '/staff/operator-data?tab=books'

const importItem = { menu: 'Spreadsheet', item: 'Import' }

async function whole(parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const bytes: Buffer[] = []
  for await (const part of parts) bytes.push(Buffer.from(part))
  return Buffer.concat(bytes)
}

describe('books as a spreadsheet in the browser', () => {
  it('they are downloaded, changed, compared, saved in the draft and published, and a new quote has the new price', async () => {
    const { world } = stage
    const customer = program(world, world.charged, 'production')
    const earlier = (await customer.place('before')).pricing.itemsTotal
    const { manufacturingSku } = world.charged.products.find(({ sku }) => sku === 'NOVEL')!
    const page = await stage.openAs(world.demo.staff, '/staff/set-up')
    await page.getByRole('link', { name: 'Import a spreadsheet' }).click()
    const csv = await download(page, 'Spreadsheet', 'Download (CSV)')
    assert.equal(csv.name, 'books.csv')
    const template = await download(page, 'Spreadsheet', 'Template (.xlsx)')
    assert.equal((await readSpreadsheet(template.bytes)).rows.length, 3)

    // Two mistakes first: nothing is imported.
    const lines = csv.bytes.toString().split('\r\n')
    const at = lines.findIndex(line => line.startsWith(`${manufacturingSku},`))
    const price = /(?<=,2,,)\d+\.\d\d?(?=,)/
    const [old] = price.exec(lines[at]!)!
    const wrong = lines.with(at, lines[at]!.replace(price, 'cheap')).with(1, lines[1]!.replace('Pocket paperback', ''))
    await choose(page, importItem, 'wrong.csv', Buffer.from(wrong.join('\r\n')))
    const failed = page.getByRole('dialog', { name: 'Import wrong.csv' })
    await failed.getByText('The file has 2 mistakes').waitFor()
    const mistakes = failed.getByRole('table', { name: 'Mistakes of the file' })
    const row = mistakes.getByRole('row').filter({ hasText: 'Base price ($)' })
    assert.deepEqual(await row.getByRole('cell').allTextContents(), [
      String(at + 1),
      'Base price ($)',
      'cheap',
      'dollars and cents from 0 to 100,000, such as 2.15',
    ])
    await failed.getByRole('button', { name: 'Close' }).click()
    assert.equal((await operatorDraft(world).draft()).revision, 0)

    const dearer = (Number(old) + 2).toFixed(2)
    const right = lines.with(at, lines[at]!.replace(price, dearer))
    await choose(page, importItem, 'books.csv', Buffer.from(right.join('\r\n')))
    const dialog = page.getByRole('dialog', { name: 'Import books.csv' })
    await dialog.getByText('New books: 0. Changed books: 1. Unchanged books: 17.').waitFor()
    const differences = dialog.getByRole('table', { name: 'What the file changes' })
    assert.deepEqual(await differences.getByRole('row').nth(1).getByRole('cell').allTextContents(), [
      manufacturingSku,
      'price, base',
      `$${Number(old).toFixed(2)}`,
      `$${dearer}`,
    ])
    await dialog.getByRole('button', { name: 'Save in the draft' }).click()
    await page.getByText('Books imported into the draft').waitFor()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'Review and publish' }).click()
    await page.getByRole('table', { name: 'Changes' }).getByText(`$${dearer}`).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const publish = page.getByRole('dialog', { name: 'Publish this draft?' })
    await publish.getByLabel('Reason').fill('From the spreadsheet')
    await publish.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 2 published').waitFor()
    await world.advance(minNoticeMs)
    const later = (await customer.place('after')).pricing.itemsTotal
    assert.equal(Math.round(100 * (later - earlier)), 2 * 200)
    await page.context().close()
  })

  also(
    'books that the file lacks stay, and are retired only on request; in German, as German programs write CSV',
    async () => {
      const { world } = stage
      const page = await stage.openAs(world.demo.staff, booksTab, { locale: 'de-DE' })
      const csv = await download(page, 'Tabelle', 'Herunterladen (CSV)')
      const [head, first] = csv.bytes.toString().split('\r\n')
      assert.match(head!, /^\uFEFFSKU;Like;/)
      assert.match(first!, /;2,15;0,0115;/)
      const wrong = Buffer.from(csv.bytes.toString().replace(';2,15;', ';billig;'))
      await choose(page, { menu: 'Tabelle', item: 'Importieren' }, 'falsch.csv', wrong)
      const failed = page.getByRole('dialog', { name: 'falsch.csv importieren' })
      await failed.getByText('Dollar und Cent von 0 bis 100.000, zum Beispiel 2,15').waitFor()
      await failed.getByRole('button', { name: 'Schließen' }).click()
      const { content } = await operatorDraft(world).draft()
      const skus = content.catalog.skus.slice(0, 2)
      const file = await whole(writeBooks({ skus }, 'xlsx', { separator: ',', decimalMark: '.' }))
      await choose(page, { menu: 'Tabelle', item: 'Importieren' }, 'zwei.xlsx', file)
      const dialog = page.getByRole('dialog', { name: 'zwei.xlsx importieren' })
      await dialog.getByText('Der Entwurf hat dieselben Werte. Es gibt nichts zu importieren.').waitFor()
      await dialog.getByText('16 Bücher, die nicht in der Datei stehen, auslaufen lassen').click()
      await dialog.getByRole('table', { name: 'Was die Datei ändert' }).getByRole('row').nth(16).waitFor()
      await dialog.getByRole('button', { name: 'In den Entwurf übernehmen' }).click()
      await page.getByText('Bücher in den Entwurf übernommen').waitFor()
      const saved = (await operatorDraft(world).draft()).content.catalog.skus
      assert.equal(saved.filter(({ retired }) => retired).length, 16)
      await page.context().close()
    },
  )

  it('a file that is no spreadsheet is refused with the reason, and the import waits until the draft is saved', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, booksTab)
    await choose(page, importItem, 'cover.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex'))
    const dialog = page.getByRole('dialog', { name: 'Import cover.png' })
    await dialog.getByText('The file is neither an .xlsx nor CSV.').first().waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Per order').fill('3')
    await page.getByRole('button', { name: 'Spreadsheet', exact: true }).click()
    await page.getByText('Save the draft first.').waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Import', exact: true }).isDisabled(), true)
    await page.context().close()
  })

  it('the browser reports no errors', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
