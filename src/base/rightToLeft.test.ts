import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asDrawn, joinedLetters } from './rightToLeft.ts'

const isolatedOf = (text: string) => text.normalize('NFKC')

describe('Arabic letters', () => {
  it('take the form that their neighbours give them', () => {
    // beh, three times, each in its form; alef joins only the letter before it, and dal not the one after it.
    assert.equal(joinedLetters('ببب'), '\ufe91\ufe92\ufe90')
    assert.equal(joinedLetters('باب دب'), '\ufe91\ufe8e\ufe8f \ufea9\ufe8f')
    assert.equal(joinedLetters('پچ'), '\ufb58\ufb7b', 'Persian ones too')
    assert.equal(joinedLetters('سلام'), '\ufeb3\ufefc\ufee1', 'lam and alef are one')
    assert.equal(joinedLetters('بَب'), '\ufe91\u064e\ufe90', 'through a vowel')
    assert.equal(joinedLetters('بـ'), '\ufe91\u0640')
  })

  it('stay the same letters, and others what they are', () => {
    const text = 'محمد عبد الرحمن الفيصل, 山田 太郎, שלום, Ann 12'
    assert.equal(isolatedOf(joinedLetters(text)), text)
    assert.equal(joinedLetters(joinedLetters(text)), joinedLetters(text))
    assert.equal(joinedLetters(''), '')
  })
})

describe('a line', () => {
  const cases = [
    ['Ann Reader, 12 Main St (rear)', 'Ann Reader, 12 Main St (rear)'],
    ['שלום עולם', 'םלוע םולש'],
    ['Ann, שלום עולם, Bob', 'Ann, םלוע םולש, Bob'],
    ['רחוב הרצל 12, Haifa', '12 לצרה בוחר, Haifa'],
    ['אב (גד) ה', 'ה (דג) בא'],
    ['א 1,200.50 ב', 'ב 1,200.50 א'],
    ['בָּא', 'אבָּ'],
    ['', ''],
  ] as const
  for (const [written, drawn] of cases) {
    it(`"${written}" stands on paper as it is read`, () => assert.equal(asDrawn(written), drawn))
  }
})
