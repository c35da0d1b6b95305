// The lines over the pages of a book: where it is trimmed and folded, and which areas have rules of their own. Pictures
// and the viewer in the browser draw them.

import type { Area, CoverMeasures, PageMeasures } from './measures.ts'

export const pageLineKinds = ['trim', 'bleed', 'safe', 'gutter', 'punch', 'fold', 'barcode'] as const
/** In the unit of the measures, from the lower left corner of the file. */
export type PageLine = { kind: (typeof pageLineKinds)[number]; area: Area }

export const coverLines = (cover: CoverMeasures): PageLine[] => [
  ...outerLines(cover, cover.trim),
  ...linesOf('punch', [cover.punchBack, cover.punchFront]),
  ...linesOf('fold', [cover.flapBack, cover.hingeBack, cover.spineArea, cover.hingeFront, cover.flapFront]),
  ...linesOf('safe', [cover.safeFlapBack, cover.safeBack, cover.safeSpine, cover.safeFront, cover.safeFlapFront]),
  ...linesOf('barcode', [cover.barcode]),
]

export function sideLines(pages: PageMeasures, side: 'recto' | 'verso'): PageLine[] {
  const { trim, safe, gutter, punch } = pages[side]
  return [
    ...linesOf('gutter', [gutter]),
    ...linesOf('punch', [punch]),
    ...outerLines(pages, trim),
    ...linesOf('safe', [safe]),
  ]
}

/** The bleed, or the wrap of a hard cover, reaches to the edges of the file. */
function outerLines({ width, height }: { width: number; height: number }, trim: Area): PageLine[] {
  const hasBleed = trim.width < width || trim.height < height
  return [...linesOf('bleed', [hasBleed ? { x: 0, y: 0, width, height } : null]), ...linesOf('trim', [trim])]
}

const linesOf = (kind: PageLine['kind'], areas: (Area | null)[]): PageLine[] =>
  areas.filter(area => area !== null).map(area => ({ kind, area }))
