// Cards on file. Where the provider keeps the cards itself, its list is the truth: any change, there or here, makes a
// look at the provider due, and a sweep does it: claim, ask outside of any transaction, record. When an account adds a
// card, orders that had been given up are tried again.

import { type Clock, later, nextUtcHour } from '../../base/clock.ts'
import { keepableIn } from '../../base/keepable.ts'
import type { Log } from '../../base/log.ts'
import { eachOf } from '../../base/parallel.ts'
import { Refusal } from '../../base/refusal.ts'
import {
  addCard,
  type Card,
  type DueCustomer,
  dueSync,
  findCustomer,
  keepCustomer,
  makeDefault,
  matchCards,
  postponeSync,
  retireCard,
  retiredCards,
  takeDueCustomers,
} from '../../payments/cards/store.ts'
import type { HostedCards, Payments } from '../../payments/payments.ts'
import { callLeaseMs, nextAttemptAt } from '../../payments/retry.ts'
import { readHolders } from '../facts.ts'
import { chargeHourUtc } from '../schedule.ts'
import type { Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import { resumeUnpaidOrders } from './unpaidOrders.ts'

const accountsInASweep = 32
const callsAtATime = 8

export type CardDeps = { shell: Shell; clock: Clock; payments: Payments; log: Log }
type Act = { accountId: string; now: Date; actor: string }

/**
 * Puts a card on file by its name. Refuses with `malformed_request` when cards have no names here, or the name is
 * unknown.
 */
export async function addNamedCard({ shell, payments }: CardDeps, name: string, { accountId, now, actor }: Act) {
  const known = payments.cards.kind === 'named' && Object.hasOwn(payments.cards.cards, name)
  if (payments.cards.kind !== 'named' || !known) {
    const detail = `there is no test card ${JSON.stringify(name)}`
    throw new Refusal('malformed_request', detail, [{ pointer: '/testCard', code: 'unknown', detail }])
  }
  const face = payments.cards.cards[name]!
  await inOneWork(shell, { now, actor }, async work => {
    const card = { accountId, cardId: work.newId('crd'), provider: payments.name, providerRef: name, ...face }
    await addCard(work.tx, card, now)
    await resume(work, accountId)
  })
}

type Beginning = { accountId: string; returnUrl: string; now: Date }

/**
 * Returns the provider's page where the holder adds a card; it leads back to `returnUrl`. Refuses with
 * `provider_unavailable`.
 */
export async function beginCard(deps: CardDeps, hosted: HostedCards, beginning: Beginning): Promise<string> {
  try {
    return await askForPage(deps, hosted, beginning)
  } catch (error) {
    deps.log.warn({ accountId: beginning.accountId, err: error }, 'the provider has no page for a new card')
    throw new Refusal('provider_unavailable', 'The payment provider could not do that just now. Please try again.')
  }
}

/**
 * Where the provider no longer knows the account, it gets to know it anew: its old cards are then gone with the rest.
 */
async function askForPage(
  { shell, payments }: CardDeps,
  hosted: HostedCards,
  { accountId, returnUrl, now }: Beginning,
): Promise<string> {
  const provider = payments.name
  const introduce = async (lost: string | null) => {
    const [holder] = await readHolders(shell.db, [accountId])
    const { name, holderEmail: email } = holder!
    const customerRef = await hosted.customer({ accountId, name, email, lost })
    await keepCustomer(shell.db, { accountId, provider, customerRef }, lost, now)
    return customerRef
  }
  const known = await findCustomer(shell.db, accountId, provider)
  const customerRef = known?.customerRef ?? (await introduce(null))
  const page = await hosted.begin({ accountId, customerRef, returnUrl })
  if (page !== null) return page
  const renewed = await hosted.begin({ accountId, customerRef: await introduce(customerRef), returnUrl })
  if (renewed === null) throw new Error('the provider does not know the account that it has just got to know')
  return renewed
}

/** From now on this card is charged. Refuses with `not_found`. */
export async function chooseCard({ shell, payments }: CardDeps, cardId: string, { accountId, now, actor }: Act) {
  await inOneWork(shell, { now, actor }, async work => {
    if (!(await makeDefault(work.tx, { accountId, provider: payments.name, cardId }))) throw noSuchCard(cardId)
    await resume(work, accountId)
  })
}

/** Removes a card: at once here, and soon at the provider. Refuses with `not_found`. */
export async function removeCard({ shell, payments }: CardDeps, cardId: string, { accountId, now, actor }: Act) {
  await inOneWork(shell, { now, actor }, async work => {
    if (!(await retireCard(work.tx, { accountId, provider: payments.name, cardId }, now))) throw noSuchCard(cardId)
    if (payments.cards.kind === 'hosted') await lookAtCards(work, payments.name, accountId)
  })
}

/** Makes a look at the cards that the provider keeps for the account due soon. */
export async function lookAtCards(work: Work, provider: string, accountId: string): Promise<void> {
  await dueSync(work.tx, accountId, provider, work.now)
  work.wake('sync_cards', work.now)
}

const noSuchCard = (cardId: string) => new Refusal('not_found', `there is no card ${cardId} on file`)

/** Waiting orders are tried with the new card, from the next daily charge on and for as long as with the first card. */
async function resume({ tx, now, wake }: Work, accountId: string): Promise<void> {
  const at = nextUtcHour(now, chargeHourUtc)
  if ((await resumeUnpaidOrders(tx, accountId, at)) > 0) wake('charge_cards', at)
}

/** The sweep of `sync_cards`. Returns how many accounts it looked at. */
export function syncDue(deps: CardDeps): (now: Date) => Promise<number> {
  const { shell, payments } = deps
  const { cards } = payments
  if (cards.kind !== 'hosted') return async () => 0
  return async now => {
    const due = await inOneWork(shell, { now, actor: 'system' }, ({ tx }) =>
      takeDueCustomers(tx, payments.name, { now, leaseUntil: later(now, callLeaseMs), most: accountsInASweep }),
    )
    await eachOf(due, callsAtATime, customer => syncCards(deps, cards, customer))
    return due.length
  }
}

async function syncCards({ shell, clock, log }: CardDeps, hosted: HostedCards, customer: DueCustomer) {
  const inWork = <T>(act: (work: Work) => Promise<T>) => inOneWork(shell, { now: clock(), actor: 'system' }, act)
  const { accountId, provider, customerRef, attempts } = customer
  try {
    for (const ref of await inWork(({ tx }) => retiredCards(tx, accountId, provider))) await hosted.remove(ref)
    const kept = keepableIn(await hosted.list(customerRef))
    await inWork(async work => {
      // The oldest first, so that the newest gets the greatest id.
      const cards: Card[] = kept.toReversed().map(({ ref, brand, last4 }) => ({
        accountId,
        cardId: work.newId('crd'),
        provider,
        providerRef: ref,
        brand,
        last4,
      }))
      if ((await matchCards(work.tx, customer, cards, work.now)) === 'new default') await resume(work, accountId)
      await postponeSync(work.tx, customer, null)
    })
  } catch (error) {
    log.warn({ accountId, err: error }, 'the provider did not say which cards it keeps')
    await inWork(async work => {
      const at = nextAttemptAt(attempts, work.now)
      await postponeSync(work.tx, customer, at)
      work.wake('sync_cards', at)
    })
  }
}
