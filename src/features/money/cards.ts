// Cards on file. Where the provider stores the cards itself, its list counts: any change, there or here, makes a sync
// due, and a sweep does it: claim, fetch outside of any transaction, record. When an account adds a card, orders that
// are no longer charged automatically are charged again.

import { say } from '../../../languages/texts.ts'
import { type Clock, nextUtcHour } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import { storableTexts } from '../../base/text/storableTexts.ts'
import { outsideWork } from '../../jobs/outsideWork.ts'
import { chargeHourUtc } from '../../orders/schedule.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import {
  addCard,
  claimDueCustomers,
  type DueCustomer,
  findCustomer,
  listRetiredCards,
  makeDefault,
  matchCards,
  postponeSync,
  retireCard,
  saveCustomer,
  scheduleSync,
} from '../../payments/cards/cardStore.ts'
import { lockAccount } from '../../payments/chargeStore.ts'
import { refuseWithoutProvider } from '../../payments/noPayments.ts'
import type { HostedCards, Payments, ProviderCard } from '../../payments/payments.ts'
import { callLeaseMs, nextAttemptAt } from '../../payments/providerRetries.ts'
import { readHolders } from '../placing/orderContext.ts'
import { resumeUnpaidOrders } from './unpaidOrders.ts'

export type CardDeps = { transactor: Transactor; clock: Clock; payments: Payments; log: Log }
type CardChange = { accountId: string; now: Date; actor: string }

/**
 * Puts a test card on file. Refuses with `malformed_request` when the provider has no test cards, or none of that
 * name, and with `wrong_state` without a provider.
 */
export async function addNamedCard(
  { transactor, payments }: CardDeps,
  name: string,
  { accountId, now, actor }: CardChange,
) {
  if (payments.cards.kind === 'none') return refuseWithoutProvider()
  if (payments.cards.kind !== 'named' || !Object.hasOwn(payments.cards.cards, name)) {
    const detail = `there is no test card ${JSON.stringify(name)}`
    throw malformedField('/testCard', 'unknown', detail)
  }
  const details = payments.cards.cards[name]!
  await transact(transactor, { now, actor }, async work => {
    const card = { accountId, cardId: work.newId('crd'), provider: payments.name, providerRef: name, ...details }
    await addCard(work.tx, card, now)
    await resumeOrders(work, accountId)
  })
}

type CardSetup = { accountId: string; returnUrl: string; now: Date }

/**
 * Returns the provider's page where the holder adds a card; it leads back to `returnUrl`. Refuses with
 * `provider_unavailable`.
 */
export const startCardSetup = (deps: CardDeps, hosted: HostedCards, setup: CardSetup): Promise<string> =>
  withCustomer(deps, setup, customerRef => hosted.startCardSetup({ ...setup, customerRef }))

/**
 * Does something for the account's customer at the provider, in a simulation the account. Where the provider no longer
 * knows the customer (null), it is done for a new customer; the old cards are then gone. Refuses with
 * `provider_unavailable`.
 */
export async function withCustomer<Done>(
  { transactor, payments, log }: CardDeps,
  { accountId, now }: { accountId: string; now: Date },
  act: (customerRef: string) => Promise<Done | null>,
): Promise<Done> {
  const { name: provider, cards: hosted } = payments
  const createCustomer = async (lostRef: string | null) => {
    const [holder] = await readHolders(transactor.db, [accountId])
    const { name, holderEmail: email } = holder!
    if (hosted.kind !== 'hosted') return accountId
    const customerRef = await hosted.createCustomer({ accountId, name, email, lostRef })
    await saveCustomer(transactor.db, { accountId, provider, customerRef }, lostRef, now)
    return customerRef
  }
  try {
    const customer = await findCustomer(transactor.db, accountId, provider)
    const customerRef = customer?.customerRef ?? (await createCustomer(null))
    const done = (await act(customerRef)) ?? (await act(await createCustomer(customerRef)))
    if (done === null) throw new Error('the provider does not know the customer that it has just created')
    return done
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.warn({ accountId, err: error }, 'the provider could not serve a customer')
    throw new Refusal('provider_unavailable', say('The payment provider could not do that just now. Please try again.'))
  }
}

/** Makes a card the default. Refuses with `not_found`. */
export async function chooseCard(
  { transactor, payments }: CardDeps,
  cardId: string,
  { accountId, now, actor }: CardChange,
) {
  await transact(transactor, { now, actor }, async work => {
    if (!(await makeDefault(work.tx, { accountId, provider: payments.name, cardId }))) throw noSuchCard(cardId)
    await resumeOrders(work, accountId)
  })
}

/** Removes a card: at once here, and soon at the provider. Refuses with `not_found`. */
export async function removeCard(
  { transactor, payments }: CardDeps,
  cardId: string,
  { accountId, now, actor }: CardChange,
) {
  await transact(transactor, { now, actor }, async work => {
    if (!(await retireCard(work.tx, { accountId, provider: payments.name, cardId }, now))) throw noSuchCard(cardId)
    if (payments.cards.kind === 'hosted') await requestCardSync(work, payments.name, accountId)
  })
}

/** Has the cards of the account fetched from the provider soon. */
export async function requestCardSync(work: UnitOfWork, provider: string, accountId: string): Promise<void> {
  await scheduleSync(work.tx, accountId, provider, work.now)
  work.wake('sync_cards', work.now)
}

const noSuchCard = (cardId: string) => new Refusal('not_found', say('there is no card {cardId} on file', { cardId }))

/**
 * Has waiting orders charged with the new card, from the next daily charge on and for as long as with the first card.
 */
async function resumeOrders(work: UnitOfWork, accountId: string): Promise<void> {
  const at = nextUtcHour(work.now, chargeHourUtc)
  if ((await resumeUnpaidOrders(work, accountId, at)) > 0) work.wake('charge_cards', at)
}

/** The sweep of `sync_cards`. */
export function syncCards({ transactor, clock, payments, log }: CardDeps): (now: Date) => Promise<number> {
  const { cards: hosted } = payments
  if (hosted.kind !== 'hosted') return async () => 0
  return outsideWork({
    clock,
    log,
    keyOf: ({ accountId }: DueCustomer) => ({ accountId }),
    leaseMs: callLeaseMs,
    maxClaimed: 32,
    concurrency: 8,
    claim: claim => claimDueCustomers(transactor.db, payments.name, claim),
    async call({ accountId, provider, customerRef }) {
      try {
        for (const ref of await listRetiredCards(transactor.db, accountId, provider)) await hosted.removeCard(ref)
        return storableTexts(await hosted.listCards(customerRef))
      } catch (error) {
        log.warn({ accountId, err: error }, "could not fetch an account's cards from the provider")
        return null
      }
    },
    record: (customer, listed, now) =>
      transact(transactor, { now, actor: 'system' }, async work => {
        const at = listed === null ? nextAttemptAt(customer.attempts, now) : null
        await lockAccount(work.tx, customer.accountId) // locked first by everything that changes cards
        if (!(await postponeSync(work.tx, customer, at))) return
        if (at !== null) work.wake('sync_cards', at)
        if (listed !== null) await recordCards(work, customer, listed)
      }),
  })
}

async function recordCards(work: UnitOfWork, { accountId, provider }: DueCustomer, listed: ProviderCard[]) {
  // The oldest card first, so that the newest gets the greatest id.
  const cards = listed.toReversed().map(({ ref, brand, last4, expiresOn }) => ({
    accountId,
    cardId: work.newId('crd'),
    provider,
    providerRef: ref,
    brand,
    last4,
    expiresOn,
  }))
  if ((await matchCards(work.tx, { accountId, provider }, cards, work.now)) === 'new default')
    await resumeOrders(work, accountId)
}
