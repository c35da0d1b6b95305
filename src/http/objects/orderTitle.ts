import { Type } from 'typebox'

export const OrderTitle = Type.Optional(
  Type.String({
    description: 'The number and the book of an order whose identifier the dashboard made. People call it so.',
  }),
)
