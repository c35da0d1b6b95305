// The file of an account that moves: lines of JSON, each with the name of a table and a row of it. The first line is
// the manifest, the last has the number of rows and the hash of all lines before.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Refusal } from '../../base/refusal.ts'

export const formatVersion = 1

export type Manifest = {
  format: number
  exportId: string
  accountId: string
  accountName: string
  exportedAt: string
  /** A hash of all migrations: the rows fit a database with the same ones. */
  schema: string
  /** The payment provider of its cards and charges. */
  provider: string
}

export type TransferLine = { table: string; row: string }
type End = { rows: number; sha256: string }

/** Nothing has the name of the file until the file is complete. */
export async function writeTransfer(path: string, lines: AsyncIterable<TransferLine>): Promise<End> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    const hash = createHash('sha256')
    let rows = -1 // without the manifest
    const write = async ({ table, row }: TransferLine) => {
      const line = `["${table}",${row.replaceAll(/[\r\n]+/g, ' ')}]\n`
      await file.appendFile(line)
      return line
    }
    for await (const line of lines) {
      hash.update(await write(line))
      rows++
    }
    const end = { rows, sha256: hash.digest('hex') }
    await write({ table: 'end', row: JSON.stringify(end) })
    await file.sync()
    await rename(draft, path)
    return end
  } finally {
    await file.close()
  }
}

/** The manifest of a file that is whole and as it was written. Refuses any other file. */
export async function checkTransfer(path: string): Promise<Manifest> {
  const hash = createHash('sha256')
  let manifest: Manifest | null = null
  let last: string | null = null
  let rows = -2 // without the manifest and the end
  for await (const line of linesIn(path)) {
    if (manifest === null) manifest = manifestIn(path, line)
    if (last !== null) hash.update(`${last}\n`)
    last = line
    rows++
  }
  if (manifest === null || last === null) throw faulty(path, 'is empty')
  const end = endIn(last)
  if (end === null) throw faulty(path, 'has been cut: its last line is missing')
  if (end.sha256 !== hash.digest('hex') || end.rows !== rows)
    throw faulty(path, 'has been changed: its lines do not have the hash that its last line names')
  return manifest
}

/** The rows of a file that was checked. */
export async function* readTransfer(path: string): AsyncGenerator<TransferLine> {
  for await (const line of linesIn(path)) {
    const { table, row } = partsOf(line)!
    if (table !== 'manifest' && table !== 'end') yield { table, row }
  }
}

async function* linesIn(path: string): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, at)]).toString()
      begun = []
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString()
}

function partsOf(line: string): TransferLine | null {
  const [start] = /^\["[a-z_]+",/.exec(line) ?? []
  return start === undefined || !line.endsWith(']')
    ? null
    : { table: start.slice(2, -2), row: line.slice(start.length, -1) }
}

function manifestIn(path: string, line: string): Manifest {
  const parts = partsOf(line)
  if (parts?.table !== 'manifest') throw faulty(path, 'is not the file of an account')
  const manifest = JSON.parse(parts.row) as Manifest
  if (manifest.format === formatVersion) return manifest
  throw faulty(path, `has the format ${manifest.format}, and this version of Octavo reads ${formatVersion}`)
}

function endIn(line: string): End | null {
  const parts = partsOf(line)
  return parts?.table === 'end' ? (JSON.parse(parts.row) as End) : null
}

export const faulty = (path: string, what: string): Refusal => new Refusal('malformed_request', `${path} ${what}.`)
