import assert from 'node:assert/strict'
import { it } from 'node:test'
import { instant } from '../base/clock.ts'
import { mistakeLine, OperatorDataError } from '../base/schemaCheck.ts'
import { emailHtml } from './emailHtml.ts'
import { sampleEmails } from './emails.ts'
import { emailText } from './emailText.ts'
import { renderEmail } from './renderEmail.ts'
import { oursIn, parseTexts, replaceableKinds, type Texts, valuesOf } from './replacedTexts.ts'

const samples = sampleEmails({ publicUrl: new URL('https://octavo.example'), at: instant('2026-03-01T12:00:00Z') })
const sampleOf = (name: string) => samples.find(sample => sample.kind === name)!
const look = { name: 'Acme', accent: '#234672', supportAddress: null, legalLines: ['Acme Inc.'], logo: null }

it('what an opening must say is among its values, and our own opening says it', () => {
  for (const kind of replaceableKinds) {
    const { all, required } = valuesOf(kind)
    for (const name of required) {
      assert.ok(all.includes(name))
      for (const language of ['en', 'de'] as const)
        assert.ok(oursIn(language, kind).opening.includes(`{${name}}`), `${kind} in ${language}`)
    }
  }
})

it('every text that may be replaced is ours in the language of the reader until it is', () => {
  for (const kind of replaceableKinds) {
    const [english, german] = [oursIn('en', kind), oursIn('de', kind)]
    assert.notEqual(german.subject, english.subject)
    assert.notEqual(german.opening, english.opening)
  }
})

function show(name: string, texts: Texts, language: 'en' | 'de' = 'en') {
  const email = renderEmail(sampleOf(name), { timeZone: null, language }, texts)
  const signed = { ...look, texts }
  return { text: emailText(email, signed, language), html: emailHtml(email, signed, language) }
}

it('an email has the texts of the operator with their values, and ours where the operator has none', () => {
  const texts = parseTexts({
    emails: {
      order_shipped: {
        en: {
          subject: '{order} left our press',
          opening: 'Hooray, {account}! Your order {order} is with the carrier.',
        },
        de: { opening: 'Ihre Bestellung {order} ist unterwegs.' },
      },
      payment_declined: { en: { opening: 'We could not charge {amount}: {reason}.' } },
    },
    closing: { en: 'Yours,', de: 'Herzlich' },
    footer: { en: ['Books since 1901.'] },
  })
  const english = show('order_shipped', texts)
  assert.match(english.html, /<title>PLB-1042 left our press<\/title>/)
  for (const part of Object.values(english)) {
    assert.match(part, /Hooray, Paper Lantern Books! Your order PLB-1042 is with the carrier\./)
    assert.match(part, /Parcel/)
    assert.match(part, /See the order/)
    assert.match(part, /Yours,/)
    assert.match(part, /Acme Inc\.(\n|<br>)Books since 1901\./)
    assert.doesNotMatch(part, /We have handed|Kind regards/)
  }
  const german = show('order_shipped', texts, 'de')
  assert.match(german.text, /Ihre Bestellung PLB-1042 ist unterwegs\./)
  assert.match(german.html, /<title>Bestellung PLB-1042 ist unterwegs<\/title>/)
  assert.match(german.text, /Herzlich\nAcme/)
  assert.doesNotMatch(german.text, /1901/)
  assert.match(
    show('payment_declined', texts).text,
    /We could not charge \$125\.50: the card Visa ending in 4242 was declined\.\n/,
  )
  assert.deepEqual(
    show('invoice', texts).text,
    show('invoice', { closing: texts.closing!, footer: texts.footer! }).text,
  )
})

it('texts and values are never markup', () => {
  const texts = parseTexts({
    emails: { order_shipped: { en: { opening: '<b>{order}</b> & more' } } },
    closing: { en: '<i>' },
  })
  const { html, text } = show('order_shipped', texts)
  assert.match(html, /&lt;b&gt;PLB-1042&lt;\/b&gt; &amp; more/)
  assert.match(html, /&lt;i&gt;<br>Acme/)
  assert.match(text, /<b>PLB-1042<\/b> & more/)
})

it('texts with unknown or missing values are refused, each with its place', () => {
  const mistakesOf = (file: unknown): readonly string[] => {
    try {
      parseTexts(file)
      return []
    } catch (error) {
      assert.ok(error instanceof OperatorDataError)
      return error.mistakes.map(mistakeLine)
    }
  }
  assert.deepEqual(mistakesOf({ emails: { order_shipped: { en: { subject: 'Off: {ordr}' } } } }), [
    '/emails/order_shipped/en/subject: got "{ordr}", expected one of {account}, {order}',
  ])
  assert.deepEqual(mistakesOf({ emails: { payment_declined: { de: { opening: 'Nicht bezahlt: {amount}' } } } }), [
    '/emails/payment_declined/de/opening: got "Nicht bezahlt: {amount}", expected a text with {reason}, which the email says nowhere else',
  ])
  assert.deepEqual(mistakesOf({ emails: { invoice: { en: { opening: 'Thanks {account' } } } }).length, 1)
  for (const wrong of [
    { emails: { no_such_email: {} } },
    { emails: { invoice: { fr: { opening: 'Merci' } } } },
    { emails: { invoice: { en: { opening: 'one\n\ntwo' } } } },
    { emails: { invoice: { en: { opening: '* a list' } } } },
    { emails: { invoice: { en: { opening: '' } } } },
    { emails: { invoice: { en: { button: 'Pay' } } } },
    { closing: { en: 'a\tb' } },
    { footer: { en: ['1', '2', '3', '4', '5', '6', '7'] } },
    { terms: {} },
    null,
    [],
  ])
    assert.equal(mistakesOf(wrong).length > 0, true, JSON.stringify(wrong))
  assert.deepEqual(parseTexts(undefined), {})
})
