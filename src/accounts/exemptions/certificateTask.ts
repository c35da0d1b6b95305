// The work of a child with the image of a certificate: it decodes and encodes it again, which keeps nothing but the
// picture, and answers the new image, or JSON with what is wrong.

import type { TaskInput } from '../../base/guarded/guard.ts'
import type { ImageProblem } from './certificateFile.ts'

/** A letter scanned at 600 dpi has 34 million. */
const maxPixels = 50_000_000

export const prepare = (): Promise<unknown> => import('sharp')

export async function run({ isPng }: { isPng: boolean }, { readInput }: TaskInput): Promise<Uint8Array> {
  const redrawn = await redraw(readInput(), isPng)
  return Buffer.isBuffer(redrawn) ? redrawn : Buffer.from(JSON.stringify(redrawn))
}

async function redraw(bytes: Buffer, isPng: boolean): Promise<Buffer | ImageProblem> {
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels)
      return {
        code: 'too_many_pixels',
        detail: `got ${width} x ${height} pixels; expected at most ${maxPixels / 1e6} million`,
      }
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
    return await (isPng ? image.png() : image.jpeg({ quality: 90 })).toBuffer()
  } catch {
    // The decoder's own message is about its internals.
    return { code: 'unreadable', detail: 'the image cannot be decoded' }
  }
}
