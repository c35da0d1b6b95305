import assert from 'node:assert/strict'
import { it } from 'node:test'
import { csvText } from './csv.ts'

// biome-ignore format: a table
const fields: [string, string, string][] = [
  ['an identifier is unchanged',                 'A-1001',        'A-1001'],
  ['a comma is quoted',                          'a,b',           '"a,b"'],
  ['a quotation mark is doubled',                'say "a"',       '"say ""a"""'],
  ['a formula becomes text',                     '=1+1',          "'=1+1"],
  ['a quoted formula becomes text',              '=CMD("a",b)',   `"'=CMD(""a"",b)"`],
  ['a leading plus becomes text',                '+1',            "'+1"],
  ['a leading minus becomes text',               '-1',            "'-1"],
  ['a leading at sign becomes text',             '@SUM(A1)',      "'@SUM(A1)"],
  ['a leading wide equals sign becomes text',    '\uff1d1',       "'\uff1d1"],
  ['an equals sign within a text is unchanged',  'a=b',           'a=b'],
]
for (const [promise, text, expected] of fields) it(`in CSV ${promise}`, () => assert.equal(csvText(text), expected))
