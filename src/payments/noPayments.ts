// The payments of a production whose owner has not chosen a provider yet: no card can be added, so none is charged, and
// due orders wait.

import { say } from '../../languages/texts.ts'
import { Refusal } from '../base/refusal.ts'
import type { PaymentProvider, Payments } from './payments.ts'

export const noProvider: PaymentProvider = { messages: null, open: () => noPayments }

export const refuseWithoutProvider = async (): Promise<never> => {
  throw new Refusal('wrong_state', say('No payment provider is chosen yet. Contact support.'))
}

const reason = { code: 'no_provider', message: say('No payment provider is chosen yet.') } as const

export const noPayments: Payments = {
  name: 'none',
  maxChargeCents: 99_999_999,
  charge: async () => ({ kind: 'declined', ref: null, ...reason }),
  withdraw: async () => ({ kind: 'declined', ref: null, ...reason }),
  refund: async () => ({ kind: 'refused', ...reason }),
  findRefund: async () => null,
  findDispute: async () => null,
  cards: { kind: 'none' },
  statements: {
    openPage: refuseWithoutProvider,
    closePage: async () => {},
    findPayment: async () => ({ status: 'expired' }),
    readBankAccount: refuseWithoutProvider,
    listTransfers: async () => [],
    takeTransfer: refuseWithoutProvider,
  },
  readMessage: null,
  readBooks: async () => [],
  simulateHolder: null,
  simulateDispute: null,
  simulatedPayer: null,
}
