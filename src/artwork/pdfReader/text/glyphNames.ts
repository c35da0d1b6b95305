// The names of glyphs, by which simple fonts and their encodings find each other.

/** The name of each code: `.notdef` for a code without a glyph, null where the name is unknown. */
export type GlyphNames = readonly (string | null)[]

export const missingGlyph = '.notdef'
export const codeCount = 256

/** The glyphs that fonts in the Compact Font Format number alike, without the small capitals of expert fonts. */
export const standardNames: readonly string[] = `
.notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus
comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater
question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum
underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde
exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft
guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase
quotedblright guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve dotaccent
dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi
lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide
brokenbar degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright Aacute
Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis
Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis
Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute
icircumflex idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex udieresis
ugrave yacute ydieresis zcaron`
  .trim()
  .split(/\s/)

/** From each code to the next: these have the standard names, in their order. */
const standardCodes = [
  32, 126, 161, 175, 177, 180, 182, 189, 191, 191, 193, 200, 202, 203, 205, 208, 225, 225, 227, 227, 232, 235, 241, 241,
  245, 245, 248, 251,
]

const encodingOfStandard = (): string[] => {
  const names: string[] = Array(codeCount).fill(missingGlyph)
  let number = 1
  for (let i = 0; i < standardCodes.length; i += 2)
    for (let code = standardCodes[i]!; code <= standardCodes[i + 1]!; code++) names[code] = standardNames[number++]!
  return names
}
export const standardEncoding: GlyphNames = encodingOfStandard()

/** From 128 on: the codes before have their standard names, except two. */
const windowsNames = `
Euro - quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex perthousand Scaron guilsinglleft OE -
Zcaron - - quoteleft quoteright quotedblleft quotedblright bullet endash emdash tilde trademark scaron
guilsinglright oe - zcaron ydieresis space exclamdown cent sterling currency yen brokenbar section dieresis
copyright ordfeminine guillemotleft logicalnot hyphen registered macron degree plusminus twosuperior threesuperior
acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters
questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave
Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute
Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave
eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde
odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis
`
  .trim()
  .split(/\s/)

const characters = (charset: string): number[] =>
  Array.from(
    new TextDecoder(charset).decode(Uint8Array.from({ length: codeCount }, (_, code) => code)),
    character => character.codePointAt(0)!,
  )
const windowsCharacters = characters('windows-1252')
const macCharacters = characters('macintosh')

const windowsEncoding: GlyphNames = Array.from({ length: codeCount }, (_, code) => {
  if (code === 39) return 'quotesingle'
  if (code === 96) return 'grave'
  if (code < 128) return standardEncoding[code]!
  const name = windowsNames[code - 128]!
  return name === '-' ? null : name
})
const codes = new Map(windowsEncoding.map((name, code) => [name, code] as const).toReversed())

const macEncoding: GlyphNames = macCharacters.map((point, code) =>
  code < 128 ? windowsEncoding[code]! : (windowsEncoding[windowsCharacters.indexOf(point)] ?? null),
)

export function encodingNamed(name: string): GlyphNames | undefined {
  if (name === 'StandardEncoding') return standardEncoding
  if (name === 'WinAnsiEncoding') return windowsEncoding
  return name === 'MacRomanEncoding' ? macEncoding : undefined
}

/** Its code point, and its code on a Mac if it has one; undefined for names beyond the letters of Western Europe. */
export const characterOf = (name: string): { point: number; mac: number } | undefined => {
  const code = codes.get(name)
  if (code === undefined) return undefined
  const point = windowsCharacters[code]!
  return { point, mac: macCharacters.indexOf(point) }
}
