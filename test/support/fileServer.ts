// A customer's web server with print files. Tests add, change and remove files, and make answers slow or incomplete.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ServedFile = Buffer | number | ((request: IncomingMessage, response: ServerResponse) => void)

/** `files` maps a path to its bytes, its status or its handler. Any other path is 404. */
export async function startFileServer(files: Map<string, ServedFile> = new Map()) {
  const requests: { path: string; ifNoneMatch: string | undefined; range: string | undefined; status: number }[] = []
  const server = createServer((request, response) => {
    const { 'if-none-match': ifNoneMatch, range } = request.headers
    response.on('close', () => requests.push({ path: request.url!, ifNoneMatch, range, status: response.statusCode }))
    const file = files.get(request.url!.split('?', 1)[0]!) ?? 404
    if (typeof file === 'number') response.writeHead(file).end()
    else if (typeof file === 'function') file(request, response)
    else {
      const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`
      if (ifNoneMatch === etag) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { etag, 'content-length': file.length }).end(file)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    files,
    requests,
    statuses: () => requests.map(({ status }) => status),
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
