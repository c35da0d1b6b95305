// The rules for a catalog beyond its shape: every allowed page count has a spine and a gutter, and no two rules
// contradict each other. All problems of a file are found at once, each with its path, what was found and what is
// expected.

import { Type } from 'typebox'
import { say, type Translatable } from '../../languages/texts.ts'
import { atOnce, type Steps } from '../base/running/slices.ts'
import { type DataMistake, dataMistake, type SchemaMistake, schemaCheck } from '../base/schemaCheck.ts'
import { catalogSchema, type ManufacturingSku, skuSchema } from './schema.ts'

/** Books are checked one by one, since a catalog has thousands. */
const catalogMistakesBesideBooks = schemaCheck(
  Type.Object(
    { ...catalogSchema.properties, skus: Type.Array(Type.Unknown(), { minItems: 1 }) },
    { additionalProperties: false },
  ),
)
const bookMistakes = schemaCheck(skuSchema)

type Report = (path: string, got: unknown, expected: Translatable) => void

/** Sentences such as `/skus/3/pages/max: got 31, expected at least min (32)`; none when the file is valid. */
export const catalogProblems = (file: unknown): DataMistake[] => atOnce(findCatalogProblems(file))

export function* findCatalogProblems(file: unknown): Steps<DataMistake[]> {
  const { shape, rules } = yield* findCatalogMistakes(file)
  return [...shape, ...rules].map(dataMistake)
}

/** The mistakes of the shape, and of values of the right shape that contradict each other. */
export function* findCatalogMistakes(file: unknown): Steps<{ shape: SchemaMistake[]; rules: SchemaMistake[] }> {
  const shape = catalogMistakesBesideBooks(file)
  const rules: SchemaMistake[] = []
  const report: Report = (path, got, expected) => rules.push({ path, got, expected })

  // SKUs of the right shape are checked further even when others are not, so that a file can be repaired in one go.
  const firstAt = new Map<string, number>()
  for (const [i, sku] of skusOf(file).entries()) {
    yield
    const mistakes = bookMistakes(sku)
    for (const mistake of mistakes) shape.push({ ...mistake, path: `/skus/${i}${mistake.path}` })
    if (mistakes.length > 0) continue
    checkSku(sku, under(`/skus/${i}`, report))
    const first = firstAt.get(sku.manufacturingSku)
    if (first === undefined) firstAt.set(sku.manufacturingSku, i)
    else
      report(
        `/skus/${i}/manufacturingSku`,
        sku.manufacturingSku,
        say('a SKU other than that of /skus/{first}', { first }),
      )
  }
  return { shape, rules }
}

function checkSku({ attributes, pages, geometry, price, cost, materials }: ManufacturingSku, report: Report) {
  if (pages.max < pages.min) report('/pages/max', pages.max, say('at least min ({min})', { min: pages.min }))
  else if ((pages.max - pages.min) % pages.step !== 0) {
    report(
      '/pages/max',
      pages.max,
      say('min ({min}) and a whole number of steps of {step}', { min: pages.min, step: pages.step }),
    )
  }
  const { bleedInches, bindingBleedInches = bleedInches, safeInches } = geometry.pages
  if (bindingBleedInches > bleedInches)
    report(
      '/geometry/pages/bindingBleedInches',
      bindingBleedInches,
      say('at most the bleed ({bleedInches} in)', { bleedInches }),
    )
  if (attributes.bleed !== bleedInches > 0) {
    report(
      '/attributes/bleed',
      attributes.bleed,
      say('what the bleed of the pages ({bleedInches} in) says', { bleedInches }),
    )
  }
  const { widthInches, heightInches } = geometry.trim
  const widestGutterInches = Math.max(...geometry.pages.gutter.map(({ inches }) => inches))
  if (safeInches * 2 >= Math.min(widthInches, heightInches)) {
    report('/geometry/pages/safeInches', safeInches, say('less than half of the trimmed page'))
  } else if (safeInches * 2 + widestGutterInches >= widthInches) {
    report('/geometry/pages/gutter', widestGutterInches, say('less than what the safe distances leave of the page'))
  }
  checkCover(geometry, under('/geometry/cover', report))
  checkBinding(geometry, materials, report)
  checkBands(geometry.pages.gutter, pages.min, under('/geometry/pages/gutter', report))
  const { spine } = geometry
  if (spine.kind === 'banded') checkBands(spine.bands, pages.min, under('/geometry/spine/bands', report))
  checkPrice(price, under('/price', report))
  if (cost !== undefined) checkPrice(cost, under('/cost', report))
}

/** The mistakes in a price of the right shape, each with its path. */
export function priceMistakes(price: ManufacturingSku['price']): DataMistake[] {
  const mistakes: DataMistake[] = []
  checkPrice(price, (path, got, expected) => mistakes.push(dataMistake({ path, got, expected })))
  return mistakes
}

function checkPrice({ breaks }: ManufacturingSku['price'], report: Report) {
  checkAscending(breaks, 'fromCopies', under('/breaks', report))
  checkAscending(breaks, 'offBasisPoints', under('/breaks', report))
}

function checkCover({ trim, cover }: ManufacturingSku['geometry'], report: Report) {
  const panelWidthInches = trim.widthInches + cover.panelGrowth.widthInches
  const panelHeightInches = trim.heightInches + cover.panelGrowth.heightInches
  if (cover.safeInches * 2 >= Math.min(panelWidthInches, panelHeightInches)) {
    report('/safeInches', cover.safeInches, say('less than half of the panel'))
  }
  const { widthInches, heightInches, fromSpineInches, fromBottomInches } = cover.barcode
  if (fromSpineInches + widthInches > panelWidthInches) {
    report('/barcode/widthInches', widthInches, say('what fits on the back panel'))
  }
  if (fromBottomInches + heightInches > panelHeightInches) {
    report('/barcode/heightInches', heightInches, say('what fits on the back panel'))
  }
}

function checkBinding(
  { spine, cover, pages, punchInches }: ManufacturingSku['geometry'],
  materials: ManufacturingSku['materials'] | undefined,
  report: Report,
) {
  if (cover.flapInches === undefined && cover.flapFoldInches !== undefined)
    report('/geometry/cover/flapFoldInches', cover.flapFoldInches, say('nothing, because only dust jackets have flaps'))
  if (cover.flapInches !== undefined) {
    if (cover.edge !== 'cut') report('/geometry/cover/edge', cover.edge, say('cut, because a dust jacket is cut'))
    if (spine.kind === 'none') report('/geometry/spine/kind', spine.kind, say('a spine, because hard covers have one'))
    if (cover.safeInches * 2 >= cover.flapInches)
      report('/geometry/cover/flapInches', cover.flapInches, say('more than twice the safe margin of the cover'))
  }
  if (punchInches !== undefined) {
    if (spine.kind !== 'none')
      report('/geometry/spine/kind', spine.kind, say('none, because a coil-bound book has no spine'))
    if (cover.edge !== 'cut')
      report('/geometry/cover/edge', cover.edge, say('cut, because a coil-bound book has no boards'))
    if (cover.barcode.fromSpineInches < punchInches) {
      const expected = say('at least the punch margin ({punchInches})', { punchInches })
      report('/geometry/cover/barcode/fromSpineInches', cover.barcode.fromSpineInches, expected)
    }
    const safeAtBinding = pages.safeInches + Math.min(...pages.gutter.map(({ inches }) => inches))
    if (safeAtBinding < punchInches)
      report(
        '/geometry/punchInches',
        punchInches,
        say('at most safe margin and gutter together ({safeAtBinding})', { safeAtBinding }),
      )
  }
  if (cover.edge === 'folded' || cover.flapInches !== undefined) return
  for (const key of ['boardThicknessInches', 'endpapers', 'spineShape'] as const) {
    const value = materials?.[key]
    if (value !== undefined) report(`/materials/${key}`, value, say('nothing, because only hard covers have boards'))
  }
}

function checkBands(bands: { fromPages: number; inches: number }[], minPages: number, report: Report) {
  const first = bands[0]!.fromPages
  if (first > minPages) report('/0/fromPages', first, say('at most the minimum page count ({minPages})', { minPages }))
  checkAscending(bands, 'fromPages', report)
}

function checkAscending<Column extends string>(rows: Record<Column, number>[], column: Column, report: Report) {
  for (let i = 1; i < rows.length; i++) {
    const [before, here] = [rows[i - 1]![column], rows[i]![column]]
    if (here <= before) report(`/${i}/${column}`, here, say('more than the previous value ({before})', { before }))
  }
}

const under =
  (prefix: string, report: Report): Report =>
  (path, got, expected) =>
    report(prefix + path, got, expected)

/** The SKUs of a file that may have any shape. */
function skusOf(file: unknown): ManufacturingSku[] {
  const skus = (file as { skus?: unknown } | null)?.skus
  return Array.isArray(skus) ? skus : []
}
