// While files are checked, reads orders from the service, one request after the other, alternating with a
// bare server on the same machine, so that the effect of the machine can be told from that of the service. Begins at
// once, ends with its standard input, and then prints its measurements as JSON.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Seen = {
  /** Milliseconds of each request. */
  serviceMs: number[]
  bareMs: number[]
  /**
   * The most memory that the service itself, without its children, had in use since it started; null where nobody
   * knows.
   */
  maxBytes: number | null
}

type Ask = { url: string; authorization: string; pid: number }

const pauseMs = 5

if (process.argv[2] === 'bare') await beBare()
else if (process.argv[2] !== undefined) await watch(JSON.parse(process.argv[2]))

async function beBare(): Promise<void> {
  const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
}

async function watch({ url, authorization, pid }: Ask): Promise<void> {
  const bare = spawn(process.execPath, [import.meta.filename, 'bare'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [address] = await once(bare.stdout, 'data')
  const bareUrl = String(address).trim()
  let ended = false
  process.stdin.on('end', () => {
    ended = true
  })
  process.stdin.resume()
  const agent = new Agent({ keepAlive: true })
  const seen: Seen = { serviceMs: [], bareMs: [], maxBytes: null }
  await msOf(agent, `${url}/orders?limit=20`, authorization)
  await msOf(agent, bareUrl, '')
  while (!ended) {
    seen.serviceMs.push(await msOf(agent, `${url}/orders?limit=20`, authorization))
    seen.bareMs.push(await msOf(agent, bareUrl, ''))
    await delay(pauseMs)
  }
  seen.maxBytes = peakBytes(pid)
  bare.kill('SIGKILL')
  process.stdout.write(JSON.stringify(seen), () => process.exit(0))
}

function msOf(agent: Agent, url: string, authorization: string): Promise<number> {
  const begunMs = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: authorization === '' ? {} : { authorization } }, response => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - begunMs))
    })
      .on('error', reject)
      .end()
  })
}

/** Linux keeps the peak. */
function peakBytes(pid: number): number | null {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) * 1024
  } catch {
    return null
  }
}
