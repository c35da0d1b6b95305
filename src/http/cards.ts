// The cards that pay for an account's orders. A real provider keeps them itself, so that one is put on file on its page; with
// the simulated gateway they are named test cards.

import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { addNamedCard, beginCard, type CardDeps, chooseCard, lookAtCards, removeCard } from '../orders/cards.ts'
import { inOneWork } from '../orders/work.ts'
import { listCards } from '../payments/cards/store.ts'
import { type Route, recentlyMs, route } from './route.ts'
import { Instant, Nothing, nullable, oneOf, Text } from './schemas.ts'

export type CardParts = { cardDeps: CardDeps; clock: Clock; publicUrl: URL }

const tag = 'Cards'
const CardPath = Type.Object({ cardId: Text(64) })
const Card = Type.Object({
  cardId: Type.String(),
  brand: Type.String(),
  last4: Type.String(),
  isDefault: Type.Boolean({ description: 'The one that is charged.' }),
  createdAt: Instant,
})
const Cards = Type.Object({
  cards: Type.Array(Card),
  kept: oneOf(['hosted', 'named'], {
    description: 'hosted: a card is put on file at an address of the provider; named: it is one of testCards.',
  }),
  testCards: Type.Array(Type.String()),
})
const NewCard = Type.Object({
  ...Cards.properties,
  url: nullable(Type.String({ description: 'Where to send the holder to put a card on file.' })),
})

export function cardRoutes({ cardDeps, clock, publicUrl }: CardParts): Route[] {
  const { shell, payments } = cardDeps
  const { cards: keeping, name: provider } = payments
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
      summary: 'The cards on file, newest first',
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
      summary: 'Put a card on file',
      description:
        'Where the provider keeps the cards the answer names the address to send the holder to; the card is there when they come back, or soon after. With the simulated gateway `testCard` says which, and its name says how charges to it go. The newest card is charged from then on, by the next daily charge or when somebody pays.',
      body: nullable(Type.Object({ testCard: Type.Optional(Text(64)) }, { additionalProperties: false })),
      answer: NewCard,
      refuses: ['malformed_request', 'provider_unavailable'],
      handle: async ({ caller: { accountId, actor }, body }) => {
        const now = clock()
        if (keeping.kind === 'hosted') {
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
      summary: 'Have the provider asked which cards it keeps',
      description: 'For when the holder comes back from its page. The list is up to date some seconds later.',
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
      summary: 'Make a card the one that is charged',
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
      summary: 'Take a card off file',
      description: 'If it was the one that is charged, the newest of the others is from now on.',
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
