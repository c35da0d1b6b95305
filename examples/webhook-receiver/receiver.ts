// Verifies each webhook, stores its event once, and answers.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { type OctavoEvent, readWebhook } from '../../clients/typescript/index.ts'

const { OCTAVO_WEBHOOK_SECRET = '', PORT = '4000' } = process.env
const [file = 'events.jsonl'] = process.argv.slice(2)
const maxBytes = 5_000_000

const storedIds = new Set<string>()
const newestSequences = new Map<string, number>()
if (existsSync(file)) {
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { id, event } = JSON.parse(line)
    remember(id, event)
  }
}

createServer(async (request, response) => {
  const answer = (status: number) => void response.writeHead(status).end()
  const body = await bodyOf(request)
  if (body === null) return answer(413)
  let event: OctavoEvent
  try {
    event = readWebhook(OCTAVO_WEBHOOK_SECRET, { headers: request.headers, body })
  } catch {
    return answer(400)
  }
  const id = String(request.headers['webhook-id'])
  if (!storedIds.has(id)) {
    appendFileSync(file, `${JSON.stringify({ id, event })}\n`)
    if (remember(id, event)) console.log(event.type)
  }
  answer(204)
}).listen(Number(PORT), () => console.log(`Webhooks are received at http://127.0.0.1:${PORT}/`))

/** Whether the event is news about its order: not older than one that came before. */
function remember(id: string, { sequence, data }: OctavoEvent): boolean {
  storedIds.add(id)
  if (!('customerOrderId' in data)) return true
  const newest = newestSequences.get(data.customerOrderId) ?? 0
  newestSequences.set(data.customerOrderId, Math.max(newest, sequence))
  return sequence > newest
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
