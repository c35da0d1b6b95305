// How much of the limit of an account is used, in a mode.

import { Type } from 'typebox'

export const LimitUsage = Type.Object(
  {
    ordersPer24Hours: Type.Integer({ description: 'How many orders are received in any 24 hours.' }),
    received: Type.Integer({ description: 'In the last 24 hours.' }),
    queueCeiling: Type.Integer({
      description: 'Above so many orders, received and queued together, orders are rejected.',
    }),
    queued: Type.Integer({ description: 'The orders that wait in the queue; none in the sandbox.' }),
    nextPlaceAt: Type.Unsafe<Date | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the oldest order leaves the 24-hour window.',
    }),
  },
  { title: 'LimitUsage' },
)
