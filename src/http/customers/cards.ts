// The cards that pay for an account's orders. A real provider keeps them itself, and a card is added on the provider's
// page; with the simulated gateway they are named test cards.

import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import {
  addNamedCard,
  beginCard,
  type CardDeps,
  chooseCard,
  lookAtCards,
  removeCard,
} from '../../orders/money/cards.ts'
import { inOneWork } from '../../orders/work.ts'
import { listCards } from '../../payments/cards/store.ts'
import { type Rate, tokenBuckets, tooMany } from '../limits.ts'
import { type Route, recentlyMs, route } from '../route.ts'
import { Instant, Nothing, nullable, oneOf, Text } from '../schemas.ts'

export type CardParts = { cardDeps: CardDeps; clock: Clock; publicUrl: URL }

/** Of the provider's pages, per account: enough for its cards, but of no use for trying out those of others. */
const pageRate: Rate = { perSecond: 1 / 3600, burst: 20 }

const tag = 'Cards'
const CardPath = Type.Object({ cardId: Text(64) })
const Card = Type.Object({
  cardId: Type.String(),
  brand: Type.String(),
  last4: Type.String(),
  isDefault: Type.Boolean({ description: 'Whether this card is charged.' }),
  createdAt: Instant,
})
const Cards = Type.Object({
  cards: Type.Array(Card),
  kept: oneOf(['hosted', 'named'], {
    description: 'hosted: cards are added on a page of the provider; named: a card is one of testCards.',
  }),
  testCards: Type.Array(Type.String()),
})
const NewCard = Type.Object({
  ...Cards.properties,
  url: nullable(Type.String({ description: "The provider's page, where the holder adds a card." })),
})

export function cardRoutes({ cardDeps, clock, publicUrl }: CardParts): Route[] {
  const { shell, payments } = cardDeps
  const { cards: keeping, name: provider } = payments
  const pages = tokenBuckets(pageRate)
  const testCards = keeping.kind === 'named' ? Object.keys(keeping.cards) : []
  const cardsOf = async (accountId: string) => ({
    cards: await listCards(shell.db, accountId, provider),
    kept: keeping.kind,
    testCards,
  })
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/cards',
      callers: ['member'],
      tag,
      summary: 'List the cards on file, newest first',
      answer: Cards,
      handle: ({ caller }) => cardsOf(caller.accountId),
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/cards',
      callers: ['member'],
      needs: 'billing',
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Add a card',
      description:
        'If the provider keeps the cards, the answer contains the address of its page; the card is listed when the holder comes back, or soon after. With the simulated gateway `testCard` names the card, and its name says how charges to it end. From then on the newest card is charged.',
      body: nullable(Type.Object({ testCard: Type.Optional(Text(64)) }, { additionalProperties: false })),
      answer: NewCard,
      refuses: ['malformed_request', 'provider_unavailable'],
      handle: async ({ caller: { accountId, actor }, body }) => {
        const now = clock()
        if (keeping.kind === 'hosted') {
          const left = pages.take(accountId)
          if (left < 0) throw tooMany(-left, 'account', pages.rate)
          const returnUrl = new URL('/dashboard/billing', publicUrl).href
          const url = await beginCard(cardDeps, keeping, { accountId, returnUrl, now })
          return { ...(await cardsOf(accountId)), url }
        }
        await addNamedCard(cardDeps, body?.testCard ?? '', { accountId, now, actor })
        return { ...(await cardsOf(accountId)), url: null }
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/cards/look',
      callers: ['member'],
      needs: 'billing',
      tag,
      summary: 'Update the list of cards from the provider',
      description:
        "Call it when the holder comes back from the provider's page. The list is up to date some seconds later.",
      status: 202,
      answer: Nothing,
      handle: async ({ caller: { accountId, actor }, reply }) => {
        await inOneWork(shell, { now: clock(), actor }, work => lookAtCards(work, provider, accountId))
        return reply.send()
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/api/cards/:cardId/default',
      callers: ['member'],
      needs: 'billing',
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Choose the card that is charged',
      params: CardPath,
      answer: Cards,
      refuses: ['malformed_request', 'not_found'],
      handle: async ({ caller: { accountId, actor }, params: { cardId } }) => {
        await chooseCard(cardDeps, cardId, { accountId, now: clock(), actor })
        return cardsOf(accountId)
      },
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/api/cards/:cardId',
      callers: ['member'],
      needs: 'billing',
      freshWithinMs: recentlyMs,
      tag,
      summary: 'Remove a card',
      description: 'If it was the card that is charged, the newest of the others is charged from now on.',
      params: CardPath,
      answer: Cards,
      refuses: ['malformed_request', 'not_found'],
      handle: async ({ caller: { accountId, actor }, params: { cardId } }) => {
        await removeCard(cardDeps, cardId, { accountId, now: clock(), actor })
        return cardsOf(accountId)
      },
    }),
  ]
}
