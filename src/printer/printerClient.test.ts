import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { it } from 'node:test'
import { createOutbound } from '../base/network/outbound.ts'
import { guardedPrinterClient } from './printerClient.ts'

const listen = (server: Server) =>
  new Promise<string>(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      resolve(`http://127.0.0.1:${port}/octavo`)
    }),
  )

it('a printer that is down certainly has no job, and one that hangs up after the request may have it', async () => {
  const outbound = createOutbound({ allowLoopback: true })
  const { call } = guardedPrinterClient(outbound)
  const reachedOf = async (url: string) => {
    const result = await call(url, { method: 'POST', body: '{}' })
    return result.kind === 'lost' ? [result.cause, result.reached] : result
  }
  const server = createServer(socket => socket.on('data', () => socket.resetAndDestroy()))
  const url = await listen(server)
  assert.deepEqual(await reachedOf(url), ['connect_failed', 'unknown'])
  await new Promise(closed => server.close(closed))
  assert.deepEqual(await reachedOf(url), ['connect_failed', 'no'])
  assert.deepEqual(await reachedOf('http://10.0.0.1/octavo'), ['url_blocked', 'no'])
  await outbound.close()
})
