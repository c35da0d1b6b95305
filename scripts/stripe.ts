// Writes test/stripe/: the parts of Stripe's API description and fixtures that the tests need. The objects of the
// fixtures become TypeScript, so that the compiler compares them with the types of the stripe package.
//   node scripts/stripe.ts REQUESTS.openapi.json FIXTURES.json && npx biome check --write test/stripe
// Both are from the public repository stripe/openapi, MIT licensed; see test/stripe/LICENSE.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'test', 'stripe')

/** The operations that src/payments/stripe and the lab call. */
const operations: [path: string, methods: string[]][] = [
  ['/v1/customers', ['post']],
  ['/v1/checkout/sessions', ['post']],
  ['/v1/payment_methods', ['get']],
  ['/v1/payment_methods/{payment_method}/attach', ['post']],
  ['/v1/payment_methods/{payment_method}/detach', ['post']],
  ['/v1/payment_intents', ['get', 'post']],
  ['/v1/payment_intents/{intent}', ['get']],
  ['/v1/payment_intents/{intent}/confirm', ['post']],
  ['/v1/payment_intents/{intent}/cancel', ['post']],
  ['/v1/refunds', ['get', 'post']],
  ['/v1/balance_transactions', ['get']],
  ['/v1/disputes/{dispute}', ['get']],
  ['/v1/events', ['get']],
]

/** The objects that src/payments/stripe receives, with their types. */
const resources: [name: string, type: string][] = [
  ['customer', 'Customer'],
  ['checkout.session', 'Checkout.Session'],
  ['payment_intent', 'PaymentIntent'],
  ['payment_method', 'PaymentMethod'],
  ['charge', 'Charge'],
  ['refund', 'Refund'],
  ['balance_transaction', 'BalanceTransaction'],
  ['dispute', 'Dispute'],
]

/** Where the types of the package are newer than the fixtures, or a fixture is not a whole object. */
const corrections: [path: string, value: unknown][] = [
  ['checkout.session.currency_conversion', null],
  ['checkout.session.allowed_payment_method_types', ['card']],
  ['payment_intent.transfer_data', null],
  ['payment_intent.allowed_payment_method_types', ['card']],
  ['payment_intent.payment_record', null],
  ['charge.transfer_data', null],
  ['charge.payment_method_details.card.electronic_commerce_indicator', null],
  ['dispute.intended_submission_method', null],
  ['dispute.evidence_details.submission_method', 'not_submitted'],
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

const fixtures = JSON.parse(readFileSync(fixturesFile, 'utf8')).resources
for (const [path, value] of corrections) {
  const name = resources.find(([resource]) => path.startsWith(`${resource}.`))![0]
  const steps = path.slice(name.length + 1).split('.')
  const parent = steps.slice(0, -1).reduce((at, step) => at[step], fixtures[name])
  parent[steps.at(-1)!] = value
}
const objects = resources.map(
  ([name, type]) => `  ${JSON.stringify(name)}: ${JSON.stringify(fixtures[name])} satisfies Stripe.${type},`,
)
writeFileSync(
  join(folder, 'objects.ts'),
  `// Stripe's objects as its fixtures have them, written by scripts/stripe.ts.

import type Stripe from 'stripe'

export const objects = {
${objects.join('\n')}
}
`,
)

function write(name: string, value: object): void {
  writeFileSync(join(folder, name), `${JSON.stringify(value)}\n`)
}
