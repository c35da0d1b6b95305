// What cannot be drawn, or only with more time or memory than a printer's software allows, each with a harmless twin.
// Programs that show PDFs leave such objects out without a word.

import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Code } from '../../src/artwork/preflight/codes.ts'
import { smallFont, smallType1 } from './smallFonts.ts'
import { specimensOf } from './specimen.ts'
import { type Body, flate, flateBomb, plainContent, writeBook } from './write.ts'

export const brokenPage = 7
/** Only one page draws `content`; all others are plain. Object 4 is that content, and `objects` begin at 5. */
export const onOnePage = (content: string | Body, resources: string, ...objects: Body[]): Buffer =>
  writeBook({
    objects: [typeof content === 'string' ? { dict: '', bytes: content } : content, ...objects],
    draws: page => `/Resources << ${resources} >> /Contents ${page === brokenPage ? 4 : 3} 0 R`,
  })
const image = (width: number, height: number, more: string) =>
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${more}`
const gray = (width: number, height = width) => image(width, height, '/ColorSpace /DeviceGray')
const drawn = (body: Body, ...more: Body[]) =>
  onOnePage('q 72 0 0 72 99 99 cm /I Do Q', '/XObject << /I 5 0 R >>', body, ...more)
export const jpeg = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: '#777' } })
    .composite([
      { input: Buffer.alloc(400 * 100 * 3, 'noise of some kind'), raw: { width: 400, height: 100, channels: 3 } },
    ])
    .toColourspace('b-w')
    .jpeg()
    .toBuffer()
const compact = (bytes: Uint8Array, dict: string): Body => ({ dict: `${dict} /Filter /FlateDecode`, bytes })
const pixels = Buffer.from(Array.from({ length: 400 * 400 }, (_, i) => (i * 2_654_435_761) >>> 24))

export const undrawable = specimensOf(add => {
  const broken = (object: number) => ({ page: brokenPage, object })

  add('image that is not among the resources', () => onOnePage('/Nope Do', ''), ['object_missing'], {
    page: brokenPage,
  })
  add(
    'image that refers to no object',
    () => onOnePage('/I Do', '/XObject << /I 999 0 R >>'),
    ['object_missing'],
    broken(999),
  )
  add('missing image that is not drawn', () => onOnePage(plainContent, '/XObject << /I 999 0 R >>'), [])
  add('shading that is not in the file', () => onOnePage('/S sh', '/Shading << /S 999 0 R >>'), ['object_missing'], {
    page: brokenPage,
  })
  add('pattern that is not in the file', () => onOnePage('/Pattern cs /P scn 0 0 9 9 re f', ''), ['object_missing'], {
    page: brokenPage,
  })

  add(
    'shading whose function is not in the file',
    () =>
      onOnePage(
        '/S sh',
        '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [0 0 450 0] /Function 999 0 R >> >>',
      ),
    ['object_missing'],
    broken(999),
  )
  const drawnLetters =
    (text: string, names: string, more = '') =>
    () =>
      onOnePage(
        `BT /F 12 Tf 72 72 Td (${text}) Tj ET`,
        '/Font << /F 5 0 R >>',
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0]
      /CharProcs << /a 6 0 R ${more} >> /Encoding << /Differences [65 /a ${names}] >> /FirstChar 65 /LastChar 66
      /Widths [500 500] >>`,
        { dict: '', bytes: '500 0 0 0 500 500 d1 0 0 500 500 re f' },
      )
  const lacking: Code[] = ['font_drawn', 'glyph_missing']
  const onBrokenPage = { page: brokenPage }
  add('font of drawings that lacks a letter', drawnLetters('AB', '/b'), lacking, onBrokenPage)
  add('font of drawings of which one is not in the file', drawnLetters('AB', '/b', '/b 999 0 R'), lacking, onBrokenPage)
  add('font of drawings without a space', drawnLetters('AB', '/space'), ['font_drawn'], onBrokenPage)
  add('font of drawings that lacks a letter, which no text uses', drawnLetters('A', '/b'), ['font_drawn'], onBrokenPage)

  const standIn = (entries: string, kind = '/Form') =>
    onOnePage('/X Do', '/XObject << /X 5 0 R >>', {
      dict: `/Type /XObject /Subtype ${kind} /BBox [90 300 190 400] ${entries}`,
      bytes: plainContent,
    })
  const elsewhere = '/Ref << /F (page.pdf) /Page 0 >>'
  add('form that stands for a page of another file', () => standIn(elsewhere), ['object_missing'], broken(5))
  add('form whose content is in another file', () => standIn('/F (page.bin)'), ['object_missing'], broken(5))
  add('program in PostScript', () => standIn('', '/PS'), ['object_missing'], broken(5))
  add('form with a program in PostScript', () => standIn('/Subtype2 /PS'), ['object_missing'], broken(5))
  add('form', () => standIn('/Ref null /F null'), [])

  add('line of infinite thickness', () => onOnePage('1e999 w 10 10 m 200 200 l S', ''), [])
  const large = '1e200 0 0 1e200 0 0 cm'
  add('line of infinite length', () => onOnePage(`${large} ${large} 0 0 m 1 1 l S`, ''), [])
  const shading = (at: string) =>
    onOnePage(
      `q ${at} re W n /S sh Q`,
      '/Shading << /S 5 0 R >>',
      '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 9 0] /Extend [true true] /Function 6 0 R >>',
      '<< /FunctionType 2 /Domain [0 1] /C0 [0.2 0.2 0.2] /C1 [0.4 0.4 0.4] /N 1 >>',
    )
  add('shading', () => shading('99 99 10 10'), ['colour_rgb'], { page: brokenPage })
  add('shading that an empty clip hides', () => shading('700 0 10 10'), [])

  const contents = (value: string) =>
    writeBook({ draws: page => `/Resources << >> /Contents ${page === brokenPage ? value : '3 0 R'}` })
  add('page whose content is not in the file', () => contents('999 0 R'), ['object_missing'], broken(999))
  add('page of which a part is not in the file', () => contents('[3 0 R 999 0 R]'), ['object_missing'], broken(999))
  add('page without content', () => contents('[]'), [])

  const asJpeg = (bytes: Uint8Array) => drawn({ dict: `${gray(400)} /Filter /DCTDecode`, bytes })
  add('JPEG that is cut off', async () => asJpeg((await jpeg()).subarray(0, 2_000)), ['image_damaged'], broken(5))
  add('JPEG with more bytes after its end', async () => asJpeg(Buffer.concat([await jpeg(), Buffer.alloc(99)])), [])
  add('JPEG that is none', () => asJpeg(Buffer.alloc(5_000, 'GIF89a')), ['image_damaged'], broken(5))
  const packed = deflateSync(pixels)
  const part = (share: number) => packed.subarray(0, Math.floor(packed.length * share))
  add(
    'Flate image with a quarter of its data',
    () => drawn(compact(part(0.25), gray(400))),
    ['image_damaged'],
    broken(5),
  )
  add('Flate image without its checksum', () => drawn(compact(packed.subarray(0, -4), gray(400))), [])
  add('Flate image with more data than needed', () => drawn(flate(Buffer.alloc(500 * 400), gray(400))), [])
  add('image without data', () => drawn({ dict: gray(400), bytes: '' }), ['image_damaged'], broken(5))
  add(
    'soft mask with a quarter of its data',
    () => drawn(flate(pixels, `${gray(400)} /SMask 6 0 R`), compact(part(0.25), gray(400))),
    ['image_damaged', 'transparency'],
    broken(6),
  )

  const lettered = (program: Body, hex = '0001', map = '', characters: Body = flate(''), encoding = '/Identity-H') =>
    onOnePage(
      `BT /F 12 Tf 72 72 Td <${hex}> Tj ET`,
      '/Font << /F 5 0 R >>',
      `<< /Type /Font /Subtype /Type0 /BaseFont /Small /Encoding ${encoding} /DescendantFonts [6 0 R] /ToUnicode 10 0 R >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Small /FontDescriptor 7 0 R ${map}
      /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
      '<< /Type /FontDescriptor /FontName /Small /Flags 4 /FontBBox [0 0 1000 1000] /FontFile2 8 0 R >>',
      program,
      flate(Buffer.from([0, 0, 0, 2])),
      characters,
    )
  add('font of three glyphs', () => lettered(flate(smallFont(3))), [])
  add(
    'font of 500 random bytes',
    () => lettered({ dict: '', bytes: pixels.subarray(9, 509) }),
    ['font_damaged'],
    broken(8),
  )
  add('font of which half is missing', () => lettered(flate(smallFont(3).subarray(0, 60))), ['font_damaged'], broken(8))
  add('glyph beyond the font', () => lettered(flate(smallFont(3)), '00010007'), ['glyph_missing'], broken(8))
  add('glyph beyond the font, on a page that does not draw it', () => lettered(flate(smallFont(3)), ''), [])
  add(
    'character beyond the number of glyphs, with a glyph of the font',
    () => lettered(flate(smallFont(3)), '0001', '/CIDToGIDMap 9 0 R'),
    [],
  )
  const inUnicode = (map: string) => () => lettered(flate(smallFont(3)), '0001', map, flate(''), '/UniGB-UCS2-H')
  add('TrueType font without a map from its characters', inUnicode(''), [])
  add('TrueType font with a map from its characters', inUnicode('/CIDToGIDMap /Identity'), [])
  const mapped = (map: string, hex: string) => () => lettered(flate(smallFont(3)), hex, map)
  add('TrueType font whose map is not in the file', mapped('/CIDToGIDMap 999 0 R', '0001'), ['font_damaged'], broken(8))
  add(
    'font whose encoding is not in the file',
    () => lettered(flate(smallFont(3)), '0001', '', flate(''), '999 0 R'),
    ['font_damaged'],
    broken(8),
  )
  add('character beyond the map of its font', mapped('/CIDToGIDMap 9 0 R', '0002'), ['glyph_missing'], broken(8))
  const codes = (row: string): Body => flate(`1 beginbfchar ${row} endbfchar`)
  add(
    'text in boxes for characters that the font does not have',
    () => lettered(flate(smallFont(3)), '00010000'),
    ['glyph_missing'],
    broken(8),
  )
  add(
    'text in boxes that stand for no character',
    () => lettered(flate(smallFont(3)), '0000', '', codes('<0000> <FFFD>')),
    ['glyph_missing'],
    broken(8),
  )
  const beyond = 'glyph_missing'
  const spaces: [name: string, hex: string, map: string, glyphs: number, codes: ['glyph_missing'] | []][] = [
    ['space beyond the map and the glyphs of its font', '00010003', '/CIDToGIDMap 9 0 R', 3, []],
    ['space beyond the map of its font, with the number of a letter', '00010003', '/CIDToGIDMap 9 0 R', 4, [beyond]],
    ['space beyond the glyphs of its font', '00010003', '', 3, []],
    ['space for which the font has only a box', '00010000', '', 3, [beyond]],
  ]
  for (const [name, hex, map, glyphs, found] of spaces)
    add(
      name,
      () => lettered(flate(smallFont(glyphs)), hex, map, codes(`<${hex.slice(4)}> <0020>`)),
      found,
      found.length === 0 ? {} : broken(8),
    )
  add(
    'font whose first glyph is a character',
    () => lettered(flate(smallFont(3)), '0000', '', codes('<0000> <0041>')),
    [],
  )
  add('font without outlines', () => lettered(flate(smallFont(2, { hasOutlines: false })), '00010000'), [])
  const type1 = (share: number) =>
    onOnePage(
      'BT /F 12 Tf 72 72 Td (A) Tj ET',
      '/Font << /F 5 0 R >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Small /FirstChar 65 /LastChar 65 /Widths [500] /FontDescriptor 6 0 R >>',
      '<< /Type /FontDescriptor /FontName /Small /Flags 4 /FontBBox [0 0 1000 1000] /FontFile 7 0 R >>',
      flate(smallType1({ share })),
    )
  add('Type 1 font', () => type1(1), [])
  add('Type 1 font that breaks off', () => type1(0.7), ['font_damaged'], broken(7))
  add('font of a gigabyte', () => lettered(compact(flateBomb(1024), '')), ['page_too_complex'], broken(8))

  const inProfile = (profile: Body) =>
    onOnePage(`/C cs 0 0 0 1 sc 0 0 99 99 re f`, '/ColorSpace << /C [/ICCBased 5 0 R] >>', profile)
  add(
    'color profile of 900 MB',
    () => inProfile(compact(flateBomb(900), '/N 4 /Alternate /DeviceCMYK')),
    ['page_too_complex'],
    broken(5),
  )
  add('color profile of 3 MB', () => inProfile(flate(Buffer.alloc(3_000_000), '/N 4 /Alternate /DeviceCMYK')), [])

  const tiled = (step: number) =>
    onOnePage('/Pattern cs /P scn 0 0 450 666 re f', '/Pattern << /P 5 0 R >>', {
      dict: `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 ${step} ${step}] /XStep ${step} /YStep ${step} /Resources << >>`,
      bytes: `0 0 0 1 k 0 0 ${step / 2} ${step / 2} re f`,
    })
  add('pattern with a step of a hundredth of a point', () => tiled(0.01), ['page_too_complex'], broken(5))
  add('pattern with a step of six points', () => tiled(6), [])

  const meshed = (mesh: Body) => onOnePage('/S sh', '/Shading << /S 5 0 R >>', mesh)
  const mesh =
    '/ShadingType 4 /ColorSpace /DeviceCMYK /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 450 0 666 0 1 0 1 0 1 0 1]'
  add(
    'mesh of 100 million triangles',
    () => meshed(compact(flateBomb(700, '\0'), mesh)),
    ['page_too_complex'],
    broken(5),
  )
  const corner = (x: number, y: number) => [0, x, y, 0, 0, 0, 99]
  add(
    'mesh of one triangle',
    () => meshed(flate(Buffer.from([...corner(9, 9), ...corner(99, 9), ...corner(50, 99)]), mesh)),
    [],
  )

  const operators = (lines: number) => onOnePage(flate('0 0 0 1 k 9 9 m '.concat('99 99 l '.repeat(lines), 'S')), '')
  add('5 million lines', () => operators(5_000_000), ['page_too_complex'], { page: brokenPage })
  add('50,000 lines', () => operators(50_000), [])

  const forms = (times: number) =>
    onOnePage(
      '/X Do',
      '/XObject << /X 5 0 R >>',
      ...Array.from(
        { length: 8 },
        (_, i): Body => ({
          dict: `/Type /XObject /Subtype /Form /BBox [0 0 450 666] /Resources << /XObject << /X ${i + 6} 0 R >> >>`,
          bytes: '/X Do '.repeat(times),
        }),
      ),
      { dict: '/Type /XObject /Subtype /Form /BBox [0 0 450 666] /Resources << >>', bytes: plainContent },
    )
  add('forms that draw twenty forms, nine deep', () => forms(20), ['page_too_complex'], { page: brokenPage })
  add('forms that draw two forms, nine deep', () => forms(2), [])

  add(
    'Flate image of 30,000 by 30,000 pixels',
    () => drawn(compact(flateBomb(858), gray(30_000))),
    ['page_too_complex'],
    broken(5),
  )
  add(
    'CCITT image of 60,000 by 60,000 pixels',
    () =>
      drawn({
        dict: `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray
        /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 60000 /Rows 60000 >>`,
        bytes: Buffer.alloc(8_000, 0xff),
      }),
    ['page_too_complex'],
    broken(5),
  )
  add(
    'JPEG of 65,000 by 65,000 pixels',
    async () => drawn({ dict: `${gray(65_000)} /Filter /DCTDecode`, bytes: await jpeg() }),
    ['page_too_complex'],
    broken(5),
  )
  const jbig2 = (globals: Body) =>
    drawn(
      {
        dict: `/Type /XObject /Subtype /Image /Width 400 /Height 400 /BitsPerComponent 1 /ColorSpace /DeviceGray
        /Filter /JBIG2Decode /DecodeParms << /JBIG2Globals 6 0 R >>`,
        bytes: Buffer.from([
          0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19, 0, 0, 1, 144, 0, 0, 1, 144, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ]),
      },
      globals,
    )
  add(
    'symbols of a JBIG2 image of a gigabyte',
    () => jbig2(compact(flateBomb(1024), '')),
    ['page_too_complex'],
    broken(6),
  )
  add('symbols of a JBIG2 image of no size', () => jbig2(flate('')), [])

  const sampled = (side: number) =>
    onOnePage(
      '/C cs 1 1 1 scn 0 0 99 99 re f',
      '/ColorSpace << /C [/DeviceN [/Cyan /Magenta /Yellow] /DeviceCMYK 5 0 R] >>',
      {
        ...(flate(Buffer.alloc(Math.min(side, 16) ** 3 * 4, 90)) as { bytes: Uint8Array }),
        dict: `/FunctionType 0 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1 0 1] /BitsPerSample 8 /Size [${side} ${side} ${side}] /Filter /FlateDecode`,
      },
    )
  add('function of 1,000 by 1,000 by 1,000 samples', () => sampled(1_000), ['page_too_complex'], broken(5))
  add('function of 16 by 16 by 16 samples', () => sampled(16), [])
})
