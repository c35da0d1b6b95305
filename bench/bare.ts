// The floor of a check: a process that opens a PDF with pdf.js and prints its page count, without limits or checks.

import { readFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const data = new Uint8Array(readFileSync(process.argv[2]!))
const { numPages } = await getDocument({ data, disableFontFace: true, verbosity: 0 }).promise
process.stdout.write(`${numPages}`)
process.exit(0)
