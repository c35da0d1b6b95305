// `npm run xjdf-sample` prints a book as XJDF, and `npm run xjdf-sample -- printtalk` prints a complete purchase order.
// Validate both with CIP4's schemas (docs/printer-protocols.md).

import { day, instant, later } from '../src/base/clock.ts'
import { sampleJob } from '../src/printer/contract.ts'
import { documentOf } from '../src/printer/printtalk/printtalk.ts'
import { xjdfOf } from '../src/printer/printtalk/xjdf.ts'
import { xmlOf } from '../src/printer/printtalk/xml.ts'

const at = instant('2026-03-02T15:00:00Z')
const sample = sampleJob()
const files = {
  cover: { url: 'https://files.example/cover.pdf', sha256: 'ab'.repeat(32) },
  guts: { url: 'https://files.example/pages.pdf', sha256: 'cd'.repeat(32) },
}
const novel = { ...sample.ticket.items[0]!, itemDescription: 'A novel', files }
const board = { widthInches: 6.125, heightInches: 9.25, thicknessInches: 0.08 }
const jacketed = {
  ...novel.book,
  binding: 'hard',
  board,
  flapInches: 3.25,
  flapFoldInches: 0.25,
  endpapers: '80 lb white',
  spineShape: 'round',
} as const
const coilBound = { ...novel.book, binding: 'coil', spineInches: 0, punchInches: 0.27 } as const
const items = [novel, { ...novel, book: jacketed }, { ...novel, book: coilBound }]
const packingSlip = {
  blind: false,
  message: 'Thank you',
  giftMessage: 'Enjoy!',
  returnAddress: { ...sample.ticket.destination, name: 'Shop Returns' },
  url: 'https://octavo.example/press/slips/job_1',
}
const ticket = { ...sample.ticket, items, packingSlip }
const xjdf = xjdfOf({ ...sample, ticket }, { standard: 'StandardShipping' })
const settings = {
  url: 'https://press.example/printtalk',
  identity: 'OCTAVO',
  sharedSecret: '',
  printerIdentity: 'https://press.example/printtalk',
  printerSharedSecret: '',
}

if (process.argv[2] === 'printtalk') {
  const object = { PurchaseOrder: { '@Expires': later(at, day).toISOString(), ...xjdf } }
  process.stdout.write(documentOf(settings, { id: sample.jobId, object, at }))
} else {
  const [[name, root]] = Object.entries(xjdf) as [[string, object]]
  process.stdout.write(xmlOf({ [name]: { '@xmlns:xjdf': 'http://www.CIP4.org/JDFSchema_2_0', ...root } }))
}
