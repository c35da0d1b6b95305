// The operator's data files. All files are checked together, so that one start reports the mistakes of all of them.
// Improbable values, such as a book that costs nothing, are used and cause a warning.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { readSpreadsheet } from '../base/files/readSpreadsheet.ts'
import { SpreadsheetError } from '../base/files/spreadsheet.ts'
import { dollarsText, roundCents } from '../base/money.ts'
import { type DataMistake, mistakeLine, OperatorDataError, readOperatorFile } from '../base/schemaCheck.ts'
import { type BookFormat, cellMistakeText, readBooks } from '../catalog/bookSheet.ts'
import { type Catalog, createCatalog, type ManufacturingSku } from '../catalog/catalog.ts'
import type { PriceList } from '../catalog/priceLists.ts'
import { sampleOperatorDir } from '../config/config.ts'
import { secretOf } from '../config/env.ts'
import {
  cleanContent,
  contentFiles,
  type OperatorContent,
  optionalParts,
  type ParsedContent,
  parseContent,
} from '../features/shop/content.ts'
import { noHandling, priceItems } from '../pricing/quote.ts'
import { adapterNames, settingsMistakes } from '../printer/adapters.ts'
import { loadPrintersFile, type PrintersFile } from '../printer/printerConfig.ts'
import { countries } from '../shipping/places.ts'
import { type Rate, type ShippingTables, shippingClasses } from '../shipping/shipping.ts'

/** `printersFile` is null where the folder has no printers.json. */
export type OperatorFiles = ParsedContent & { content: OperatorContent; printersFile: PrintersFile | null }

/** Throws an OperatorDataError with every mistake of all files. */
export async function loadOperatorFiles(folder: string): Promise<OperatorFiles> {
  const { printerMistakes, ...files } = await loadStartFiles(folder)
  if (printerMistakes.length > 0) throw new OperatorDataError(printerMistakes)
  return files
}

/** Returns the mistakes of printers.json where only they are wrong: the file may no longer count. */
export async function loadStartFiles(
  folder: string,
): Promise<OperatorFiles & { printerMistakes: readonly DataMistake[] }> {
  let mistakes: readonly DataMistake[] = []
  const listMistakes = <Part>(load: () => Part | Promise<Part>) =>
    Promise.try(load).catch((error: unknown) => {
      if (!(error instanceof OperatorDataError)) throw error
      mistakes = mistakes.concat(error.mistakes)
      return undefined
    })
  const read = (part: keyof OperatorContent) =>
    listMistakes(() => readOperatorFile<unknown>(join(folder, contentFiles[part]), json => json))
  const catalog = await read('catalog')
  const found = optionalParts.filter(part => existsSync(join(folder, contentFiles[part])))
  const given: OperatorContent = {
    catalog: catalog === undefined ? undefined : await listMistakes(() => withBooks(catalog, folder)),
    shipping: await read('shipping'),
    holidays: await read('holidays'),
    tax: await read('tax'),
    ...Object.fromEntries(await Promise.all(found.map(async part => [part, await read(part)]))),
  }
  const parsed = await listMistakes(() => parseContent(given, systemClock()))
  const content = await listMistakes(() => cleanContent(given))
  const skus = await Promise.try(() => createCatalog(given.catalog)).catch(() => null)
  const others = mistakes
  const printersFile = await listMistakes(() => loadPrinters(folder, skus))
  if (others.length > 0) throw new OperatorDataError(mistakes)
  const printerMistakes = mistakes.slice(others.length)
  return { content: content!, ...parsed!, printersFile: printersFile ?? null, printerMistakes }
}

/** Beside the JSON, books may be in a spreadsheet. */
export const bookFiles: Record<BookFormat, string> = { csv: 'books.csv', xlsx: 'books.xlsx' }

/** The catalog with the books of the spreadsheet of a folder, if it has one. */
async function withBooks(catalog: unknown, folder: string): Promise<unknown> {
  const [name, ...others] = Object.values(bookFiles).filter(file => existsSync(join(folder, file)))
  if (name === undefined) return catalog
  if (others.length > 0)
    throw new OperatorDataError([{ file: name, path: '', text: `got ${others.join()} too, expected one of them` }])
  try {
    const sheet = await readSpreadsheet(await readFile(join(folder, name)))
    const sample: unknown = JSON.parse(await readFile(join(sampleOperatorDir, contentFiles.catalog), 'utf8'))
    const { books, mistakes } = await readBooks({ sheet, catalog, sample })
    if (mistakes.length === 0) return { ...(catalog as object), skus: books }
    throw new OperatorDataError(mistakes.map(mistake => ({ file: name, path: '', text: cellMistakeText(mistake) })))
  } catch (error) {
    throw error instanceof SpreadsheetError
      ? new OperatorDataError([{ file: name, path: '', text: error.mistake }])
      : error
  }
}

const skusOf = (catalog: Catalog): string[] => catalog.list().map(({ manufacturingSku }) => manufacturingSku)

/** The mistakes and warnings of a check, for people and programs. */
export async function checkOperatorFiles(folder: string): Promise<{ mistakes: readonly string[]; warnings: string[] }> {
  try {
    return { mistakes: [], warnings: operatorWarnings(await loadOperatorFiles(folder)) }
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    return { mistakes: error.mistakes.map(mistakeLine), warnings: [] }
  }
}

/** Without a readable catalog, patterns of SKUs are not compared with it. */
const loadPrinters = (folder: string, catalog: Catalog | null): Promise<PrintersFile | null> =>
  loadPrintersFile(join(folder, 'printers.json'), {
    adapters: adapterNames,
    settingsMistakes,
    manufacturingSkus: catalog && skusOf(catalog),
    countries: [...countries.keys()],
    secret: secretOf,
  })

const minCopyCents = 50
const maxCopyCents = 500_00
const minPageMillicents = 100
const maxLikelyDays = 30
const maxLikelyRate = 0.25
const maxLikelyOff = 5_000

/** Values that are possible but probably mistakes. */
export const operatorWarnings = ({ catalog, priceLists, shipping, taxRules }: ParsedContent): string[] => [
  ...catalog.list().flatMap(sku => priceWarnings(sku, `catalog.json: ${sku.manufacturingSku}`)),
  ...catalog.list().flatMap(costWarnings),
  ...[...priceLists.values()].flatMap(list => listWarnings(list, catalog)),
  ...rateWarnings(shipping),
  ...shippingClasses.flatMap(name => {
    const days = shipping.manufacturingDays[name] + (shipping.moreManufacturingDays.at(-1)?.days ?? 0)
    return days > maxLikelyDays ? [`shipping.json: ${name} takes ${days} business days to make`] : []
  }),
  ...Object.entries(taxRules.rates).flatMap(([place, rate]) => taxWarnings('rates', place, rate)),
  ...Object.entries(taxRules.local ?? {}).flatMap(([name, { rate }]) => taxWarnings('local', name, rate)),
]

const dollarsOf = (cents: number) => `$${dollarsText(cents)}`

/** Books whose price the list does not change are left out. */
const listWarnings = (list: PriceList, catalog: Catalog): string[] =>
  catalog.list().flatMap(sku => {
    const { price, offBasisPoints } = list.bookTerms(sku)
    const about = `priceLists.json: on ${list.code}, ${sku.manufacturingSku}`
    if (offBasisPoints > maxLikelyOff) return [`${about} costs ${offBasisPoints / 100} % less than in the catalog`]
    return price === sku.price ? [] : priceWarnings({ ...sku, price }, about)
  })

function priceWarnings({ price, pages }: Pick<ManufacturingSku, 'price' | 'pages'>, about: string): string[] {
  const copyCents = (pageCount: number, quantity: number) =>
    priceItems([{ price, pageCount, quantity }], noHandling).itemsCents / quantity
  const quantities = [1, ...price.breaks.map(({ fromCopies }) => fromCopies)]
  const cheapQuantity = quantities.find(quantity => copyCents(pages.min, quantity) < minCopyCents)
  const highestCents = copyCents(pages.max, 1)
  return [
    ...(cheapQuantity === undefined
      ? []
      : [
          `${about} costs ${dollarsOf(copyCents(pages.min, cheapQuantity))} a copy, with ${pages.min} pages${cheapQuantity === 1 ? '' : ` and from ${cheapQuantity} copies`}`,
        ]),
    ...(price.perPageMillicents < minPageMillicents
      ? [`${about} costs ${price.perPageMillicents / 1000} ¢ a page`]
      : []),
    ...(highestCents > maxCopyCents
      ? [`${about} costs ${dollarsOf(highestCents)} a copy, with ${pages.max} pages`]
      : []),
  ]
}

/** A book that costs more than its price is named once, for the first such quantity. */
function costWarnings({ manufacturingSku, price, cost, pages }: ManufacturingSku): string[] {
  if (cost === undefined) return []
  const copyCents = (rule: ManufacturingSku['price'], pageCount: number, quantity: number) =>
    priceItems([{ price: rule, pageCount, quantity }], noHandling).itemsCents / quantity
  const loss = [pages.min, pages.max]
    .flatMap(pageCount =>
      [1, ...price.breaks.map(({ fromCopies }) => fromCopies)].map(copies => ({ pageCount, copies })),
    )
    .find(({ pageCount, copies }) => copyCents(cost, pageCount, copies) > copyCents(price, pageCount, copies))
  if (loss === undefined) return []
  const { pageCount, copies } = loss
  const [costs, sells] = [cost, price].map(rule => dollarsOf(roundCents(copyCents(rule, pageCount, copies))))
  return [
    `catalog.json: a copy of ${manufacturingSku} costs you ${costs} and sells for ${sells}, with ${pageCount} pages${copies === 1 ? '' : ` and from ${copies} copies`}`,
  ]
}

/** The places of a zone share its rates, and are named together. */
function rateWarnings({ rates }: ShippingTables): string[] {
  const placesOf = new Map<Rate, { name: string; places: string[] }>()
  const add = (rate: Rate, name: string, place: string) =>
    placesOf.set(rate, { name, places: [...(placesOf.get(rate)?.places ?? []), place] })
  for (const [place, classes] of rates)
    for (const [name, rate] of classes) {
      add(rate, name, place)
      if (rate.freight !== undefined) add(rate.freight, `${name} by freight`, place)
    }
  return [...placesOf].flatMap(
    ([
      {
        baseCents,
        extraCopyCents,
        weightBands,
        transitDays: { max },
      },
      { name, places },
    ]) => {
      const about = `shipping.json: ${name} to ${places.slice(0, 3).join(', ')}${places.length > 3 ? ` and ${places.length - 3} more` : ''}`
      const isFree = baseCents === 0 && extraCopyCents === 0 && weightBands.every(band => band.centsPerPound === 0)
      return [
        ...(isFree ? [`${about} costs nothing`] : []),
        ...(max > maxLikelyDays ? [`${about} travels for up to ${max} business days`] : []),
        ...(max === 0 ? [`${about} arrives on the day on which it leaves`] : []),
      ]
    },
  )
}

const taxWarnings = (where: string, name: string, rate: number): string[] =>
  rate > maxLikelyRate ? [`tax.json: /${where} has ${Math.round(rate * 10_000) / 100} % for ${name}`] : []
