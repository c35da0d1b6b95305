// Stripe as a configurable provider. Its package is loaded only when it is opened.

import type { PaymentProvider } from '../payments.ts'

export const stripeProvider: PaymentProvider = {
  messages: {
    provider: 'stripe',
    title: 'Stripe',
    path: '/stripe/webhook',
    signatureHeader: 'stripe-signature',
    secretVariable: 'STRIPE_WEBHOOK_SECRET',
  },
  async open({ stripe, payments: { callsPerSecond } }, { publicUrl }) {
    if (stripe === null) throw new Error('Stripe is not configured')
    const { stripePayments } = await import('./stripePayments.ts')
    return stripePayments({ ...stripe, publicUrl, callsPerSecond })
  },
}
