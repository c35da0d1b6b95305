// The file of an exemption paper comes from outside, and one of our people will open it. So its first bytes must match
// its type; an image is decoded and encoded again, which drops everything that is not picture; its name is not kept.

import type { Problem } from '../base/refusal.ts'

export const mostPaperBytes = 10 * 1024 * 1024
/** A letter scanned at 600 dpi has 34 million. */
const mostPixels = 50_000_000

export const paperTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type PaperType = (typeof paperTypes)[number]

const beginnings: Record<PaperType, Buffer> = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
}

// Decoding a picture of 50 megapixels takes 200 MB, so only one is decoded at a time.
let lastImage: Promise<unknown> = Promise.resolve()

/** The bytes to store, or what is wrong with them. */
export async function readPaper(bytes: Buffer, mediaType: PaperType): Promise<Buffer | Problem> {
  if (!bytes.subarray(0, 8).subarray(0, beginnings[mediaType].length).equals(beginnings[mediaType])) {
    return problem('not_that_type', `the body does not begin like ${mediaType}`)
  }
  if (mediaType === 'application/pdf') {
    return bytes.includes('%%EOF') ? bytes : problem('incomplete', 'the PDF has no end marker (%%EOF)')
  }
  const image = lastImage.then(() => redraw(bytes, mediaType))
  lastImage = image.catch(() => {})
  return image
}

async function redraw(bytes: Buffer, mediaType: 'image/png' | 'image/jpeg'): Promise<Buffer | Problem> {
  // Loaded only here: its native library takes 20 MB, and most installations never receive an image.
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > mostPixels) {
      return problem('too_many_pixels', `got ${width} x ${height} pixels; expected at most ${mostPixels / 1e6} million`)
    }
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
    return await (mediaType === 'image/png' ? image.png() : image.jpeg({ quality: 90 })).toBuffer()
  } catch {
    // The decoder's own message would be about its internals.
    return problem('unreadable', 'the image cannot be decoded')
  }
}

const problem = (code: string, detail: string): Problem => ({ pointer: '', code, detail })
