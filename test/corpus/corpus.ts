// Files that are wrong, hostile, or only look so, each with the expected findings.

import { bombs } from './bombs.ts'
import { damagedImages } from './damagedImages.ts'
import { documentParts } from './documentParts.ts'
import { drawing } from './drawing.ts'
import { harmless } from './harmless.ts'
import { isbns } from './isbn.ts'
import { layout } from './layout.ts'
import { manyFindings } from './manyFindings.ts'
import { marks } from './marks.ts'
import { nestedDrawing } from './nestedDrawing.ts'
import { press } from './press.ts'
import { simpleFonts } from './simpleFonts.ts'
import { sizes } from './sizes.ts'
import type { Specimen } from './specimen.ts'
import { structure } from './structure.ts'
import { undrawable } from './undrawable.ts'

/** What could keep a reader busy, or make it fail: broken, cramped with other things, swelling, or endless. */
export const hostile: readonly Specimen[] = [...structure, ...documentParts, ...bombs, ...manyFindings, ...undrawable]

export const corpus: readonly Specimen[] = [
  ...hostile,
  ...damagedImages,
  ...simpleFonts,
  ...harmless,
  ...sizes,
  ...layout,
  ...press,
  ...drawing,
  ...nestedDrawing,
  ...marks,
  ...isbns,
]
