import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { it } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { limitShortTasks } from '../guarded/budgets.ts'
import type { Outcome } from '../guarded/process.ts'
import { Refusal } from '../refusal.ts'
import { readSheet, sheetOf } from './guardedSpreadsheet.ts'
import { readSpreadsheet } from './readSpreadsheet.ts'
import { writeXlsx } from './spreadsheet.ts'

const children: ChildProcess[] = []
subscribe('child_process', message => void children.push((message as { process: ChildProcess }).process))

const refusedWith = (code: string, detail: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === code && detail.test(error.message)

async function xlsx(): Promise<Buffer> {
  const columns = ['SKU', 'Price', 'Ä'].map(name => ({ name, isPercent: false, width: 10 }))
  const rows = async function* () {
    for (let i = 0; i < 5000; i++) yield [`BOOK-${i} “ä”\u2028\n`, i / 8, null]
    yield [null, null, 'the end']
  }
  return Buffer.concat(await Array.fromAsync(writeXlsx('Books', columns, rows())))
}

/** A day, a number that JSON does not have, and a truth. */
const typed = zipSync(
  Object.fromEntries(
    Object.entries({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels':
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml':
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" s="1"><v>45000</v></c><c r="B1"><v>1e999</v></c><c r="C1" t="b"><v>1</v></c></row></sheetData></worksheet>',
    }).map(([name, text]) => [name, strToU8(text)]),
  ),
)

it('a spreadsheet is read in a child as it would be read here', async () => {
  for (const file of [await xlsx(), Buffer.from('\uFEFFa;b\r\n1,5;"x\ny"\r\n;\r\n2,5;;\r\n')]) {
    children.length = 0
    assert.deepEqual(await readSheet(file, 'acc_1'), await readSpreadsheet(file))
    assert.ok(children.some(({ spawnargs }) => spawnargs.some(argument => argument.endsWith('/spreadsheetTask.ts'))))
  }
})

it('a day stays a day, and a number that is none stays no number', async () => {
  const { rows } = await readSheet(typed, 'acc_1')
  const [here] = (await readSpreadsheet(typed)).rows
  assert.deepEqual(here!.cells, [new Date('2023-03-15'), Number.POSITIVE_INFINITY, true])
  assert.deepEqual(rows[0]!.cells, [new Date('2023-03-15'), 'Infinity', true])
})

it('a file that is no spreadsheet is refused with the reason', () =>
  assert.rejects(readSheet(Buffer.from([0]), 'acc_1'), refusedWith('malformed_request', /neither an \.xlsx nor CSV/)))

it('an account whose spreadsheets have used up their processor time waits, also after one that is no spreadsheet', async t => {
  let now = 0
  t.after(limitShortTasks(0.01, () => now)) // less than the start of a process takes
  await assert.rejects(readSheet(Buffer.from([0]), 'acc_1'), refusedWith('malformed_request', /neither/))
  await assert.rejects(readSheet(Buffer.from('a\n1'), 'acc_1'), refusedWith('too_many_requests', /processor time/))
  assert.equal((await readSheet(Buffer.from('a\n1'), 'acc_2')).rows.length, 2)
  now += 3_600_000
  assert.equal((await readSheet(Buffer.from('a\n1'), 'acc_1')).rows.length, 2)
})

const failures: [Outcome, string, RegExp][] = [
  [
    { kind: 'exceeded', limit: '20 seconds', step: null },
    'malformed_request',
    /cannot be read: it takes too much time/,
  ],
  [{ kind: 'crashed' }, 'malformed_request', /cannot be read: it is damaged/],
  [{ kind: 'unavailable', cause: 'the service is closing' }, 'overloaded', /could not be read just now/],
]
for (const [outcome, code, detail] of failures)
  it(`a child that ${outcome.kind === 'unavailable' ? 'is unavailable' : outcome.kind} is answered with ${code}`, () =>
    assert.rejects(sheetOf(outcome), refusedWith(code, detail)))
