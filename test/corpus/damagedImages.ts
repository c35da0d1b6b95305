// Images whose data end early, or are not what the file says, each with a harmless twin. A mark at the end proves
// nothing, and a missing one damages nothing: the data are decoded to their end.

import { deflateSync } from 'node:zlib'
import sharp, { type JpegOptions } from 'sharp'
import { specimensOf } from './specimen.ts'
import { brokenPage, jpeg, onOnePage } from './undrawable.ts'
import type { Body } from './write.ts'

const image = (width: number, height: number, more: string, bits = 8) =>
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits} ${more}`
/** So small that its resolution does not matter. */
const place = (drawing: string) => `q 4.5 0 0 4.5 99 99 cm ${drawing} Q`
const drawn = (body: Body, ...more: Body[]) => onOnePage(place('/I Do'), '/XObject << /I 5 0 R >>', body, ...more)
const gray = (width: number, height = width) => image(width, height, '/ColorSpace /DeviceGray')
const endOfImage = Buffer.from([0xff, 0xd9])
const first = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
const cut = (bytes: Buffer, share: number) => Buffer.concat([first(bytes, share), endOfImage])

const u16 = (...values: number[]) => Buffer.from(values.flatMap(value => [value >> 8, value & 255]))
const u32 = (...values: number[]) => Buffer.concat(values.map(value => u16(value >>> 16, value & 0xffff)))

/** A fax (T.6) of 400 by 400 pixels: a row with a black stroke, in codes for runs, and rows that repeat it. */
function fax(): Buffer {
  const white16 = '101010'
  const black2 = '11'
  const restOfRow = '1'
  const stroke = `001${white16}${black2}${restOfRow}`
  return bytesOf(`${stroke}${'111'.repeat(399)}`)
}
/** A fax (T.4) of this size: each row is 100 white, 50 black and 250 white pixels, behind the mark of a row's end. */
function faxInOneDimension(): Buffer {
  const runs = ['11011', '00010101', '000001010010', '010111', '01011011'].join('')
  return bytesOf(`000000000001${runs}`.repeat(400))
}
function bytesOf(bits: string): Buffer {
  return Buffer.from(
    bits
      .padEnd(Math.ceil(bits.length / 8) * 8, '0')
      .match(/.{8}/g)!
      .map(byte => Number.parseInt(byte, 2)),
  )
}
const faxImage = (bytes: Buffer, more = '/K -1 /Columns 400') =>
  drawn({
    dict: `${image(400, 400, '/ColorSpace /DeviceGray', 1)} /Filter /CCITTFaxDecode /DecodeParms << ${more} >>`,
    bytes,
  })

/** A page of 400 by 400 pixels, and a region that fills it. */
function jbig2(data: Buffer = fax()): Buffer {
  const segment = (number: number, kind: number, bytes: Buffer) =>
    Buffer.concat([u32(number), Buffer.from([kind, 0, 1]), u32(bytes.length), bytes])
  return Buffer.concat([
    segment(0, 48, Buffer.concat([u32(400, 400, 0, 0), Buffer.from([0, 0, 0])])),
    segment(1, 38, Buffer.concat([u32(400, 400, 0, 0), Buffer.from([0, 1]), data])),
  ])
}
const jbig2Image = (bytes: Buffer, more = '') =>
  drawn({ dict: `${image(400, 400, '/ColorSpace /DeviceGray', 1)} /Filter /JBIG2Decode ${more}`, bytes })

/** JPEG 2000 of one tile of 64 by 64 pixels, without any coefficient, so that each component is one half. */
export function jpx(components = 1): Buffer {
  const packets = Buffer.alloc(6 * components)
  return Buffer.concat([
    u16(0xff4f, 0xff51, 38 + 3 * components, 0),
    u32(64, 64, 0, 0, 64, 64, 0, 0),
    u16(components),
    Buffer.from(Array<number[]>(components).fill([7, 1, 1]).flat()),
    u16(0xff52, 12),
    Buffer.from([0, 0, 0, 1, 0, 5, 4, 4, 0, 1]),
    u16(0xff5c, 19),
    Buffer.from([0x40, ...Array<number>(16).fill(0x48)]),
    u16(0xff90, 10, 0),
    u32(14 + packets.length),
    u16(1, 0xff93),
    packets,
    endOfImage,
  ])
}
const jpxImage = (bytes: Buffer, size = 64) => drawn({ dict: `${gray(size)} /Filter /JPXDecode`, bytes })

const noisy = (options: JpegOptions, width = 403) =>
  sharp(Buffer.from(Array.from({ length: width * 300 * 3 }, (_, i) => (i * 2_654_435_761) >>> 25)), {
    raw: { width, height: 300, channels: 3 },
  })
    .jpeg(options)
    .toBuffer()
const colored = (bytes: Buffer, size = '/Width 403 /Height 300', space = '/DeviceRGB') =>
  drawn({
    dict: `/Type /XObject /Subtype /Image ${size} /BitsPerComponent 8 /ColorSpace ${space} /Filter /DCTDecode`,
    bytes,
  })

const inline = (entries: string, data: string, resources = '') =>
  onOnePage({ dict: '', bytes: `${place(`BI /W 20 /H 20 /BPC 8 /CS /G ${entries} ID ${data}\nEI`)}` }, resources)
const inHex = (bytes: Uint8Array) => `${Buffer.from(bytes).toString('hex')}>`

export const damagedImages = specimensOf(add => {
  const broken = (object: number) => ({ page: brokenPage, object })
  const asJpeg = (bytes: Uint8Array) => drawn({ dict: `${gray(400)} /Filter /DCTDecode`, bytes })
  const rgb = ['colour_rgb'] as const

  add(
    'JPEG with a third of its data and an end',
    async () => asJpeg(cut(await jpeg(), 0.33)),
    ['image_damaged'],
    broken(5),
  )
  const asTwelveBits = (bytes: Buffer) => {
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    return bytes.fill(0xc1, frame + 1, frame + 2).fill(12, frame + 4, frame + 5)
  }
  add('JPEG of 12 bits a color', async () => asJpeg(asTwelveBits(await jpeg())), ['image_damaged'], broken(5))
  const asComments = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replaceAll('\xff\xc4', '\xff\xfe'), 'latin1')
  add('JPEG without its tables', async () => asJpeg(asComments(await jpeg())), ['image_damaged'], broken(5))
  /** Of 16 blocks in gray, each behind a marker of its own: no difference from the last, and the end of the block. */
  const inParts = async (count: number) => {
    const size = { width: 32, height: 32, channels: 3, background: '#777' } as const
    const usual = sharp({ create: size }).toColourspace('b-w').jpeg({ optimiseCoding: false })
    const whole = await usual.toBuffer()
    const scan = whole.indexOf(Buffer.from([0xff, 0xda]))
    const parts = Array.from({ length: count }, (_, i) => (i === 0 ? [0x2b] : [0xff, 0xd0 + ((i - 1) % 8), 0x2b]))
    const head = [whole.subarray(0, scan), u16(0xffdd, 4, 1), whole.subarray(scan, scan + 10)]
    const bytes = Buffer.concat([...head, Buffer.from(parts.flat()), endOfImage])
    return drawn({ dict: `${gray(32)} /Filter /DCTDecode`, bytes })
  }
  add('JPEG in 16 parts', () => inParts(16), [])
  add('JPEG in 16 parts of which the last is missing', () => inParts(15), ['image_damaged'], broken(5))
  const inRows = (columns: number) => {
    const rows = Buffer.concat(Array<Buffer>(20).fill(Buffer.from([1, 99, ...Array<number>(19).fill(5)])))
    return drawn({
      dict: `${gray(20)} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns ${columns} >>`,
      bytes: deflateSync(rows),
    })
  }
  add('image whose rows are predicted', () => inRows(20), [])
  add('image whose rows are predicted with another length', () => inRows(19), ['image_damaged'], broken(5))
  const matted = (size: number) =>
    drawn(
      { dict: `${gray(20)} /SMask 6 0 R`, bytes: Buffer.alloc(400, 99) },
      { dict: `${gray(size)} /Matte [0]`, bytes: Buffer.alloc(size * size, 99) },
    )
  add('image with a mask and its matte', () => matted(20), ['transparency'])
  add('image with a smaller mask and its matte', () => matted(10), ['image_damaged', 'transparency'], broken(6))
  add('JPEG without an end', async () => asJpeg((await jpeg()).subarray(0, -2)), [])
  add(
    'JPEG with a line end in the place of its end',
    async () => asJpeg(Buffer.concat([(await jpeg()).subarray(0, -2), Buffer.from('\n')])),
    [],
  )
  const kinds: [string, JpegOptions][] = [
    ['progressive JPEG', { progressive: true }],
    ['JPEG with fine color', { chromaSubsampling: '4:4:4' }],
    ['JPEG with tables of its own', { mozjpeg: true }],
  ]
  for (const [name, options] of kinds) {
    add(name, async () => colored(await noisy(options)), [...rgb])
    add(
      `${name}, with nine tenths of its data and an end`,
      async () => colored(cut(await noisy(options), 0.9)),
      [...rgb, 'image_damaged'],
      broken(5),
    )
  }
  add(
    'JPEG with half as many pixels as the file says',
    async () => colored(await noisy({}), '/Width 806 /Height 600'),
    [...rgb, 'image_damaged'],
    broken(5),
  )
  add(
    'JPEG in three colors, where the file says four',
    async () => colored(await noisy({}), undefined, '/DeviceCMYK'),
    ['image_damaged'],
    broken(5),
  )

  add('fax', () => faxImage(fax()), [])
  const oneDimension = '/K 0 /EndOfLine true /Columns 400'
  add('fax in one dimension', () => faxImage(faxInOneDimension(), oneDimension), [])
  add(
    'fax in one dimension with half of its data',
    () => faxImage(first(faxInOneDimension(), 0.5), oneDimension),
    ['image_damaged'],
    broken(5),
  )
  add('fax with half of its data', () => faxImage(first(fax(), 0.5)), ['image_damaged'], broken(5))
  add('fax with rows of another length', () => faxImage(fax(), '/K -1'), ['image_damaged'], broken(5))

  add('JBIG2 image', () => jbig2Image(jbig2()), [])
  add('JBIG2 image with half of its data', () => jbig2Image(first(jbig2(), 0.5)), ['image_damaged'], broken(5))
  add(
    'JBIG2 image with the symbols of an object that is not there',
    () => jbig2Image(jbig2(), '/DecodeParms << /JBIG2Globals 999 0 R >>'),
    ['object_missing'],
    broken(999),
  )

  add('JPEG 2000 image', () => jpxImage(jpx()), [])
  add('JPEG 2000 image without an end', () => jpxImage(jpx().subarray(0, -2)), [])
  add(
    'JPEG 2000 image that breaks off, with an end',
    () => jpxImage(cut(jpx().subarray(0, -2), 0.97)),
    ['image_damaged'],
    broken(5),
  )
  add('JPEG 2000 image of another size than the file says', () => jpxImage(jpx(), 128), ['image_damaged'], broken(5))

  const pixels = Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 2_654_435_761) >>> 24))
  add('image among the operators of a page', () => inline('/F /AHx', inHex(pixels)), [])
  add(
    'image among the operators of a page, with half of its data',
    () => inline('/F /AHx', inHex(pixels.subarray(200))),
    ['image_damaged'],
    { page: brokenPage },
  )
  add('compressed image among the operators of a page', () => inline('/F [/AHx /Fl]', inHex(deflateSync(pixels))), [])
  add(
    'compressed image among the operators of a page, with half of its data',
    () => inline('/F [/AHx /Fl]', inHex(first(deflateSync(pixels), 0.5))),
    ['image_damaged'],
    { page: brokenPage },
  )

  const masked = (mask: Body | null, key = 'Mask') =>
    drawn({ dict: `${gray(20)} /${key} 6 0 R`, bytes: pixels }, ...(mask === null ? [] : [mask]))
  const stencil = (bytes: Buffer): Body => ({ dict: image(20, 20, '/ImageMask true', 1), bytes })
  add('mask with all its data', () => masked(stencil(Buffer.alloc(60, 170))), [])
  add('mask with a third of its data', () => masked(stencil(Buffer.alloc(20, 170))), ['image_damaged'], broken(6))

  const without = (entry: string) =>
    drawn({
      dict: `${image(20, 20, entry)}`,
      bytes: pixels,
    })
  add(
    'image with a mask that is not there',
    () => without('/ColorSpace /DeviceGray /Mask 999 0 R'),
    ['object_missing'],
    broken(999),
  )
  add(
    'image with a color space that is not there',
    () => without('/ColorSpace 999 0 R'),
    ['object_missing'],
    broken(999),
  )
  add(
    'image with a profile that is not there',
    () => without('/ColorSpace [/ICCBased 999 0 R]'),
    ['object_missing'],
    broken(999),
  )
  add('image without a mask', () => without('/ColorSpace /DeviceGray /Mask null'), [])
})
