// A real OpenID Connect provider (oidc-provider) with a few people, and a browser that signs in at it.

import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

type Person = { email?: string; email_verified?: boolean; name?: string; locale?: string; groups?: string[] }

export type IdentityProvider = AsyncDisposable & {
  issuer: URL
  clientId: string
  clientSecret: string
  /** By the name with which they sign in; tests change them. */
  people: Map<string, Person>
  /**
   * Walks through the provider as a browser, from the address to which the service sends it to the address of the
   * service to which the provider sends it back. `as` is null for a person who gives up.
   */
  walk(from: string, as: string | null, cookies?: Map<string, string>): Promise<URL>
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const people = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'octavo', client_secret: 'the-secret-of-octavo', redirect_uris: [redirectUri] }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['a key'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { openid: ['sub'], profile: ['name', 'locale'], email: ['email', 'email_verified'], groups: ['groups'] },
    findAccount: (_ctx, sub) =>
      people.has(sub) ? { accountId: sub, claims: () => ({ sub, ...people.get(sub) }) } : undefined,
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  })
  server.on('request', provider.callback())

  const walk: IdentityProvider['walk'] = async (from, as, cookies = new Map()) => {
    let [url, init]: [URL, RequestInit] = [new URL(from), {}]
    for (let steps = 0; steps < 10; steps++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' })
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        cookies.set(name!, value!)
      }
      const location = answer.headers.get('location')
      if (location !== null) {
        ;[url, init] = [new URL(location, url), {}]
        if (url.href.startsWith(redirectUri)) return url
        continue
      }
      const page = await answer.text()
      if (!page.includes('name="login"')) throw new Error(`the provider shows no form: ${answer.status} ${page}`)
      if (as === null) url = new URL(`${url.pathname}/abort`, url)
      else init = { method: 'POST', body: new URLSearchParams({ prompt: 'login', login: as, password: 'anything' }) }
    }
    throw new Error('the provider sends the browser around in circles')
  }

  return {
    issuer: new URL(issuer),
    clientId: client.client_id,
    clientSecret: client.client_secret,
    people,
    walk,
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
