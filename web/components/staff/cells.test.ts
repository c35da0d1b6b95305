import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CellUnit, copiedRows, isTable, pastedRows, placeCells, readCell, shownCell, writeCell } from './cells.ts'

const dollars: CellUnit = { decimals: 2, min: 0, max: 10_000, sign: '$' }
const perPage: CellUnit = { decimals: 5, min: 0, max: 1, sign: '$' }
const discount: CellUnit = { decimals: 2, min: 0.01, max: 99.99, sign: '%' }
const days: CellUnit = { decimals: 0, min: 0, max: 60, sign: '' }

describe('a text in a cell', () => {
  // biome-ignore format: a table
  const texts: [string, CellUnit, '.' | ',', number | null | undefined][] = [
    ['2.15', dollars, '.', 215],
    ['$2.15', dollars, '.', 215],
    [' $ 2.15 ', dollars, '.', 215],
    ['USD 2.15', dollars, '.', 215],
    ['2.15 US$', dollars, '.', 215],
    ['US$2.15', dollars, '.', 215],
    ['$.4', dollars, '.', 40],
    ['2,15 $', dollars, ',', 215],
    ['1.250,00', dollars, ',', 125_000],
    ['1,250.00', dollars, '.', 125_000],
    // A price has two decimals, so this is a thousand in every language.
    ['1,250', dollars, '.', 125_000],
    ['1.250', dollars, ',', 125_000],
    ['$1,250', dollars, '.', 125_000],
    ['2,15', dollars, '.', 215],
    ['0,0115', perPage, ',', 1150],
    ['0.0115', perPage, '.', 1150],
    ['', dollars, '.', null],
    ['  ', dollars, '.', null],
    ['€2.15', dollars, '.', undefined],
    ['2.155', dollars, '.', undefined],
    ['-1', dollars, '.', undefined],
    ['10,000.01', dollars, '.', undefined],
    ['cheap', dollars, '.', undefined],
    ['2%', dollars, '.', undefined],
    ['3%', discount, '.', 300],
    ['3,5 %', discount, ',', 350],
    ['3', discount, '.', 300],
    ['0.5%', discount, '.', 50],
    ['.5%', discount, '.', 50],
    // Half of a percent, or 50 %?
    ['0.5', discount, '.', undefined],
    ['100%', discount, '.', undefined],
    ['3', days, '.', 3],
    ['3.5', days, '.', undefined],
    ['$3', days, '.', undefined],
    ['61', days, '.', undefined],
  ]
  for (const [text, unit, mark, expected] of texts)
    it(`${JSON.stringify(text)} with a decimal ${mark === '.' ? 'point' : 'comma'} is ${expected}`, () =>
      assert.equal(readCell(text, unit, mark), expected))

  it('is shown with its sign, and written for a spreadsheet; both are read again', () => {
    assert.equal(shownCell(300, dollars, ','), '$3,00')
    assert.equal(shownCell(1150, perPage, '.'), '$0.0115')
    assert.equal(shownCell(350, discount, ','), '3,5 %')
    assert.equal(shownCell(undefined, dollars, '.'), '')
    assert.equal(writeCell(399, dollars, ','), '3,99')
    for (const [unit, stored] of [
      [dollars, 399],
      [perPage, 1150],
      [discount, 50],
      [days, 7],
    ] as const)
      for (const mark of ['.', ','] as const)
        for (const write of [shownCell, writeCell])
          assert.equal(readCell(write(stored, unit, mark), unit, mark), stored)
  })
})

it('a paste has rows of lines and cells of tabs, as Excel, LibreOffice and Google Sheets copy them', () => {
  assert.deepEqual(pastedRows('1\t2\r\n3\t4\r\n'), [
    ['1', '2'],
    ['3', '4'],
  ])
  assert.deepEqual(pastedRows('a\t\t c \n\t\t'), [['a', '', 'c']])
  assert.deepEqual(pastedRows('"two\nlines ""quoted"""\t5" wide'), [['two lines "quoted"', '5" wide']])
  assert.deepEqual(pastedRows(copiedRows([['a "b"', 'c\td']])), [['a "b"', 'c\td']])
  assert.ok(!isTable('2.15\n'))
  assert.ok(isTable('2.15\t3'))
})

describe('a paste goes', () => {
  const rows = [['Canada, Standard'], ['Canada, Rush'], ['B-1', 'Novel'], ['B-2', 'Novel']].map(names => ({ names }))
  const columns = ['First copy', 'Each further copy', 'Days'].map(title => ({ title }))
  const placed = (text: string, at = { row: 0, column: 0 }) => {
    const { cells, unplaced } = placeCells(pastedRows(text), { rows, columns }, at)
    return [
      cells.map(({ row, column, text }) => `${row} ${column} ${text}`),
      unplaced.map(({ row, column, text, lacks }) => `${row} ${column} ${text} ${lacks}`),
    ]
  }

  it('into the cells from the chosen one on', () =>
    assert.deepEqual(placed('1\t2\n3\t', { row: 1, column: 1 }), [['1 1 1', '1 2 2', '2 1 3', '2 2 '], []]))

  it('and what has no row or column there is named once', () =>
    assert.deepEqual(placed('1\t2\n3\t4\n\t', { row: 3, column: 2 }), [['3 2 1'], ['1 2 2 column', '2 1 3 row']]))

  it('by the titles of its first line, in any sequence', () =>
    assert.deepEqual(placed('DAYS\tfirst  copy ($)\tColor\n3\t1.50\tred', { row: 1, column: 2 }), [
      ['1 2 3', '1 0 1.50'],
      ['1 3 Color column'],
    ]))

  it('by the names of its first column, and a name that several rows have names none', () => {
    const text = 'Book\tDays\ncanada, rush\t3\n\nNovel\t4\nB-2\t5'
    assert.deepEqual(placed(text), [['1 2 3', '3 2 5'], ['4 1 Novel row']])
    assert.deepEqual(placed('B-1\t1\t2', { row: 0, column: 1 }), [['2 1 1', '2 2 2'], []])
  })
})
