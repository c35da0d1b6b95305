// The result of a check of files, for programs, webhooks and the dashboard.

import { checksKeptMs, type FileCheck, type FileCheckResult, type PublicFinding } from '../../artwork/checks.ts'
import type { Part } from '../../artwork/store.ts'
import { later } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { pageCountProblem } from '../../catalog/catalog.ts'
import { coverInches, pageInches } from '../../catalog/measures.ts'

export type Preview = { n: number; file: Part; page: number; url: string }

/** Inches. */
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
    keptUntil: later(createdAt, checksKeptMs),
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

/** The cover, and of the pages the first three, the middle and the last. */
export function previewsOf(
  { files, pageCount }: Pick<FileCheckResult, 'files' | 'pageCount'>,
  urlOf: (n: number) => string,
): Preview[] {
  const last = pageCount ?? 1
  const pages = [...new Set([1, 2, 3, Math.ceil(last / 2), last])].filter(page => page <= last).sort((a, b) => a - b)
  return [
    ...(files.cover === null ? [] : [{ file: 'cover' as const, page: 1 }]),
    ...(files.guts === null ? [] : pages.map(page => ({ file: 'guts' as const, page }))),
  ].map((one, i) => ({ n: i + 1, ...one, url: urlOf(i + 1) }))
}
