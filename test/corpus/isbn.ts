// Covers and copyright pages of a book with an ISBN, each with a harmless twin.

import { type BarcodeBook, barcodeOperators } from '../../src/artwork/barcode/isbnBarcode.ts'
import { type BookIsbn, hyphenatedIsbn } from '../../src/base/text/isbn.ts'
import { coverInches } from '../../src/catalog/measures.ts'
import { wideLetters } from './layout.ts'
import { boundAtRight, paperback } from './products.ts'
import { coverSize } from './sizes.ts'
import { coverPages, replaced, type Specimen, specimensOf } from './specimen.ts'
import { type Body, plainContent, writeBook } from './write.ts'

export const ownIsbn = '9781402894626'
const ownIsbn10 = '1-4028-9462-7'
const otherIsbn = '9780306406157'
/** A chocolate. */
const otherArticle = '4006381333931'
const price = '51999'
const book: BookIsbn = { isbn: ownIsbn, addOn: price, barcode: 'none' }
const drawing: BookIsbn = { ...book, barcode: 'draw' }

const { barcode } = coverInches(paperback, coverPages)
const points = (inches: number) => inches * 72
export const barcodeArea = {
  x: points(barcode.x),
  y: points(barcode.y),
  width: points(barcode.width),
  height: points(barcode.height),
}

export const coverWith = async (drawn: Partial<BarcodeBook> | null, matrix = '1 0 0 1 0 0'): Promise<Buffer> =>
  writeBook({
    ...coverSize,
    content: [
      `${plainContent} 0.3 0.1 0 0 k 0 0 1000 700 re f`,
      ...(drawn === null
        ? []
        : [`q ${matrix} cm ${await barcodeOperators({ isbn: ownIsbn, addOn: price, ...drawn }, barcodeArea)} Q`]),
    ].join(' '),
  })

/** The same cover for the jacket of a book that is bound at its right, whose back is on the right. */
const ofRight = coverInches(boundAtRight.get(paperback.manufacturingSku)!, coverPages)
const onRightCover = async (at: { x: number; y: number }) =>
  writeBook({
    width: points(ofRight.width),
    height: points(ofRight.height),
    pages: 1,
    content: `${plainContent} ${await barcodeOperators({ isbn: ownIsbn, addOn: price }, { ...barcodeArea, x: points(at.x), y: points(at.y) })}`,
  })

const copyrightPage = 4
/** Letters that a reader can tell. */
const letters = wideLetters.replace('/FirstChar', '/ToUnicode 5 0 R /FirstChar')
const unicode: Body = {
  dict: '',
  bytes:
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <0020> endbfrange endcmap',
}
const saying = (text: string, page = copyrightPage) =>
  writeBook({
    objects: [letters, unicode, { dict: '', bytes: `${plainContent} BT /L 10 Tf 80 300 Td (${text}) Tj ET` }],
    draws: number => `/Resources << /Font << /L 4 0 R >> >> /Contents ${number === page ? 6 : 3} 0 R`,
  })

export const isbns = specimensOf(add => {
  const cover: Partial<Specimen> = { as: 'cover', page: 1, isbn: book }
  const drawn: Partial<Specimen> = { ...cover, isbn: drawing }

  add('barcode of another ISBN', () => coverWith({ isbn: otherIsbn }), ['isbn_barcode_wrong'], cover)
  add('barcode of the ISBN of the product', () => coverWith({}), [], cover)
  add('barcode of another ISBN, for a product without an ISBN', () => coverWith({ isbn: otherIsbn }), [], {
    as: 'cover',
  })
  add('barcode of the ISBN that stands on its side', () => coverWith({}, '0 1 -1 0 300 -200'), [], cover)
  add('barcode of the ISBN at 80 percent', () => coverWith({}, '0.87 0 0 0.87 30 10'), [], cover)
  const inInk = async (ink: string) => replaced(await coverWith({}), '0 0 0 1 k', ink)
  add('barcode in red, which a scanner does not see', () => inInk('0 1 1 0 k'), ['isbn_barcode_missing'], cover)
  add('barcode in blue', () => inInk('1 1 0 0 k'), [], cover)
  const onTint = async (bars: string, behind: string) =>
    replaced(replaced(await coverWith({}), '0 0 0 1 k', bars), '0 0 0 0 k', behind)
  add('barcode of 35 % black on 10 % black', () => onTint('.65 g    ', '.9 g     '), ['isbn_barcode_faint'], cover)
  add('barcode in black on 10 % black', () => onTint('0 0 0 1 k', '.9 g     '), [], cover)
  add('barcode in black on cyan', () => onTint('0 0 0 1 k', '1 0 0 0 k'), ['isbn_barcode_missing'], cover)
  add('barcode in black on yellow', () => onTint('0 0 0 1 k', '0 0 1 0 k'), [], cover)
  add('barcode with another price', () => coverWith({ addOn: '52499' }), ['isbn_price_wrong'], cover)
  add('barcode with a price, for a product without a price', () => coverWith({ addOn: '52499' }), [], {
    ...cover,
    isbn: { ...book, addOn: null },
  })
  const bound = { ...cover, binding: 'right' } as const
  add(
    'cover of a book bound at its left, for a book bound at its right',
    () => onRightCover({ x: ofRight.width - ofRight.barcode.x - ofRight.barcode.width, y: ofRight.barcode.y }),
    ['isbn_on_front'],
    bound,
  )
  add('barcode on the back of a book bound at its right', () => onRightCover(ofRight.barcode), [], bound)
  add('cover without a barcode', () => coverWith(null), ['isbn_barcode_missing'], cover)
  add('cover without a barcode, for a product without an ISBN', () => coverWith(null), [], { as: 'cover' })
  add('cover with the barcode of a chocolate', () => coverWith({ isbn: otherArticle }), ['isbn_barcode_missing'], cover)
  add('cover without a barcode, which is to be drawn', () => coverWith(null), ['isbn_barcode_drawn'], drawn)
  add('cover with the barcode that is to be drawn', () => coverWith({}), [], drawn)
  add(
    'cover with another barcode than that to be drawn',
    () => coverWith({ isbn: otherIsbn }),
    ['isbn_barcode_drawn', 'isbn_barcode_wrong'],
    drawn,
  )

  const at = { isbn: book, page: copyrightPage }
  add('copyright page with another ISBN', () => saying(`ISBN ${hyphenatedIsbn(otherIsbn)}`), ['isbn_text_wrong'], at)
  add('copyright page with the ISBN', () => saying(`ISBN ${hyphenatedIsbn(ownIsbn)}`), [], at)
  add('copyright page with the ISBN of 10 digits', () => saying(`ISBN-10: ${ownIsbn10}`), [], at)
  add('copyright page with several ISBNs', () => saying(`${otherIsbn} hardcover, ${ownIsbn} paperback`), [], at)
  add('copyright page with a slip in the ISBN', () => saying('ISBN 1-4028-9462-8'), ['isbn_text_wrong'], at)
  add('copyright page with a number of 10 digits', () => saying('Call 212 5550 123 or 2125550123'), [], at)
  add('copyright page with another ISBN, for a product without an ISBN', () => saying(`ISBN ${otherIsbn}`), [])
  add('page 20 with another ISBN', () => saying(`ISBN ${otherIsbn}`, 20), [], { isbn: book })
})
