import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPaymentFile } from './paymentFile.ts'

const today = '2026-04-30'
const read = (...rows: string[]) =>
  readPaymentFile(['accountId,receivedOn,amount,reference', ...rows].join('\n'), today)
const problemsOf = (...rows: string[]) => read(...rows).problems.map(({ detail }) => detail)

describe('a file of payments', () => {
  it('a file of payments is read with spaces, dollar signs, thousands and other columns in any order', () => {
    const csv = '\uFEFFreference; amount ;note;receivedOn;accountId\r\n TR 1 ;"$1,250.5";a;2026-04-30;acc_1\r\n\r\n'
    assert.deepEqual(readPaymentFile(csv, today), {
      rows: [
        {
          ...{ row: 2, place: '/csv/2', accountId: 'acc_1', receivedOn: '2026-04-30', amountCents: 125_050 },
          ...{ reference: 'TR 1', statement: null, note: 'a' },
        },
      ],
      problems: [],
    })
  })

  for (const amount of ['0', '-1', '1.005', '1e3', '12,34', '1.250,00', '', '99999999999999'])
    it(`a file of payments is refused with the amount ${amount || 'missing'}`, () => {
      const [problem] = read(`acc_1,2026-04-01,"${amount}",TR-1`).problems
      assert.equal(problem?.pointer, '/csv/2/amount')
    })

  for (const day of ['2026-05-01', '2026-02-30', '1.4.2026', '1999-12-31', ''])
    it(`a file of payments is refused with the day ${day || 'missing'}`, () => {
      const [problem] = read(`acc_1,${day},1,TR-1`).problems
      assert.equal(problem?.pointer, '/csv/2/receivedOn')
    })

  it('a file of payments counts rows like a spreadsheet, with the header and empty lines', () => {
    assert.deepEqual(problemsOf('acc_1,2026-04-01,1,TR-1', '', 'acc_1,2026-04-01,1,tr-1'), [
      'Row 4, reference: row 2 has the reference "tr-1" too.',
    ])
  })

  it('a file of payments is refused with a reference, an account or a note that cannot be stored', () => {
    const csv = 'accountId,receivedOn,amount,reference,note\nacc\u0000,2026-04-01,1,T\u0000R,n\u0000'
    const { rows, problems } = readPaymentFile(csv, today)
    assert.deepEqual(
      problems.map(({ pointer }) => pointer),
      ['/csv/2/accountId', '/csv/2/reference', '/csv/2/note'],
    )
    assert.deepEqual([rows[0]!.accountId, rows[0]!.reference], ['', ''])
  })

  it('a file of payments is refused when a row has too many fields, when it is empty, and when it has no header', () => {
    assert.deepEqual(problemsOf('acc_1,2026-04-01,1,TR-1,more'), ['Row 2, note: the row has more fields than row 1.'])
    assert.deepEqual(problemsOf(), ['Row 1, accountId: the file has no payments.'])
    assert.equal(readPaymentFile('', today).problems.length, 4)
  })
})
