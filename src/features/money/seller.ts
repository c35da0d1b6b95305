// The seller on invoices and statements.

import { paperSizeIn } from '../../base/text/paperSize.ts'
import { defaultBrand } from '../../brand/brand.ts'
import type { Seller } from '../../payments/documentSheet.ts'
import type { OperatorVersion } from '../shop/operatorData.ts'

/**
 * The seller of a document that is made at `now`, whose taxes are of orders `since` an earlier instant: a registration
 * may have ended meanwhile.
 */
export type SellerAt = (now: Date, since: Date) => Seller

/** The operator, under the name used on parcels, with its tax registration numbers, and the lines at the foot. */
export function sellerOf(
  { version, brand, texts: { terms, documentFooter, paper }, shipping: { shipFrom }, taxes }: OperatorVersion,
  { now, since }: { now: Date; since: Date },
): Seller {
  const { name, address1, city, state, postal, country } = shipFrom
  const { supportAddress, legalLines } = brand
  return {
    name,
    lines: [address1, `${city}, ${state} ${postal}`, country],
    country,
    paper: paper ?? paperSizeIn(country),
    registrations: taxes.registrationNumbers(since, now),
    ...(brand === defaultBrand ? {} : { brand: { version, name: brand.name, supportAddress, legalLines } }),
    ...(documentFooter === undefined ? {} : { footer: documentFooter }),
    ...(terms === undefined ? {} : { terms: { version: terms.version, link: terms.link ?? {} } }),
  }
}
