import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { sentenceIn } from '../../languages/sentences.ts'
import { instant } from '../base/clock.ts'
import { type Block, blocksOf } from './emailBody.ts'
import { emailHtml } from './emailHtml.ts'
import { bodyIn } from './emailLanguage.ts'
import { emailText, readableBody } from './emailText.ts'
import { sampleEmails } from './sampleEmails.ts'

const look = { name: 'Acme', accent: '#234672', supportAddress: null, legalLines: [], logo: null }
const samples = sampleEmails({ publicUrl: new URL('https://octavo.example'), at: instant('2026-03-01T12:00:00Z') })

describe('the sample emails', () => {
  it('the sample emails are of every template', async () => {
    const listed = readFileSync(new URL('sampleEmails.ts', import.meta.url), 'utf8')
    const files = globSync('templates/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })
    assert.ok(files.length > 10)
    for (const file of files)
      for (const [name, value] of Object.entries(await import(new URL(file, import.meta.url).href)))
        if (typeof value === 'function') assert.match(listed, new RegExp(`\\b${name}\\(`), `${name} has no sample`)
  })

  for (const { name, subject, body } of samples)
    it(`${name} has a short subject, a greeting, and at most one button, in text and in HTML`, () => {
      assert.match(subject, /^[^\r\n]{10,78}$/)
      const text = readableBody(body, null)
      assert.match(text, /^Hello \S[^\n]*,\n\n/)
      assert.doesNotMatch(text, /undefined|null|NaN|\[object|[\r\t]/)
      const buttons = blocksOf(body).filter(({ kind }) => kind === 'button').length
      assert.ok(buttons <= 1)
      const html = emailHtml({ subject, body }, look, { timeZone: null, language: 'en' })
      assert.doesNotMatch(html, /undefined|NaN|\[object|\t/)
      assert.equal(html.match(/<td align="center" bgcolor=/g)?.length ?? 0, buttons)
    })

  for (const { name, subject, body } of samples)
    it(`the email ${name} is completely in the language of its reader`, () => {
      assert.notEqual(sentenceIn('de', subject), subject)
      const blocks = blocksOf(bodyIn('de', body))
      const english = blocksOf(body).filter((block, i) => isInEnglish(block, blocks[i]!))
      assert.deepEqual(english, [])
      const html = emailHtml({ subject, body }, look, { timeZone: null, language: 'de' })
      assert.match(html, /<html lang="de">[\s\S]*Guten Tag [\s\S]*Freundliche Grüße/)
    })

  it('an email shows amounts, days and times by the rules of its language', () => {
    const [statement] = samples.filter(({ name }) => name === 'statement_overdue')
    const text = emailText(statement!, look, { timeZone: 'Europe/Berlin', language: 'de' })
    assert.match(text, /für März 2026 war am 1\. Mai 2026 fällig, 3\.820,50\s\$ sind noch offen/)
    const [queued] = samples.filter(({ name }) => name === 'orders_queued')
    assert.match(
      emailText(queued!, look, { timeZone: 'Europe/Berlin', language: 'de' }),
      /am 1\. März 2026 um 13:00 MEZ hat Ihr Konto sein Limit von 50 Bestellungen/,
    )
  })

  it('the sample emails have names of their own', () => {
    assert.equal(new Set(samples.map(({ name }) => name)).size, samples.length)
  })
})

/** Whether a paragraph, an item, a label or a button says the same as in English. */
/** An id with the numbers of its parcels is the same in every language. */
const hasWords = (item: string): boolean => /[a-z]{3}/.test(item)

function isInEnglish(english: Block, german: Block): boolean {
  switch (english.kind) {
    case 'paragraph':
      return german.kind !== 'paragraph' || german.text === english.text
    case 'list':
      return german.kind !== 'list' || english.items.some((item, i) => german.items[i] === item && hasWords(item))
    case 'table':
      return german.kind !== 'table' || english.rows.some(({ label }, i) => german.rows[i]!.label === label)
    case 'button':
      return german.kind !== 'button' || german.label === english.label
  }
}
