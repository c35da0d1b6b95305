import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import type { KnownBrowsers } from '../../accounts/signIn/knownBrowsers.ts'
import { openAttempts } from './attempts.ts'

/** `known=ada` is the cookie of a browser that Ada has signed in with. */
const browsers: Pick<KnownBrowsers, 'recognize'> = {
  recognize: async (cookies, email) => (cookies === `known=${email.split('@')[0]}` ? `browser of ${email}` : null),
}
const open = () => openAttempts({ browsers, publicUrl: new URL('https://books.example') })
const from = (ip: string, cookie?: string) => ({ ip, headers: { cookie } }) as unknown as FastifyRequest
const ada = 'ada@analytical.example'

async function refusedAfter(attempt: (i: number) => Promise<void> | void): Promise<number> {
  for (let i = 0; i < 1000; i++) {
    try {
      await attempt(i)
    } catch {
      return i
    }
  }
  return Number.POSITIVE_INFINITY
}

test('guesses from one address do not lock the person out from other addresses, known browsers and password resets', async () => {
  const attempts = open()
  assert.equal(await refusedAfter(() => attempts.countGuess(from('10.6.6.6'), ada)), 10)
  await attempts.countGuess(from('10.0.0.1'), ada)
  await attempts.countGuess(from('10.6.6.6', 'known=ada'), ada)
  attempts.countMail(from('10.6.6.6'), ada)
})

test('guesses from many addresses share a limit, and known browsers have their own', async () => {
  const attempts = open()
  const guess = (i: number) =>
    attempts.countGuess(from(`10.${i >> 8}.${i & 255}.1`), i % 2 ? ada : 'ADA@analytical.example')
  assert.equal(await refusedAfter(guess), 100)
  await attempts.countGuess(from('10.0.0.1', 'known=ada'), ada)
  await attempts.countGuess(from('10.0.0.1'), 'bob@analytical.example')
})

test('a known browser has no more guesses than an address, and is known only for its person', async () => {
  const attempts = open()
  const known = (i: number) => from(`10.0.0.${i}`, 'known=ada')
  assert.equal(await refusedAfter(i => attempts.countGuess(known(i), ada)), 10)
  assert.equal(await refusedAfter(() => attempts.countGuess(known(1), 'bob@analytical.example')), 10)
})

test('emails to one mailbox are limited, for requests from any address', async () => {
  const attempts = open()
  assert.equal(await refusedAfter(i => attempts.countMail(from(`10.0.${i}.1`), ada)), 10)
})

test('an address has 30 attempts in all, for any number of persons', async () => {
  const attempts = open()
  assert.equal(await refusedAfter(i => attempts.countGuess(from('10.6.6.6'), `${i}@analytical.example`)), 30)
})
