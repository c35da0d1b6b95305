// Ports for servers that must know their port before they listen. The system's own free ports (listen on 0) come from
// the range of outgoing connections, and tests make hundreds of these, so such a port may be taken again before its
// use.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections on Linux (from 32768) and macOS (from 49152). */
const range = { from: 15_000, to: 32_768 }
const attempts = 100

/** Answers a port of 127.0.0.1 on which no server listens at this moment. */
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
