import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Boxes } from './boxes.ts'
import { createPagePlaces } from './pagePlaces.ts'

const boxes: Boxes = {
  visible: [0, 0, 432, 648],
  userUnit: 1,
  shape: {
    shown: { width: 432, height: 648 },
    fault: null,
    media: null,
    trim: null,
    bleed: null,
    rotate: 0,
    userUnit: 1,
  },
}

it('no kind of place with many places leaves other kinds without', () => {
  const places = createPagePlaces()
  const kinds = ['a', 'b', 'c', 'd', 'e', 'f']
  for (let page = 1; page <= 300; page++)
    places.add(page, new Map(kinds.map(kind => [kind, [{ value: -page, box: null }]])), boxes)
  places.add(1, new Map([['last', [{ value: 0, box: [9, 9, 99, 99] }]]]), boxes)
  const found = places.facts()
  assert.equal(found.length, 1_000)
  assert.deepEqual(
    found.filter(({ kind }) => kind === 'last'),
    [{ kind: 'last', value: 0, page: 1, box: [9, 9, 99, 99] }],
  )
  assert.deepEqual(
    kinds.map(kind => found.find(place => place.kind === kind)!.value),
    kinds.map(() => -300),
  )
})
