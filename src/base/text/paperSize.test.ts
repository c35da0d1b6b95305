import assert from 'node:assert/strict'
import { it } from 'node:test'
import { paperSizeIn } from './paperSize.ts'

it('offices in North America use US letter, and offices elsewhere A4', () => {
  assert.deepEqual(['US', 'pr', 'CA'].map(paperSizeIn), ['letter', 'letter', 'letter'])
  assert.deepEqual(['DE', 'GB', 'JP'].map(paperSizeIn), ['a4', 'a4', 'a4'])
})
