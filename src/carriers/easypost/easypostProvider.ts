// EasyPost as a configurable carrier.

import type { CarrierProvider } from '../carrier.ts'
import { easypostCarrier } from './easypostCarrier.ts'

export const easypostProvider: CarrierProvider = {
  open({ easypost }, { outbound }) {
    if (easypost === null) throw new Error('EasyPost is not configured')
    return easypostCarrier(easypost, outbound)
  },
}
