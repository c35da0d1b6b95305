import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { type BookStack, type Box, outsideOf, packBooks, packInto, weightRange } from './boxes.ts'

const box = (
  name: string,
  [lengthInches, widthInches, heightInches]: [number, number, number],
  maxPounds = 40,
): Box => ({
  ...{ name, inside: { lengthInches, widthInches, heightInches } },
  ...{ emptyOunces: 4, maxPounds, wallInches: 0.125 },
})
const mailer = box('Mailer', [9.5, 6.5, 1.5], 5)
const carton = box('Carton', [12, 9, 8])
const book = (quantity: number, thickness = 0.5): BookStack => ({
  quantity,
  copy: { lengthInches: 9, widthInches: 6, heightInches: thickness },
  copyOunces: 12,
})
const packed = (books: BookStack[], boxes: Box[]) =>
  packBooks(books, boxes)?.map(({ box, copies }) => [box.name, ...copies])

it('the smallest box that holds the order is taken, whatever the order of the boxes', () => {
  assert.deepEqual(packed([book(1)], [carton, mailer]), [['Mailer', 1]])
  assert.deepEqual(packed([book(3)], [carton, mailer]), [['Mailer', 3]])
  assert.deepEqual(packed([book(4)], [mailer, carton]), [['Carton', 4]])
})

it('a parcel weighs its books and its box', () => {
  assert.equal(packBooks([book(3)], [mailer])?.[0]?.ounces, 40)
})

it('books that fit in only with another side down are packed on their side', () => {
  assert.deepEqual(packed([book(2, 2)], [box('Tall', [6.5, 4.5, 9.5])]), [['Tall', 2]])
})

it('above the weight of the largest box there are several parcels, the last in the smallest box', () => {
  assert.deepEqual(packed([book(59, 0.1)], [mailer, carton]), [
    ['Carton', 53],
    ['Mailer', 6],
  ])
})

it('books of different sizes share a parcel', () => {
  const small = { ...book(2, 0.3), copy: { lengthInches: 7, widthInches: 5, heightInches: 0.3 } }
  assert.deepEqual(packed([book(1), small], [mailer, carton]), [['Mailer', 1, 2]])
})

it('without a box that holds the book, and for an order of pallets, there is no answer', () => {
  assert.equal(
    packBooks([{ ...book(1), copy: { lengthInches: 17, widthInches: 11, heightInches: 1 } }], [carton]),
    null,
  )
  assert.equal(packBooks([book(10_000)], [carton]), null)
  assert.equal(packBooks([book(1)], []), null)
})

it('a person may choose a box that seems too small', () => {
  assert.deepEqual(packInto(mailer, [book(9)]), { box: mailer, copies: [9], ounces: 112 })
})

it('a carrier sees the outside of a box', () => {
  assert.deepEqual(outsideOf(mailer), { lengthInches: 9.75, widthInches: 6.75, heightInches: 1.75 })
})

it('a scale finds a missing or additional copy, and does not mind packing paper', () => {
  const books = [book(20, 0.1), { ...book(1, 0.1), copyOunces: 3 }]
  const parcel = packInto(carton, books)
  const { min, max } = weightRange(parcel, books)
  assert.ok(min <= parcel.ounces - 1.2 && parcel.ounces + 1.2 <= max)
  assert.ok(min > parcel.ounces - 3 && max < parcel.ounces + 3)
})

const inches = (min: number, max: number) => fc.integer({ min: min * 8, max: max * 8 }).map(eighths => eighths / 8)
const measures = (min: number, max: number) =>
  fc.record({ lengthInches: inches(min, max), widthInches: inches(min, max), heightInches: inches(min, max) })
const anyBook: fc.Arbitrary<BookStack> = fc.record({
  quantity: fc.integer({ min: 1, max: 40 }),
  copy: fc.record({ lengthInches: inches(4, 12), widthInches: inches(4, 9), heightInches: inches(0.125, 2) }),
  copyOunces: fc.integer({ min: 1, max: 60 }),
})
const anyBox: fc.Arbitrary<Box> = fc.record({
  name: fc.string(),
  inside: measures(2, 20),
  emptyOunces: fc.integer({ min: 0, max: 20 }),
  maxPounds: fc.integer({ min: 2, max: 50 }),
  wallInches: fc.constant(0.125),
})
const volume = ({ lengthInches, widthInches, heightInches }: Box['inside']) => lengthInches * widthInches * heightInches

it('every copy is in one parcel, no parcel is too heavy or too full, and one parcel is in the smallest box', () => {
  fc.assert(
    fc.property(
      fc.array(anyBook, { minLength: 1, maxLength: 4 }),
      fc.array(anyBox, { maxLength: 5 }),
      (books, boxes) => {
        const parcels = packBooks(books, boxes)
        if (parcels === null) return
        for (const [i, { quantity }] of books.entries())
          assert.equal(
            parcels.reduce((sum, { copies }) => sum + copies[i]!, 0),
            quantity,
          )
        for (const { box, copies, ounces } of parcels) {
          assert.ok(boxes.includes(box) && ounces <= box.maxPounds * 16 + 1e-9)
          const filled = books.reduce((sum, { copy }, i) => sum + copies[i]! * volume(copy), 0)
          assert.ok(filled <= volume(box.inside) + 1e-6)
        }
        if (parcels.length > 1) return
        const smaller = boxes.filter(box => volume(box.inside) < volume(parcels[0]!.box.inside))
        assert.notEqual(packBooks(books, smaller)?.length, 1)
      },
    ),
  )
})

it('another box never makes an order that can be packed impossible', () => {
  fc.assert(
    fc.property(anyBook, fc.array(anyBox, { minLength: 1, maxLength: 4 }), anyBox, (book, boxes, another) => {
      const before = packBooks([book], boxes)
      if (before !== null) assert.ok(packBooks([book], [...boxes, another])!.length <= before.length)
    }),
  )
})
