// A child of (d): bare posts with undici, a fixed number at a time, each answer read to its end. For a line `<count>`,
// it sends so many posts and prints the posts per second.

import { createInterface } from 'node:readline'
import { Pool } from 'undici'

const [url, bytes, concurrency] = process.argv.slice(2)
const { origin, pathname, search } = new URL(url!)
const pool = new Pool(origin, { connections: Number(concurrency) })
const body = JSON.stringify({ constant: 'x'.repeat(Number(bytes) - '{"constant":""}'.length) })
const headers = { 'content-type': 'application/json' }

async function post(): Promise<void> {
  const answer = await pool.request({ path: pathname + search, method: 'POST', headers, body })
  await answer.body.dump()
}

console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  let remaining = Number(line)
  const startMs = performance.now()
  await Promise.all(
    Array.from({ length: Number(concurrency) }, async () => {
      while (remaining-- > 0) await post()
    }),
  )
  console.log((Number(line) * 1000) / (performance.now() - startMs))
}
