// An identity provider that does what a test tells it: its document and its tokens may be wrong in any way.

import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ForgedProvider = AsyncDisposable & {
  issuer: string
  /** Changes of its document. */
  document: Record<string, unknown>
  /** The claims of the next token; `signed` with the key of the provider or with another. */
  claims: Record<string, unknown>
  signed: 'rightly' | 'wrongly'
  /** The bodies of the requests for tokens. */
  exchanges: URLSearchParams[]
  /** Answers every request from now on; null: as a provider does. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startForgedProvider(): Promise<ForgedProvider> {
  const [right, wrong] = [newKey(), newKey()]
  const server = createServer(async (request, response) => {
    if (forged.answer !== null) return forged.answer(request, response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const send = (body: object) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    }
    if (request.url === '/.well-known/openid-configuration') return send({ ...documentOf(forged), ...forged.document })
    if (request.url === '/keys') return send({ keys: [{ ...right.publicKey.export({ format: 'jwk' }), alg: 'RS256' }] })
    forged.exchanges.push(new URLSearchParams(Buffer.concat(chunks).toString()))
    const text = `${base64url({ alg: 'RS256' })}.${base64url(forged.claims)}`
    const { privateKey } = forged.signed === 'rightly' ? right : wrong
    const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64url')
    send({ access_token: 'a token', token_type: 'bearer', id_token: `${text}.${signature}` })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const forged: ForgedProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: {},
    claims: {},
    signed: 'rightly',
    exchanges: [],
    answer: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return forged
}

const documentOf = ({ issuer }: ForgedProvider) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})
