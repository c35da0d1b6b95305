import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mistakeLine, OperatorDataError } from '../../base/schemaCheck.ts'
import { parseTexts } from './operatorTexts.ts'

const mistakesOf = (file: unknown): readonly string[] => {
  try {
    parseTexts(file)
    return []
  } catch (error) {
    assert.ok(error instanceof OperatorDataError)
    return error.mistakes.map(mistakeLine)
  }
}

it('terms, the foot of documents and notes are kept as they are written, beside the texts of emails', () => {
  const file = {
    closing: { en: 'Yours,' },
    terms: { version: '2026-11', link: { en: 'https://acme.example/terms' }, text: { de: '1. Vertrag\n\n2. Preise' } },
    documentFooter: { de: ['Bank: DE02 1203 0000 0000 2020 51'] },
    paper: 'a4',
    refusalNotes: { refuse_job: [{ en: 'Paper out of stock', de: 'Papier nicht vorrätig' }], cancel_order: [] },
  }
  assert.deepEqual(parseTexts(file), file)
  assert.deepEqual(parseTexts(undefined), {})
})

it('mistakes in texts of emails and in other texts are reported together, each with its place', () => {
  assert.deepEqual(mistakesOf({ closing: { fr: 'Merci' }, terms: { version: '1' } }), [
    '/closing/fr: got "Merci", expected no such key',
    '/terms: got {"version":"1"}, expected a link or a text',
  ])
  assert.deepEqual(mistakesOf({ refusalNotes: { refuse_job: [{ en: 'Late' }, {}] } }), [
    '/refusalNotes/refuse_job/1: got {}, expected a text in at least one language',
  ])
  assert.deepEqual(mistakesOf({ terms: { version: '1', link: { en: 'acme.example' } } }), [
    '/terms/link/en: got "acme.example", expected an address that begins with https://',
  ])
  for (const wrong of [
    { terms: { text: { en: 'Pay.' } } },
    { terms: { version: '1', link: { en: 'javascript:alert(1)' } } },
    { terms: { version: '1', text: { en: '\nPay.' } } },
    { terms: { version: '1', text: { en: 'a'.repeat(50_001) } } },
    { documentFooter: { en: ['two\nlines'] } },
    { documentFooter: { en: Array(7).fill('line') } },
    { paper: 'a5' },
    { refusalNotes: { late: [] } },
    { refusalNotes: { refuse_job: [{ en: '' }] } },
    { refusalNotes: { refuse_job: Array(31).fill({ en: 'Late' }) } },
    { terms: null },
    null,
    [],
  ])
    assert.notDeepEqual(mistakesOf(wrong), [], JSON.stringify(wrong))
})
