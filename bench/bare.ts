// The floor of a check: a process that opens a PDF with pdf.js and prints its page count, without limits or checks. It
// takes the build that a check takes, which loads three times as fast as the one for older Node.

import { readFileSync } from 'node:fs'

const pdfjsFile = 'pdfjs-dist/build/pdf.min.mjs'
const workerFile = 'pdfjs-dist/build/pdf.worker.min.mjs'

console.warn = () => undefined // the build advises against itself
const [pdfjs, pdfjsWorker]: [typeof import('pdfjs-dist'), unknown] = await Promise.all([
  import(pdfjsFile),
  import(workerFile),
])
Object.assign(globalThis, { pdfjsWorker })
const data = new Uint8Array(readFileSync(process.argv[2]!))
const { numPages } = await pdfjs.getDocument({ data, disableFontFace: true, verbosity: 0 }).promise
process.stdout.write(`${numPages}`)
process.exit(0)
