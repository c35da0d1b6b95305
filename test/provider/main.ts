// The provider as a separate process: it keeps what it has taken, whatever happens to the service.
//   node test/provider/main.ts        prints where it listens
// Tests give it commands under /_deeds/<name>; everything else is Stripe's HTTP.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createProvider } from './stripe.ts'

const provider = createProvider()
const deeds = provider.deeds as Record<string, (given: never) => unknown>

const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request
  const body = await text(request)
  const deed = /^\/_deeds\/(\w+)$/.exec(url)?.[1]
  if (deed !== undefined) {
    try {
      const done = await deeds[deed]!(JSON.parse(body || '{}') as never)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(done ?? null))
    } catch (error) {
      response.writeHead(500).end((error as Error).stack)
    }
    return
  }
  const {
    status,
    body: answer,
    lost,
  } = await provider.answer(method, url, body, {
    key: headers['idempotency-key']?.toString(),
    version: headers['stripe-version']?.toString(),
  })
  if (lost) return // the caller waits until it has had enough
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.setHeader('request-id', 'req_provider')
  response.end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`provider is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => process.exit(0))
