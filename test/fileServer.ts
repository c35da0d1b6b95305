// A customer's web server with print files: files come and go, change, are slow, or break off.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Served = Buffer | number | ((request: IncomingMessage, response: ServerResponse) => void)

/** `files` says what stands at each path: bytes, a status, or what to do. Nothing is 404. */
export async function startFileServer(files: Map<string, Served> = new Map()) {
  const asked: { path: string; ifNoneMatch: string | undefined; range: string | undefined; status: number }[] = []
  const server = createServer((request, response) => {
    const { 'if-none-match': ifNoneMatch, range } = request.headers
    response.on('close', () => asked.push({ path: request.url!, ifNoneMatch, range, status: response.statusCode }))
    const served = files.get(request.url!.split('?', 1)[0]!) ?? 404
    if (typeof served === 'number') response.writeHead(served).end()
    else if (typeof served === 'function') served(request, response)
    else {
      const etag = `"${createHash('sha256').update(served).digest('hex').slice(0, 16)}"`
      if (ifNoneMatch === etag) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { etag, 'content-length': served.length }).end(served)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    files,
    asked,
    statuses: () => asked.map(({ status }) => status),
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
