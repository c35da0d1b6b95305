import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { longestTurnMs } from '../../../test/support/longestTurn.ts'
import { instant } from '../../base/clock.ts'
import { readSpreadsheet } from '../../base/files/readSpreadsheet.ts'
import type { Sheet } from '../../base/files/spreadsheet.ts'
import { readPaymentFile } from './paymentFile.ts'

const today = '2026-04-30'
const header = ['accountId', 'receivedOn', 'amount', 'reference']
const readBytes = async (bytes: Uint8Array) => readPaymentFile(await readSpreadsheet(bytes), today)
const readText = (text: string, encoding: BufferEncoding = 'utf8') => readBytes(Buffer.from(text, encoding))
const read = (...rows: string[]) => readText([header.join(','), ...rows].join('\n'))
const problemsOf = async (...rows: string[]) => (await read(...rows)).problems.map(({ detail }) => String(detail))
const amountsOf = async (text: string) => (await readText(text)).rows.map(({ amountCents }) => amountCents)

describe('a file of payments', () => {
  it('a file of payments is read with spaces, dollar signs, thousands and other columns in any order', async () => {
    const csv = '\uFEFFreference; amount ;note;receivedOn;accountId\r\n TR 1 ;"$1,250.5";a;2026-04-30;acc_1\r\n\r\n'
    assert.deepEqual(await readText(csv), {
      rows: [
        {
          ...{ row: 2, accountId: 'acc_1', receivedOn: '2026-04-30', amountCents: 125_050 },
          ...{ reference: 'TR 1', statement: null, invoice: null, note: 'a' },
        },
      ],
      problems: [],
    })
  })

  it('an .xlsx of payments, and CSV in UTF-16 and in the code page of Windows, are the same payments', async () => {
    const rows = [
      [...header, 'statement', 'note'],
      ['acc_1', instant('2026-04-30T00:00:00Z'), 1250.5, 20260430, 3, 'Núñez'],
    ]
    const expected = {
      ...{ row: 2, accountId: 'acc_1', receivedOn: '2026-04-30', amountCents: 125_050 },
      ...{ reference: '20260430', statement: 3, invoice: null, note: 'Núñez' },
    }
    const csv = 'accountId;receivedOn;amount;reference;statement;note\r\nacc_1;2026-04-30;1.250,5;20260430;3;Núñez\r\n'
    for (const file of [
      await writeXlsx({ sheets: [{ name: 'Payments', rows }] }),
      Buffer.from(`\uFEFF${csv}`, 'utf16le'),
      Buffer.from(csv, 'latin1'),
      Buffer.from(`sep=;\n${csv}`),
    ])
      assert.deepEqual(await readBytes(file), { rows: [expected], problems: [] })
  })

  it('a row is placed by its account, or by the number of an invoice as papers write it', async () => {
    const { rows, problems } = await readText(
      `${header},invoice\n,2026-04-01,1,A,001042\nacc_1,2026-04-01,1,B,7\n,2026-04-01,1,C,\nacc_1,2026-04-01,1,D,INV`,
    )
    assert.deepEqual(
      rows.map(({ accountId, invoice }) => [accountId, invoice]),
      [
        ['', 1042],
        ['acc_1', 7],
        ['', null],
        ['acc_1', null],
      ],
    )
    assert.deepEqual(
      problems.map(({ pointer }) => pointer),
      ['/4/accountId', '/5/invoice'],
    )
  })

  it('an amount is read with the decimal mark of the file', async () => {
    assert.deepEqual(
      await amountsOf(`${header}\nacc_1,2026-04-01,"1,250.00",A\nacc_1,2026-04-01,"12,34",B`),
      [125_000, 1234],
    )
    const rows = [header, ['acc_1', '2026-04-01', '1.250,00', 'A'], ['acc_1', '2026-04-01', '12,5', 'B']]
    assert.deepEqual(await amountsOf(rows.map(cells => cells.join(';')).join('\n')), [125_000, 1250])
  })

  for (const amount of ['0', '-1', '1.005', '1.250', '1,250', '1e3', '', '99999999999999', '#N/A'])
    it(`a file of payments is refused with the amount ${amount || 'missing'}`, async () => {
      const { problems } = await read(`acc_1,2026-04-01,"${amount}",TR-1`)
      assert.deepEqual(
        problems.map(({ pointer }) => pointer),
        ['/2/amount'],
      )
    })

  for (const day of ['2026-05-01', '2026-02-30', '1.4.2026', '1999-12-31', ''])
    it(`a file of payments is refused with the day ${day || 'missing'}`, async () => {
      const [problem] = (await read(`acc_1,${day},1,TR-1`)).problems
      assert.equal(problem?.pointer, '/2/receivedOn')
    })

  it('a file of payments counts rows like a spreadsheet, with the header and empty lines', async () => {
    assert.deepEqual(await problemsOf('acc_1,2026-04-01,1,TR-1', '', 'acc_1,2026-04-01,1,tr-1'), [
      'Row 4, reference: row 2 has the reference "tr-1" too.',
    ])
  })

  it('a file of payments is refused with a reference, an account or a note that is not one line of text', async () => {
    const csv = 'accountId,receivedOn,amount,reference,note\nacc\u0001,2026-04-01,1,T\u0001R,n\u0001'
    const { rows, problems } = await readText(csv)
    assert.deepEqual(
      problems.map(({ pointer }) => pointer),
      ['/2/accountId', '/2/reference', '/2/note'],
    )
    assert.deepEqual([rows[0]!.accountId, rows[0]!.reference], ['', ''])
  })

  it('a reference that a spreadsheet has shortened or made a date of is named', async () => {
    assert.deepEqual(await problemsOf('acc_1,2026-04-01,1,1.23457E+15'), [
      'Row 2, reference: got "1.23457E+15", because the spreadsheet has shortened a long number; format the column as text and type it again.',
    ])
    const rows = [header, ['acc_1', '2026-04-01', 1, instant('2026-04-01T00:00:00Z')]]
    const { problems } = await readBytes(await writeXlsx({ sheets: [{ name: 'Payments', rows }] }))
    assert.deepEqual(
      problems.map(({ pointer }) => pointer),
      ['/2/reference'],
    )
  })

  it('a file of payments is refused when its cells cannot be told apart, when it is empty, and when it has no header', async () => {
    for (const row of ['acc_1,2026-04-01,1,TR-1,more', 'acc_1,2026-04-01,1'])
      assert.match((await problemsOf(row)).join(), /^Row 2, reference: the row has \d cells, and the first row has 4;/)
    assert.deepEqual(
      (await readText(`${header},amount\nacc_1,2026-04-01,1,TR-1,2`)).problems.map(({ detail }) => String(detail)),
      ['Row 1, amount: the file has the column amount twice.'],
    )
    await assert.rejects(read('acc_1,2026-04-01,1,"TR-1', 'acc_1,2026-04-01,2,TR-2'), /does not end, or ends too early/)
    assert.deepEqual(await problemsOf(), ['Row 1, accountId: the file has no payments.'])
    assert.equal((await readText('')).problems.length, 5)
  })
})

it('5,000 payments hold the event loop for less than 50 ms', async () => {
  const sheet: Sheet = {
    decimalMark: '.',
    rows: [
      { row: 1, cells: header, width: header.length },
      ...Array.from({ length: 5000 }, (_, i) => ({
        row: i + 2,
        cells: [`acc_${i}`, today, '12.50', `wire ${i}`],
        width: header.length,
      })),
    ],
  }
  const turnsMs: number[] = []
  // The collector of garbage, and the compiler, may fall into one of the attempts.
  for (let attempt = 1; attempt <= 3; attempt++) turnsMs.push(await longestTurnMs(() => readPaymentFile(sheet, today)))
  assert.ok(Math.min(...turnsMs) < 50, `got ${turnsMs.join(', ')} ms`)
})
