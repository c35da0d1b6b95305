// The process in which one PDF is opened, and nothing else done. The file is its standard input; what it was asked is its
// argument; what it found goes to its standard output. It needs no environment, no network and no other file.

import { writeSync } from 'node:fs'
import { readFacts } from './reader/read.ts'
import { openSource } from './reader/source.ts'

export type Ask = { do: 'read'; mostPages: number }

const ask: Ask = JSON.parse(process.argv[2]!)
// From here on what goes wrong is the fault of the file.
writeSync(2, 'begun\n')
const source = openSource(0)
switch (ask.do) {
  case 'read':
    answer(Buffer.from(JSON.stringify(await readFacts(source, ask.mostPages))))
    break
  default:
    ask.do satisfies never
}
process.exit(0)

function answer(bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent)
}
