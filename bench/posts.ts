// A child of (d): bare posts with undici, a number at a time, each answer read to its end. Given `<count>`, it prints
// how many posts per second it made.

import { createInterface } from 'node:readline'
import { Pool } from 'undici'

const [url, bytes, atATime] = process.argv.slice(2)
const { origin, pathname, search } = new URL(url!)
const pool = new Pool(origin, { connections: Number(atATime) })
const body = JSON.stringify({ constant: 'x'.repeat(Number(bytes) - '{"constant":""}'.length) })
const headers = { 'content-type': 'application/json' }

async function post(): Promise<void> {
  const answer = await pool.request({ path: pathname + search, method: 'POST', headers, body })
  await answer.body.dump()
}

console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  let left = Number(line)
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: Number(atATime) }, async () => {
      while (left-- > 0) await post()
    }),
  )
  console.log((Number(line) * 1000) / (performance.now() - begun))
}
