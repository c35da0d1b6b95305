import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseWithWords, translate } from '../../languages/texts.ts'
import { instant } from '../base/clock.ts'
import { storableJson } from '../base/text/storableText.ts'
import { emailHtml } from './emailHtml.ts'
import { emailKinds, sampleEmails, templateOf } from './emails.ts'
import { bodyText, emailText } from './emailText.ts'
import { renderEmail } from './renderEmail.ts'
import { type Block, wordsFor } from './template.ts'

const look = { name: 'Acme', accent: '#234672', supportAddress: null, legalLines: [], logo: null }
const samples = sampleEmails({ publicUrl: new URL('https://octavo.example'), at: instant('2026-03-01T12:00:00Z') })
const sampleOf = (kind: string) => samples.find(sample => sample.kind === kind)!
const english = { timeZone: null, language: 'en' } as const
const german = { timeZone: 'Europe/Berlin', language: 'de' } as const

describe('the sample emails', () => {
  it('the sample emails are of every kind, once', () => {
    assert.deepEqual(samples.map(({ kind }) => kind).sort(), emailKinds.toSorted())
  })

  for (const sample of samples) {
    const { kind } = sample

    it(`${kind} has a short subject, a greeting, and at most one button, in text and in HTML`, () => {
      const email = renderEmail(sample, english)
      assert.match(email.subject, /^[^\r\n]{10,78}$/)
      const text = bodyText(email)
      assert.match(text, /^Hello \S[^\n]*,\n\n/)
      assert.doesNotMatch(text, /undefined|null|NaN|\[object|[\r\t{}]/)
      const buttons = email.blocks.filter(block => block.kind === 'button').length
      assert.ok(buttons <= 1)
      const html = emailHtml(email, look, 'en')
      assert.doesNotMatch(html, /undefined|NaN|\[object|\t/)
      assert.equal(html.match(/<td align="center" bgcolor=/g)?.length ?? 0, buttons)
    })

    it(`the email ${kind} is completely in the language of its reader`, () => {
      const [ours, theirs] = [renderEmail(sample, english), renderEmail(sample, german)]
      assert.notEqual(theirs.subject, ours.subject)
      assert.deepEqual(
        ours.blocks.filter((block, i) => isInEnglish(block, theirs.blocks[i]!) && !isOfAuthor(block, sample)),
        [],
      )
      const html = emailHtml(theirs, look, 'de')
      assert.match(html, /<html lang="de">[\s\S]*Guten Tag [\s\S]*Freundliche Grüße/)
    })

    it(`the email ${kind} says the same after its values were stored`, () => {
      assert.deepEqual(renderEmail(parseWithWords(storableJson(sample)), german), renderEmail(sample, german))
    })

    it(`the email ${kind} gives its subject and opening their values`, () => {
      const { subject, opening, shown } = templateOf(kind)
      const names = Object.keys(shown(sample.values, wordsFor(english)))
      for (const [, name] of `${subject} ${opening}`.matchAll(/\{(\w+)\}/g))
        assert.ok(names.includes(name!), `${name} of ${kind}`)
    })
  }

  it('a sample that is sent says so in its subject', () => {
    const { kind, values } = sampleOf('invoice')
    const sent = { kind, values: { ...values, isSample: true } } as (typeof samples)[number]
    assert.match(renderEmail(sent, english).subject, /^Sample: Invoice 12: /)
    assert.match(renderEmail(sent, german).subject, /^Muster: Rechnung 12: /)
  })

  it('an email shows amounts, days and times by the rules of its language', () => {
    const shown = (kind: string) => emailText(renderEmail(sampleOf(kind), german), look, 'de')
    assert.match(shown('statement_overdue'), /für März 2026 war am 1\. Mai 2026 fällig, 3\.820,50\s\$ sind noch offen/)
    assert.match(shown('orders_queued'), /am 1\. März 2026 um 13:00 MEZ hat Ihr Konto sein Limit von 50 Bestellungen/)
  })

  it('a message that a language does not have is shown in English', () => {
    assert.equal(translate('de')('An {animal} without German', { animal: 'okapi' }), 'An okapi without German')
  })
})

/** Whether a paragraph, an item, a label or a button says the same as in English. */
function isInEnglish(ours: Block, theirs: Block): boolean {
  switch (ours.kind) {
    case 'paragraph':
      return theirs.kind !== 'paragraph' || theirs.text === ours.text
    case 'list':
      return theirs.kind !== 'list' || ours.items.some((item, i) => theirs.items[i] === item && hasWords(item))
    case 'table':
      return theirs.kind !== 'table' || ours.rows.some(({ label }, i) => theirs.rows[i]!.label === label)
    case 'button':
      return theirs.kind !== 'button' || theirs.label === ours.label
  }
}

/** The text of a message is in the language of its author. */
const isOfAuthor = (block: Block, { values }: { values: object }): boolean =>
  block.kind === 'paragraph' && 'text' in values && block.text === values.text

/** An id with the numbers of its parcels is the same in every language. */
const hasWords = (item: string): boolean => /[a-z]{3}/.test(item)
