// The typefaces of templates and of sample artwork: the ASCII letters and a few more, subsetted once and embedded in
// every file, so that it passes our own check of fonts. Subsetting takes about 50 ms, longer than drawing a cover.

import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { create, type Font } from '@cantoo/fontkit'
import { type PDFContext, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { type OutlineStep, towards } from '../barcode/isbnBarcode.ts'

const letters = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), ...'×·’“”—©']
/** By the PDF standard, six capitals mark a font subset. */
const subsetMark = 'OCTAVO+'
/** PDF measures letters in thousandths of their size. */
const perEm = 1000
/** The stem width of Inter's letters; readers require it, but use it only when a font is missing. */
const stemWidth = 80

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
  /** Adds the font to a file. */
  embed(context: PDFContext): PDFRef
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
  const fontName = `${subsetMark}${name}`
  const font = create(readFileSync(new URL(file))) as Font
  const subset = font.createSubset()
  const toPdf = (units: number) => Math.round((units * perEm) / font.unitsPerEm)
  const glyphs = new Map(
    letters.map(letter => {
      const glyph = font.glyphForCodePoint(letter.codePointAt(0)!)!
      return [letter, { glyph, id: subset.includeGlyph(glyph), width: toPdf(glyph.advanceWidth) }]
    }),
  )
  const glyphOf = (letter: string) => {
    const glyph = glyphs.get(letter)
    if (glyph === undefined) throw new RangeError(`the font cannot show ${JSON.stringify(letter)}`)
    return glyph
  }
  const program = subset.encode()
  const deflated = deflateSync(program)
  const unicode = deflateSync(unicodeMap(glyphs))
  const { minX, minY, maxX, maxY } = font.bbox

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
    encode: text => `<${[...text].map(letter => hex(glyphOf(letter).id)).join('')}>`,
    embed(context) {
      const fontFile = context.stream(deflated, { Filter: 'FlateDecode', Length1: program.length })
      const descriptor = context.obj({
        Type: 'FontDescriptor',
        FontName: fontName,
        Flags: 4, // symbolic: glyphs are chosen by number
        FontBBox: [minX, minY, maxX, maxY].map(toPdf),
        ItalicAngle: 0,
        Ascent: toPdf(font.ascent),
        Descent: toPdf(font.descent),
        CapHeight: toPdf(font.capHeight),
        StemV: stemWidth,
        FontFile2: context.register(fontFile),
      })
      const descendant = context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: fontName,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        FontDescriptor: context.register(descriptor),
        W: [...glyphs.values()].flatMap(({ id, width }) => [id, [width]]),
        CIDToGIDMap: 'Identity',
      })
      return context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'Type0',
          BaseFont: fontName,
          Encoding: 'Identity-H',
          DescendantFonts: [context.register(descendant)],
          ToUnicode: context.register(context.stream(unicode, { Filter: 'FlateDecode' })),
        }),
      )
    },
  }
}

const hex = (id: number) => id.toString(16).padStart(4, '0')

/** Lets readers search and copy the labels. A block may have at most 100 entries. */
function unicodeMap(glyphs: Map<string, { id: number }>): string {
  const rows = [...glyphs].map(([letter, { id }]) => `<${hex(id)}> <${hex(letter.codePointAt(0)!)}>`)
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CMapName /Octavo-Labels def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    `${rows.length} beginbfchar`,
    ...rows,
    'endbfchar',
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}
