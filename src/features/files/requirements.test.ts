import assert from 'node:assert/strict'
import { it } from 'node:test'
import { catalog, paperback, threeSided } from '../../../test/corpus/products.ts'
import { bookLines, linesOn } from './requirements.ts'

const { manufacturingSku } = paperback
const on = (part: 'cover' | 'guts', page: number) => linesOn(catalog, { manufacturingSku, pageCount: 200, part, page })

it('right-hand and left-hand pages have different safe areas', () => {
  const safe = (page: number) => on('guts', page).find(({ kind }) => kind === 'safe')!.area.x
  assert.ok(safe(1) > safe(2), 'the gutter is at the left of a right-hand page')
  assert.equal(safe(1), safe(3))
  assert.deepEqual(
    on('guts', 1).map(({ kind }) => kind),
    ['bleed', 'trim', 'safe'],
  )
})

it('the trim of a book without bleed at the binding is drawn at the left edge of right-hand pages', () => {
  const trimX = (page: number) =>
    linesOn(threeSided, { manufacturingSku, pageCount: 200, part: 'guts', page }).find(({ kind }) => kind === 'trim')!
      .area.x
  assert.deepEqual([trimX(1), trimX(2)], [0, 0.125])
})

it('the lines over a cover show bleed, trim, folds and safe areas', () => {
  assert.deepEqual(
    on('cover', 1).map(({ kind }) => kind),
    ['bleed', 'trim', 'fold', 'safe', 'safe', 'safe'],
  )
})

it('no lines are drawn while the page count of the book is unknown', () => {
  assert.deepEqual(linesOn(catalog, { manufacturingSku, pageCount: null, part: 'cover', page: 1 }), [])
})

it('a viewer draws the gutter and the place of the barcode too', () => {
  const { cover, recto, verso } = bookLines(catalog, manufacturingSku, 200)!
  const gutterX = (lines: typeof recto) => lines.find(({ kind }) => kind === 'gutter')!.area.x
  assert.ok(gutterX(recto) < gutterX(verso), 'the gutter is at the binding')
  assert.equal(cover.filter(({ kind }) => kind === 'barcode').length, 1)
})
