// `npm run xjdf-sample` prints a book as XJDF, to be checked against CIP4's schema (docs/printer-protocols.md).

import { sampleJob } from '../src/printer/contract.ts'
import { xjdfOf } from '../src/printer/printtalk/xjdf.ts'
import { xmlOf } from '../src/printer/printtalk/xml.ts'

const sample = sampleJob()
const files = {
  cover: { url: 'https://files.example/cover.pdf', sha256: 'ab'.repeat(32) },
  guts: { url: 'https://files.example/pages.pdf', sha256: 'cd'.repeat(32) },
}
const items = [{ ...sample.ticket.items[0]!, itemDescription: 'A novel', files }]
const [[name, root]] = Object.entries(
  xjdfOf({ ...sample, ticket: { ...sample.ticket, items } }, { standard: 'StandardShipping' }),
) as [[string, object]]
process.stdout.write(xmlOf({ [name]: { '@xmlns:xjdf': 'http://www.CIP4.org/JDFSchema_2_0', ...root } }))
