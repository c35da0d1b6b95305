// Passes calls on to Stripe, or to a simulated Stripe, and records the answers without secrets.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Recording = { trial: string; method: string; path: string; status: number; body: unknown }

export type Recorder = AsyncDisposable & {
  url: URL
  recordings: Recording[]
  /** The name of the trial whose calls come now. */
  trial: string
}

const passedHeaders = ['authorization', 'content-type', 'idempotency-key', 'stripe-version']
const answeredHeaders = ['content-type', 'request-id', 'idempotent-replayed', 'retry-after']
const removed = '(removed)'

export async function startRecorder(target: URL): Promise<Recorder> {
  const recordings: Recording[] = []
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const body = await text(request)
    const headers = passedHeaders.flatMap(name => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, String(value)] as [string, string]]
    })
    try {
      const answer = await fetch(new URL(url, target), { method, headers, ...(method === 'GET' ? {} : { body }) })
      const answerText = await answer.text()
      const [path = ''] = url.split('?')
      recordings.push({ trial: recorder.trial, method, path, status: answer.status, body: readAnswer(answerText) })
      for (const name of answeredHeaders) {
        const value = answer.headers.get(name)
        if (value !== null) response.setHeader(name, value)
      }
      response.writeHead(answer.status).end(answerText)
    } catch {
      response.destroy() // as a lost connection to Stripe looks
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const recorder: Recorder = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    recordings,
    trial: 'start',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return recorder
}

function readAnswer(answer: string): unknown {
  try {
    return withoutSecrets(JSON.parse(answer))
  } catch {
    return { unreadable: answer.length }
  }
}

/** Removes secrets, personal data, and addresses, which let their reader act for another. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return /secret|fingerprint|email|phone|url|ip_address/.test(name) || /\b[rsp]k_(test|live)_|whsec_/.test(value)
      ? removed
      : value
  if (Array.isArray(value)) return value.map(part => withoutSecrets(part, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutSecrets(part, key)]))
}
