// The service with Stripe's test mode: tries what it does with cards, refunds, disputes and bank accounts, records the
// answers without secrets, and compares them with the answers of the simulator of the tests.
//
//     STRIPE_SECRET_KEY=sk_test_… npm run lab:stripe -- --answers FOLDER
//
// Without a key it says what it would do. STRIPE_API_URL is the address of another Stripe, for tests.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { second } from '../../src/base/clock.ts'
import { startProvider } from '../../test/provider/provider.ts'
import { differencesOf } from './stripeDifferences.ts'
import { type Recording, startRecorder } from './stripeRecorder.ts'
import { startScene } from './stripeScene.ts'
import { trials } from './stripeTrials.ts'

const { values } = parseArgs({ options: { answers: { type: 'string' } } })
const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = process.env

if (secretKey === undefined) {
  console.log('With STRIPE_SECRET_KEY, a test key of Stripe (sk_test_…), the lab would try:')
  for (const { name, summary } of trials) console.log(`  ${name}: ${summary}`)
  console.log(
    "It would record Stripe's answers without secrets, and name each difference from the simulator of the tests.",
  )
  process.exit(0)
}
if (!/^[sr]k_test_/.test(secretKey)) {
  console.error('STRIPE_SECRET_KEY is not a test key. The lab makes charges, so it takes only keys of the test mode.')
  process.exit(2)
}

let failures = 0
const stripe = await tryAll('Stripe', { url: new URL(apiUrl ?? 'https://api.stripe.com'), secretKey })
await using provider = await startProvider()
const simulator = await tryAll('the simulator', { url: provider.url, secretKey: 'sk_test_simulator' })
if (values.answers !== undefined) writeAnswers(values.answers, { stripe, simulator })

const differences = differencesOf(stripe, simulator)
for (const difference of differences) console.log(`difference: ${difference}`)
console.log(`${failures} of ${2 * trials.length} trials failed, and ${differences.length} answers differ`)
process.exitCode = failures > 0 || differences.length > 0 ? 1 : 0

/** Runs all trials. A trial that fails does not stop the others. */
async function tryAll(where: string, { url, secretKey }: { url: URL; secretKey: string }): Promise<Recording[]> {
  await using recorder = await startRecorder(url)
  const pauseMs = url.hostname === '127.0.0.1' ? 1 : 5 * second
  await using scene = await startScene({ secretKey, recorder, pauseMs })
  for (const { name, run } of trials) {
    recorder.trial = name
    try {
      await run(scene)
      console.log(`${where}, ${name}: as expected`)
    } catch (error) {
      failures++
      console.log(`${where}, ${name}: FAILED: ${(error as Error).message}`)
    }
  }
  return recorder.recordings
}

function writeAnswers(folder: string, answers: Record<string, Recording[]>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, recordings] of Object.entries(answers))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(recordings, null, 2)}\n`)
}
