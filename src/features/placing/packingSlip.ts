// Rules about the packing slip of an order: its return address is an address, and a blind parcel has a sender.

import { say } from '../../../languages/texts.ts'
import { type Problem, quoted } from '../../base/refusal.ts'
import { printedInstead, undrawableLetter } from '../../base/text/drawableText.ts'
import { codePointName } from '../../base/text/foldText.ts'
import type { Book, Destination, OrderRequest, PackingSlip } from '../../orders/order.ts'
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

const printedOfAddress = ['name', 'company', 'address1', 'address2', 'city'] as const

/** Texts that the slip and the ticket print otherwise than they were sent. Messages with such letters are refused. */
export function printingWarnings(
  { destination, orderItems, packingSlip }: OrderRequest,
  books: readonly (Book | null)[],
  customerOrderId: string | null,
): Problem[] {
  const ofAddress = (pointer: string, address: Destination | undefined) =>
    printedOfAddress.map((field): [string, string | undefined] => [`${pointer}/${field}`, address?.[field]])
  return [
    ['/customerOrderId', customerOrderId ?? undefined] as const,
    ...ofAddress('/destination', destination),
    ...ofAddress('/packingSlip/returnAddress', packingSlip?.returnAddress),
    ...orderItems.map(({ itemDescription }, i) =>
      itemDescription === undefined
        ? ([`/orderItems/${i}/sku`, books[i]?.title] as const)
        : ([`/orderItems/${i}/itemDescription`, itemDescription] as const),
    ),
  ].flatMap(([pointer, text]) => {
    const letter = undrawableLetter(text ?? '')
    if (letter === null) return []
    const printed = printedInstead(letter)
    const detail =
      printed === ''
        ? say('the packing slip cannot draw {letter} ({code}), and leaves it out', {
            letter: quoted(letter),
            code: codePointName(letter),
          })
        : say('the packing slip cannot draw {letter}, and prints {printed} in its place', {
            letter: quoted(letter),
            printed,
          })
    return [{ pointer, code: 'not_printable', detail }]
  })
}

const returnAddressMissing: Problem = {
  pointer: '/packingSlip/returnAddress',
  code: 'return_address_missing',
  detail: say('a blind order needs a return address, because its parcel names no other sender; the account has none'),
}

/** A blind order without a return address gets the account's, which may change before the order is printed. */
export function withReturnAddress(request: OrderRequest, ofAccount: Destination | null): OrderRequest {
  const { packingSlip } = request
  if (packingSlip?.blind !== true || packingSlip.returnAddress !== undefined || ofAccount === null) return request
  return { ...request, packingSlip: { ...packingSlip, returnAddress: ofAccount } }
}
