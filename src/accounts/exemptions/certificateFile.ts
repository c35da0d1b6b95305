// The file of an exemption certificate comes from outside, and the staff opens it. So its first bytes must match its
// type, and an image is decoded and encoded again, which drops everything but the picture. Its name is not stored.

import type { Problem } from '../../base/refusal.ts'

export const maxCertificateBytes = 10 * 1024 * 1024
/** A letter scanned at 600 dpi has 34 million. */
const maxPixels = 50_000_000

export const certificateTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type CertificateType = (typeof certificateTypes)[number]

const signatures: Record<CertificateType, Buffer> = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
}

// Decoding an image of 50 megapixels takes 200 MB, so only one image is decoded at a time.
let lastImage: Promise<unknown> = Promise.resolve()

/** The bytes to store, or the problem with the file. */
export async function readCertificate(bytes: Buffer, mediaType: CertificateType): Promise<Buffer | Problem> {
  if (!bytes.subarray(0, 8).subarray(0, signatures[mediaType].length).equals(signatures[mediaType])) {
    return problem('not_that_type', `the body is not a file of type ${mediaType}: check the Content-Type`)
  }
  if (mediaType === 'application/pdf') {
    return bytes.includes('%%EOF') ? bytes : problem('incomplete', 'the PDF has no end marker (%%EOF)')
  }
  const image = lastImage.then(() => redraw(bytes, mediaType))
  lastImage = image.catch(() => {})
  return image
}

async function redraw(bytes: Buffer, mediaType: 'image/png' | 'image/jpeg'): Promise<Buffer | Problem> {
  // Loaded only when needed: the native library takes 20 MB, and most installations never receive an image.
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels) {
      return problem('too_many_pixels', `got ${width} x ${height} pixels; expected at most ${maxPixels / 1e6} million`)
    }
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
    return await (mediaType === 'image/png' ? image.png() : image.jpeg({ quality: 90 })).toBuffer()
  } catch {
    // The decoder's own message is about its internals.
    return problem('unreadable', 'the image cannot be decoded')
  }
}

const problem = (code: string, detail: string): Problem => ({ pointer: '', code, detail })
