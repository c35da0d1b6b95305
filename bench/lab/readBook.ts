// Reads and draws a book in the image, as an order would have it done: the packages that the image leaves out are not
// missed.

import { writeFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { openPreflight } from '../../src/artwork/preflight/preflight.ts'

const path = '/tmp/book.pdf'
const pageCount = 32
const book = await PDFDocument.create()
for (let page = 1; page <= pageCount; page++) book.addPage([441, 666])
writeFileSync(path, await book.save())

const preflight = openPreflight()
try {
  const reading = await preflight.read('lab', path, { maxPages: pageCount })
  if (reading.kind !== 'read' || reading.facts.pageCount !== pageCount) throw new Error(JSON.stringify(reading))
  const picture = await preflight.picture('lab', path, { page: 1, widthPx: 300, lines: [] })
  if (picture.subarray(8, 12).toString() !== 'WEBP') throw new Error('no picture')
} finally {
  await preflight.close()
}
