import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fromTablesOrArchive } from './readOrder.ts'

it('an order that is restored between the two reads is found in the tables', async () => {
  const tables: string[] = []
  const archive = ['order']
  const readTables = async () => tables[0]
  const restoreWhileReading = async () => {
    tables.push(archive.pop()!)
    return archive[0]
  }
  assert.deepEqual(await fromTablesOrArchive(readTables, restoreWhileReading), { stored: 'order' })
})

it('an order of neither is not found, and one in the archive is an archived order', async () => {
  const nowhere = async () => undefined
  assert.deepEqual(await fromTablesOrArchive(nowhere, nowhere), { stored: undefined })
  assert.deepEqual(await fromTablesOrArchive(nowhere, async () => 'order'), { archived: 'order' })
})
