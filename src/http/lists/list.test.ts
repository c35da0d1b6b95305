import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVault } from '../../base/secrets/vault.ts'
import { sealedCursor } from './list.ts'

const vault = createVault(Buffer.alloc(32, 1))
const ofBooks = { list: 'books', usual: 'id', byId: ['id', '-id'] } as const
type Sort = 'id' | '-id' | 'name' | 'created'
const cursors = sealedCursor<Sort>(vault, ofBooks)
const last = { id: 'B.1', value: 'Ada Reader' }

test('a cursor holds the id and the value of the last row, and its name cannot be read in an address', () => {
  assert.equal(cursors.write(last), 'B.1')
  assert.deepEqual(cursors.read('B.1'), { id: 'B.1', value: null })
  const cursor = cursors.write(last, 'name')
  assert.match(cursor, /^name\.[\w-]+\.B\.1$/)
  assert.doesNotMatch(Buffer.from(cursor.split('.')[1]!, 'base64url').toString(), /Ada|Reader/)
  assert.deepEqual(cursors.read(cursor, { sort: 'name' }), last)
  const without = { id: 'B.1', value: null }
  assert.deepEqual(cursors.read(cursors.write(without, 'name'), { sort: 'name' }), without)
})

test('a cursor of another sort, list or installation, or one that was changed, is refused', () => {
  const cursor = cursors.write(last, 'name')
  const sealed = cursor.split('.')[1]!
  const ofOtherList = sealedCursor<Sort>(vault, { ...ofBooks, list: 'people' }).write(last, 'name')
  const elsewhere = sealedCursor<Sort>(createVault(Buffer.alloc(32, 2)), ofBooks).write(last, 'name')
  for (const [wrong, sort] of [
    [cursor, 'created'],
    [cursor.replace('name', 'created'), 'created'],
    [ofOtherList, 'name'],
    [elsewhere, 'name'],
    [`name.${sealed.slice(0, -2)}.B.1`, 'name'],
    [`name.${sealed}.`, 'name'],
    [`name.${sealed}`, 'name'],
    ['name.Ada Reader.B.1', 'name'],
    ['name.', 'name'],
    ['', 'name'],
    ['', 'id'],
  ] as const)
    assert.throws(() => cursors.read(wrong, { sort }), { code: 'malformed_request' }, `${sort}: ${wrong}`)
})

test('an id that the list cannot have is refused in every sort', () => {
  const numbered = sealedCursor<Sort>(vault, { ...ofBooks, ids: /^\d+$/ })
  assert.equal(numbered.read('12')?.id, '12')
  assert.throws(() => numbered.read('x'), { code: 'malformed_request' })
  const named = cursors.write(last, 'name')
  assert.throws(() => numbered.read(named, { sort: 'name' }), { code: 'malformed_request' })
})
