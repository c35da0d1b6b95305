import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Area } from './plane.ts'
import { isText, mergedShapes, type ShapeGroup } from './shapes.ts'

const shape = (x: number, y: number, side: number): ShapeGroup => {
  const box: Area = [x, y, x + side, y + side]
  return { box, count: 1, steps: 0, last: box, isPaper: false, isLarge: false }
}
const letters: ShapeGroup = { ...shape(0, 500, 12), box: [0, 500, 200, 512], count: 20, steps: 19 }
/** In rows of a hundred. */
const grid = (count: number, step: number, side: number) =>
  Array.from({ length: count }, (_, i) => shape((i % 100) * step, Math.floor(i / 100) * step, side))

it('shapes that touch each other are one, however many there are', () => {
  const apart = grid(9_000, 5, 4)
  assert.deepEqual(mergedShapes(apart), apart)
  assert.deepEqual(
    mergedShapes(grid(9_000, 5, 6)).map(({ count }) => count),
    [9_000],
  )
})

const hostile: [what: string, groups: ShapeGroup[]][] = [
  ['of which one is far from all others, which are apart', [shape(14_000, 14_000, 1), ...grid(9_000, 0.1, 0.05)]],
  ['that each make the drawing larger', Array.from({ length: 9_000 }, (_, i) => shape(0, 0, 1 + i / 10))],
]
for (const [what, groups] of hostile)
  it(`of 9,000 shapes ${what}, only texts are left`, () => {
    assert.ok(isText(letters))
    assert.deepEqual(mergedShapes([...groups, letters]), [letters])
  })
