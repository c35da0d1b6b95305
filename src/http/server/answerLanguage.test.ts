import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { say } from '../../../languages/texts.ts'
import { inReadersLanguage } from './answerLanguage.ts'

const finding = {
  code: 'page_size_wrong',
  severity: 'error',
  pages: '3, 5-9',
  got: '6 × 9 in',
  expected: '6.125 × 9.25 in',
  tolerance: '± 0.0625 in',
  message: 'Pages 3, 5-9 are 6 × 9 in; this product needs 6.125 × 9.25 in, including bleed.',
  fix: 'Set the size to 6.125 × 9.25 in, as in the template.',
}
const detail = `${finding.message} ${finding.fix}`
const at = new Date(0)
const order = { name: 'Paid', at, errors: [{ pointer: '/orderItems/0', ...finding, detail }] }

describe('the language of an answer', () => {
  it('problems and findings are in the language of the screen, with their values by its rules', () => {
    const [error] = inReadersLanguage(order, { 'accept-language': 'de-DE,de;q=0.9' }).errors
    assert.deepEqual(error, {
      ...order.errors[0],
      got: '6 × 9 Zoll',
      expected: '6,125 × 9,25 Zoll',
      tolerance: '± 0,0625 Zoll',
      message:
        'Seiten 3, 5-9 sind 6 × 9 Zoll groß; dieses Produkt braucht 6,125 × 9,25 Zoll, einschließlich Beschnitt.',
      fix: 'Stellen Sie die Größe auf 6,125 × 9,25 Zoll ein, wie in der Vorlage.',
      detail: `${error!.message} ${error!.fix}`,
    })
  })

  it('a press reads why its report contradicts a job', () => {
    const detail = 'the job was canceled: its items have no price yet: accept it first'
    const answer = inReadersLanguage({ code: 'wrong_state', detail }, { 'accept-language': 'de' })
    assert.equal(
      answer.detail,
      'der Auftrag ist storniert: seine Positionen haben noch keinen Preis, nehmen Sie ihn zuerst an',
    )
  })

  it('the label of a status in a problem is in the language of the screen', () => {
    const detail = 'the order is “On hold”, which this message does not fit'
    const answer = inReadersLanguage({ code: 'wrong_state', detail }, { 'accept-language': 'de' })
    assert.match(answer.detail, /„Angehalten“/)
  })

  it('the staff read why a message of a printer was not applied', () => {
    const answer = {
      messages: [
        { verdict: 'repeated', why: 'already reported in an earlier message' },
        { verdict: 'applied', why: null },
      ],
    }
    const { messages } = inReadersLanguage(answer, { 'accept-language': 'de' })
    assert.deepEqual(
      messages.map(({ why }) => why),
      ['bereits in einer früheren Meldung gemeldet', null],
    )
  })

  it('the staff read what differs in the books, and why a charge or a refund was refused', () => {
    const answer = {
      differences: [{ kind: 'amount', ref: 're_1', detail: 'refund ref_1 has a different amount at the provider' }],
      charges: [
        { chargeId: 'chg_1', declineMessage: 'The card was declined.' },
        { chargeId: 'chg_2', declineMessage: null },
      ],
      refunds: [{ refundId: 'ref_1', problem: 'the provider no longer finds the refund' }],
    }
    const { differences, charges, refunds } = inReadersLanguage(answer, { 'accept-language': 'de' })
    assert.equal(differences[0]!.detail, 'die Erstattung ref_1 hat beim Zahlungsdienst einen anderen Betrag')
    assert.deepEqual(
      charges.map(({ declineMessage }) => declineMessage),
      ['Die Karte wurde abgelehnt.', null],
    )
    assert.equal(refunds[0]!.problem, 'der Zahlungsdienst findet die Erstattung nicht mehr')
  })

  it('the staff read the mistakes of the operator’s data', () => {
    const places = { part: null, path: '', text: 'got nothing, expected a printer that makes PB-1 and ships to US, CA' }
    const answer = {
      mistakes: [
        { part: 'catalog', path: '/skus/0/pages/max', text: 'got 30, expected at least min (32)' },
        { part: 'catalog', path: '/skus/0/price/baseCents', text: 'got "1.5", expected integer' },
        { part: 'tax', path: '/rates', text: 'got nothing, expected a value' },
        places,
      ],
    }
    const { mistakes } = inReadersLanguage(answer, { 'accept-language': 'de' })
    assert.deepEqual(
      mistakes.map(({ text }) => text),
      [
        '30 angegeben; erwartet: mindestens min (32)',
        '"1.5" angegeben; erwartet: eine ganze Zahl',
        'nichts angegeben; erwartet: ein Wert',
        'nichts angegeben; erwartet: eine Druckerei, die PB-1 herstellt und nach US, CA liefert',
      ],
    )
  })

  it("the service's notes in the history of an order are translated, and those of people are not", () => {
    const notes = [
      ['to be shipped on 2027-01-18', 'Versand am 2027-01-18'],
      [
        'to be shipped on 2027-01-18: the mill is closed. The file is empty.',
        'Versand am 2027-01-18: the mill is closed. The file is empty.',
      ],
      ['to be shipped on 2027-01-18: simulated', 'Versand am 2027-01-18: simuliert'],
      ['now with north: was printed', 'jetzt bei north: was printed'],
      ['no printer makes all of it and ships it there', 'keine Druckerei stellt alles her und liefert dorthin'],
      ['The file is empty.', 'The file is empty.'],
      ['was printed', 'was printed'],
    ] as const
    const steps = notes.map(([note], i) => ({ sequence: i + 1, on: 'delayed', note }))
    assert.deepEqual(
      inReadersLanguage({ steps }, { 'accept-language': 'de' }).steps.map(({ note }) => note),
      notes.map(([, german]) => german),
    )
    const step = { sequence: 1, on: 'delayed', note: null }
    assert.deepEqual(inReadersLanguage({ steps: [step] }, { 'accept-language': 'de' }).steps, [step])
  })

  it('so are the notes of orders that wait and of print jobs, but not the note that is sent back', () => {
    const [note, german] = ['it never reached the printer', 'sie hat die Druckerei nie erreicht']
    const answer = {
      orders: [{ customerOrderId: 'C-1', since: at, note }],
      causes: [{ stoppedIn: 'PRINTING', note, text: note }],
      jobs: [{ jobId: 'job_1', attempt: 1, problem: note }],
      others: [{ note, text: note, problem: note }],
    }
    assert.deepEqual(inReadersLanguage(answer, { 'accept-language': 'de' }), {
      orders: [{ customerOrderId: 'C-1', since: at, note: german }],
      causes: [{ stoppedIn: 'PRINTING', note, text: german }],
      jobs: [{ jobId: 'job_1', attempt: 1, problem: german }],
      others: answer.others,
    })
  })

  it('what the service says is in the language of the screen, and what people wrote stays', () => {
    const entries = [
      say('API key {label} of {owner}', { label: 'Nightly', owner: 'Ben Ortiz' }),
      say('They come from {from}, and reach no private address.', { from: say("this machine's own address") }),
      'The operator',
      null,
    ]
    const answer = inReadersLanguage({ entries }, { 'accept-language': 'de' })
    assert.deepEqual(answer.entries, [
      'API-Schlüssel Nightly von Ben Ortiz',
      'Sie kommen von der eigenen Adresse dieses Rechners und erreichen keine private Adresse.',
      'The operator',
      null,
    ])
    const forProgram = inReadersLanguage({ entries }, { 'accept-language': 'de', authorization: 'a key' })
    assert.deepEqual(JSON.parse(JSON.stringify(forProgram.entries)), [
      'API key Nightly of Ben Ortiz',
      "They come from this machine's own address, and reach no private address.",
      'The operator',
      null,
    ])
  })

  it('everything else of the answer stays as it is', () => {
    const answer = inReadersLanguage(order, { 'accept-language': 'de' })
    assert.deepEqual([answer.name, answer.at], ['Paid', at])
    assert.equal(order.errors[0]!.detail, detail)
  })

  it('a program gets English answers, and what the catalog does not have stays in English', () => {
    assert.equal(inReadersLanguage(order, { 'accept-language': 'de', authorization: 'a key' }), order)
    const unknown = { code: 'new', detail: 'Nobody has translated this. The file is empty.' }
    assert.equal(
      inReadersLanguage(unknown, { 'accept-language': 'de' }).detail,
      'Nobody has translated this. Die Datei ist leer.',
    )
  })

  it('a text as long as only people write is answered as it is', () => {
    const long = { code: 'new', detail: 'The file is empty. '.repeat(100).trim() }
    assert.deepEqual(inReadersLanguage(long, { 'accept-language': 'de' }), long)
    const short = { code: 'new', detail: 'The file is empty. '.repeat(10).trim() }
    assert.equal(inReadersLanguage(short, { 'accept-language': 'de' }).detail, 'Die Datei ist leer. '.repeat(10).trim())
  })
})
