// Test events and sample events of webhooks, by key and in the dashboard.

import { type Static, Type } from 'typebox'
import type { Mode } from '../../base/mode.ts'
import { type Rate, tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { testWebhook } from '../../features/notify/redeliver.ts'
import { noSuchEndpoint } from '../../features/notify/webhookEndpoints.ts'
import { webhookKinds } from '../../orders/lifecycle.ts'
import { invoiceKind } from '../../orders/view/webhookBodies.ts'
import { endpointIdPattern, findEndpoint } from '../../webhooks/endpointStore.ts'
import { addressesOf, testKind } from '../../webhooks/testEvent.ts'
import { Closed, HttpUrl, nullable, oneOf } from '../objects/common.ts'
import { malformed } from '../server/problem.ts'
import { tooMany } from '../server/rateLimits.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { durationMs, failure, Headers, responseStatus } from './deliveries.ts'
import { webhookAddressRule } from './webhookAddress.ts'

/** Per account: enough for manual tests, but not for sending in bulk. */
const testRate: Rate = { perSecond: 1 / 10, burst: 10 }

const TestBody = nullable(
  Closed(
    {
      url: Type.Optional(HttpUrl),
      endpointId: Type.Optional(
        Type.String({
          pattern: endpointIdPattern,
          description: 'Instead of `url`: an endpoint, whose secret then signs.',
        }),
      ),
      type: oneOf([testKind, ...webhookKinds, invoiceKind], {
        default: testKind,
        description:
          'Events of orders and invoices are samples: what they are about does not exist, and their sequence is 0.',
      }),
    },
    { description: 'Without `url` the test goes to the webhook address of the newest order of the mode.' },
  ),
)
const SentTest = Type.Object(
  {
    deliveryId: Type.String(),
    request: Type.Object({
      url: Type.String(),
      headers: Headers,
      body: Type.String(),
    }),
    answer: Type.Object({ durationMs, responseStatus, responseBody: nullable(Type.String()), failure }),
  },
  { title: 'SentTest' },
)
const aboutTests =
  'Sends a webhook of the type WebhookTest, or a sample of another type. It is signed like every webhook, included in the list as WebhookTest, and sent once.'

type Owner = { accountId: string; mode: Mode }

export const webhookTestRoutes = tagged('Webhooks', (services: Services): Route[] => {
  const { db } = services
  const problemsOfAddress = webhookAddressRule(services)
  const tests = tokenBuckets(testRate)
  async function testAddress(owner: Owner, body: Static<typeof TestBody>) {
    if (body?.endpointId === undefined) return body?.url ?? (await addressesOf(db, owner))[0]
    const endpoint = await findEndpoint(db, owner, body.endpointId)
    if (endpoint === null) throw noSuchEndpoint(body.endpointId)
    return endpoint.url
  }
  async function sendTest({ accountId, mode }: Owner, body: Static<typeof TestBody>, actor: string) {
    const endpointId = body?.endpointId
    const url = await testAddress({ accountId, mode }, body)
    if (url === undefined) throw malformed('No order of this mode has a webhookUrl yet: send `url`.')
    const problems = problemsOfAddress(mode, 'url', url)
    if (problems.length > 0) throw malformed(problems[0]!.detail, problems)
    const left = tests.take(accountId)
    if (left < 0) throw tooMany(-left, 'account', tests.rate)
    const target = { url, kind: body?.type ?? testKind, actor, ...(endpointId === undefined ? {} : { endpointId }) }
    return testWebhook(services, { accountId, mode }, target)
  }
  return [
    ...resource({
      method: 'POST',
      at: { key: '/webhook-test', member: '/dashboard/api/:mode/webhook-test' },
      operationId: 'sendTestEvent',
      scope: 'webhooks:write',
      needs: 'webhooks',
      summary: 'Send a test event or a sample event, and return the response',
      description: aboutTests,
      body: TestBody,
      status: 201,
      answer: SentTest,
      refuses: ['not_found', 'too_many_requests'],
      member: { operationId: 'testWebhook', summary: 'Send a test event and return the response' },
      handle: ({ owner, caller: { actor }, body }) => sendTest(owner, body, actor),
    }),
    ...resource({
      method: 'GET',
      at: { member: '/dashboard/api/:mode/webhook-test' },
      operationId: 'listWebhookAddresses',
      summary: 'List the webhook addresses of the newest orders, newest first',
      answer: Type.Object({ addresses: Type.Array(Type.String()) }),
      handle: async ({ owner }) => ({ addresses: await addressesOf(db, owner) }),
    }),
  ]
})
