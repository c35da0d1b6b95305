// A child of (j): a printer's own system, which receives every job and sends no message about it. For a line `accept
// <inbox>`, it accepts all jobs, 64 at a time, and prints the processed messages per second.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Pool } from 'undici'
import { systemClock } from '../src/base/clock.ts'
import { signedHeaders, signingKey } from '../src/base/secrets/signature.ts'

const concurrency = 64
const key = signingKey(process.argv[2]!)
const jobIds = new Set<string>()

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.once('end', () => {
    if (request.method === 'POST') jobIds.add(JSON.parse(Buffer.concat(chunks).toString()).data.jobId)
    response.writeHead(202).end()
  })
})

async function acceptAll(inbox: string): Promise<number> {
  const { origin, pathname } = new URL(inbox)
  const pool = new Pool(origin, { connections: concurrency })
  const remaining = [...jobIds]
  const startMs = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let jobId = remaining.pop(); jobId !== undefined; jobId = remaining.pop())
        await accept(pool, pathname, jobId)
    }),
  )
  await pool.close()
  return (jobIds.size * 1000) / (performance.now() - startMs)
}

async function accept(pool: Pool, path: string, jobId: string): Promise<void> {
  const body = JSON.stringify({ type: 'job.accepted', data: { jobId } })
  const headers = { 'content-type': 'application/json', ...signedHeaders(`a:${jobId}`, systemClock(), body, [key]) }
  const answer = await pool.request({ path, method: 'POST', headers, body })
  if (answer.statusCode !== 200) throw new Error(`a message was answered ${answer.statusCode}`)
  await answer.body.dump()
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  createInterface({ input: process.stdin }).on('line', async line => {
    console.log(line === 'count' ? jobIds.size : await acceptAll(line.slice('accept '.length)))
  })
})
