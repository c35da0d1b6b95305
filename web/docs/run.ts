// The reader's own sandbox key and product, which the service shows to signed-in people; and the requests of a snippet,
// run with that key.

import type { SnippetRequest } from './curl.ts'

type Key = {
  authorization: string | null
  revokedAt: string | null
  expiresAt: string | null
  scopes: string[] | null
  addresses: string[] | null
}

const maxTries = 60
const everyMs = 1000
const maxShownChars = 20_000

/** The product of the demo that snippets name. */
const exampleSku = 'NOVEL'
/** Such a SKU means the same in JSON, in a shell and in a program. */
const plainSku = /^[\w .-]+$/

export type Own = { authorization: string; sku: string }

/** A sentence says what is missing. */
export async function readOwn(): Promise<Own | { missing: string }> {
  const key = await sandboxKey()
  if ('missing' in key) return key
  const answer = await fetch('/products', { headers: key, credentials: 'omit' })
  const { products = [] } = answer.ok ? ((await answer.json()) as { products?: { sku: string }[] }) : {}
  const skus = products.map(({ sku }) => sku).filter(sku => plainSku.test(sku))
  return { ...key, sku: skus.includes(exampleSku) ? exampleSku : (skus[0] ?? exampleSku) }
}

/** A text of a snippet with the reader's key and product in place of the examples. */
export const withOwn = (text: string, { authorization, sku }: Own): string =>
  text.replaceAll('Basic ...', () => authorization).replaceAll(/(["'])NOVEL\1/g, (_, quote) => `${quote}${sku}${quote}`)

/** Calls `show` with each line of the result. */
export async function runRequests(
  requests: SnippetRequest[],
  authorization: string,
  show: (text: string) => void,
): Promise<void> {
  for (const request of requests) {
    const { method, path, until } = request
    for (let tries = 1; ; tries++) {
      const { status, text } = await send(request, authorization)
      const isOver = until === null || (status < 300 && new RegExp(until).test(text))
      if (isOver || tries === maxTries) {
        show(`${method} ${path}\n${status} ${text}`)
        if (!isOver || status >= 400 || (until !== null && /"status": "FAILED"/.test(text))) return
        break
      }
      await new Promise(resolve => setTimeout(resolve, everyMs))
    }
  }
}

async function send({ method, path, headers, body }: SnippetRequest, authorization: string) {
  const answer = await fetch(path, {
    method,
    headers: { ...headers, authorization },
    credentials: 'omit', // the key alone says who is calling
    ...(body === null ? {} : { body }),
  })
  return { status: answer.status, text: readable(await answer.text()) }
}

async function sandboxKey(): Promise<{ authorization: string } | { missing: string }> {
  const answer = await fetch('/dashboard/api/sandbox/keys')
  if (answer.status === 401) return { missing: 'Sign in to the dashboard, then run this in your sandbox.' }
  if (!answer.ok) return { missing: 'Your role cannot see the API keys of the sandbox.' }
  const { keys } = (await answer.json()) as { keys: Key[] }
  const live = keys.filter(
    ({ authorization, revokedAt, expiresAt }) =>
      authorization !== null && revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now()),
  )
  const key = live.find(({ scopes, addresses }) => scopes === null && addresses === null) ?? live[0]
  if (key === undefined) return { missing: 'Create an API key for the sandbox in the dashboard, then run this.' }
  return { authorization: key.authorization! }
}

function readable(text: string): string {
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // An answer that is not JSON is shown as it is.
  }
  return shown.length > maxShownChars ? `${shown.slice(0, maxShownChars)}…` : shown
}
