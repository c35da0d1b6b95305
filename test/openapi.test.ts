import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openapiFile, openapiText } from '../scripts/docs.ts'

test('docs/openapi.json is the API document of the service (npm run docs)', async () => {
  assert.equal(readFileSync(openapiFile, 'utf8'), await openapiText())
})
