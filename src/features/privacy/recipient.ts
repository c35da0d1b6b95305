// The rest of an order after its recipient is erased: the destination, for taxes and accounting, without a person.

import { withTexts } from '../../../languages/texts.ts'
import { type Problem, quoted } from '../../base/refusal.ts'
import { redacted } from '../../base/text/redacted.ts'
import { storableText } from '../../base/text/storableText.ts'
import type {
  ChangeRequest,
  Destination,
  OrderRequest,
  OrderState,
  PackingSlip,
  Pricing,
  Proof,
} from '../../orders/order.ts'

/** Required fields stay texts; optional personal fields are left out. */
export const redactedDestination = ({ city, state, postal, country }: Destination): Destination => ({
  name: redacted,
  address1: redacted,
  city,
  ...(state === undefined ? {} : { state }),
  postal,
  country,
})

/** The request without its recipient, and without what its packing slip says to the recipient. */
export const redactedRequest = ({ packingSlip, ...request }: OrderRequest): OrderRequest => ({
  ...request,
  destination: redactedDestination(request.destination),
  ...(packingSlip === undefined ? {} : { packingSlip: redactedSlip(packingSlip) }),
})

const redactedSlip = ({ message, giftMessage, returnAddress, ...slip }: PackingSlip): PackingSlip => ({
  ...(message === undefined ? {} : { message: redacted }),
  ...(giftMessage === undefined ? {} : { giftMessage: redacted }),
  ...(returnAddress === undefined ? {} : { returnAddress: redactedDestination(returnAddress) }),
  ...slip,
})

/**
 * A state, or a step's changes to it, without the recipient, without quotes of the addresses of the order in its
 * problems, and without texts that people wrote about its proof, its price and its delivery.
 */
export const redactedState = <State extends Partial<OrderState>>(state: State, addresses: Destination[]): State => ({
  ...state,
  ...(state.edited && {
    edited: { ...state.edited, destination: redactedDestination(state.edited.destination) },
  }),
  ...(state.changeRequest && { changeRequest: redactedChange(state.changeRequest) }),
  ...(state.errors && { errors: state.errors.map(unquoted(addresses)) }),
  ...(state.warnings && { warnings: state.warnings.map(unquoted(addresses)) }),
  ...(state.proof && { proof: unsigned(state.proof) }),
  ...(state.pricing && { pricing: unexplained(state.pricing) }),
  ...(state.delivery && { delivery: state.delivery.map(parcel => ({ ...parcel, description: '' })) }),
})

const redactedChange = ({ effect: _, ...request }: ChangeRequest): ChangeRequest => ({
  ...request,
  destination: redactedDestination(request.destination),
  reason: request.reason === null ? null : redacted,
})

/** Without what the printer wrote about its price. */
const unexplained = ({ aboveAgreement, ...pricing }: Pricing): Pricing => ({
  ...pricing,
  ...(aboveAgreement && { aboveAgreement: aboveAgreement.map(above => ({ ...above, reason: redacted })) }),
})

/** Without the person who decided, and without that person's text. */
const unsigned = (proof: Proof): Proof => ({
  ...proof,
  author: proof.author === null ? null : redacted,
  comment: proof.comment === null ? null : redacted,
})

const unquoted =
  (addresses: Destination[]) =>
  (problem: Problem): Problem => {
    if (!quotesAddress(problem)) return problem
    const texts = addresses.flatMap(textsOf)
    const unquote = (words: string) => texts.reduce((all, text) => all.replaceAll(quoted(text), redacted), words)
    const { detail } = problem
    return { ...problem, detail: withTexts(detail, unquote) }
  }

/** The pointers of all problems that quote an address begin with one of these. */
export const problemsOfDestination = '/destination/'
export const problemsOfReturnAddress = '/packingSlip/returnAddress/'

export const quotesAddress = ({ pointer }: Pick<Problem, 'pointer'>): boolean =>
  pointer.startsWith(problemsOfDestination) || pointer.startsWith(problemsOfReturnAddress)

const textsOf = ({ name, company, address1, address2, phone, email }: Destination): string[] =>
  [name, company, address1, address2, phone, email].filter(text => text !== undefined)

/** A shorter text would match too many other words. */
const minPatternChars = 3

/** A PostgreSQL pattern that finds the recipient in a text; null when the destinations have no distinctive texts. */
export function patternOf(destinations: Destination[]): string | null {
  const texts = destinations
    .flatMap(textsOf)
    .map(text => storableText(text).trim())
    .filter(text => text.length >= minPatternChars)
    .sort((a, b) => b.length - a.length) // the longest match wins
  if (texts.length === 0) return null
  const words = texts.map(text => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/\s+/g, '\\s+'))
  return `(?<!\\w)(?:${words.join('|')})(?!\\w)`
}
