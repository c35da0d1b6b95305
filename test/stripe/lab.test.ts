// The lab for Stripe, against the provider of the tests in place of Stripe.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { differencesOf } from '../../bench/lab/stripeDifferences.ts'
import { type Recording, withoutSecrets } from '../../bench/lab/stripeRecorder.ts'
import { trials } from '../../bench/lab/stripeTrials.ts'
import { startProvider } from '../provider/provider.ts'

const root = join(import.meta.dirname, '..', '..')

function runLab(env: Record<string, string>, args: string[] = []) {
  const { STRIPE_SECRET_KEY: _, STRIPE_API_URL: __, ...rest } = process.env
  const command = ['--liftoff-only', '--import', './test/compiled.ts', 'bench/lab/stripe.ts', ...args]
  return new Promise<{ code: number; output: string; errors: string }>(resolve => {
    execFile(process.execPath, command, { cwd: root, env: { ...rest, ...env } }, (error, output, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code), output, errors }),
    )
  })
}

describe('the lab for Stripe', () => {
  it('without a key says what it would do, and calls nobody', async () => {
    const { code, output } = await runLab({})
    assert.equal(code, 0)
    for (const { name, summary } of trials) assert.ok(output.includes(`  ${name}: ${summary}`), output)
  })

  it('refuses a live key', async () => {
    const { code, errors } = await runLab({ STRIPE_SECRET_KEY: 'sk_live_1' })
    assert.equal(code, 2)
    assert.match(errors, /is not a test key/)
  })

  it('runs its whole list against the provider of the tests, finds no difference, and records no secret', async () => {
    await using provider = await startProvider()
    const folder = mkdtempSync(join(tmpdir(), 'octavo-lab-'))
    const env = { STRIPE_SECRET_KEY: 'sk_test_lab', STRIPE_API_URL: provider.url.href }
    const { code, output, errors } = await runLab(env, ['--answers', folder])
    assert.deepEqual([code, /^difference|FAILED/m.test(output)], [0, false], output + errors)
    for (const { name } of trials) assert.ok(output.includes(`Stripe, ${name}: as expected`), output)
    assert.deepEqual((await provider.ask('books', {})).violations, [])
    const answers = readFileSync(join(folder, 'stripe.json'), 'utf8')
    const recorded = new Set((JSON.parse(answers) as Recording[]).map(({ trial }) => trial))
    assert.deepEqual(
      [...recorded],
      trials.map(({ name }) => name),
    )
    assert.doesNotMatch(answers, /sk_test_|whsec_|_secret_|checkout\.stripe/)
  })

  it('names each call, field, type and state that differs', () => {
    const recording = (changes: Partial<Recording>, body: object = {}): Recording => ({
      ...{ trial: 'refund', method: 'POST', path: '/v1/refunds', status: 200 },
      body: { id: 're_1', status: 'succeeded', amount: 34, metadata: { octavo_key: 'k' }, ...body },
      ...changes,
    })
    assert.deepEqual(differencesOf([recording({})], [recording({}, { metadata: { other: 'k' } })]), [])
    assert.deepEqual(
      differencesOf(
        [recording({}, { status: 'pending', amount: '34', fee: 1 }), recording({ status: 409 })],
        [recording({}, { reason: null }), recording({ path: '/v1/refunds/re_1', method: 'GET' })],
      ),
      [
        'POST /v1/refunds 200: amount is a string at Stripe and a number in the simulator',
        'POST /v1/refunds 200: fee is only at Stripe',
        'POST /v1/refunds 200: reason is only in the simulator',
        'POST /v1/refunds 200: status is pending at Stripe and succeeded in the simulator',
        'refund, GET /v1/refunds/:id 200: only in the simulator',
        'refund, POST /v1/refunds 409: only at Stripe',
      ],
    )
  })

  it('removes secrets, personal data and addresses from answers', () => {
    const answer = { client_secret: 'pi_1_secret_2', charges: [{ receipt_url: 'https://x', amount: 1 }], email: 'a@b' }
    assert.deepEqual(withoutSecrets({ ...answer, message: 'Invalid key: sk_test_***' }), {
      client_secret: '(removed)',
      charges: [{ receipt_url: '(removed)', amount: 1 }],
      email: '(removed)',
      message: '(removed)',
    })
  })
})
