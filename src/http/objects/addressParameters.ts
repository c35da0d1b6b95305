// The parameters of addresses: a name means the same in each address. Routes name only those that are theirs alone.

import { type Static, type TSchema, Type } from 'typebox'
import { maxPages } from '../../artwork/files.ts'
import { endpointIdPattern } from '../../webhooks/endpointStore.ts'
import { deliveryIdPattern } from '../../webhooks/listDeliveries.ts'
import { approvalIdPattern, CustomerOrderId, Mode, Month, oneOf, Text } from './common.ts'

export const jobIdPattern = 'job_[0-9A-Za-z]{22,60}'
export const JobId = Type.String({ pattern: `^${jobIdPattern}$`, 'x-expected': 'a jobId' })
export const DeliveryId = Type.String({ pattern: deliveryIdPattern })
export const ItemIndex = Type.Integer({
  minimum: 0,
  maximum: 499,
  description: 'Index of the item in orderItems, from 0.',
})
export const Part = oneOf(['cover', 'guts'], { description: '`guts` are the pages inside.' })
export const PageNumber = Type.Integer({ minimum: 1, maximum: maxPages })
export const Version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })
/** Of statements, invoices and credit notes: far within the database's integers. */
export const maxNumber = 999_999_999

const Id = Text(64)
const parameters = {
  accountId: Id,
  approvalId: Type.String({ pattern: `^${approvalIdPattern}$` }),
  cardId: Id,
  chargeId: Id,
  checkId: Type.String({ pattern: '^chk_[0-9a-z]{22}$', 'x-expected': 'the checkId of an earlier answer' }),
  customerOrderId: CustomerOrderId,
  deliveryId: DeliveryId,
  domain: Text(253),
  endpointId: Type.String({ pattern: endpointIdPattern }),
  exemptionId: Type.String({ pattern: '^exm_[0-9a-z]{22}$' }),
  invitationId: Id,
  item: ItemIndex,
  jobId: JobId,
  keyId: Id,
  labelId: Type.String({ pattern: '^lbl_[0-9A-Za-z]{1,60}$' }),
  linkId: Text(40),
  manifestId: Type.String({ pattern: '^man_[0-9A-Za-z]{1,60}$' }),
  mismatchId: Type.String({ pattern: '^bmm_[0-9a-z]{22}$', 'x-expected': 'a mismatchId' }),
  mode: Mode,
  month: Month,
  number: Type.Integer({ minimum: 1, maximum: maxNumber }),
  page: PageNumber,
  part: Part,
  passkeyId: Id,
  paymentId: Id,
  quoteId: Type.String({ pattern: '^quo_[0-9a-z]{22}$', 'x-expected': 'a quoteId' }),
  refundId: Id,
  sessionId: Id,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', 'x-expected': 'a SHA-256 in hexadecimal' }),
  sku: Text(100),
  token: Type.String({ maxLength: 200 }),
  uploadId: Type.String({ pattern: '^upl_[0-9a-z]{22}$', 'x-expected': 'the uploadId of an earlier answer' }),
  userId: Id,
  version: Version,
  viewId: Type.String({ pattern: '^view_[0-9a-z]{22}$', 'x-expected': 'a viewId' }),
}
type Parameters = typeof parameters

/** The names after `/:` in an address. */
type NamesIn<Path> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never

/** The types of the parameters of an address. `Own` has the parameters that no other route has. */
export type ParametersOf<Path, Own extends TSchema> = (TSchema extends Own ? unknown : Static<Own>) & {
  [Name in Exclude<NamesIn<Path> & keyof Parameters, keyof Static<Own>>]: Static<Parameters[Name]>
}

/** The schema of the parameters of an address, in its order; undefined if it has none. */
export function parametersOf(path: string, own: Record<string, TSchema> = {}) {
  const known: Record<string, TSchema> = { ...parameters, ...own }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const missing = names.find(name => known[name] === undefined)
  if (missing !== undefined) throw new Error(`the route ${path} does not say what :${missing} is`)
  return names.length === 0 ? undefined : Type.Object(Object.fromEntries(names.map(name => [name, known[name]!])))
}
