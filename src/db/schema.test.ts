import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { schemaFile, schemaText } from '../../scripts/schema.ts'

test('schema.sql is current (npm run schema)', async () => {
  assert.equal(readFileSync(schemaFile, 'utf8'), await schemaText())
})
