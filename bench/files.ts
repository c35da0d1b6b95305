// (q): orders for books of 200 pages whose files are on a web server. The running service fetches, stores, reads and
// checks the files. Then the books are ordered again from the same addresses, and then from other addresses with the
// same bytes.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Customer, createRequest } from './customers.ts'
import { query, waitUntil } from './databases.ts'
import type { Bench } from './measurement.ts'
import { pageCount, writeBook } from './preflight.ts'
import type { Finding } from './report.ts'
import { startService } from './service.ts'

const manufacturingSku = 'PB-0600X0900-BW-60W'

export async function orderFiles(bench: Bench): Promise<Finding[]> {
  const count = bench.quick ? 4 : 16
  const databaseUrl = await bench.database('files')
  const env = { FILE_CHECK: 'content' }
  await using service = await startService({ databaseUrl, profileDir: bench.profileDir, env })
  const template = `${service.url}/templates/published/${manufacturingSku}/cover/pdf?units=in&pageCount=${pageCount}`
  const cover = Buffer.from(await (await fetch(template)).arrayBuffer())
  const book = Buffer.from(await writeBook())
  await using server = await serveBooks({ cover, book })
  const customers = bench.customers.slice(0, count)
  const megabytes = (book.length + cover.length) / 1024 / 1024

  /** Places `count` orders. Answers the seconds until all are checked, and the requests to the file server. */
  const placeOrders = async (folder: string) => {
    const [{ before }] = (await query(
      databaseUrl,
      `select count(*)::int as before from orders where ${isChecked}`,
    )) as [{ before: number }]
    const startMs = performance.now()
    await Promise.all(customers.map((customer, i) => place(service.url, customer, server.at(`/${folder}/${i}`))))
    await waitUntil(databaseUrl, `(select count(*) from orders where ${isChecked}) = ${before + count}`)
    return { seconds: (performance.now() - startMs) / 1000, requests: server.takeRequests() }
  }
  const cold = await placeOrders('a')
  const repeated = await placeOrders('a')
  const otherAddresses = await placeOrders('b')
  const finding = (title: string, { seconds, requests }: typeof cold, note: string): Finding => ({
    id: 'q',
    title: `${count} orders of ${pageCount} pages, 2 files and ${megabytes.toFixed(0)} MB each, ${title}`,
    measured: `${((2 * count) / seconds).toFixed(1)} files/s, ${(requests.bytes / 1024 / 1024 / seconds).toFixed(0)} MB/s fetched`,
    note: `${seconds.toFixed(2)} s, ${note}: ${requests.whole} whole answers, ${requests.unchanged} unchanged`,
  })
  return [
    finding('nothing stored', cold, 'fetched, stored and read'),
    finding('ordered again', repeated, 'checked for changes'),
    finding('the same at other addresses', otherAddresses, 'fetched, not read'),
  ]
}

const isChecked = `status = 'VALID_AWAITING_PAYMENT'`

/** Orders a book whose files are at an address. */
export async function place(url: string, customer: Customer, files: string): Promise<void> {
  const { path, headers, body } = createRequest(customer, null)
  const order = JSON.parse(body!)
  order.orderItems[0].product = { coverUrl: `${files}/cover.pdf`, gutsUrl: `${files}/pages.pdf` }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(order) })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Each name serves a different book: a comment with the name follows the end of the file. */
export async function serveBooks({ cover, book }: { cover: Buffer; book: Buffer }, host = '127.0.0.1') {
  let requests = { whole: 0, unchanged: 0, bytes: 0 }
  const server = createServer((request, response) => {
    const [, , name, part] = request.url!.split('/')
    const suffix = Buffer.from(`\n% ${name}\n`)
    const bytes = part === 'cover.pdf' ? cover : book
    const etag = `"${name}-${part}"`
    if (request.headers['if-none-match'] === etag) {
      requests.unchanged++
      response.writeHead(304, { etag }).end()
      return
    }
    const length = bytes.length + suffix.length
    requests = { ...requests, whole: requests.whole + 1, bytes: requests.bytes + length }
    response.writeHead(200, { etag, 'content-length': length })
    response.write(bytes)
    response.end(suffix)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: (path: string) => `http://${host}:${port}${path}`,
    /** Answers the requests since the last call. */
    takeRequests() {
      const taken = requests
      requests = { whole: 0, unchanged: 0, bytes: 0 }
      return taken
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
