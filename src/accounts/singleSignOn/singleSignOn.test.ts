import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type ForgedProvider, startForgedProvider } from '../../../test/support/forgedProvider.ts'
import { createOutbound, type OutboundOptions } from '../../base/network/outbound.ts'
import { isEmailVerified, openSingleSignOn, type ProviderProblem, roleOfGroups } from './singleSignOn.ts'

const redirectUri = new URL('https://books.example/callback')

/** Tests the provider through the guarded client. */
async function problemOf(issuer: string, options: OutboundOptions = {}): Promise<ProviderProblem | null> {
  const outbound = createOutbound({ allowLoopback: true, ...options })
  const settings = {
    issuer: new URL(issuer),
    clientId: 'octavo',
    clientSecret: 'a',
    groupsClaim: 'groups',
    scope: 'openid',
  }
  try {
    return await openSingleSignOn(settings, { redirectUri, outbound, timeoutSeconds: 1 }).findProblem()
  } finally {
    await outbound.close()
  }
}

describe('a test of a provider', () => {
  const started: ForgedProvider[] = []
  after(() => Promise.all(started.map(provider => provider[Symbol.asyncDispose]())))
  async function start() {
    const provider = await startForgedProvider()
    started.push(provider)
    return provider
  }
  const says = async (prepare: (provider: ForgedProvider) => void) => {
    const provider = await start()
    prepare(provider)
    const problem = await problemOf(provider.issuer)
    return problem && `${problem.code}: ${String(problem.detail).replace(/127\.0\.0\.1:\d+/g, 'HOST')}`
  }
  const json = (status: number, body: string) => (provider: ForgedProvider) => {
    provider.answer = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body)
    }
  }
  /** The document is right, and requests for tokens are answered with an error. */
  const atTokens = (error: string, headers?: Record<string, string>) => (provider: ForgedProvider) => {
    const document = JSON.stringify({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
    })
    provider.answer = (request, response) => {
      const isDocument = request.url!.startsWith('/.well-known')
      const status = isDocument ? 200 : headers === undefined ? 400 : 401
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(isDocument ? document : JSON.stringify({ error }))
    }
  }

  test('a provider that knows the client, and not the code of the test, has no problem', async () => {
    assert.equal(await says(atTokens('invalid_grant')), null)
  })

  test('a provider that does not accept the secret is said to do so', async () => {
    const expected =
      'wrong_client: The provider does not accept the client ID with this client secret (invalid_client).'
    assert.equal(await says(atTokens('invalid_client')), expected)
    assert.equal(await says(atTokens('invalid_client', { 'www-authenticate': 'Basic realm="tokens"' })), expected)
    assert.match((await says(atTokens('invalid_request')))!, /^refused: .*\(invalid_request\): check the redirect/)
  })

  test('an address without a document of a provider is said to have none, and why', async () => {
    const start = 'not_a_provider: The issuer has no usable document at /.well-known/openid-configuration: it'
    assert.equal(await says(json(404, '{}')), `${start} answered 404.`)
    assert.equal(await says(json(302, '{}')), `${start} answered 302.`)
    for (const body of ['<html>', '[]', '{}', '{"issuer":7}'])
      assert.equal(await says(json(200, body)), `${start}s answer is not as OpenID Connect demands.`, body)
    const html = (provider: ForgedProvider) => {
      provider.answer = (_, response) => response.end('<html>')
    }
    assert.equal(await says(html), `${start}s answer is not as OpenID Connect demands.`)
    const withoutSignIn = (provider: ForgedProvider) => {
      provider.document = { authorization_endpoint: undefined }
    }
    assert.equal(await says(withoutSignIn), `${start}s document names no authorization_endpoint.`)
  })

  test('a provider with another name is refused, also as Microsoft names itself for people of all companies', async () => {
    for (const issuer of ['https://login.example/', 'https://login.microsoftonline.com/{tenantid}/v2.0'])
      assert.match(
        (await says(provider => Object.assign(provider.document, { issuer })))!,
        /^other_issuer: .* calls itself/,
      )
  })

  test('a provider that never answers, or answers without end, is given up', async () => {
    const silent = (provider: ForgedProvider) => {
      provider.answer = () => {}
    }
    assert.equal(await says(silent), 'unreachable: The provider at HOST cannot be reached: it did not answer in time.')
    const endless = (provider: ForgedProvider) => {
      provider.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        for (let sent = 0; sent < 400; sent++) response.write('x'.repeat(1000))
      }
    }
    assert.match((await says(endless))!, /the answer is too long/)
  })

  test('a provider in a private network is not called, by its address, by a name, or in its own document', async () => {
    const provider = await start()
    provider.answer = () => assert.fail('the provider was called')
    assert.match(
      String((await problemOf(provider.issuer, { allowLoopback: false }))!.detail),
      /leads to a private network/,
    )
    const resolve = async () => ['10.0.0.7']
    const byName = await problemOf('https://login.company.example', { allowLoopback: false, resolve })
    assert.match(String(byName!.detail), /leads to a private network/)
    const nowhere = await problemOf('https://login.company.example', { resolve: async () => [] })
    assert.match(String(nowhere!.detail), /the host name does not exist/)
    provider.answer = null
    provider.document = { token_endpoint: 'http://10.0.0.7/token' }
    assert.match(String((await problemOf(provider.issuer))!.detail), /leads to a private network/)
  })
})

describe('an email address', () => {
  test('an email address is verified as the provider says; at Google only if the company manages the account', () => {
    const google = 'https://accounts.google.com'
    const email = 'ada@Lantern.example'
    const cases = [
      ['https://login.example', { email, email_verified: true }, true],
      ['https://login.example', { email, email_verified: false }, false],
      ['https://login.example', { email, email_verified: 'true' }, null],
      ['https://login.example', { email }, null],
      [google, { email, email_verified: true, hd: 'lantern.example' }, true],
      [google, { email, email_verified: true, hd: 'other.example' }, false],
      [google, { email, email_verified: true }, false],
      [google, { email, email_verified: false, hd: 'lantern.example' }, false],
    ] as const
    for (const [issuer, claims, expected] of cases)
      assert.equal(isEmailVerified(issuer, claims), expected, `${issuer} ${JSON.stringify(claims)}`)
  })
})

describe('groups', () => {
  test('groups give the role of the first in the list that the person is in', () => {
    const roles = [
      { group: 'a', role: 'owner' },
      { group: 'b', role: 'viewer' },
    ]
    assert.equal(roleOfGroups(roles, ['b', 'a']), 'owner')
    assert.equal(roleOfGroups(roles, ['b']), 'viewer')
    assert.equal(roleOfGroups(roles, ['A', '*']), null)
    assert.equal(roleOfGroups([...roles, { group: '*', role: 'all' }], []), 'all')
  })
})
