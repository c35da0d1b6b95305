import type { Catalog } from '../catalog/catalog.ts'
import type { ShippingTables } from '../shipping/shipping.ts'
import type { TableTaxes } from '../tax/table.ts'
import type { Taxes } from '../tax/tax.ts'

/**
 * What the operator sells, and how it prices, ships and taxes it. Prices that are not final yet, of which there are
 * many and for which somebody waits, are taxed by the table, and so is the sandbox; `finalTaxes` says what is charged,
 * and may be a provider.
 */
export type OperatorData = { catalog: Catalog; shipping: ShippingTables; taxes: TableTaxes; finalTaxes: Taxes }
