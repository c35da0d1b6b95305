// Rules about the packing slip of an order: its return address is an address, and a blind parcel has a sender.

import type { Problem } from '../../base/refusal.ts'
import type { Destination, OrderRequest, PackingSlip } from '../../orders/order.ts'
import { destinationProblems } from '../../shipping/destination.ts'

/** Why the slip cannot be made. `ofAccount` is the return address of the account. */
export function slipProblems(slip: PackingSlip | undefined, ofAccount: Destination | null): Problem[] {
  const { returnAddress, blind = false } = slip ?? {}
  if (returnAddress !== undefined) return returnAddressProblems(returnAddress, '/packingSlip/returnAddress')
  return blind && ofAccount === null ? [returnAddressMissing] : []
}

/** The problems of a destination, with pointers to a return address. */
export const returnAddressProblems = (address: Destination, pointer: string): Problem[] =>
  destinationProblems(address).map(problem => ({
    ...problem,
    pointer: problem.pointer.replace(/^\/destination/, pointer),
  }))

const returnAddressMissing: Problem = {
  pointer: '/packingSlip/returnAddress',
  code: 'return_address_missing',
  detail: 'a blind order needs a returnAddress, because its parcel names no other sender; the account has none',
}

/** A blind order without a return address gets the account's, which may change before the order is printed. */
export function withReturnAddress(request: OrderRequest, ofAccount: Destination | null): OrderRequest {
  const { packingSlip } = request
  if (packingSlip?.blind !== true || packingSlip.returnAddress !== undefined || ofAccount === null) return request
  return { ...request, packingSlip: { ...packingSlip, returnAddress: ofAccount } }
}
