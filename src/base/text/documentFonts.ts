// The fonts of documents. Helvetica, which every PDF reader has, covers Western Europe; Inter the rest of Europe and
// Vietnam; and Unifont the rest of the first 65,536 characters, such as Chinese, Japanese and Korean: not pretty, but
// readable. A document embeds only the letters that it draws. Arabic is joined, and runs from the right
// (rightToLeft.ts); Indic letters are not joined.

import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { create, type Font } from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'
import { isDrawable, printedInstead } from './drawableText.ts'
import { joinArabic, toVisualOrder } from './rightToLeft.ts'

/** In the order in which they are tried for a letter. Unifont, the last file, has a glyph for missing letters. */
const fontFiles = [
  ...['latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(part =>
    import.meta.resolve(`@fontsource/inter/files/inter-${part}-400-normal.woff`),
  ),
  import.meta.resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff'),
]

export type FontWeight = 'plain' | 'bold'
/** Text in one font. */
type Run = { text: string; font: PDFFont }

export type DocumentFonts = {
  /** Every font of the document: first Helvetica, plain and bold, and then the further fonts that the text needs. */
  fonts: [PDFFont, PDFFont, ...PDFFont[]]
  /**
   * The text as every document draws it: each letter is written in one way, pictures that no font has are left out, and
   * other letters that no font has are named by their codes.
   */
  drawable(text: string): string
  /** The width of drawable text, in units of its size. */
  widthOf(text: string, weight: FontWeight): number
  /** Breaks drawable text into lines of that width, in units of its size. */
  linesOf(text: string, weight: FontWeight, width: number): string[]
  /** A line as it is drawn, from the left. */
  runsOf(line: string, weight: FontWeight): Run[]
}

type Face = { font: PDFFont; has(letter: string): boolean; widths: Map<string, number> }

/** The fonts for a document that contains no other text than this. */
export async function embedFonts(pdf: PDFDocument, text: string): Promise<DocumentFonts> {
  const faces = {
    plain: [await standardFace(pdf, StandardFonts.Helvetica)],
    bold: [await standardFace(pdf, StandardFonts.HelveticaBold)],
  }
  let missingLetters = Array.from(new Set(normalizeText(text))).filter(
    letter => !faces.plain[0]!.has(letter) && isDrawable(letter),
  )
  for (const file of fontFiles) {
    if (missingLetters.length === 0) break
    const { parsed, bytes } = readTypeface(file)
    // Unifont has boxes for numbers that no letter has.
    const has = (letter: string) => isDrawable(letter) && parsed.hasGlyphForCodePoint(letter.codePointAt(0)!)
    const isLast = file === fontFiles.at(-1)
    if (!isLast && !missingLetters.some(has)) continue
    pdf.registerFontkit({ create: () => parsed })
    const face = { font: await pdf.embedFont(bytes, { subset: true }), has, widths: new Map() }
    faces.plain.push(face)
    faces.bold.push(face)
    missingLetters = missingLetters.filter(letter => !has(letter))
  }
  const faceOf = (letter: string, weight: FontWeight) => faces[weight].find(({ has }) => has(letter))
  const letterWidth = (letter: string, weight: FontWeight) => {
    const { font, widths } = faceOf(letter, weight)!
    const width = widths.get(letter) ?? font.widthOfTextAtSize(letter, 1)
    widths.set(letter, width)
    return width
  }
  return {
    fonts: [faces.plain[0]!.font, ...(faces.bold.map(({ font }) => font) as [PDFFont, ...PDFFont[]])],
    drawable: text =>
      Array.from(normalizeText(text), letter =>
        faceOf(letter, 'plain') === undefined ? printedInstead(letter) : letter,
      ).join(''),
    widthOf: (text, weight) => Array.from(text).reduce((sum, letter) => sum + letterWidth(letter, weight), 0),
    linesOf: (text, weight, width) => wrapText(text, letter => letterWidth(letter, weight), width),
    runsOf(line, weight) {
      const runs: Run[] = []
      for (const letter of toVisualOrder(line)) {
        const { font } = faceOf(letter, weight)!
        const last = runs.at(-1)
        if (last?.font === font) last.text += letter
        else runs.push({ text: letter, font })
      }
      return runs
    },
  }
}

/** The text with each letter written in one way, and with nothing but spaces between words. */
const normalizeText = (text: string): string =>
  joinArabic(
    text
      .normalize('NFC')
      .replaceAll(/[\s\p{Cc}]/gu, ' ')
      // Format characters, variation selectors, such as after a heart, and fillers are not drawn. Unifont has boxes
      // for them.
      .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''),
  )

/** Breaks between words, and within a word that is wider than a line. */
function wrapText(text: string, widthOf: (letter: string) => number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
    lineWidth = 0
  }
  for (const word of text.split(/(?<= )/)) {
    const wordWidth = Array.from(word).reduce((sum, letter) => sum + widthOf(letter), 0)
    if (lineWidth > 0 && lineWidth + wordWidth > width) end()
    for (const letter of word) {
      if (lineWidth + widthOf(letter) > width) end()
      line += letter
      lineWidth += widthOf(letter)
    }
  }
  end()
  return lines
}

async function standardFace(pdf: PDFDocument, name: StandardFonts): Promise<Face> {
  const font = await pdf.embedFont(name)
  const characters = new Set(font.getCharacterSet())
  return { font, has: letter => characters.has(letter.codePointAt(0)!), widths: new Map() }
}

const typefaces = new Map<string, { parsed: Font; bytes: Buffer }>()

/** Read on first use and cached: Unifont takes a fifth of a second and 12 MB, and most installations never need it. */
function readTypeface(file: string): { parsed: Font; bytes: Buffer } {
  let typeface = typefaces.get(file)
  if (typeface === undefined) {
    const bytes = sfntOf(readFileSync(new URL(file)))
    typeface = { parsed: create(bytes) as Font, bytes }
    typefaces.set(file, typeface)
  }
  return typeface
}

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/** Unpacks a font from WOFF 1.0. The font library would do it ten times as slowly, and more than once. */
function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, i) => {
    const at = woffHeader + i * woffEntry
    const [offset, packed, length] = [4, 8, 12].map(field => woff.readUInt32BE(at + field)) as [number, number, number]
    const content = woff.subarray(offset, offset + packed)
    return { tagAndSum: [at, at + 16], content: packed < length ? inflateSync(content) : content }
  })
  const directory = Buffer.alloc(sfntHeader + count * sfntEntry)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  let offset = directory.length
  const parts: Buffer[] = [directory]
  for (const [i, { tagAndSum, content }] of tables.entries()) {
    const at = sfntHeader + i * sfntEntry
    const [tag, sum] = tagAndSum as [number, number]
    woff.copy(directory, at, tag, tag + 4)
    woff.copy(directory, at + 4, sum, sum + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(content.length, at + 12)
    const padding = Buffer.alloc(-content.length & 3)
    parts.push(content, padding)
    offset += content.length + padding.length
  }
  return Buffer.concat(parts)
}
