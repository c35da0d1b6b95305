// Writes PDF files by hand, so that each can be wrong in exactly one way. Nothing is checked here.

import { constants, deflateRawSync, deflateSync } from 'node:zlib'

export type Body = string | { dict: string; bytes: Uint8Array | string }

/**
 * What a file is made of beside its pages; objects 1 to 3 are the catalog, the page tree and what each page draws.
 */
export type Book = {
  pages?: number
  /** Points, bleed included. */
  width?: number
  height?: number
  /** The boxes and other entries of a page, counted from 1, in the place of the usual ones. */
  boxes?: (page: number) => string
  /** More entries of a page. */
  page?: (page: number) => string
  content?: string | Body
  resources?: string
  /** Resources and contents of a page, in the place of those that all have. */
  draws?: (page: number) => string
  /** More entries of the catalog, the tree and the trailer. */
  catalog?: string
  tree?: string
  trailer?: string
  count?: number | string
  kids?: string
  /** Objects 4 and up. */
  objects?: Body[]
}

/** Dark gray on the trimmed page and beyond: one ink, no font. */
export const plainContent = '0 0 0 0.8 k 0 0 200 300 re f'

/** In CMYK: black ink alone. */
export const grayPixel = Buffer.from([0, 0, 0, 0x90])

export function boxesFor(width: number, height: number, bleed = 9): string {
  return `/MediaBox [0 0 ${width} ${height}] /BleedBox [0 0 ${width} ${height}] /TrimBox [${bleed} ${bleed} ${width - bleed} ${height - bleed}]`
}

export function writeBook(book: Book = {}): Buffer {
  const { pages = 32, width = 450, height = 666, objects = [], content = plainContent, resources = '' } = book
  const boxes = book.boxes ?? (() => boxesFor(width, height))
  const draws = book.draws ?? (() => `/Resources << ${resources} >> /Contents 3 0 R`)
  const first = 4 + objects.length
  const numbers = Array.from({ length: pages }, (_, i) => first + i)
  const kids = book.kids ?? numbers.map(number => `${number} 0 R`).join(' ')
  return writeFile(
    [
      `<< /Type /Catalog /Pages 2 0 R ${book.catalog ?? ''} >>`,
      `<< /Type /Pages /Kids [${kids}] /Count ${book.count ?? pages} ${book.tree ?? ''} >>`,
      typeof content === 'string' ? { dict: '', bytes: content } : content,
      ...objects,
      ...numbers.map(
        (_, i) => `<< /Type /Page /Parent 2 0 R ${boxes(i + 1)} ${draws(i + 1)} ${book.page?.(i + 1) ?? ''} >>`,
      ),
    ],
    book.trailer,
  )
}

/** Object 1 is the catalog. */
export function writeFile(objects: Body[], trailer = ''): Buffer {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const push = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  push('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  for (const [i, body] of objects.entries()) {
    offsets.push(length)
    push(`${i + 1} 0 obj\n`)
    if (typeof body === 'string') push(body)
    else {
      const lengthEntry = /\/Length\b/.test(body.dict) ? '' : `/Length ${body.bytes.length}`
      push(`<< ${body.dict} ${lengthEntry} >>\nstream\n`)
      push(body.bytes)
      push('\nendstream')
    }
    push('\nendobj\n')
  }
  const start = length
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`)
  push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

export const flate = (bytes: Uint8Array | string, dict = ''): Body => ({
  dict: `/Filter /FlateDecode ${dict}`,
  bytes: deflateSync(bytes),
})

/** Compressed data of some kilobytes that becomes `megabytes` of the same sign: one block again and again. */
export function flateBomb(megabytes: number, sign = ' ', before = ''): Uint8Array {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024, sign), { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  const start = deflateRawSync(before, { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([Buffer.from([0x78, 0x9c]), start, ...Array<Buffer>(megabytes).fill(block), Buffer.from([3, 0])])
}
