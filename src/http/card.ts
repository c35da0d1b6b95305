// The card that pays for an account's orders. With the simulated gateway it is one of the named test cards.

import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/db.ts'
import { simulatedGateway, type TestCardName, testCards } from '../payments/simulated.ts'
import { addCard, defaultCards } from '../payments/store.ts'
import { type Route, route } from './route.ts'
import { nullable, oneOf } from './schemas.ts'

export type CardParts = { db: Db; clock: Clock; newId: NewId }

const tag = 'Card'
const Card = Type.Object({
  card: nullable(Type.Object({ brand: Type.String(), last4: Type.String() })),
})
const testCardNames = Object.keys(testCards) as TestCardName[]

export function cardRoutes({ db, clock, newId }: CardParts): Route[] {
  const cardOf = async (accountId: string) => {
    const [card] = await defaultCards(db, [accountId], simulatedGateway)
    return { card: card === undefined ? null : { brand: card.brand, last4: card.last4 } }
  }
  return [
    route({
      method: 'GET',
      path: '/dashboard/api/card',
      callers: ['member'],
      tag,
      summary: 'The card on file',
      answer: Card,
      handle: ({ caller }) => cardOf(caller.accountId),
    }),
    route({
      method: 'PUT',
      path: '/dashboard/api/card',
      callers: ['member'],
      tag,
      summary: 'Put a test card of the simulated gateway on file',
      description: 'Its name says how charges to it go. It pays from the next daily charge on.',
      body: Type.Object({ testCard: oneOf(testCardNames) }, { additionalProperties: false }),
      answer: Card,
      refuses: ['malformed_request'],
      handle: async ({ caller: { accountId }, body: { testCard } }) => {
        const { last4 } = testCards[testCard]
        const card = { provider: simulatedGateway, providerRef: testCard, brand: 'Simulated', last4 }
        await db.transaction().execute(tx => addCard(tx, { accountId, cardId: newId('crd'), ...card }, clock()))
        return cardOf(accountId)
      },
    }),
  ]
}
