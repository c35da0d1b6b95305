// Limits sign-in attempts. Right and wrong attempts count, for known and unknown email addresses alike, so that the
// limits do not reveal which addresses exist. An attacker must not lock out the owner of a sign-in: a guess counts
// against the pair of client address and person, and a browser in which the person has signed in before has its own
// limit. All unknown browsers share one limit for each person, which bounds guesses from many addresses. Emails with
// links have separate limits, so a new password can always be requested.

import type { FastifyRequest } from 'fastify'
import type { KnownBrowsers } from '../../accounts/signIn/knownBrowsers.ts'
import { systemClock } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { type Buckets, type Rate, tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { isSameOrigin, originCheck } from '../server/auth.ts'
import { addressGroup, tooMany } from '../server/rateLimits.ts'

/** A burst for a person who tries several passwords; then one attempt in 6 s. */
const byAddress: Rate = { perSecond: 1 / 6, burst: 30 }
/** Guesses at the password of a person from an address: after the burst, 144 a day. */
const byPersonAndAddress: Rate = { perSecond: 1 / 600, burst: 10 }
/** From all unknown browsers together: 1,540 on the first day, too few to guess a password that is not common. */
const byPerson: Rate = { perSecond: 1 / 60, burst: 100 }
const byKnownBrowser: Rate = { perSecond: 1 / 30, burst: 10 }
/** For a signed-in person. */
const bySignedIn: Rate = { perSecond: 1 / 30, burst: 10 }
/** Links work for an hour, so when these emails are used up, the mailbox still has a working link. */
const byMailbox: Rate = { perSecond: 1 / 300, burst: 10 }

export type Attempts = {
  /**
   * Refuses pages of other sites, and addresses with too many attempts, as do the other functions. A request counts
   * once: public routes count it before they read its body, which may be malformed.
   */
  countTry(request: FastifyRequest): void
  /** The same for a request that comes from a page of another site: that of the identity provider. */
  countCallback(request: FastifyRequest): void
  /** For the question whether the people of a domain have single sign-on; it takes no attempt to sign in away. */
  countLookup(request: FastifyRequest): void
  /** For a password that is sent with an email address. */
  countGuess(request: FastifyRequest, email: string): Promise<void>
  /** For a password or a code of the person who is signed in. */
  countConfirmation(request: FastifyRequest, userId: string): void
  /** For an email to an address that the caller chose. */
  countMail(request: FastifyRequest, email: string): void
}

export function openAttempts({
  browsers,
  publicUrl,
}: {
  browsers: Pick<KnownBrowsers, 'recognize'>
  publicUrl: URL
}): Attempts {
  const isOurOrigin = originCheck(publicUrl)
  const ofAddress = tokenBuckets(byAddress)
  const lookupsOfAddress = tokenBuckets(byAddress)
  const ofPersonAndAddress = tokenBuckets(byPersonAndAddress)
  const ofPerson = tokenBuckets(byPerson)
  const ofKnownBrowser = tokenBuckets(byKnownBrowser)
  const ofSignedIn = tokenBuckets(bySignedIn)
  const ofMailbox = tokenBuckets(byMailbox)
  const countedRequests = new WeakSet<FastifyRequest>()

  const countCallback = (request: FastifyRequest) => take(ofAddress, addressGroup(request.ip), 'address')

  function requireOurPage(request: FastifyRequest): void {
    if (isSameOrigin(request, { isOurOrigin })) return
    throw new Refusal('not_allowed', 'Pages of other sites may not send this request.')
  }

  function countTry(request: FastifyRequest): void {
    if (countedRequests.has(request)) return
    countedRequests.add(request)
    requireOurPage(request)
    countCallback(request)
  }

  return {
    countTry,
    countCallback,
    countLookup(request) {
      requireOurPage(request)
      take(lookupsOfAddress, addressGroup(request.ip), 'address')
    },
    async countGuess(request, email) {
      countTry(request)
      const person = email.toLowerCase()
      const browser = await browsers.recognize(request.headers.cookie, person, systemClock())
      if (browser !== null) return take(ofKnownBrowser, browser, 'browser')
      take(ofPersonAndAddress, `${person} ${addressGroup(request.ip)}`, 'address for this person')
      take(ofPerson, person, 'person')
    },
    countConfirmation(request, userId) {
      countTry(request)
      take(ofSignedIn, userId, 'person')
    },
    countMail(request, email) {
      countTry(request)
      take(ofMailbox, email.toLowerCase(), 'email address')
    },
  }
}

function take(buckets: Buckets, name: string, what: string): void {
  const left = buckets.take(name)
  if (left < 0) throw tooMany(-left, what, buckets.rate)
}
