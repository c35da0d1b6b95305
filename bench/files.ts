// (q): orders for books of 200 pages whose files are on a web server: fetched, stored, read and judged by the running
// service; then ordered again from the same addresses; then from other addresses with the same bytes.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Customer, createAsk } from './customers.ts'
import { query, until } from './databases.ts'
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

  /** Seconds until as many more orders have been checked; what the server then had been asked for. */
  const ordered = async (folder: string) => {
    const [{ before }] = (await query(databaseUrl, `select count(*)::int as before from orders where ${passed}`)) as [
      { before: number },
    ]
    const begun = performance.now()
    await Promise.all(customers.map((customer, i) => place(service.url, customer, server.at(`/${folder}/${i}`))))
    await until(databaseUrl, `(select count(*) from orders where ${passed}) = ${before + count}`)
    return { seconds: (performance.now() - begun) / 1000, asked: server.asked() }
  }
  const cold = await ordered('a')
  const again = await ordered('a')
  const elsewhere = await ordered('b')
  const finding = (what: string, { seconds, asked }: typeof cold, note: string): Finding => ({
    id: 'q',
    what: `${count} orders of ${pageCount} pages, 2 files and ${megabytes.toFixed(0)} MB each, ${what}`,
    measured: `${((2 * count) / seconds).toFixed(1)} files/s, ${(asked.bytes / 1024 / 1024 / seconds).toFixed(0)} MB/s fetched`,
    note: `${seconds.toFixed(2)} s, ${note}: ${asked.whole} whole answers, ${asked.unchanged} unchanged`,
  })
  return [
    finding('nothing kept', cold, 'fetched, stored and read'),
    finding('ordered again', again, 'asked whether they changed'),
    finding('the same at other addresses', elsewhere, 'fetched, not read'),
  ]
}

const passed = `status = 'VALID_AWAITING_PAYMENT'`

async function place(url: string, customer: Customer, files: string): Promise<void> {
  const { path, headers, body } = createAsk(customer, null)
  const order = JSON.parse(body!)
  order.orderItems[0].product = { coverUrl: `${files}/cover.pdf`, gutsUrl: `${files}/pages.pdf` }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(order) })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Every book has a few bytes of its own after the end, so that none is the same as another; its name says which. */
async function serveBooks({ cover, book }: { cover: Buffer; book: Buffer }) {
  let asked = { whole: 0, unchanged: 0, bytes: 0 }
  const server = createServer((request, response) => {
    const [, , name, part] = request.url!.split('/')
    const own = Buffer.from(`\n% ${name}\n`)
    const bytes = part === 'cover.pdf' ? cover : book
    const etag = `"${name}-${part}"`
    if (request.headers['if-none-match'] === etag) {
      asked.unchanged++
      response.writeHead(304, { etag }).end()
      return
    }
    const length = bytes.length + own.length
    asked = { ...asked, whole: asked.whole + 1, bytes: asked.bytes + length }
    response.writeHead(200, { etag, 'content-length': length })
    response.write(bytes)
    response.end(own)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** Since it was last asked this. */
    asked() {
      const since = asked
      asked = { whole: 0, unchanged: 0, bytes: 0 }
      return since
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
