// A step of setting up the shop.

import { type Static, Type } from 'typebox'
import { oneOf, Words } from './common.ts'

const steps = [
  'company',
  'brand',
  'books',
  'shipping',
  'taxes',
  'holidays',
  'publish',
  'printers',
  'payment',
  'mail',
  'storage',
  'address',
  'webhooks',
  'customer',
  'order',
] as const

export const SetUpStep = Type.Object(
  {
    step: oneOf(steps),
    state: oneOf(['done', 'check', 'todo'], {
      description: 'check: it works, and is probably not as the operator wants it, such as a price of the sample.',
    }),
    detail: Words({ description: 'What is there, or what is missing.' }),
  },
  { $id: 'SetUpStep' },
)
export type SetUpStep = Static<typeof SetUpStep>
