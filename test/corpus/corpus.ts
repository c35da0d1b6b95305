// Files that are wrong, hostile, or only look so, each with the expected findings.

import { beside } from './beside.ts'
import { bombs } from './bombs.ts'
import { drawing } from './drawing.ts'
import { isbns } from './isbn.ts'
import { layout } from './layout.ts'
import { marks } from './marks.ts'
import { odd } from './odd.ts'
import { press } from './press.ts'
import { sizes } from './sizes.ts'
import type { Specimen } from './specimen.ts'
import { structure } from './structure.ts'
import { undrawable } from './undrawable.ts'
import { within } from './within.ts'
import { wordy } from './wordy.ts'

/** What could keep a reader busy, or make it fail: broken, cramped with other things, swelling, or endless. */
export const hostile: readonly Specimen[] = [...structure, ...beside, ...bombs, ...wordy, ...undrawable]

export const corpus: readonly Specimen[] = [
  ...hostile,
  ...odd,
  ...sizes,
  ...layout,
  ...press,
  ...drawing,
  ...within,
  ...marks,
  ...isbns,
]
