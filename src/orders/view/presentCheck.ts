// The public object of a file check: the same for programs, webhooks and the dashboard.

import { checkRetentionMs, type FileCheck, type FileCheckResult, type PublicFinding } from '../../artwork/checkStore.ts'
import type { Part } from '../../artwork/fileStore.ts'
import { later } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import { type Catalog, pageCountProblem } from '../../catalog/catalog.ts'
import { coverInches, pageInches } from '../../catalog/measures.ts'

export type Preview = { n: number; file: Part; page: number; url: string }

/** In inches. */
type Measures = {
  cover: { width: number; height: number; spine: number }
  guts: { width: number; height: number; bleed: number }
}

export type PublicCheck = {
  checkId: string
  mode: Mode
  status: 'CHECKING' | 'DONE'
  passed: boolean | null
  sku: string | null
  manufacturingSku: string
  pageCount: number | null
  findings: PublicFinding[]
  measures: Measures | null
  previews: Preview[]
  createdAt: Date
  doneAt: Date | null
  keptUntil: Date
}

export function presentCheck(catalog: Catalog, base: string, check: FileCheck): PublicCheck {
  const { checkId, mode, status, request, result, createdAt, doneAt } = check
  const findings = result === null ? [] : [...result.missing, ...result.findings]
  const pageCount = result?.pageCount ?? null
  return {
    checkId,
    mode,
    status,
    passed: result === null ? null : !findings.some(({ severity }) => severity === 'error'),
    sku: request.sku,
    manufacturingSku: request.manufacturingSku,
    pageCount,
    findings,
    measures: measuresOf(catalog, request.manufacturingSku, pageCount ?? request.pageCount),
    previews: result === null ? [] : previewsOf(result, n => `${base}/files/checks/${checkId}/preview/${n}`),
    createdAt,
    doneAt,
    keptUntil: later(createdAt, checkRetentionMs),
  }
}

/** Null while the page count is unknown, or when the product does not allow it. */
export function measuresOf(catalog: Catalog, manufacturingSku: string, pageCount: number | null): Measures | null {
  const sku = catalog.get(manufacturingSku)
  if (sku === undefined || pageCount === null || pageCountProblem(sku, pageCount) !== null) return null
  const cover = coverInches(sku, pageCount)
  const guts = pageInches(sku, pageCount)
  return {
    cover: { width: cover.width, height: cover.height, spine: cover.spine },
    guts: { width: guts.width, height: guts.height, bleed: guts.bleed },
  }
}

/**
 * Previews of the cover, of the first three pages, the middle page and the last page, and of pages where findings have
 * a place.
 */
export function previewsOf(
  { files, pageCount, findings }: Pick<FileCheckResult, 'files' | 'pageCount'> & { findings: PublicFinding[] },
  urlOf: (n: number) => string,
): Preview[] {
  const last = pageCount ?? 1
  const placed = findings.flatMap(({ file, place }) => (file === 'guts' && place !== undefined ? [place.page] : []))
  const pages = [...new Set([1, 2, 3, Math.ceil(last / 2), last, ...placed])]
    .filter(page => page <= last)
    .sort((a, b) => a - b)
  return [
    ...(files.cover === null ? [] : [{ file: 'cover' as const, page: 1 }]),
    ...(files.guts === null ? [] : pages.map(page => ({ file: 'guts' as const, page }))),
  ].map((preview, i) => ({ n: i + 1, ...preview, url: urlOf(i + 1) }))
}
