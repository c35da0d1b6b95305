// Ports for servers that must know theirs before they listen. A port from the system (listen on 0) may be taken by the
// time it is used: it is in the same range as those of outgoing connections, of which tests make hundreds.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ranges that Linux (from 32768) and macOS (from 49152) take outgoing connections' ports from. */
const range = { from: 15_000, to: 32_768 }
const attempts = 100

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(range.from, range.to)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port from ${range.from} to ${range.to}`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
