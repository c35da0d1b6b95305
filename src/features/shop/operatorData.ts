import type { Brand } from '../../brand/brand.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PriceLists } from '../../catalog/priceLists.ts'
import type { ShippingTables } from '../../shipping/shipping.ts'
import type { Taxes } from '../../tax/tax.ts'
import type { TableTaxes } from '../../tax/taxTable.ts'
import type { Texts } from './operatorTexts.ts'

/**
 * The catalog, the price lists, the shipping and the taxes of the operator. `taxes` is the table, which is quick: it is
 * used for the sandbox and for prices that are not final. `finalTaxes` decides the charged tax, and may be a provider.
 */
export type OperatorData = {
  catalog: Catalog
  priceLists: PriceLists
  shipping: ShippingTables
  taxes: TableTaxes
  finalTaxes: Taxes
  brand: Brand
  texts: Texts
}

/** A version never changes. An order keeps the version that it was accepted with. */
export type OperatorVersion = OperatorData & { version: number }

export type OperatorVersions = {
  /** The version in effect at an instant. Refuses with `not_set_up` before the first version. */
  at(instant: Date): OperatorVersion
  /** Throws while this process has not read the version. */
  byNumber(version: number): OperatorVersion
}
