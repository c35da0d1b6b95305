// EasyPost as a configurable carrier.

import type { CarrierProvider } from '../carrier.ts'
import { easypostCarrier, easypostName } from './easypostCarrier.ts'

export const easypostProvider: CarrierProvider = {
  messages: {
    carrier: easypostName,
    title: 'EasyPost',
    path: '/easypost/webhook',
    signatureHeader: 'x-hmac-signature',
    secretVariable: 'EASYPOST_WEBHOOK_SECRET',
  },
  open({ easypost }, { outbound }) {
    const { webhookSecret = null } = easypost ?? {}
    if (easypost === null || webhookSecret === null) throw new Error('EasyPost is not configured')
    return easypostCarrier({ ...easypost, webhookSecret }, outbound)
  },
}
