// The contents of a version of the operator's data, as the files of a folder have them, and the parsed data.

import { atOnce, type Steps } from '../../base/running/slices.ts'
import { type DataMistake, OperatorDataError, withFileName } from '../../base/schemaCheck.ts'
import { type Brand, parseBrand } from '../../brand/brand.ts'
import { cleanBrand } from '../../brand/logo.ts'
import { type Catalog, catalogOf } from '../../catalog/catalog.ts'
import { findCatalogProblems } from '../../catalog/catalogProblems.ts'
import { type PriceLists, parsePriceLists } from '../../catalog/priceLists.ts'
import { shippingTables } from '../../shipping/loadShipping.ts'
import type { ShippingTables } from '../../shipping/shipping.ts'
import { parseTaxRules, type TaxRules } from '../../tax/taxRules.ts'
import { checkTaxNames } from '../../tax/taxTable.ts'
import { parseTexts, type Texts } from './operatorTexts.ts'

/** The parsed JSON of each file. Price lists, the brand and texts may be missing. */
export type OperatorContent = {
  catalog: unknown
  shipping: unknown
  holidays: unknown
  tax: unknown
  priceLists?: unknown
  brand?: unknown
  texts?: unknown
}

/** The file of each part. */
export const contentFiles = {
  catalog: 'catalog.json',
  shipping: 'shipping.json',
  holidays: 'holidays.json',
  tax: 'tax.json',
  priceLists: 'priceLists.json',
  brand: 'brand.json',
  texts: 'texts.json',
} as const satisfies Record<keyof OperatorContent, string>

/** The parts that may be missing. */
export const optionalParts = ['priceLists', 'brand', 'texts'] as const satisfies (keyof OperatorContent)[]

/**
 * The data before the first version: nothing is sold. Its forms are there to be filled in; until then it has mistakes.
 */
export const emptyContent: OperatorContent = {
  catalog: { fulfillment: { perOrderCents: 0, perItemCents: 0 }, skus: [] },
  shipping: {
    shipFrom: { name: '', address1: '', city: '', state: '', postal: '', country: 'US' },
    cutOff: { hour: 17, timeZone: 'America/New_York' },
    manufacturingDays: { standard: 4, expedited: 4, rush: 3 },
    zones: [],
  },
  holidays: { holidays: [], closedDays: [] },
  tax: { registrations: {}, taxedByDefault: ['items', 'fulfillment', 'shipping'], taxed: {}, rates: {} },
}

export type ParsedContent = {
  catalog: Catalog
  shipping: ShippingTables
  taxRules: TaxRules
  priceLists: PriceLists
  brand: Brand
  texts: Texts
}

/**
 * Throws an OperatorDataError with the mistakes of all parts, each with the name of its file. A part that is undefined
 * was not readable: it is left out, with all parts that depend on it.
 */
export const parseContent = (content: OperatorContent, now: Date): ParsedContent =>
  atOnce(parseContentInSteps(content, now))

export function* parseContentInSteps(
  { catalog, shipping, holidays, tax, priceLists, brand, texts }: OperatorContent,
  now: Date,
): Steps<ParsedContent> {
  let mistakes: readonly DataMistake[] = []
  const parse = <Part>(parts: unknown[], parsePart: () => Part): Part | null => {
    if (parts.includes(undefined)) return null
    try {
      return parsePart()
    } catch (error) {
      if (!(error instanceof OperatorDataError)) throw error
      mistakes = mistakes.concat(error.mistakes)
      return null
    }
  }
  const problems = catalog === undefined ? [] : yield* findCatalogProblems(catalog)
  const books = parse([catalog], () => withFileName(contentFiles.catalog, () => catalogOf(catalog, problems)))
  yield
  const parsedShipping = parse([shipping, holidays], () => shippingTables(shipping, holidays))
  yield
  const taxRules = parse([tax], () => withFileName(contentFiles.tax, () => parsePlacedTaxRules(tax, now)))
  yield
  const parsed = {
    catalog: books,
    shipping: parsedShipping,
    taxRules,
    priceLists: parse([], () => withFileName(contentFiles.priceLists, () => parsePriceLists(priceLists, books))),
    brand: parse([], () => withFileName(contentFiles.brand, () => parseBrand(brand))),
    texts: parse([], () => withFileName(contentFiles.texts, () => parseTexts(texts))),
  }
  if (mistakes.length > 0 || Object.values(parsed).includes(null)) throw new OperatorDataError(mistakes)
  return parsed as ParsedContent
}

/** The content with its logos as they may be published. Throws an OperatorDataError. */
export async function cleanContent(content: OperatorContent): Promise<OperatorContent> {
  if (content.brand === undefined) return content
  try {
    return { ...content, brand: await cleanBrand(content.brand) }
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    throw new OperatorDataError(error.mistakes.map(mistake => ({ ...mistake, file: contentFiles.brand })))
  }
}

function parsePlacedTaxRules(tax: unknown, now: Date): TaxRules {
  const rules = parseTaxRules(tax)
  checkTaxNames(rules, now)
  return rules
}
