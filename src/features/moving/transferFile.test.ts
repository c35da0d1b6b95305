import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createVault } from '../../base/secrets/vault.ts'
import { checkTransfer, formatVersion, readTransfer, type TransferLine, writeTransfer } from './transferFile.ts'

const vault = createVault(Buffer.alloc(32, 1))
const manifest = { format: formatVersion, accountId: 'acc_1', exportId: 'exp_1' }
const wide = 'x'.repeat(700_000)

async function* linesOf(first: object, rows: string[]): AsyncGenerator<TransferLine> {
  yield { table: 'manifest', row: JSON.stringify(first) }
  for (const row of rows) yield { table: 'orders', row: JSON.stringify({ row }) }
}

async function write(t: { after(end: () => void): void }, first: object, rows: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-transfer-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'account.sealed')
  assert.equal(await writeTransfer(path, vault, linesOf(first, rows)), rows.length)
  return path
}

/** Each piece with its length. */
function piecesOf(file: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < file.length; at += pieces.at(-1)!.length)
    pieces.push(file.subarray(at, at + 4 + file.readUInt32BE(at)))
  return pieces
}

test('a file of several pieces is read as it was written, and has nothing in clear', async t => {
  const rows = [wide, wide, wide, 'the last']
  const path = await write(t, manifest, rows)
  assert.equal(piecesOf(readFileSync(path)).length, 2)
  assert.equal(readFileSync(path).includes('xxxx'), false)
  assert.equal((await checkTransfer(path, vault)).accountId, 'acc_1')
  const read: string[] = []
  for await (const { row } of readTransfer(path, vault)) read.push((JSON.parse(row) as { row: string }).row)
  assert.deepEqual(read, rows)
})

test('a file whose pieces are missing, moved, repeated, of another file or changed is refused', async t => {
  const path = await write(t, manifest, [wide, wide, wide, wide, wide])
  const [first, second, third] = piecesOf(readFileSync(path)) as [Buffer, Buffer, Buffer]
  const changed = Buffer.from(third)
  changed[changed.length - 1]! ^= 1
  const cases = [
    [],
    [first],
    [first, second],
    [first, third],
    [second, third],
    [second, first, third],
    [first, second, second, third],
    [first, second, third.subarray(0, -1)],
    [first, second, third.subarray(0, 3)],
    [first, second, third, third],
    [first, second, changed],
  ]
  for (const pieces of cases) {
    writeFileSync(path, Buffer.concat(pieces))
    await assert.rejects(checkTransfer(path, vault), /has been cut/)
  }
  writeFileSync(path, Buffer.concat([first, second, third]))
  await checkTransfer(path, vault)
  await assert.rejects(checkTransfer(path, createVault(Buffer.alloc(32, 2))), /not the key/)
})

test('a manifest whose ids are paths, or of another format, is refused', async t => {
  for (const id of ['../../etc', 'acc_1/../..', '', 'acc_', 'acc_A'])
    await assert.rejects(
      checkTransfer(await write(t, { ...manifest, accountId: id }, []), vault),
      /in the place of an id/,
    )
  await assert.rejects(
    checkTransfer(await write(t, { ...manifest, exportId: 'exp_/' }, []), vault),
    /in the place of an id/,
  )
  await assert.rejects(checkTransfer(await write(t, { ...manifest, format: 9 }, []), vault), /has the format 9/)
})
