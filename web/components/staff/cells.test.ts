import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CellUnit,
  copiedRows,
  filledRows,
  type GridColumn,
  keysOf,
  meaningsOf,
  pastedRows,
  placeCells,
  readCell,
  shownCell,
  writeCell,
} from './cells.ts'

const dollars: CellUnit = { decimals: 2, min: 0, max: 10_000, sign: '$' }
const perPage: CellUnit = { decimals: 5, min: 0, max: 1, sign: '$' }
const discount: CellUnit = { decimals: 2, min: 0.01, max: 99.99, sign: '%' }
const copies: CellUnit = { decimals: 0, min: 2, max: 10_000, sign: '' }
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
    ['5,000', copies, '.', 5000],
    ['5.000', copies, ',', 5000],
    // With the reader's own decimal mark, it could as well be 1.25.
    ['1.250', dollars, '.', undefined],
    ['1,250', dollars, ',', undefined],
    ['5.000', copies, '.', undefined],
    ['5,000', copies, ',', undefined],
    ['0.500', dollars, '.', 50],
    ['5,000', days, ',', 5],
    ['1.250', perPage, '.', undefined],
    ['1\n250', dollars, '.', undefined],
    ['12000', dollars, '.', undefined],
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
    ['0.005', discount, '.', undefined],
    ['100%', discount, '.', undefined],
    ['3', days, '.', 3],
    ['3.5', days, '.', undefined],
    ['$3', days, '.', undefined],
    ['61', days, '.', undefined],
  ]
  for (const [text, unit, mark, expected] of texts)
    it(`${JSON.stringify(text)} with a decimal ${mark === '.' ? 'point' : 'comma'} is ${expected}`, () =>
      assert.equal(readCell(text, unit, mark, 'pasted'), expected))

  it('is shown with its sign, and written for a spreadsheet; both are read again', () => {
    assert.equal(shownCell(300, dollars, ','), '3,00 $')
    assert.equal(shownCell(1150, perPage, '.'), '$0.0115')
    assert.equal(shownCell(13_000, perPage, '.'), '$0.1300')
    assert.equal(shownCell(350, discount, ','), '3,5 %')
    assert.equal(shownCell(350, discount, '.'), '3.5%')
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
          assert.equal(readCell(write(stored, unit, mark), unit, mark, 'pasted'), stored)
    assert.equal(shownCell('cheap', dollars, '.'), 'cheap')
  })

  it('names both of its meanings; a typed share of a percentage has one', () => {
    assert.deepEqual(meaningsOf('1.250', dollars, '.', 'pasted'), [125, 125_000])
    assert.deepEqual(meaningsOf('0.5', discount, '.', 'pasted'), [50, 5000])
    assert.deepEqual(meaningsOf('2.155', dollars, '.', 'typed'), [])
    assert.equal(readCell('0.5', discount, '.', 'typed'), 50)
  })
})

it('a paste has rows of lines and cells of tabs, as Excel, LibreOffice and Google Sheets copy them', () => {
  assert.deepEqual(pastedRows('1\t2\r\n3\t4\r\n'), [
    ['1', '2'],
    ['3', '4'],
  ])
  assert.deepEqual(pastedRows('a\t\t c \n\t\t'), [
    ['a', '', 'c'],
    ['', '', ''],
  ])
  assert.deepEqual(pastedRows('5\n\n\n'), [['5'], [''], ['']])
  assert.deepEqual(pastedRows('"two\nlines ""quoted"""\t5" wide'), [['two\nlines "quoted"', '5" wide']])
  assert.deepEqual(pastedRows(copiedRows([['a "b"', 'c\td']])), [['a "b"', 'c\td']])
  assert.deepEqual(pastedRows('2.15\n'), [['2.15']])
})

describe('a paste goes', () => {
  const rows = [['Canada, Standard'], ['Canada, Rush'], ['B-1', 'Novel'], ['B-2', 'Novel']].map(names => ({ names }))
  const columns = ['First copy', 'Each further copy', 'Days', 'Discount from 1,000 copies'].map(title => ({ title }))
  const placed = (text: string, at = { row: 0, column: 0 }) => {
    const { cells, unplaced } = placeCells(pastedRows(text), { rows, columns, mark: '.' }, at)
    return [
      cells.map(({ row, column, text }) => `${row} ${column} ${text}`),
      unplaced.map(({ row, column, text, lacks }) => `${row} ${column} ${text} ${lacks}`),
    ]
  }

  it('into the cells from the chosen one on', () =>
    assert.deepEqual(placed('1\t2\n3\t', { row: 1, column: 1 }), [['1 1 1', '1 2 2', '2 1 3', '2 2 '], []]))

  it('and what has no row or column there is named once', () =>
    assert.deepEqual(placed('1\t2\n3\t4\n\t', { row: 3, column: 3 }), [['3 3 1'], ['1 2 2 column', '2 1 3 row']]))

  it('by the titles of its first line, in any sequence', () =>
    assert.deepEqual(placed('DAYS\tfirst  copy ($)\tColor\tSKU\tDiscount from 1000 copies\n3\t1.50\tred\tB-2\t5%'), [
      ['3 2 3', '3 0 1.50', '3 3 5%'],
      ['1 3 Color column'],
    ]))

  it('nowhere as a file whose first row has no titles', () =>
    assert.deepEqual(placeCells([['B-1', 3]], { rows, columns, mark: '.' }, null), {
      ...{ cells: [], unplaced: [{ row: 1, column: 1, text: 'B-1 3', lacks: 'titles' }] },
    }))

  it('nowhere if its titles come without names of rows', () =>
    assert.deepEqual(placed('Days\tColor\n3\tred'), [[], ['1 1 Days Color names']]))

  it('by the names of its first column, and a name that several rows have names none', () => {
    const text = 'Book\tDays\ncanada, rush\t3\n\nNovel\t4\nB-2\t5'
    assert.deepEqual(placed(text), [['1 2 3', '3 2 5'], ['4 1 Novel row']])
    assert.deepEqual(placed('B-1\t1\t2', { row: 0, column: 1 }), [['2 1 1', '2 2 2'], []])
  })
})

describe('a filled row', () => {
  type Value = { a?: unknown; b?: unknown }
  const column = (title: 'a' | 'b'): GridColumn<Value> => ({
    title,
    unit: dollars,
    read: value => value[title],
    // Like a price, which begins with all amounts of the catalog.
    write: (value, cell) => ({ ...(Object.keys(value).length === 0 ? { a: 1, b: 2 } : value), [title]: cell }),
  })
  const rowOf = (key: string, value: Value) => ({ key, title: key, about: '', names: [key], value })
  const filled = (cells: [number, string][], value: Value) => {
    const placed = cells.map(([column, text]) => ({ row: 0, column, text }))
    return filledRows(placed, { rows: [rowOf('x', value)], columns: [column('a'), column('b')], mark: '.' })
  }

  it('keeps what its first value brings where the paste is empty, in any sequence', () => {
    for (const cells of [
      [
        [0, '5'],
        [1, ''],
      ],
      [
        [1, ''],
        [0, '5'],
      ],
    ] as [number, string][][])
      assert.deepEqual([...filled(cells, {}).values], [['x', { a: 500, b: 2 }]])
  })

  it('loses a value where the paste is empty, and keeps it where the text says none', () => {
    assert.deepEqual([...filled([[0, '']], { a: 500, b: 2 }).values], [['x', { a: undefined, b: 2 }]])
    const { values, notTaken } = filled([[0, '12000']], { a: 500, b: 2 })
    assert.deepEqual([values.size, notTaken.length], [0, 1])
  })

  it('takes the numbers of an .xlsx, whose percentages are fractions', () => {
    const columns = [column('a'), { ...column('b'), unit: discount }]
    const take = (a: number, b: number) => {
      const cells = [a, b].map((text, i) => ({ row: 0, column: i, text }))
      const { values, notTaken } = filledRows(cells, { rows: [rowOf('x', { a: 7, b: 7 })], columns, mark: '.' })
      return [values.get('x'), notTaken.map(({ text }) => text)]
    }
    assert.deepEqual(take(1250, 0.07), [{ a: 125_000, b: 700 }, []])
    assert.deepEqual(take(2.15, 0.125), [{ a: 215, b: 1250 }, []])
    assert.deepEqual(take(1.125, 3), [undefined, ['1.125', '300%']])
  })

  it('has a key of its own name, also beside a row of the same name', () =>
    assert.deepEqual(keysOf(['A', 'B', 'A']), ['1/A', '1/B', '2/A']))
})
