// Embeds a typeface in every PDF, so that it passes our own check of fonts.

import { deflateSync } from 'node:zlib'
import { type PDFContext, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { type EmbeddedFace, type Face, hexOf } from './face.ts'

/** By the PDF standard, six capitals mark a font subset. */
const subsetMark = 'OCTAVO+'
/** The stem width of Inter's letters; readers require it, but use it only when a font is missing. */
const stemWidth = 80

/** Adds the font to a file. */
export function embedFace(face: Face, context: PDFContext): PDFRef {
  const { name, program, box, ascent, descent, capHeight, glyphs } = face.embedded()
  const fontName = `${subsetMark}${name}`
  const fontFile = context.stream(deflateSync(program), { Filter: 'FlateDecode', Length1: program.length })
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: fontName,
    Flags: 4, // symbolic: glyphs are chosen by number
    FontBBox: box,
    ItalicAngle: 0,
    Ascent: ascent,
    Descent: descent,
    CapHeight: capHeight,
    StemV: stemWidth,
    FontFile2: context.register(fontFile),
  })
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: fontName,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    W: glyphs.flatMap(({ id, width }) => [id, [width]]),
    CIDToGIDMap: 'Identity',
  })
  const unicode = deflateSync(unicodeMap(glyphs))
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
}

/** Lets readers search and copy the labels. A block may have at most 100 entries. */
function unicodeMap(glyphs: EmbeddedFace['glyphs']): string {
  const rows = glyphs.map(({ letter, id }) => `<${hexOf(id)}> <${hexOf(letter.codePointAt(0)!)}>`)
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
