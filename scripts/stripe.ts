// Writes test/stripe/: the parts of Stripe's API description and fixtures that the tests need.
//   node scripts/stripe.ts REQUESTS.openapi.json FIXTURES.json
// Both are from the public repository stripe/openapi, MIT licensed; see test/stripe/LICENSE.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'test', 'stripe')

/** The operations that src/payments/stripe calls. */
const operations: [path: string, methods: string[]][] = [
  ['/v1/customers', ['post']],
  ['/v1/checkout/sessions', ['post']],
  ['/v1/payment_methods', ['get']],
  ['/v1/payment_methods/{payment_method}/detach', ['post']],
  ['/v1/payment_intents', ['get', 'post']],
  ['/v1/payment_intents/{intent}', ['get']],
  ['/v1/payment_intents/{intent}/confirm', ['post']],
  ['/v1/payment_intents/{intent}/cancel', ['post']],
  ['/v1/refunds', ['get', 'post']],
  ['/v1/balance_transactions', ['get']],
  ['/v1/disputes/{dispute}', ['get']],
]

/** The objects that src/payments/stripe receives. */
const resources = [
  'customer',
  'checkout.session',
  'payment_intent',
  'payment_method',
  'charge',
  'refund',
  'balance_transaction',
  'dispute',
  'event',
]

const [requestsFile, fixturesFile] = process.argv.slice(2)
if (requestsFile === undefined || fixturesFile === undefined) {
  console.error('node scripts/stripe.ts REQUESTS.openapi.json FIXTURES.json')
  process.exit(2)
}

const description = JSON.parse(readFileSync(requestsFile, 'utf8'))
const paths = Object.fromEntries(
  operations.map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map(method => [method, description.paths[path][method]])),
  ]),
)
write('requests.json', { openapi: description.openapi, info: description.info, paths })

const fixtures = JSON.parse(readFileSync(fixturesFile, 'utf8'))
const { license, source } = fixtures
const usedResources = Object.fromEntries(resources.map(name => [name, fixtures.resources[name]]))
write('fixtures.json', { license, source, resources: usedResources })

function write(name: string, value: object): void {
  writeFileSync(join(folder, name), `${JSON.stringify(value)}\n`)
}
