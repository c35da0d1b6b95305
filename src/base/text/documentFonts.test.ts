import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { embedFonts } from './documentFonts.ts'
import { printedInstead, undrawableLetter } from './drawableText.ts'

it('the letters that are accepted for documents are the letters that the fonts of documents have', async () => {
  const letters = Array.from({ length: 0xffff }, (_, i) => String.fromCharCode(i + 1)).filter(
    letter => undrawableLetter(letter) === null,
  )
  const fonts = await embedFonts(await PDFDocument.create(), letters.join(''))
  const missing = letters.filter(letter => letter !== '\ufffd' && /[[]U[+]/.test(fonts.drawable(letter)))
  assert.deepEqual(missing, [])
  assert.ok(letters.length > 50_000)
  assert.deepEqual(['A', 'Ž', '書', '❤\ufe0f', '📚', '\ue000', '\ud83d'].map(undrawableLetter), [
    ...[null, null, null, null],
    ...['📚', '\ue000', '\ud83d'],
  ])
})

it('a picture that no font has is left out, and another letter is named by its code', () => {
  assert.deepEqual(['📚', '🏽', '🇵', '𠮷', '\ue000', '\ud83d', '𞤀'].map(printedInstead), [
    ...['', '', ''],
    ...['[U+20BB7]', '[U+E000]', '[U+D83D]', '[U+1E900]'],
  ])
})
