import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type DroppedFile,
  nothingDropped,
  productOfBoth,
  skuOf,
  skusFor,
  titleOf,
  withFile,
  withoutBook,
  withParts,
} from './dropped.ts'

const file = (name: string, pageCount: number, products: DroppedFile['products'] = []): DroppedFile => ({
  name,
  pageCount,
  products,
  problem: null,
  fileUrl: `urn:sha256:${name}`,
  sha256: name,
  bytes: 1000,
  pageSize: null,
  books: [],
  title: null,
})
const afterAll = (...files: DroppedFile[]) => files.reduce(withFile, nothingDropped)
const namesOf = ({ cover, guts }: typeof nothingDropped) => [cover?.name, guts?.name]

describe('dropped PDFs', () => {
  it('are told apart by their page counts, in any order', () => {
    const [cover, pages] = [file('a.pdf', 1), file('b.pdf', 48)]
    assert.deepEqual(namesOf(afterAll(cover, pages)), ['a.pdf', 'b.pdf'])
    assert.deepEqual(namesOf(afterAll(pages, cover)), ['a.pdf', 'b.pdf'])
    assert.deepEqual(namesOf(afterAll(file('cover with inside.pdf', 2), pages)), ['cover with inside.pdf', 'b.pdf'])
    assert.deepEqual(namesOf(afterAll(pages, file('cover with inside.pdf', 2))), ['cover with inside.pdf', 'b.pdf'])
  })

  it('replace a file of the same name or part', () => {
    const pages = file('b.pdf', 48)
    assert.equal(afterAll(pages, file('b.pdf', 50)).guts?.pageCount, 50)
    assert.equal(afterAll(pages, file('b.pdf', 50)).cover, null)
    assert.deepEqual(namesOf(afterAll(file('a.pdf', 1), pages, file('new.pdf', 1))), ['new.pdf', 'b.pdf'])
  })

  it('belong to no product that was begun for other files, and leave nothing when all are removed', () => {
    const begun = { ...afterAll(file('a.pdf', 1), file('b.pdf', 48)), title: 'Birch', sku: 'BIRCH' }
    assert.equal(withFile(begun, file('c.pdf', 48)).sku, '')
    const { sku, title, cover } = withParts(begun, { guts: null })
    assert.deepEqual([sku, title, cover?.name], ['', 'Birch', 'a.pdf'])
    assert.deepEqual(withParts(begun, { cover: null, guts: null }), nothingDropped)
  })

  it('are not mixed when two are covers: the second one waits until the first is used or removed', () => {
    const two = afterAll(file('a.pdf', 1), file('b.pdf', 1), file('b.pdf', 1))
    const waitingIn = ({ waiting }: typeof two) => waiting.map(({ name }) => name)
    assert.deepEqual([namesOf(two), waitingIn(two)], [['a.pdf', undefined], ['b.pdf']])
    const used = withParts(two, { cover: null })
    assert.deepEqual([namesOf(used), waitingIn(used)], [['b.pdf', undefined], []])
    const whole = withFile(two, file('pages.pdf', 48))
    assert.deepEqual(namesOf(whole), ['a.pdf', 'pages.pdf'])
    assert.deepEqual(namesOf(withoutBook(whole)), ['b.pdf', undefined])
    assert.deepEqual(withoutBook(afterAll(file('a.pdf', 1), file('b.pdf', 48))), nothingDropped)
  })

  it('name their book by the title in them, or else by their names', () => {
    const titled = { ...file('x1 cover.pdf', 1), title: 'The Birch Wood – Cover' }
    assert.equal(titleOf(afterAll(titled, file('pages.pdf', 48))), 'The Birch Wood')
  })

  it('become a product of the next free SKU, and of the one that was asked for before', () => {
    assert.deepEqual(skusFor('Birch', '').slice(0, 3), ['BIRCH', 'BIRCH-2', 'BIRCH-3'])
    assert.deepEqual(skusFor('Birch', 'BIRCH-2').slice(0, 3), ['BIRCH-2', 'BIRCH', 'BIRCH-3'])
  })

  it('give their book the title in the names of the files', () => {
    const titled = (cover: string, guts: string) => titleOf(afterAll(file(cover, 1), file(guts, 48)))
    assert.equal(titled('Birch_Wood-cover.pdf', 'Birch_Wood-pages_v2.pdf'), 'Birch Wood')
    assert.equal(titled('Fahrenheit 451 Umschlag.PDF', 'Innenteil.pdf'), 'Fahrenheit 451')
    assert.equal(titled('cover.pdf', 'pages.pdf'), '')
    assert.equal(titled('The Cover Story cover.pdf', 'Pages of a Diary_v2_interior.pdf'), 'Pages of a Diary')
    assert.equal(titled('cover.pdf', `${'long '.repeat(60)}.pdf`).length, 199)
    assert.equal(skuOf('Über die Wälder, Band 2'), 'UBER-DIE-WALDER-BAND-2')
    assert.equal(skuOf('…'), 'BOOK')
  })

  it('belong to a product only if both are its files, each as its part', () => {
    const novel = (part: 'cover' | 'guts') => [{ sku: 'NOVEL', part }]
    const both = (cover: DroppedFile['products'], guts: DroppedFile['products']) =>
      productOfBoth(afterAll(file('a.pdf', 1, cover), file('b.pdf', 48, guts)))
    assert.equal(both(novel('cover'), novel('guts')), 'NOVEL')
    assert.equal(both(novel('cover'), novel('cover')), null)
    assert.equal(both(novel('cover'), [{ sku: 'OTHER', part: 'guts' }]), null)
    assert.equal(both([], []), null)
    const own = [file('a.pdf', 1, novel('cover')), file('b.pdf', 48, novel('guts'))] as const
    const another = { ...afterAll(...own), isAnother: true }
    assert.deepEqual([productOfBoth(another), productOfBoth(withFile(another, own[0]))], [null, 'NOVEL'])
  })
})
