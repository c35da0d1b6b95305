// The color spaces that content names: their faults, and the signs of everything that is drawn in them.

import { missingObject } from '../file/faults.ts'
import type { Obj } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'
import { componentsOf, isPlainSpace, recordColor } from './colors.ts'
import { type Drawn, recordFault } from './drawn.ts'
import type { State } from './graphicsState.ts'
import type { Loads } from './loads.ts'
import type { Sign } from './places.ts'
import type { Area } from './plane.ts'

export class ColorSpaces {
  readonly #file: PdfFile
  readonly #loads: Loads

  constructor(file: PdfFile, loads: Loads) {
    this.#file = file
    this.#loads = loads
  }

  /** The components of a color space whose numbers say the inks; its colors are recorded as they are set. */
  plain(space: Obj | undefined, clip: Area | null, drawn: Drawn | null): { components: number | null; signs: Sign[] } {
    const components = isPlainSpace(this.#file, space) ? componentsOf(this.#file, space) : null
    if (drawn === null) return { components, signs: [] }
    if (components === null) return { components, signs: this.color(space, clip, drawn) }
    const fault = this.#loads.ofSpace(space)
    if (fault !== null) recordFault(drawn, fault, clip)
    return { components, signs: [] }
  }

  color(space: Obj | undefined, clip: Area | null, drawn: Drawn): Sign[] {
    const fault = this.#loads.ofSpace(space)
    if (fault !== null) recordFault(drawn, fault, clip)
    return recordColor(this.#file, space, drawn)
  }

  shading(name: Obj | undefined, value: Obj | undefined, { clip }: State, drawn: Drawn): Sign[] {
    const dict = this.#file.dict(value)
    if (dict === null) {
      recordFault(drawn, missingObject(name, value), clip)
      return []
    }
    const fault = this.#loads.ofShading(value)
    if (fault !== null) recordFault(drawn, fault, clip)
    return recordColor(this.#file, dict.get('ColorSpace'), drawn)
  }
}
