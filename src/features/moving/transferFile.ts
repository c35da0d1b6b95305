// The file of an account that moves: lines of JSON, each with the name of a table and a row of it, after the manifest.
// It is sealed in pieces with the key of the export, each with its place: a file that was cut, joined or changed does
// not open, and only the key reads or writes a file.

import { type FileHandle, open, rename } from 'node:fs/promises'
import { Refusal } from '../../base/refusal.ts'
import { type ByteVault, openOrNull } from '../../base/secrets/vault.ts'

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

/** Nothing grows with the file, except that a piece has whole lines. */
const pieceChars = 1024 * 1024
const lengthBytes = 4

const contextOf = (place: number, isLast: boolean) => `${isLast ? 'last piece' : 'piece'} ${place}`

/** Answers the number of rows. Nothing has the name of the file until the file is complete. */
export async function writeTransfer(
  path: string,
  vault: ByteVault,
  lines: AsyncIterable<TransferLine>,
): Promise<number> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    let rows = -1 // without the manifest
    let place = 0
    let text = ''
    const write = async (isLast: boolean) => {
      const sealed = vault.sealBytes(Buffer.from(text), contextOf(place++, isLast))
      const length = Buffer.alloc(lengthBytes)
      length.writeUInt32BE(sealed.length)
      await file.appendFile(Buffer.concat([length, sealed]))
      text = ''
    }
    for await (const { table, row } of lines) {
      if (text.length >= pieceChars) await write(false)
      text += `["${table}",${row.replaceAll(/[\r\n]+/g, ' ')}]\n`
      rows++
    }
    await write(true)
    await file.sync()
    await rename(draft, path)
    return rows
  } finally {
    await file.close()
  }
}

/** The manifest of a file that is whole and as it was written. Refuses any other file. */
export async function checkTransfer(path: string, vault: ByteVault): Promise<Manifest> {
  let manifest: Manifest | null = null
  for await (const line of linesIn(path, vault)) manifest ??= manifestIn(path, line)
  if (manifest === null) throw faulty(path, 'is empty')
  return manifest
}

/** The rows of a file that was checked. */
export async function* readTransfer(path: string, vault: ByteVault): AsyncGenerator<TransferLine> {
  for await (const line of linesIn(path, vault)) {
    const { table, row } = partsOf(path, line)
    if (table !== 'manifest') yield { table, row }
  }
}

async function* linesIn(path: string, vault: ByteVault): AsyncGenerator<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    for (let at = 0, place = 0; at < size || place === 0; place++) {
      const sealed = await readPiece(file, at, size)
      if (sealed === null) throw faulty(path, 'has been cut')
      if (!sealed.subarray(0, vault.header.length).equals(vault.header)) throw wrongKey()
      at += lengthBytes + sealed.length
      const context = contextOf(place, at === size)
      const opened = openOrNull(() => vault.openBytes(sealed, context))
      if (opened === null) throw faulty(path, 'has been cut or changed')
      for (const line of opened.toString().split('\n').slice(0, -1)) yield line
    }
  } finally {
    await file.close()
  }
}

/** Null if the file ends before. */
async function readPiece(file: FileHandle, at: number, size: number): Promise<Buffer | null> {
  if (at + lengthBytes > size) return null
  const { buffer } = await file.read(Buffer.alloc(lengthBytes), 0, lengthBytes, at)
  const length = buffer.readUInt32BE()
  const from = at + lengthBytes
  return from + length > size ? null : (await file.read(Buffer.alloc(length), 0, length, from)).buffer
}

function partsOf(path: string, line: string): TransferLine {
  const [start] = /^\["[a-z_]+",/.exec(line) ?? []
  if (start === undefined || !line.endsWith(']')) throw faulty(path, 'is not the file of an account')
  return { table: start.slice(2, -2), row: line.slice(start.length, -1) }
}

function manifestIn(path: string, line: string): Manifest {
  const { table, row } = partsOf(path, line)
  if (table !== 'manifest') throw faulty(path, 'is not the file of an account')
  const manifest = JSON.parse(row) as Manifest
  if (manifest.format !== formatVersion)
    throw faulty(path, `has the format ${manifest.format}, and this version of Octavo reads ${formatVersion}`)
  for (const id of [manifest.accountId, manifest.exportId]) requireId(path, id)
  return manifest
}

/** Ids of a file become parts of paths. */
export function requireId(path: string, id: string): void {
  if (!/^[a-z]{3}_[0-9a-z]{1,40}$/.test(id)) throw faulty(path, `has ${JSON.stringify(id)} in the place of an id`)
}

export const faulty = (path: string, what: string): Refusal => new Refusal('malformed_request', `${path} ${what}.`)

export const wrongKey = (): Refusal =>
  new Refusal('malformed_request', 'This is not the key that export-account printed with this folder.')
