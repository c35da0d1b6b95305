// The typefaces of templates and of sample artwork: the ASCII letters and a few more. A PDF embeds them (embedFace.ts),
// for which a face is subsetted once; that takes about 50 ms, longer than drawing a cover. SVG and IDML need outlines.

import { readFileSync } from 'node:fs'
import { create, type Font } from '@cantoo/fontkit'
import { lazy } from '../../base/running/lazy.ts'
import { type OutlineStep, towards } from '../barcode/isbnBarcode.ts'

const letters = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), ...'×·’“”—©']
/** PDF measures letters in thousandths of their size. */
const perEm = 1000

type Point = OutlineStep['to']

export type Face = {
  /** The name by which the content of pages selects the font. */
  resource: string
  /** The width of a line, in units of its size. */
  widthOf(text: string): number
  /** From the base line to the top of the capitals, in units of the size. */
  capHeight: number
  /** The text as outlines, at a size of 1 from the start of its base line. */
  outlineOf(text: string): OutlineStep[]
  /** The text as the operand of a PDF operator. Throws on letters that the font does not have. */
  encode(text: string): string
  /** The part of the font that a PDF embeds; measures are in thousandths of its size. */
  embedded(): EmbeddedFace
}

export type EmbeddedFace = {
  name: string
  program: Uint8Array
  box: number[]
  ascent: number
  descent: number
  capHeight: number
  glyphs: { letter: string; id: number; width: number }[]
}

/** `F` draws the labels of templates; the rest sets the text of sample artwork. */
const fonts = {
  F: { name: 'Inter-Regular', file: import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff') },
  Serif: {
    name: 'SourceSerif4-Regular',
    file: import.meta.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff'),
  },
  Italic: {
    name: 'SourceSerif4-Italic',
    file: import.meta.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff'),
  },
  Bold: {
    name: 'SourceSerif4-SemiBold',
    file: import.meta.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
  },
}

export function openFace(resource: keyof typeof fonts): Face {
  const { name, file } = fonts[resource]
  const font = create(readFileSync(new URL(file))) as Font
  const toPdf = (units: number) => Math.round((units * perEm) / font.unitsPerEm)
  const glyphs = new Map(
    letters.map(letter => {
      const glyph = font.glyphForCodePoint(letter.codePointAt(0)!)!
      return [letter, { glyph, width: toPdf(glyph.advanceWidth) }]
    }),
  )
  const glyphOf = (letter: string) => {
    const glyph = glyphs.get(letter)
    if (glyph === undefined) throw new RangeError(`the font cannot show ${JSON.stringify(letter)}`)
    return glyph
  }
  const subset = lazy(() => {
    const part = font.createSubset()
    const ids = new Map([...glyphs].map(([letter, { glyph }]) => [letter, part.includeGlyph(glyph)]))
    return { ids, program: part.encode() }
  })
  const idOf = (letter: string) => {
    glyphOf(letter) // throws on letters that the font does not have
    return subset().ids.get(letter)!
  }

  return {
    resource,
    widthOf: text => [...text].reduce((sum, letter) => sum + glyphOf(letter).width, 0) / perEm,
    capHeight: toPdf(font.capHeight) / perEm,
    outlineOf(text) {
      let x = 0
      return [...text].flatMap(letter => {
        const { glyph, width } = glyphOf(letter)
        const start = x
        x += width / perEm
        const at = (args: number[], i: number): Point => [
          args[i]! / font.unitsPerEm + start,
          args[i + 1]! / font.unitsPerEm,
        ]
        let from: Point = [start, 0]
        return glyph.path.commands.flatMap(({ command, args }): OutlineStep[] => {
          if (command === 'closePath') return []
          const to = at(args, args.length - 2)
          const last = from
          from = to
          if (command === 'moveTo') return [{ kind: 'move', to }]
          if (command === 'lineTo') return [{ kind: 'line', to }]
          if (command === 'bezierCurveTo') return [{ kind: 'curve', control1: at(args, 0), control2: at(args, 2), to }]
          const control = at(args, 0)
          return [{ kind: 'curve', control1: towards(last, control), control2: towards(to, control), to }]
        })
      })
    },
    encode: text => `<${[...text].map(letter => hexOf(idOf(letter))).join('')}>`,
    embedded() {
      const { minX, minY, maxX, maxY } = font.bbox
      return {
        name,
        program: subset().program,
        box: [minX, minY, maxX, maxY].map(toPdf),
        ascent: toPdf(font.ascent),
        descent: toPdf(font.descent),
        capHeight: toPdf(font.capHeight),
        glyphs: [...glyphs].map(([letter, { width }]) => ({ letter, id: idOf(letter), width })),
      }
    },
  }
}

export const hexOf = (id: number) => id.toString(16).padStart(4, '0')
