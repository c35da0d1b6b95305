import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { apiTypesText, readers } from '../scripts/apiTypes.ts'
import { openapiFile, openapiText } from '../scripts/docs.ts'
import { startWorld } from './world.ts'

test('docs/openapi.json is the API document of the service (npm run docs)', async () => {
  assert.equal(readFileSync(openapiFile, 'utf8'), await openapiText())
})

test('files that examples name are the ones that the service has', async () => {
  await using world = await startWorld()
  const document = JSON.stringify(world.app.server.swagger())
  const files = new Set(document.match(/http:\/\/127\.0\.0\.1:3000\/templates\/[^"]+/g))
  assert.deepEqual([...files].map(url => /\/(cover|pages)\/pdf/.exec(url)?.[1]).toSorted(), ['cover', 'pages'])
  for (const url of files) {
    const { statusCode, headers } = await world.app.server.inject(url.slice('http://127.0.0.1:3000'.length))
    assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf'])
  }
  assert.doesNotMatch(document, /\.example\/[^"]*pdf/)
})

for (const reader of readers) {
  const [name] = /[^/]+\/apiTypes\.ts$/.exec(reader.file.pathname)!
  test(`${name} has the types of docs/openapi.json (npm run docs)`, () => {
    const document = JSON.parse(readFileSync(openapiFile, 'utf8'))
    assert.equal(readFileSync(reader.file, 'utf8'), apiTypesText(document, reader))
  })
}
