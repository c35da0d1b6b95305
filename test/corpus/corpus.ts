// Files that are wrong, hostile, or only look so, each with the expected findings.

import { beside } from './beside.ts'
import { bombs } from './bombs.ts'
import { drawing } from './drawing.ts'
import { marks } from './marks.ts'
import { odd } from './odd.ts'
import { sizes } from './sizes.ts'
import type { Specimen } from './specimen.ts'
import { structure } from './structure.ts'
import { within } from './within.ts'
import { wordy } from './wordy.ts'

export const corpus: readonly Specimen[] = [
  ...odd,
  ...structure,
  ...sizes,
  ...drawing,
  ...within,
  ...beside,
  ...marks,
  ...bombs,
  ...wordy,
]
