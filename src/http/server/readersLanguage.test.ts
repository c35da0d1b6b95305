import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { readWords, say } from '../../../languages/texts.ts'
import { finding } from '../../artwork/preflight/finding.ts'
import { sizeText, toleranceText } from '../../artwork/preflight/findingText.ts'
import { dataMistake, schemaCheck } from '../../base/schemaCheck.ts'
import { BrandFile } from '../../brand/brand.ts'
import { PriceListsFile } from '../../catalog/priceLists.ts'
import { catalogSchema } from '../../catalog/schema.ts'
import { storedWords } from '../../db/rows.ts'
import { OwnTextsFile } from '../../features/shop/operatorTexts.ts'
import { TextsFile } from '../../mail/replacedTexts.ts'
import { coverageMistakes } from '../../printer/printerConfig.ts'
import { holidaysFile, shippingFile } from '../../shipping/loadShipping.ts'
import { rulesSchema } from '../../tax/taxRules.ts'
import { inReadersLanguage } from './readersLanguage.ts'

const page = { width: 6.125, height: 9.25 }
const found = finding('guts', 'page_size_wrong', {
  pages: [
    [3, 3],
    [5, 9],
  ],
  got: sizeText({ width: 6, height: 9 }),
  expected: sizeText(page),
  tolerance: toleranceText(0.0625),
})
const detail = say('{message} {fix}', { message: found.message, fix: found.fix })
const at = new Date(0)
const order = { name: 'Paid', at, errors: [{ pointer: '/orderItems/0', ...found, detail }] }

const kinds = {
  type: 'object',
  discriminator: { propertyName: 'kind' },
  oneOf: ['fixed', 'perPage'].map(kind => Type.Object({ kind: Type.Literal(kind) })),
}
/** A fault against each keyword: its schema, a value, and what the staff read. */
const faults: Record<string, [TSchema, unknown, string]> = {
  additionalProperties: [
    Type.Object({}, { additionalProperties: false }),
    { a: 1 },
    '1 angegeben; erwartet: kein solches Feld',
  ],
  discriminator: [Type.Unsafe(kinds), { kind: 'free' }, '"free" angegeben; erwartet: eine Angabe von: fixed, perPage'],
  enum: [Type.Enum(['a', 'b']), 'c', '"c" angegeben; erwartet: eine Angabe von: a, b'],
  exclusiveMinimum: [Type.Number({ exclusiveMinimum: 0 }), 0, '0 angegeben; erwartet: mehr als 0'],
  maxItems: [Type.Array(Type.Number(), { maxItems: 1 }), [1, 2], '[1,2] angegeben; erwartet: höchstens 1 Eintrag'],
  maxLength: [Type.String({ maxLength: 1 }), 'ab', '"ab" angegeben; erwartet: höchstens 1 Zeichen'],
  maximum: [Type.Number({ maximum: 1 }), 2, '2 angegeben; erwartet: höchstens 1'],
  minItems: [Type.Array(Type.Number(), { minItems: 2 }), [1], '[1] angegeben; erwartet: mindestens 2 Einträge'],
  minLength: [Type.String({ minLength: 2 }), 'a', '"a" angegeben; erwartet: mindestens 2 Zeichen'],
  minProperties: [
    Type.Object({}, { minProperties: 2 }),
    { a: 1 },
    '{"a":1} angegeben; erwartet: mindestens 2 Einträge',
  ],
  minimum: [Type.Number({ minimum: 1 }), 0, '0 angegeben; erwartet: mindestens 1'],
  pattern: [Type.String({ pattern: '^a' }), 'b', '"b" angegeben; erwartet: ein Text nach dem Muster „^a“'],
  required: [Type.Object({ a: Type.Number() }), {}, 'nichts angegeben; erwartet: ein Wert'],
  type: [Type.Integer(), 'a', '"a" angegeben; erwartet: eine ganze Zahl'],
  uniqueItems: [
    Type.Array(Type.String(), { uniqueItems: true }),
    ['CA', 'NY', 'CA'],
    '["CA","NY","CA"] angegeben; erwartet: jeden Eintrag einmal (0 und 2 sind gleich)',
  ],
}
const operatorSchemas: TSchema[] = [
  ...[catalogSchema, PriceListsFile, shippingFile, holidaysFile],
  ...[rulesSchema, BrandFile, TextsFile, OwnTextsFile],
]
/** Keywords that contain others, and `const`, by which a discriminator tells the kinds apart. */
const withoutMistakes = ['const', 'items', 'oneOf', 'patternProperties', 'properties']

/** The keywords of a schema and of all in it. */
function keywordsOf(schema: object): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'items') return [keyword, ...keywordsOf(value)]
    const inner = ['oneOf', 'patternProperties', 'properties'].includes(keyword) ? Object.values<object>(value) : []
    return [keyword, ...inner.flatMap(keywordsOf)]
  })
}

describe('the language of an answer', () => {
  it('problems and findings are in the language of the screen, with their values by its rules', () => {
    const [error] = inReadersLanguage(order, { 'accept-language': 'de-DE,de;q=0.9' }).errors
    assert.deepEqual(error, {
      ...order.errors[0],
      got: '6 × 9 Zoll',
      expected: '6,125 × 9,25 Zoll',
      tolerance: '± 0,063 Zoll',
      message:
        'Die Größe einiger Seiten weicht um mehr als die Toleranz von der des Produkts ab. Jede Größe ist mit ihren Seiten aufgeführt.',
      fix: 'Stellen Sie die Seitengröße des Dokuments auf die erwartete Größe ein, einschließlich Beschnitt, und exportieren Sie es noch einmal.',
      detail: `${error!.message} ${error!.fix}`,
    })
  })

  it('the staff read the mistakes of the operator’s data', () => {
    const mistakes = [
      ...schemaCheck(Type.Object({ price: Type.Integer(), rates: Type.Integer() }))({ price: '1.5' }).map(dataMistake),
      ...coverageMistakes([], ['PB-1'], ['US', 'CA']),
    ]
    const answer = inReadersLanguage({ mistakes }, { 'accept-language': 'de' })
    assert.deepEqual(
      answer.mistakes.map(({ path, text }) => `${path} ${text}`),
      [
        '/rates nichts angegeben; erwartet: ein Wert',
        '/price "1.5" angegeben; erwartet: eine ganze Zahl',
        '/printers keine Druckerei stellt PB-1 her und liefert nach US, CA',
      ],
    )
  })

  it('the staff read every kind of mistake in the shape of the operator’s data', () => {
    for (const [keyword, [schema, value, german]] of Object.entries(faults)) {
      const found = schemaCheck(schema)(value)
      const { mistakes } = inReadersLanguage({ mistakes: found.map(dataMistake) }, { 'accept-language': 'de' })
      assert.deepEqual(
        [...found.map(mistake => mistake.keyword), ...mistakes.map(({ text }) => text)],
        [keyword, german],
      )
    }
    const used = [...new Set(operatorSchemas.flatMap(keywordsOf))].filter(keyword => !withoutMistakes.includes(keyword))
    assert.deepEqual(used.sort(), Object.keys(faults).sort())
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
    assert.deepEqual(
      forProgram.entries.map(entry => entry && String(entry)),
      [
        'API key Nightly of Ben Ortiz',
        "They come from this machine's own address, and reach no private address.",
        'The operator',
        null,
      ],
    )
  })

  it('what is stored is said in the language of each reader, and what people wrote in it stays', () => {
    const notes = [
      say('to be shipped on {day}: {reason}', { day: '2027-01-18', reason: 'the mill is closed. The file is empty.' }),
      say('to be shipped on {day}: {reason}', { day: '2027-01-18', reason: say('simulated') }),
      'The file is empty.',
      null,
    ].map(note => readWords(storedWords(note)))
    assert.deepEqual(inReadersLanguage({ notes }, { 'accept-language': 'de' }).notes, [
      'Versand am 2027-01-18: the mill is closed. The file is empty.',
      'Versand am 2027-01-18: simuliert',
      'The file is empty.',
      null,
    ])
    assert.equal(String(notes[1]), 'to be shipped on 2027-01-18: simulated')
  })

  it('everything else of the answer stays as it is', () => {
    const answer = inReadersLanguage(order, { 'accept-language': 'de' })
    assert.deepEqual([answer.name, answer.at], ['Paid', at])
    assert.equal(order.errors[0]!.detail, detail)
  })

  it('a program gets English answers, and what the catalog does not have stays in English', () => {
    assert.equal(inReadersLanguage(order, { 'accept-language': 'de', authorization: 'a key' }), order)
    const unknown = { code: 'new', detail: say('Nobody has translated this.') }
    assert.equal(inReadersLanguage(unknown, { 'accept-language': 'de' }).detail, 'Nobody has translated this.')
  })

  it('a text that a person wrote is not taken for one of the service', () => {
    const written = { code: 'new', detail: 'The file is empty.' }
    assert.deepEqual(inReadersLanguage(written, { 'accept-language': 'de' }), written)
  })
})
