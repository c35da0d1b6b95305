// The payments of a production whose owner has not chosen a provider yet: no card can be added, so none is charged.

import { say } from '../../languages/texts.ts'
import { Refusal } from '../base/refusal.ts'
import type { PaymentProvider, Payments } from './payments.ts'

export const noProvider: PaymentProvider = { messages: null, open: () => noPayments }

const refuse = async (): Promise<never> => {
  throw new Refusal('wrong_state', say('No payment provider is chosen yet. Contact support.'))
}

const noPayments: Payments = {
  name: 'none',
  maxChargeCents: 99_999_999,
  async charge() {
    return { kind: 'declined', ref: null, code: 'no_provider', message: say('No payment provider is chosen yet.') }
  },
  async withdraw() {
    return { kind: 'declined', ref: null, code: 'no_provider', message: say('No payment provider is chosen yet.') }
  },
  async refund() {
    return { kind: 'refused', code: 'no_provider', message: say('No payment provider is chosen yet.') }
  },
  findRefund: async () => null,
  findDispute: async () => null,
  cards: { kind: 'named', cards: {} },
  statements: {
    openPage: refuse,
    closePage: async () => {},
    findPayment: async () => ({ status: 'expired' }),
    readBankAccount: async () => null,
    listTransfers: async () => [],
    takeTransfer: refuse,
  },
  readMessage: null,
  readBooks: async () => [],
  simulateHolder: null,
  simulateDispute: null,
  simulatedPayer: null,
}
