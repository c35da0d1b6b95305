// The seller on invoices and statements.

import { defaultBrand } from '../../brand/brand.ts'
import type { Seller } from '../../payments/documentSheet.ts'
import type { OperatorVersion } from '../shop/operatorData.ts'

/** The operator, under the name used on parcels, with its tax registration numbers, and the lines at the foot. */
export function sellerOf(
  { version, brand, texts: { terms, documentFooter }, shipping: { shipFrom }, taxes }: OperatorVersion,
  at: Date,
): Seller {
  const { name, address1, city, state, postal, country } = shipFrom
  const { supportAddress, legalLines } = brand
  return {
    name,
    lines: [address1, `${city}, ${state} ${postal}`, country],
    country,
    registrations: taxes.registrationNumbers(at),
    ...(brand === defaultBrand ? {} : { brand: { version, name: brand.name, supportAddress, legalLines } }),
    ...(documentFooter === undefined ? {} : { footer: documentFooter }),
    ...(terms === undefined ? {} : { terms: { version: terms.version, link: terms.link ?? {} } }),
  }
}
