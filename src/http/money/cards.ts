// The cards that pay for an account's orders. A real provider stores the cards, and a card is added on the provider's
// page. The simulated gateway has named test cards.

import { Type } from 'typebox'
import { type Rate, tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { addNamedCard, chooseCard, removeCard, requestCardSync, startCardSetup } from '../../features/money/cards.ts'
import { transact } from '../../orders/transact.ts'
import { listCards } from '../../payments/cards/cardStore.ts'
import { Closed, Instant, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { tooMany } from '../server/rateLimits.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

/** Provider pages per account: enough for its own cards, but not for testing stolen cards. */
const pageRate: Rate = { perSecond: 1 / 3600, burst: 20 }

const Card = Type.Object({
  cardId: Type.String(),
  brand: Type.String(),
  last4: Type.String(),
  expiresOn: nullable(Type.String({ format: 'date', description: 'The last day on which it works; null: unknown.' })),
  isDefault: Type.Boolean({ description: 'Whether this card is charged.' }),
  createdAt: Instant,
})
const Cards = Type.Object({
  cards: Type.Array(Card),
  kept: oneOf(['hosted', 'named', 'none'], {
    description:
      'hosted: cards are added on a page of the provider. named: a card is added by its name in testCards. none: no payment provider is chosen yet.',
  }),
  testCards: Type.Array(Type.String()),
})
const NewCard = Type.Object({
  ...Cards.properties,
  url: nullable(Type.String({ description: "The provider's page, where the holder adds a card." })),
})

export const cardRoutes = tagged('Cards', (services: Services): Route[] => [
  ...cardListRoutes(services),
  ...cardChoiceRoutes(services),
])

const cardListRoutes = ({ cardDeps, clock, publicUrl }: Services): Route[] => {
  const { transactor, payments } = cardDeps
  const { cards: cardMethod, name: provider } = payments
  const pages = tokenBuckets(pageRate)

  return [
    route({
      method: 'GET',
      path: '/dashboard/api/cards',
      operationId: 'listCards',
      summary: 'List the cards on file, newest first',
      answer: Cards,
      handle: ({ caller }) => cardsOf(cardDeps, caller.accountId),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/cards',
      operationId: 'addCard',
      needs: 'billing',
      freshWithinMs: recentPasswordMs,
      summary: 'Add a card',
      description:
        'With a provider that has its own page, the answer contains the address of that page, and the card is listed soon after it was added. With the simulated gateway, `testCard` names the card and thereby the result of its charges. The newest card is then charged.',
      body: nullable(Closed({ testCard: Type.Optional(Text(64)) })),
      answer: NewCard,
      refuses: ['provider_unavailable', 'wrong_state'],
      handle: async ({ caller: { accountId, actor }, body }) => {
        const now = clock()
        if (cardMethod.kind === 'hosted') {
          const left = pages.take(accountId)
          if (left < 0) throw tooMany(-left, 'account', pages.rate)
          const returnUrl = new URL('/dashboard/billing', publicUrl).href
          const url = await startCardSetup(cardDeps, cardMethod, { accountId, returnUrl, now })
          return { ...(await cardsOf(cardDeps, accountId)), url }
        }
        await addNamedCard(cardDeps, body?.testCard ?? '', { accountId, now, actor })
        return { ...(await cardsOf(cardDeps, accountId)), url: null }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/cards/look',
      operationId: 'refreshCards',
      needs: 'billing',
      summary: 'Update the list of cards from the provider',
      description:
        "Call this when the holder returns from the provider's page. The list is up to date a few seconds later.",
      status: 202,
      answer: Nothing,
      handle: async ({ caller: { accountId, actor }, reply }) => {
        await transact(transactor, { now: clock(), actor }, work => requestCardSync(work, provider, accountId))
        return reply.send()
      },
    }),
  ]
}

const cardChoiceRoutes = ({ cardDeps, clock }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/dashboard/api/cards/:cardId/default',
    operationId: 'setDefaultCard',
    needs: 'billing',
    freshWithinMs: recentPasswordMs,
    summary: 'Choose the card that is charged',
    answer: Cards,
    handle: async ({ caller: { accountId, actor }, params: { cardId } }) => {
      await chooseCard(cardDeps, cardId, { accountId, now: clock(), actor })
      return cardsOf(cardDeps, accountId)
    },
  }),
  route({
    method: 'DELETE',
    path: '/dashboard/api/cards/:cardId',
    operationId: 'removeCard',
    needs: 'billing',
    freshWithinMs: recentPasswordMs,
    summary: 'Remove a card',
    description: 'If this card was charged, the newest remaining card is charged from now on.',
    answer: Cards,
    handle: async ({ caller: { accountId, actor }, params: { cardId } }) => {
      await removeCard(cardDeps, cardId, { accountId, now: clock(), actor })
      return cardsOf(cardDeps, accountId)
    },
  }),
]

const cardsOf = async ({ transactor, payments: { cards, name } }: Services['cardDeps'], accountId: string) => ({
  cards: await listCards(transactor.db, accountId, name),
  kept: cards.kind,
  testCards: cards.kind === 'named' ? Object.keys(cards.cards) : [],
})
