// Shipping rates, prices of books and price lists as grids that are filled from a spreadsheet.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { operatorDraft } from '../support/operatorDraft.ts'
import { choose, download } from './files.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

async function open(tab: string, look = {}): Promise<Page> {
  const page = await stage.openAs(stage.world.demo.staff, `/staff/operator-data?tab=${tab}`, look)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page
}

async function paste(page: Page, cell: string, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.getByLabel(cell, { exact: true }).click()
  await page.keyboard.press('ControlOrMeta+v')
}

const valueIn = (page: Page, cell: string) => page.getByLabel(cell, { exact: true }).inputValue()
const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

/** The stored draft. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
const draft = (): Promise<any> => operatorDraft(stage.world).draft()

// biome-ignore lint/suspicious/noExplicitAny: the same
async function saved(page: Page): Promise<any> {
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').first().waitFor()
  return draft()
}

describe('a grid of the catalog and prices', () => {
  it('of rates takes a paste, names what it did not take, is undone by one click, and is saved with the draft', async () => {
    const page = await open('shipping')
    const first = 'Standard, Contiguous United States: First copy'
    const next = 'Expedited, Contiguous United States: Each further copy'
    assert.equal(await valueIn(page, first), '$3.99')
    await paste(page, first, '$4.10\t0.30\n€9\t0.45\n')
    const report = page.getByRole('status').filter({ hasText: '3 cells changed' })
    assert.deepEqual(await report.getByRole('row').nth(1).getByRole('cell').allTextContents(), [
      'Expedited, Contiguous United States',
      'First copy',
      '€9',
      'from $0.00 to $10000.00, with at most 2 decimals',
    ])
    assert.deepEqual([await valueIn(page, first), await valueIn(page, next)], ['$4.10', '$0.45'])
    await page.getByRole('button', { name: 'Undo' }).click()
    assert.deepEqual([await valueIn(page, first), await valueIn(page, next)], ['$3.99', '$0.40'])
    assert.equal((await draft()).revision, 0)

    // The columns by their titles, the rows by their names; a class that was not sold is sold.
    const rates = [
      [
        'Zone and class',
        'At the latest, days',
        'Arrives after, days',
        'First copy',
        'Each further copy',
        'Per pound above',
      ],
      ['Puerto Rico, Rush', '2', '2', '34.99', '0.90', '4.30'],
      ['Atlantis, Rush', '2', '2', '34.99', '0.90', '4.30'],
    ]
    await paste(page, first, rates.map(cells => cells.join('\t')).join('\n'))
    await page.getByText('1 cell was not taken:').waitFor()
    await page.getByRole('cell', { name: 'Atlantis, Rush' }).waitFor()
    const { content, mistakes } = await saved(page)
    const zone = content.shipping.zones.find(({ name }: { name: string }) => name === 'Puerto Rico')
    assert.deepEqual(zone.classes.rush, {
      transitDays: { max: 2, min: 2 },
      baseCents: 3499,
      extraCopyCents: 90,
      weightBands: [{ centsPerPound: 430 }],
    })
    assert.deepEqual(mistakes, [])
    await page.context().close()
  })

  it('is filled by keys: Enter and arrows move, Shift chooses cells to copy and to empty, and mistakes stay in sight', async () => {
    const page = await open('shipping')
    const cell = (column: string, shippingClass = 'Standard') => `${shippingClass}, Military mail: ${column}`
    await page.getByLabel(cell('First copy'), { exact: true }).click()
    await page.keyboard.type('6.5')
    await page.keyboard.press('Enter')
    assert.equal(await valueIn(page, cell('First copy')), '$6.50')
    await page.keyboard.type('cheap')
    await page.getByText('Expected: from $0.00 to $10000.00, with at most 2 decimals').waitFor()
    await page.keyboard.press('Escape')
    assert.notEqual(await valueIn(page, cell('First copy', 'Expedited')), 'cheap')
    await page.keyboard.type('12000')
    await page.keyboard.press('ArrowUp')
    const wrong = page.getByLabel(cell('First copy', 'Expedited'), { exact: true })
    await waitForValue(() => wrong.getAttribute('aria-invalid'), 'true')
    assert.equal(await wrong.inputValue(), '12000')
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitForValue(() => wrong.getAttribute('aria-invalid'), 'false')

    await page.getByLabel(cell('First copy'), { exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('.4')
    await page.keyboard.press('ArrowLeft')
    await page.getByLabel(cell('First copy'), { exact: true }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ControlOrMeta+c')
    assert.equal(await copied(page), '6.5\t0.4')
    // Without any value, a class is not sold: without standard, a zone has a mistake.
    for (let i = 0; i < 8; i++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Delete')
    await page.getByText('6 cells changed').waitFor()
    // A text that says no value is refused by the draft, instead of a part of it being stored.
    await page.getByLabel('Standard, Puerto Rico: First copy', { exact: true }).fill('12000')
    const { mistakes } = await saved(page)
    assert.equal(mistakes.length, 2)
    assert.ok(mistakes.some(({ path }: { path: string }) => path.endsWith('/standard/baseCents')))
    await page.getByRole('table', { name: 'Parcels' }).getByText('Enter a value').waitFor()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('Draft discarded').first().waitFor()
    await page.context().close()
  })

  it('of the prices of books has as many decimals in each row of a column, and takes columns of another program and a new number of copies', async () => {
    const page = await open('books')
    const listed = page.getByRole('table', { name: 'Books' }).getByRole('row')
    await listed.nth(1).waitFor()
    const perPage = await listed.getByText(/^\$0\./).allTextContents()
    await page.getByText('Prices', { exact: true }).click()
    const cellsPerPage = page.getByLabel(/: Price per page$/)
    await cellsPerPage.first().waitFor()
    const inGrid = await cellsPerPage.evaluateAll(cells =>
      cells.map(cell => (cell as unknown as { value: string }).value),
    )
    for (const prices of [perPage, inGrid]) assert.match(prices.join(' '), /^(?:\$\d\.\d{4} ?){18}$/)
    await page.getByLabel('Discount from copies').fill('250')
    await page.getByRole('button', { name: 'Add column' }).click()
    const book = 'Pocket paperback, PB-0425X0688-BW-60C'
    await paste(
      page,
      `${book}: Base price`,
      'SKU\tDiscount from 250 copies\tBase price ($)\nPB-0425X0688-BW-60C\t10%\t2.5',
    )
    await page.getByText('2 cells changed').waitFor()
    assert.equal(await valueIn(page, `${book}: Discount from 250 copies`), '10%')
    const [priced] = (await saved(page)).content.catalog.skus
    assert.equal(priced.price.baseCents, 250)
    assert.deepEqual(priced.price.breaks[2], { fromCopies: 250, offBasisPoints: 1000 })
    // A cost begins with its first value; its other fields are then required.
    await page.getByText('Costs', { exact: true }).click()
    await page.getByLabel(`${book}: Base cost`, { exact: true }).fill('1')
    await page.keyboard.press('Enter')
    await waitForValue(() => page.getByLabel(`${book}: Cost per page`).getAttribute('aria-invalid'), 'true')
    await page.getByLabel(`${book}: Cost per page`).fill('0.005')
    const [costed] = (await saved(page)).content.catalog.skus
    assert.deepEqual(costed.cost, { breaks: [], baseCents: 100, perPageMillicents: 500 })
    await page.context().close()
  })

  it('of a price list begins with the prices of the catalog; a discount takes the place of a price; in German, with decimal commas', async () => {
    const page = await open('price-lists', { locale: 'de-DE' })
    await page.getByRole('button', { name: 'Neue Preisliste' }).click()
    const book = 'Pocket paperback, PB-0425X0688-BW-60C'
    const price = page.getByLabel(`${book}: Grundpreis`, { exact: true })
    assert.equal(await price.getAttribute('placeholder'), '2,50 $')
    await paste(page, `${book}: Rabatt`, '12,5%\t\n\t1.000,00\n')
    await page.getByText(/^\d Zellen geändert/).waitFor()
    // A typed discount takes the place of a price, which comes back.
    const priced = page.getByRole('row').nth(2).getByRole('textbox')
    await priced.first().fill('0,5')
    await priced.first().press('Enter')
    await waitForValue(() => priced.nth(1).inputValue(), '')
    await page.getByRole('button', { name: 'Rückgängig machen' }).click()
    await waitForValue(() => priced.nth(1).inputValue(), '1000,00 $')
    assert.equal(await valueIn(page, `${book}: Rabatt`), '12,5 %')
    await page.getByText('Entwurf speichern').click()
    await page.getByText('Entwurf gespeichert').first().waitFor()
    const { content } = await draft()
    const [list] = content.priceLists.lists
    const [, second] = content.catalog.skus
    assert.deepEqual(list.books, [
      { manufacturingSku: 'PB-0425X0688-BW-60C', offBasisPoints: 1250 },
      { manufacturingSku: second.manufacturingSku, price: { ...second.price, baseCents: 100_000 } },
    ])
    await page.getByRole('button', { name: 'Tabelle kopieren' }).click()
    await page.getByText('Kopiert').waitFor()
    const [head, line] = (await copied(page)).split('\n')
    assert.match(head!, /^Buch\tRabatt\tGrundpreis\t/)
    assert.match(line!, /^PB-0425X0688-BW-60C\t12,5%\t\t/)
    await page.context().close()
  })

  for (const item of ['Download (.xlsx)', 'Download (CSV)'])
    it(`comes back from a file of ${item} as it was, and a changed file shows what it changes and what it lacks`, async () => {
      const page = await open('shipping')
      const table = page.getByRole('table', { name: 'Parcels', exact: true })
      const valuesOf = () =>
        table.getByRole('textbox').evaluateAll(cells => cells.map(cell => (cell as unknown as { value: string }).value))
      await table.waitFor()
      const before = await valuesOf()
      const { name, bytes } = await download(page, 'Spreadsheet', item)
      assert.match(name, /^Parcels\.(xlsx|csv)$/)
      await choose(page, { menu: 'Spreadsheet', item: 'Import' }, name, bytes)
      await page.getByText('0 cells changed').waitFor()
      assert.deepEqual([await valuesOf(), await page.getByText('not taken').count()], [before, 0])

      const changed =
        'Zone and class,First copy,Per item\n"Puerto Rico, Standard",5.01,1\n"Puerto Rico, Rush",cheap,1\n'
      await choose(page, { menu: 'Spreadsheet', item: 'Import' }, 'rates.csv', Buffer.from(changed))
      await page.getByText('1 cell changed').waitFor()
      await page.getByText('Show changes').click()
      const cells = page.getByRole('table', { name: 'Changed cells' }).getByRole('row').nth(1).getByRole('cell')
      assert.deepEqual((await cells.allTextContents()).toSpliced(2, 1), [
        'Standard, Puerto Rico',
        'First copy',
        '$5.01',
      ])
      const lacking = page.getByRole('table', { name: 'Not taken' })
      await lacking.getByRole('cell', { name: 'cheap' }).waitFor()
      await lacking.getByRole('cell', { name: 'a column of this table' }).waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForValue(async () => JSON.stringify(await valuesOf()), JSON.stringify(before))

      await choose(page, { menu: 'Spreadsheet', item: 'Import' }, 'rates.xlsx', Buffer.from('PK\x03\x04 broken'))
      await page.getByRole('alert').getByText('The .xlsx cannot be read: it is damaged.').waitFor()
      await page.context().close()
    })

  it('without rows says what comes first, and has neither a head nor tools', async () => {
    await operatorDraft(stage.world).edit(content => {
      content.catalog.skus = []
      Object.assign(content.shipping, { zones: [] })
    })
    const page = await open('books&part=price')
    await page.getByRole('heading', { name: 'No books yet' }).waitFor()
    await page.goto('/staff/operator-data?tab=shipping&part=freight')
    await page.getByText('No rates of parcels yet. Enter them first.').waitFor()
    await page.getByRole('tab', { name: 'Parcels', exact: true }).click()
    await page.getByText('No zones yet. Add a zone above.').waitFor()
    assert.deepEqual([await page.getByRole('table').count(), await page.getByText('Copy table').count()], [0, 0])
    await page.context().close()
  })

  it('the browser reported no errors', () => assert.deepEqual(stage.complaints, []))
})
