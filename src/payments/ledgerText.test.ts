import assert from 'node:assert/strict'
import { it } from 'node:test'
import { csvText } from './ledgerText.ts'

// biome-ignore format: a table
const fields: [string, string, string][] = [
  ['an identifier is as it is',                  'A-1001',        'A-1001'],
  ['a comma is quoted',                          'a,b',           '"a,b"'],
  ['a quotation mark is doubled',                'say "a"',       '"say ""a"""'],
  ['a formula becomes text',                     '=1+1',          "'=1+1"],
  ['so does one that is quoted',                 '=CMD("a",b)',   `"'=CMD(""a"",b)"`],
  ['so does what begins with a sign',            '+1',            "'+1"],
  ['or with a minus',                            '-1',            "'-1"],
  ['or with an at sign',                         '@SUM(A1)',      "'@SUM(A1)"],
  ['or with a wide equals sign',                 '\uff1d1',       "'\uff1d1"],
  ['a sign within is a sign',                    'a=b',           'a=b'],
]
for (const [promise, text, expected] of fields) it(`in CSV ${promise}`, () => assert.equal(csvText(text), expected))
