import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { movedTables, stayingTables } from './movedTables.ts'

const schema = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8')

test('every table of the schema moves with an account, or stays for a reason', () => {
  const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, table]) => table!)
  const listed = [...movedTables.map(({ table }) => table), ...Object.keys(stayingTables)]
  assert.deepEqual(listed.toSorted(), tables.toSorted())
})

test('every sealed column of a table that moves is sealed again', () => {
  const sealed = [...schema.matchAll(/^create table (\w+) \(\n([^;]*)\);/gm)].flatMap(([, table, body]) =>
    [...body!.matchAll(/^ +(sealed_\w+) /gm)].map(([, column]) => `${table}.${column}`),
  )
  const again = movedTables.flatMap(({ table, sealed }) => (sealed === undefined ? [] : [`${table}.${sealed.column}`]))
  const staying = sealed.filter(column => Object.hasOwn(stayingTables, column.split('.', 1)[0]!))
  assert.deepEqual([...again, ...staying].toSorted(), sealed.toSorted())
})

test('every row that moves names its account, or is of a person who moves', () => {
  const withAccount = [...schema.matchAll(/^create table (\w+) \(\n([^;]*)\);/gm)].flatMap(([, table, body]) =>
    /^ {2}account_id /m.test(body!) ? [table!] : [],
  )
  const others = movedTables.filter(({ isSpecial, table }) => !isSpecial && !withAccount.includes(table))
  assert.deepEqual(
    others.map(({ table, isOfPeople }) => [table, isOfPeople]),
    [
      ['users', true],
      ['email_choices', true],
    ],
  )
})
