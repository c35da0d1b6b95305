// What a cover draws at the folds of its spine: colors that end there, and logos on colored panels.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectedOf, expectedOfBoundAtRight, paperback } from '../../../test/corpus/products.ts'
import { type Body, writeBook } from '../../../test/corpus/write.ts'
import { bufferSource, readFacts } from '../pdfReader/pdfReader.ts'
import type { PrintFacts } from './fileReport.ts'
import { layoutProblems } from './rules/layout.ts'

const points = (inches: number) => Math.round(inches * 7_200) / 100

type Cover = ReturnType<ReturnType<typeof expectedOf>>['cover']
type Draw = (cover: Cover) => string

/** What is found at the folds of the cover of a book of so many pages, in the order of the alphabet. */
function foundOn(draw: Draw, { pages = 200, objects = [] as Body[], resources = '', isBoundAtRight = false } = {}) {
  const expected = isBoundAtRight ? expectedOfBoundAtRight : expectedOf(paperback)
  const { cover } = expected(pages)
  const bytes = writeBook({
    pages: 1,
    width: points(cover.width),
    height: points(cover.height),
    content: draw(cover),
    objects,
    resources,
  })
  const read = readFacts(bufferSource(bytes), 1)
  assert(read.kind === 'read')
  const problems = layoutProblems('cover', read.facts as PrintFacts, expected(pages), 1)
  return [...new Set(problems.map(({ code }) => code))].toSorted()
}

const panel = (color: string, { height }: Cover, from: number, to: number) =>
  `${color} ${points(from)} 0 ${points(to - from)} ${points(height)} re f`
const foldsOf = ({ spineArea }: Cover): [number, number] => [spineArea!.x, spineArea!.x + spineArea!.width]
/** The back, the spine and the front, each in its color. */
const panels =
  (back: string, spine: string, front: string): Draw =>
  cover => {
    const [left, right] = foldsOf(cover)
    return [
      panel(back, cover, 0, left),
      panel(spine, cover, left, right),
      panel(front, cover, right, cover.width),
    ].join(' ')
  }
/** A gradient from gray to gray, as colors of the same width in points side by side, or each over the one before. */
const gradient = (
  { height }: Cover,
  { from = 0, to, step, isNested = false }: { from?: number; to: number; step: number; isNested?: boolean },
) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => {
    const x = from + i * step
    const gray = (0.2 + ((0.6 * step) / (to - from)) * i).toFixed(4)
    return `${gray} g ${x} 0 ${isNested ? to - x : Math.min(step, to - x)} ${points(height)} re f`
  }).join(' ')
/** So many stripes around the spine, each as wide, of other colors. */
const stripes = (cover: Cover, count: number) => {
  const [left, right] = foldsOf(cover)
  return Array.from({ length: count }, (_, i) => {
    const x = left + (i - (count - 1) / 2) * (right - left)
    return panel(`0.${i + 1} g`, cover, x, x + right - left)
  }).join(' ')
}
/** A drawing of four parts, a third of an inch wide. */
const logo = (x: number, y: number, color: string) =>
  [0, 6, 12, 18].map(i => `${color} ${points(x) + i} ${points(y) + (i % 4)} 5 12 re f`).join(' ')

describe('a color that ends at a fold of the spine is found', () => {
  const cases: [name: string, draw: Draw, more?: Parameters<typeof foundOn>[1]][] = [
    ['where three panels of different grays adjoin', panels('0.2 g', '0.5 g', '0.8 g')],
    ['where three panels in RGB adjoin', panels('1 0 0 rg', '0 1 0 rg', '0 0 1 rg')],
    [
      'where the panels of one tint are in two spot colors',
      panels('/A cs 1 scn', '/B cs 1 scn', '/A cs 1 scn'),
      {
        resources: ['A', 'B'].map(name => `/${name} [/Separation /${name} /DeviceCMYK 4 0 R]`).join(' '),
        objects: ['<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 0 0] /N 1 >>'],
      },
    ],
    ['of a spine that is thinner than a quarter of an inch', panels('1 g', '0.5 g', '1 g'), { pages: 64 }],
    [
      'of such a spine over another color',
      cover => `${panel('0.2 g', cover, 0, cover.width)} ${panel('0.5 g', cover, ...foldsOf(cover))}`,
      { pages: 64 },
    ],
    [
      'of a spine that is drawn over another color',
      cover => `${panel('0.2 g', cover, 0, cover.width)} ${panel('0.5 g', cover, ...foldsOf(cover))}`,
    ],
    [
      'of a spine in the color of the whole cover, over a panel of another color',
      cover =>
        [
          panel('0 0 1 rg', cover, 0, cover.width),
          panel('1 1 0.8 rg', cover, foldsOf(cover)[0] - 0.5, cover.width),
          panel('0 0 1 rg', cover, ...foldsOf(cover)),
        ].join(' '),
    ],
    [
      'of a spine in the color of the back, over a panel of another color that hides the back beside it',
      cover =>
        [
          panel('0 0 1 rg', cover, 0, foldsOf(cover)[0]),
          panel('1 1 0.8 rg', cover, foldsOf(cover)[0] - 0.5, cover.width),
          panel('0 0 1 rg', cover, ...foldsOf(cover)),
        ].join(' '),
    ],
    [
      'of a spine over a gradient',
      cover => `${gradient(cover, { to: points(cover.width), step: 14 })} ${panel('0.9 g', cover, ...foldsOf(cover))}`,
    ],
    [
      'of a front over a gradient',
      cover =>
        `${gradient(cover, { to: points(cover.width), step: 14 })} ${panel('0.9 g', cover, foldsOf(cover)[1], cover.width)}`,
    ],
    [
      'of a gradient on the front that begins at the fold',
      cover => gradient(cover, { from: points(foldsOf(cover)[1]), to: points(cover.width), step: 7 }),
    ],
    ['of stripes that are as wide as the spine', cover => stripes(cover, 3), { pages: 64 }],
    ['on the cover of a book that is bound at its right', panels('0.2 g', '0.5 g', '0.8 g'), { isBoundAtRight: true }],
  ]
  for (const [name, draw, { resources = '', ...more } = {}] of cases)
    it(name, () => {
      const found = foundOn(draw, { resources: `/ColorSpace << ${resources} >>`, ...more })
      assert.deepEqual(found, ['color_edge_at_fold'])
    })
})

describe('no color ends at a fold', () => {
  const cases: [name: string, draw: Draw, more?: Parameters<typeof foundOn>[1]][] = [
    ['where three panels of one color adjoin', panels('0 0 1 rg', '0 0 1 rg', '0 0 1 rg')],
    [
      'where the color of a thin spine is that of the panels',
      panels('0 0 1 rg', '0 0 1 rg', '0 0 1 rg'),
      { pages: 64 },
    ],
    [
      'where a picture is drawn on the back before the spine, in the color of the back',
      cover => {
        const [left, right] = foldsOf(cover)
        const picture = `0.9 g ${points(left - 2)} 400 100 100 re f`
        return [panel('0 0 1 rg', cover, 0, left), picture, panel('0 0 1 rg', cover, left, right + 0.2)].join(' ')
      },
    ],
    [
      'where a panel lies over a background of its own color',
      cover => `${panel('0.5 g', cover, 0, cover.width)} ${panel('0.5 g', cover, foldsOf(cover)[1], cover.width)}`,
    ],
    [
      'that a later color reaches around',
      cover =>
        `${panels('0.2 g', '0.2 g', '0.8 g')(cover)} ${panel('0.5 g', cover, foldsOf(cover)[0] - 0.2, foldsOf(cover)[1] + 0.2)}`,
    ],
    [
      'of a photograph in strips over both panels',
      cover => {
        const width = cover.width / 8
        return Array.from(
          { length: 8 },
          (_, i) =>
            `q ${points(width)} 0 0 ${points(cover.height)} ${points(width * i)} 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q`,
        ).join(' ')
      },
    ],
    ...[64, 200].flatMap(pages =>
      [5, 6, 7, 8, 9, 14, 20].flatMap(step =>
        [false, true].map((isNested): (typeof cases)[number] => [
          `of a gradient in steps of ${step} points ${isNested ? 'over each other' : 'side by side'} on ${pages} pages`,
          cover => gradient(cover, { to: points(cover.width), step, isNested }),
          { pages },
        ]),
      ),
    ),
    ['beside a thin line along the fold', cover => `0 g ${points(foldsOf(cover)[0])} 0 1 ${points(cover.height)} re f`],
  ]
  for (const [name, draw, more] of cases) it(name, () => assert.deepEqual(foundOn(draw, more), []))
})

describe('a narrow fill that is two inches long', () => {
  it('is no picture that is short of the bleed', () => {
    const atTrim: Draw = ({ trim }) => `0.5 g ${points(trim.x)} 300 6 216 re f`
    assert.deepEqual(foundOn(atTrim), [])
  })
  it('does not use the barcode area', () => {
    const inArea: Draw = ({ barcode }) => `0.5 g ${points(barcode.x + barcode.width / 2)} 10 6 216 re f`
    assert.deepEqual(foundOn(inArea), [])
  })
})

describe('a logo on a colored panel', () => {
  const on =
    (at: (cover: Cover) => number): Draw =>
    cover => {
      const [left, right] = foldsOf(cover)
      const colors = [
        panel('0.2 g', cover, 0, left - 0.1),
        panel('0.5 g', cover, left - 0.1, right + 0.1),
        panel('0.8 g', cover, right + 0.1, cover.width),
      ]
      return `${colors.join(' ')} ${logo(at(cover), 4, '0 g')}`
    }
  it('is found where it crosses a fold', () =>
    assert.deepEqual(foundOn(on(cover => foldsOf(cover)[1] - 0.1)), ['text_over_fold']))
  it('is found near a fold on the spine', () =>
    assert.deepEqual(foundOn(on(cover => foldsOf(cover)[0] + 0.01)), ['text_near_fold']))
  it('is found on a thin spine', () =>
    assert.deepEqual(
      foundOn(
        on(cover => foldsOf(cover)[0] - 0.05),
        { pages: 48 },
      ),
      ['spine_too_thin_for_text'],
    ))
  it('is fine on the front, away from the fold', () =>
    assert.deepEqual(foundOn(on(cover => foldsOf(cover)[1] + 0.5)), []))
  it('is fine over a picture that crosses the fold, as a part of it', () => {
    const draw: Draw = cover => {
      const [, fold] = foldsOf(cover)
      return `0.5 g ${points(fold - 0.2)} 200 100 200 re f ${logo(fold - 0.1, 4, '0 g')}`
    }
    assert.deepEqual(foundOn(draw), [])
  })
})
