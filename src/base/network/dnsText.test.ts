import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { after, before, test } from 'node:test'
import { dnsTextReader, type ReadDnsText } from './dnsText.ts'

/** Records of a name server by name: the parts of each text, or a response code. */
const records: Record<string, string[][] | number> = {
  'proof.company.example': [['v=spf1 -all'], ['domain-', 'proof=a token']],
  'empty.company.example': [],
  'nowhere.company.example': 3,
  'broken.company.example': 2,
}
const server = createSocket('udp4')
let read: ReadDnsText

before(async () => {
  server.on('message', (query, { port, address }) => server.send(answerTo(query), port, address))
  await new Promise<void>(resolve => server.bind(0, '127.0.0.1', resolve))
  read = dnsTextReader([`127.0.0.1:${server.address().port}`])
})
after(() => new Promise<void>(resolve => server.close(() => resolve())))

/** A response of RFC 1035 to a query with one question. */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = []
  let end = 12
  for (; query[end] !== 0; end += query[end]! + 1) labels.push(query.toString('latin1', end + 1, end + 1 + query[end]!))
  const found = records[labels.join('.').toLowerCase()] ?? 3
  const texts = typeof found === 'number' ? [] : found
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2)
  header.writeUInt16BE(texts.length, 6)
  header.fill(0, 8)
  const answers = texts.map(parts => {
    const data = Buffer.concat(parts.map(part => Buffer.from([part.length, ...Buffer.from(part)])))
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length])
    return Buffer.concat([head, data])
  })
  return Buffer.concat([header, query.subarray(12, end + 5), ...answers])
}

test('the texts of a name are read whole, and a name without texts, or that does not exist, has none', async () => {
  assert.deepEqual(await read('proof.company.example'), ['v=spf1 -all', 'domain-proof=a token'])
  assert.deepEqual(await read('empty.company.example'), [])
  assert.deepEqual(await read('nowhere.company.example'), [])
})

test('a name server that fails is not taken for one that knows no texts', async () => {
  await assert.rejects(read('broken.company.example'))
})
