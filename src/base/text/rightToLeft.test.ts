import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { create, type Font } from '@cantoo/fontkit'
import { joinArabic, toVisualOrder } from './rightToLeft.ts'

const unifont = new URL(import.meta.resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff'))
const isolatedOf = (text: string) => text.normalize('NFKC')

describe('Arabic letters', () => {
  it('Arabic letters take the form that their neighbors require', () => {
    // beh, three times, each in its form; alef joins only the letter before it, and dal does not join the letter after
    // it.
    assert.equal(joinArabic('ببب'), '\ufe91\ufe92\ufe90')
    assert.equal(joinArabic('باب دب'), '\ufe91\ufe8e\ufe8f \ufea9\ufe8f')
    assert.equal(joinArabic('پچ'), '\ufb58\ufb7b', 'Persian letters too')
    assert.equal(joinArabic('سلام'), '\ufeb3\ufefc\ufee1', 'lam and alef make a ligature')
    assert.equal(joinArabic('بَب'), '\ufe91\u064e\ufe90', 'through a vowel')
    assert.equal(joinArabic('بـ'), '\ufe91\u0640')
  })

  it('Arabic letters stay the same letters, and letters of other scripts do not change', () => {
    const text = 'محمد عبد الرحمن الفيصل, 山田 太郎, שלום, Ann 12'
    assert.equal(isolatedOf(joinArabic(text)), text)
    assert.equal(joinArabic(joinArabic(text)), joinArabic(text))
    assert.equal(joinArabic(''), '')
  })
})

describe('a line of text', () => {
  const cases = [
    ['Ann Reader, 12 Main St (rear)', 'Ann Reader, 12 Main St (rear)'],
    ['שלום עולם', 'םלוע םולש'],
    ['Ann, שלום עולם, Bob', 'Ann, םלוע םולש, Bob'],
    ['רחוב הרצל 12, Haifa', '12 לצרה בוחר, Haifa'],
    ['אב (גד) ה', 'ה (דג) בא'],
    ['א 1,200.50 ב', 'ב 1,200.50 א'],
    ['3 × ספר (123)', '3 × (123) רפס'],
    ['שלום [{<«א»>}] עולם', 'םלוע [{<«א»>}] םולש'],
    ['א 12-34 ב', 'ב 12-34 א'],
    ['א 12/34, 5.6 ב', 'ב 5.6 ,12/34 א'],
    ['א 12, 34 ב', 'ב 34 ,12 א'],
    ['محمد (Ann [2]) علي', 'دمحم (Ann [2]) يلع'],
    ['(محمد) علي', '(دمحم) يلع'],
    ['محمد Ann (علي)', 'دمحم Ann (يلع)'],
    ['شارع 1,200.50 بيت', 'تيب 1,200.50 عراش'],
    ['شارع ٣٤/١٢ بيت', 'تيب ٣٤/١٢ عراش'],
    ['שדרות Reader & Sons 7, יפו', 'תורדש Reader & Sons 7, ופי'],
    ['', ''],
  ] as const
  for (const [written, drawn] of cases) {
    it(`"${written}" is drawn in reading order`, () => assert.equal(toVisualOrder(written), drawn))
  }

  it('a line of text has each mark before its letter, because the font draws marks over the next glyph', () => {
    const [beh, dal, fatha, shadda] = ['\u0628', '\u062f', '\u064e', '\u0651']
    assert.equal(toVisualOrder(`${beh}${fatha}${dal}`), `${dal}${fatha}${beh}`)
    assert.equal(toVisualOrder(`${beh}${shadda}${fatha}${dal}`), `${dal}${fatha}${shadda}${beh}`)
    assert.equal(toVisualOrder(`Ann ${dal}${beh}${fatha} 12`), `Ann 12 ${fatha}${beh}${dal}`)
    assert.equal(toVisualOrder('\u05d1\u05b8\u05bc\u05d0'), '\u05d0\u05bc\u05b8\u05d1', 'in Hebrew too')
    assert.equal(toVisualOrder('e\u0301x א'), 'e\u0301x א', 'after its letter where lines are read from the left')

    const font = create(readFileSync(unifont)) as Font
    for (const mark of [fatha, shadda, '\u05b8', '\u05bc', '\u0730', '\u07a6', '\u07eb']) {
      const { advanceWidth, bbox } = font.glyphForCodePoint(mark.codePointAt(0)!)!
      assert.ok(advanceWidth === 0 && bbox.minX >= 0, `of U+${mark.codePointAt(0)!.toString(16)}`)
    }
  })
})
