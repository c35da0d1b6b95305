// Sizes, boxes and page counts, of interiors and of covers.

import { coverInches } from '../../src/catalog/measures.ts'
import { paperback } from './products.ts'
import { coverPages, specimensOf } from './specimen.ts'
import { boxesFor, plainContent, writeBook } from './write.ts'

const cover = coverInches(paperback, coverPages)
export const coverSize = { pages: 1, width: cover.width * 72, height: cover.height * 72 }
/** Boxes with bleed on three sides. Right-hand pages are bound on their left. */
export function threeSidedBoxes(page: number): string {
  const left = page % 2 === 1 ? 0 : 9
  return `/MediaBox [0 0 441 666] /BleedBox [0 0 441 666] /TrimBox [${left} 9 ${left + 432} 657]`
}
const box = (media: string) => () => writeBook({ boxes: () => media })

export const sizes = specimensOf(add => {
  // Boxes.
  add('no box', box(''), ['page_size_missing'])
  add('short box', box('/MediaBox [0 0 450]'), ['page_size_missing'])
  add('box of zeros', box('/MediaBox [0 0 0 0]'), ['page_size_missing'])
  add('box of strings', box('/MediaBox [(0) (0) (450) (666)]'), ['page_size_missing'])
  add('box of 1e15', box('/MediaBox [0 0 1e15 1e15]'), ['page_size_missing'])
  add('box that leads to itself', () => writeBook({ boxes: () => '/MediaBox 4 0 R', objects: ['4 0 R'] }), [
    'page_size_missing',
  ])
  add('box of names', box('/MediaBox /Letter'), ['page_size_missing'])
  add('no box on one page', () => writeBook({ boxes: page => (page === 7 ? '' : boxesFor(450, 666)) }), [
    'page_size_missing',
  ])
  add('200 by 200 inches', () => writeBook({ width: 14_400, height: 14_400 }), ['page_size_wrong'])
  add('UserUnit of 10', () => writeBook({ page: () => '/UserUnit 10' }), ['page_size_wrong', 'user_unit_used'])
  add(
    'UserUnit that makes it right',
    () => writeBook({ boxes: () => boxesFor(225, 333, 4.5), page: () => '/UserUnit 2' }),
    ['user_unit_used'],
  )
  add('Letter', () => writeBook({ width: 612, height: 792 }), ['page_size_wrong'])
  const trimmed = (content: string) => () =>
    writeBook({ width: 432, height: 648, content, boxes: () => '/MediaBox [0 0 432 648]' })
  add('without bleed, with a color at the edge', trimmed(plainContent), ['page_size_wrong'])
  add('without bleed, with nothing near the edge', trimmed('0 0 0 1 k 36 36 360 576 re f'), ['bleed_added'])
  add('without bleed, with white up to the edge', trimmed('1 g 0 0 432 648 re f 0 g 36 36 9 9 re f'), ['bleed_added'])
  add(
    'without bleed, with a color at the edge of one page',
    () =>
      writeBook({
        objects: [{ dict: '', bytes: '0 0 0 1 k 36 36 360 576 re f' }],
        boxes: () => '/MediaBox [0 0 432 648]',
        draws: page => `/Resources << >> /Contents ${page === 9 ? 3 : 4} 0 R`,
      }),
    ['bleed_added', 'page_size_wrong'],
    { page: 9 },
  )
  add('bleed on three sides', () => writeBook({ boxes: () => '/MediaBox [0 0 441 666]' }), ['bleed_added'])
  add('bleed on two sides', () => writeBook({ boxes: () => '/MediaBox [0 0 441 657]' }), ['page_size_wrong'])
  const threeSided = { bindingBleed: 'none' } as const
  add(
    'bleed on three sides, for a book that needs no other',
    () => writeBook({ boxes: threeSidedBoxes }),
    [],
    threeSided,
  )
  add(
    'bleed on three sides, with left-hand pages as right-hand pages',
    () => writeBook({ boxes: () => threeSidedBoxes(1) }),
    ['trim_box_wrong'],
    threeSided,
  )
  add(
    'bleed on three sides, without a TrimBox, for a book that needs no other',
    () => writeBook({ boxes: () => '/MediaBox [0 0 441 666]' }),
    ['trim_box_set'],
    threeSided,
  )
  add(
    'bleed on three sides and 33 pages, for a book that needs no other',
    () => writeBook({ pages: 33, boxes: threeSidedBoxes }),
    ['pages_padded'],
    threeSided,
  )
  add(
    'without bleed, with nothing near the edge, for a book with bleed on three sides',
    trimmed('0 0 0 1 k 36 36 360 576 re f'),
    ['bleed_added'],
    threeSided,
  )
  add('bleed on four sides, for a book with bleed on three', () => writeBook(), ['page_cropped'], threeSided)
  const slug = '/MediaBox [0 0 500 716] /TrimBox [34 34 466 682]'
  add('BleedBox within a larger page', () => writeBook({ boxes: () => `${slug} /BleedBox [25 25 475 691]` }), [
    'page_cropped',
  ])
  add(
    'BleedBox of another size within a larger page',
    () => writeBook({ boxes: () => `${slug} /BleedBox [29 29 471 687]` }),
    ['page_cropped'],
  )
  add('TrimBox of the right size, with more bleed', () => writeBook({ boxes: () => slug }), ['page_cropped'])
  add('TrimBox of another size, with more bleed', () => writeBook({ boxes: () => slug.replace('466', '476') }), [
    'page_size_wrong',
  ])
  /** A trim in the middle of a page; inches. */
  const bleeding = (width: number, height: number, bleed: number | [number, number, number, number]) => () => {
    const [left, bottom, right, top] = (typeof bleed === 'number' ? [bleed, bleed, bleed, bleed] : bleed) as number[]
    const [w, h] = [72 * (width + left! + right!), 72 * (height + bottom! + top!)]
    const whole = `[0 0 ${w} ${h}]`
    const trim = [left!, bottom!, left! + width, bottom! + height].map(side => 72 * side).join(' ')
    return writeBook({
      boxes: () => `/MediaBox ${whole} /BleedBox ${whole} /TrimBox [${trim}]`,
      content: `0 0 0 0.8 k 0 0 ${w} ${h} re f`,
    })
  }
  add('trim 0.02 inches too small, with a bleed of 3 mm', bleeding(5.98, 8.98, 3 / 25.4), [])
  add('trim 0.02 inches too large, with a bleed of 3.5 mm', bleeding(6.02, 9.02, 3.5 / 25.4), [])
  add('trim 0.03 inches too small, with a bleed of 3 mm', bleeding(5.97, 8.97, 3 / 25.4), ['page_size_wrong'])
  add('TrimBox of the right size, with a bleed of 0.11 inches', bleeding(6, 9, 0.11), [])
  add('TrimBox of the right size, with a bleed of 0.1 inches', bleeding(6, 9, 0.1), ['page_size_wrong'])
  add(
    'TrimBox of the right size, with 0.11 inches on two sides and more on others',
    bleeding(6, 9, [0.11, 0.11, 0.3, 0.3]),
    ['page_cropped'],
  )
  add(
    'TrimBox of the right size, with 0.1 inches on two sides and more on others',
    bleeding(6, 9, [0.1, 0.1, 0.3, 0.3]),
    ['page_size_wrong'],
  )
  add('0.04 inches off', () => writeBook({ width: 453, height: 666 }), ['page_size_wrong'])
  add(
    'one page of another size',
    () => writeBook({ boxes: page => (page === 9 ? boxesFor(612, 792) : boxesFor(450, 666)) }),
    ['page_size_wrong'],
  )
  add('each page of another size', () => writeBook({ pages: 300, boxes: page => boxesFor(400 + page, 800) }), [
    'page_size_wrong',
  ])
  add('all pages turned', () => writeBook({ page: () => '/Rotate 90' }), ['page_turned'])
  add('one page turned', () => writeBook({ page: page => (page === 3 ? '/Rotate 270' : '') }), ['page_turned'])
  add(
    'cropped',
    () =>
      writeBook({
        boxes: () =>
          '/MediaBox [0 0 612 792] /CropBox [81 63 531 729] /BleedBox [81 63 531 729] /TrimBox [90 72 522 720]',
      }),
    ['crop_box_used'],
  )
  add('CropBox at the trim, with bleed', () => writeBook({ page: () => '/CropBox [9 9 441 657]' }), ['crop_box_reset'])
  add('CropBox within the trim', () => writeBook({ page: () => '/CropBox [20 20 430 640]' }), [
    'crop_box_used',
    'page_size_wrong',
  ])
  add('no trim box', () => writeBook({ boxes: () => '/MediaBox [0 0 450 666] /BleedBox [0 0 450 666]' }), [
    'trim_box_set',
  ])
  add('no bleed box', () => writeBook({ boxes: () => '/MediaBox [0 0 450 666] /TrimBox [9 9 441 657]' }), [
    'bleed_box_missing',
  ])
  add(
    'trim box elsewhere',
    () => writeBook({ boxes: () => '/MediaBox [0 0 450 666] /BleedBox [0 0 450 666] /TrimBox [0 0 432 648]' }),
    ['trim_box_wrong'],
  )

  // Page counts.
  add('33 pages', () => writeBook({ pages: 33 }), ['pages_padded'])
  add('31 pages', () => writeBook({ pages: 31 }), ['page_count_out_of_range'])
  add('1 page', () => writeBook({ pages: 1 }), ['page_count_out_of_range'])
  add('802 pages', () => writeBook({ pages: 802 }), ['page_count_out_of_range'])
  add('3,000 pages', () => writeBook({ pages: 3_000 }), ['file_too_many_pages'])
  add('not as many as declared', () => writeBook({ pages: 40 }), ['page_count_not_declared'], { declared: 42 })

  // Covers.
  add('cover of two pages', () => writeBook({ ...coverSize, pages: 2 }), ['cover_not_one_page'], { as: 'cover' })
  add(
    'cover for 100 pages',
    () => writeBook({ ...coverSize, width: coverInches(paperback, 100).width * 72 }),
    ['cover_size_wrong'],
    { as: 'cover' },
  )
  add(
    'cover 0.03 inches too narrow',
    () => writeBook({ ...coverSize, width: coverSize.width - 2.16 }),
    ['cover_size_wrong'],
    { as: 'cover' },
  )
  const coverInside = (trimOff: number, bleed: number) => () => {
    const [width, height] = [cover.trim.width + trimOff + 2 * bleed, cover.trim.height + 2 * bleed]
    return writeBook({ pages: 1, boxes: () => boxesFor(72 * width, 72 * height, 72 * bleed) })
  }
  add('cover with a spine 0.02 inches too thin, and a bleed of 3 mm', coverInside(-0.02, 3 / 25.4), [], { as: 'cover' })
  add(
    'cover with a spine 0.03 inches too thin, and a bleed of 3 mm',
    coverInside(-0.03, 3 / 25.4),
    ['cover_size_wrong'],
    { as: 'cover' },
  )
  add(
    'cover without bleed',
    () => writeBook({ ...coverSize, width: coverSize.width - 18, height: coverSize.height - 18 }),
    ['cover_size_wrong'],
    { as: 'cover' },
  )
  add('only the front cover', () => writeBook({ ...coverSize, width: 450, height: 666 }), ['cover_size_wrong'], {
    as: 'cover',
  })
  add('cover turned', () => writeBook({ ...coverSize, page: () => '/Rotate 90' }), ['page_turned'], { as: 'cover' })
})
