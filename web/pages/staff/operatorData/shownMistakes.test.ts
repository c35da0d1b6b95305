import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shownMistakes } from './shownMistakes.ts'

const content = { shipping: { shipFrom: { city: '', name: '' } } }
const edited = { shipping: { shipFrom: { city: 'Rochester', name: '' } } }
const mistakes = ['/shipFrom/city', '/shipFrom/name'].map(path => ({ part: 'shipping', path }))
const blank = { savedAt: null, newest: 0, content, mistakes }

it('a draft shows no mistake before its first save', () => {
  assert.deepEqual(shownMistakes(blank, content), [])
  assert.deepEqual(shownMistakes(blank, edited), [])
})

it('a mistake of a saved or published value is shown until its value is edited', () => {
  const saved = { ...blank, savedAt: '2026-11-01T00:00:00Z' }
  assert.deepEqual(shownMistakes(saved, content), mistakes)
  assert.deepEqual(shownMistakes({ ...blank, newest: 1 }, content), mistakes)
  assert.deepEqual(shownMistakes(saved, edited), [mistakes[1]])
})
