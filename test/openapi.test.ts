import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { apiTypesText, readers } from '../scripts/apiTypes.ts'
import { openapiFile, openapiText } from '../scripts/docs.ts'

test('docs/openapi.json is the API document of the service (npm run docs)', async () => {
  assert.equal(readFileSync(openapiFile, 'utf8'), await openapiText())
})

for (const reader of readers) {
  const [name] = /[^/]+\/apiTypes\.ts$/.exec(reader.file.pathname)!
  test(`${name} has the types of docs/openapi.json (npm run docs)`, () => {
    const document = JSON.parse(readFileSync(openapiFile, 'utf8'))
    assert.equal(readFileSync(reader.file, 'utf8'), apiTypesText(document, reader))
  })
}
