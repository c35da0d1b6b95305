import assert from 'node:assert/strict'
import { it } from 'node:test'
import { webhookAddressRule } from './webhookAddress.ts'

const outbound = {
  urlProblem: (url: string) => (url.includes('//127.') ? 'must not lead into a private network' : null),
}
const inProduction = webhookAddressRule({ httpsOnly: true, outbound })

const asSent = (value: unknown) => JSON.parse(JSON.stringify(value))

it('an address of a webhook in a private network is refused when it is entered, in both modes', () => {
  for (const [mode, scheme] of [
    ['production', 'https'],
    ['sandbox', 'http'],
  ])
    assert.deepEqual(asSent(inProduction(mode, 'url', `${scheme}://127.0.0.1/hook`)), [
      {
        pointer: '/url',
        code: 'wrong_format',
        detail: 'The address of the webhook must not lead into a private network.',
      },
    ])
})

it('an address of a webhook of production must be https', () => {
  const [problem] = inProduction('production', 'webhookUrl', 'http://shop.example/hook')
  assert.deepEqual(
    [problem?.pointer, String(problem?.detail)],
    ['/webhookUrl', 'webhookUrl must be an https address in production.'],
  )
  assert.deepEqual(inProduction('sandbox', 'webhookUrl', 'http://shop.example/hook'), [])
})

it('an address of a webhook that the schema refuses, or that is missing, has no second problem', () => {
  for (const address of [undefined, 7, 'shop']) assert.deepEqual(inProduction('production', 'url', address), [])
})

it('an address of a webhook in a private network is accepted outside of production', () => {
  assert.deepEqual(webhookAddressRule({ httpsOnly: false, outbound })('production', 'url', 'http://127.0.0.1/'), [])
})
