// The catalogs of languages/ have exactly the messages that the code uses, and screens have no English outside of them.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, it } from 'node:test'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { parseSync, Visitor } from 'oxc-parser'
import { type Language, languageCodes, languageFor, localeFor } from '../languages/languages.ts'
import { literalsIn } from '../languages/literals.ts'
import { functions, messagesIn, type Use } from '../languages/messages.ts'
import { hasValues, translator, withoutNote } from '../languages/translator.ts'
import { adjustableFindings, allBookFields } from '../src/catalog/bookFields.ts'
import { type CatalogFile, catalogSchema } from '../src/catalog/schema.ts'
import { fieldText, valueWords } from '../src/features/shop/wording.ts'
import { emailKinds, templateOf } from '../src/mail/emails.ts'
import { eventTexts, statusTexts } from '../src/orders/view/labels.ts'

const root = new URL('..', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const screens = globSync('web/**/*.{ts,tsx}', { cwd: root })
  .filter(
    path =>
      !/^web\/(dist\/|docs\/|apiTypes|theme|vite\.config|components\/orders\/states|pages\/(place\/exampleFile|webhooks\/snippets|keys\/firstCall))|\.test\.ts$/.test(
        path,
      ),
  )
  .sort()

/** Texts that are for programs, or the same in every language. */
const noMessages = [
  'Octavo',
  'openid profile email',
  'operator data',
  // Values of a book.
  '60 lb uncoated white',
  'soft touch',
  'Monroe County',
  // Of an email in a language of its own.
  'Kind regards,',
  'Freundliche Grüße',
  'Edge',
  'Opera',
  'Mac OS X',
  'ApiProblem',
  'Page',
  'a, button, input, label',
  'input, textarea, select',
  '[data-action][data-selected]',
  ...['ArrowRight', 'PageDown', 'ArrowLeft', 'PageUp', 'Home', 'End'],
  ...['line …', 'id …', 'place … …', 'ship …', 'ship by scanning', 'binding mismatch', 'unknown …'],
  ...['DataMatrix', 'Code128', 'Code39', 'Plain', 'noreferrer noopener'],
  '1px solid var(--octavo-line)',
  '(UTC)',
  'Basic&nbsp;••••',
  'WebhookTest',
  'HTML',
  ...['StandardShipping', 'ExpeditedShipping', 'RushShipping'],
  'FilesChecked',
  'InvoiceCreated',
  'Node',
  'Stripe',
  'ms',
  'repeating-linear-gradient(135deg, light-dark(#877f71, #aca597) 0 2px, light-dark(#e6e0d5, #332f29) 2px 5px)',
]

/** German texts that are equal to the English ones. */
const sameInGerman = [
  '(in {time})',
  'in',
  'Bank',
  'Barcode',
  'Browser',
  'Bucket',
  'Code',
  'Format',
  'Limits',
  'Link',
  'Logo',
  'Name',
  'Navigation',
  'Passkeys',
  'Port',
  'Problem',
  'Region',
  'Server',
  'Shop',
  'Standard',
  'Status',
  'Status in {product}',
  'Support',
  'System',
  'Team',
  'Test',
  'Text',
  'UserUnit 1',
  'Version',
  'Webhooks',
  'Zone',
  '{code}: {message}',
  '{expected} ({ownExpected})',
  '{order}: {problem}',
  '{place}: {mistake}',
  '{message} {fix}',
  '{first}, {next}',
  '{first}; {next}',
  '{first} {next}',
  '{when} {pages} {got}.',
  '{pages} {got}. {when}',
  'in {names}',
  '{ppi} ppi',
  '{value} %',
  '{value} pt',
  'Lab',
  '{rule}: {reason}',
  '{state}: {why}',
  '{types} [[or]]',
  '{width} × {height} mm',
]

/** Where the service writes sentences that customers read. */
const translatedSources = [
  'src/artwork/fetchFindings.ts',
  'src/artwork/preflight/{codes,evaluateBook,finding,findingText}.ts',
  'src/artwork/preflight/rules/{count,drawing,isbn,layout,pdfx,press,sizes}.ts',
  'src/limits/admission.ts',
  'src/features/money/{creditOrder,exportToAccounting,manualRefund,receivePayments,refunds,settleAsNotCharged}.ts',
  'src/features/placing/{examine,orderSpreadsheet,packingSlip}.ts',
  'src/features/printing/decideMessage.ts',
  'src/features/staff/{approvals,secondPerson}.ts',
  'src/features/shop/accountPriceLists.ts',
  'src/features/staff/{causes,staffActs}.ts',
  'src/payments/books/compareBooks.ts',
  'src/payments/statements/paymentFile.ts',
  'src/shipping/destination.ts',
]

/** Refusals of commands, of API keys, and of requests that no screen sends. */
const onlyForPrograms = [
  'src/app/{commands,moveAccount}.ts',
  'src/base/secrets/requestKey.ts',
  'src/features/moving/*.ts',
  'src/http/document/site.ts',
  'src/http/money/providerMessages.ts',
  'src/http/people/{attempts,profile}.ts',
  'src/http/printing/{carrierMessages,jobFiles,printers}.ts',
  'src/http/products/{files,productFiles,uploads}.ts',
  'src/http/server/{auth,body,requestHeads,securityTxt,web}.ts',
  'src/http/shop/operatorDataEffects.ts',
  'src/payments/books/reconcile.ts',
]

/** Texts of these files that are for programs and programmers. */
const notForReaders = [
  // A name of PDF.
  'UserUnit …',
  'an order to an unsupported country was accepted',
  'an order was not moved',
  'the bank returned a refund',
  'a refund could not be made',
  'The order was changed and costs less.',
]

type PlacedUse = Use & { path: string }
const usesIn = (paths: string[]): PlacedUse[] =>
  paths.flatMap(path => messagesIn(path, read(path)).map(use => ({ ...use, path })))
const uses = [...usesIn(screens), ...wordsOfBooks()]

/** Those of the service that may have messages. */
const services = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .filter(path => /\b(t|say)\(/.test(read(path)))
  .sort()
const serviceUses: PlacedUse[] = [
  ...usesIn(services),
  ...[...optionsOf('operator/catalog.json'), ...wordsOfShop(), ...labels(), ...expectedTexts()].map(text => ({
    text,
    values: null,
    line: 0,
    path: 'a table of words',
  })),
  ...emailKinds.flatMap(kind => {
    const { subject, opening } = templateOf(kind)
    const used = { line: 0, values: null, path: kind }
    // A text that is only a value has nothing to translate.
    return [subject, opening].filter(text => !/^\{\w+\}$/.test(text)).map(text => ({ ...used, text }))
  }),
]
const translated = languageCodes.filter((code): code is Exclude<Language, 'en'> => code !== 'en')

/** Field names, methods with paths, JSON pointers, environment variables, beginnings of identifiers, and JSON. */
const ofPrograms =
  /\b[a-z]{2,}[A-Z]\w*|\b(?:GET|POST|PUT|PATCH|DELETE) \/|(?<![\w<])\/[a-z]\w*\/\w|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b|\b(?:acc|ord|job|inv|eml|msg)_|\.json\b|\bas JSON\b|\bJSON (?:object|file)/
/**
 * What only programs and their authors read: identifiers and cursors that a program has to send, the command for
 * trying a key, columns of a file, and the way to empty the sandbox, which a program is told.
 */
const toldToPrograms = new RegExp(
  '\\b(?:(?:job|mismatch|quote|view|check|upload)Id|nextCursor|fileUrl|viewBox|OCTAVO_AUTH)\\b|' +
    '<code>\\w+</code>|DELETE /sandbox/orders|\\b[sr]k_(?:test|live)_',
  'g',
)
/** The message without what only programs read, and without its values, which may be in one another. */
const shownOf = (text: string): string => {
  const shorter = text.replaceAll(toldToPrograms, '').replaceAll(/\{[^{}]*\}/g, '')
  return shorter === text ? text : shownOf(shorter)
}

describe('messages', () => {
  it('every message of the code is a literal, and names its values', () => {
    const wrong = [...uses, ...usesIn(services)].filter(({ text, values }) => {
      if (text === null) return true
      const expected = hasValues(text) ? namesIn(text) : []
      return values === null || values.join() !== expected.join()
    })
    assert.deepEqual(
      wrong.map(({ path, line, text, values }) => `${path}:${line} ${text} [${values}]`),
      [],
    )
  })

  const catalogs = [
    { folder: 'browser', of: 'the browser', used: uses },
    { folder: 'texts', of: 'the service', used: serviceUses },
  ]
  for (const [language, { folder, of, used: uses }] of translated.flatMap(one =>
    catalogs.map(c => [one, c] as const),
  )) {
    describe(`of ${of} in ${language}:`, () => {
      const entries = globSync(`languages/${language}/${folder}/*.json`, { cwd: root }).flatMap(path =>
        Object.entries(JSON.parse(read(path)) as Record<string, string>).map(([english, message]) => ({
          path,
          english,
          message,
        })),
      )
      const known = new Set(entries.map(({ english }) => english))

      it('the catalog has every message', () => {
        const missing = uses.filter(({ text }) => text !== null && !known.has(text))
        assert.deepEqual(
          missing.map(({ path, line, text }) => `${path}:${line} ${JSON.stringify(text)}`),
          [],
        )
      })

      it('no message is unused, and none is in two files', () => {
        const used = new Set(uses.map(({ text }) => text))
        const unused = entries.filter(({ english }) => !used.has(english))
        const twice = entries.filter(({ english }, i) => entries.findIndex(other => other.english === english) < i)
        assert.deepEqual(
          [...unused, ...twice].map(({ path, english }) => `${path} ${english}`),
          [],
        )
      })

      it('a message has the values and tags of its English text', () => {
        const wrong = entries.filter(({ english, message }) => {
          if (!hasValues(english)) return false
          const [expected, names] = [namesIn(english), namesIn(message)]
          // An email may say in one language what goes without saying in another.
          return folder === 'texts' ? names.some(name => !expected.includes(name)) : names.join() !== expected.join()
        })
        const plain = entries.filter(({ english, message }) => !hasValues(english) && hasValues(message))
        assert.deepEqual([...wrong, ...plain], [])
      })

      it('no message is empty, or still English', () => {
        const same = entries.filter(
          ({ english, message }) =>
            message.trim() === '' || (message === withoutNote(english) && !sameInGerman.includes(english)),
        )
        assert.deepEqual(same, [])
      })

      it('no message names a field, an address, a variable or an identifier of programs', () => {
        const texts = entries.flatMap(({ english, message }) => [english, message])
        assert.deepEqual(
          texts.filter(text => ofPrograms.test(shownOf(text))),
          [],
        )
      })
    })
  }

  for (const language of translated) {
    it(`what only the staff read in ${language} is in staff-*.json, which no other page loads, and nothing else is`, () => {
      const entries = globSync(`languages/${language}/browser/*.json`, { cwd: root }).flatMap(path =>
        Object.keys(JSON.parse(read(path))).map(english => ({ path, english })),
      )
      const [others, staff] = [usedBy('web/dashboard.tsx', 'web/press.tsx'), usedBy('web/staff.tsx')]
      assert.deepEqual(
        entries
          .filter(({ english }) => others.has(english) || staff.has(english))
          .filter(({ path, english }) => /staff-[^/]+$/.test(path) === others.has(english))
          .map(({ path, english }) => `${path} ${english}`),
        [],
      )
    })
  }

  it('what the service says to readers is in messages', () => {
    assert.deepEqual(
      globSync(translatedSources, { cwd: root }).flatMap(path =>
        sentencesIn(path)
          .filter(text => !notForReaders.includes(text))
          .map(text => `${path} ${text}`),
      ),
      [],
    )
  })

  it('what refuses a request of a person is a message', () => {
    const written = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', ...onlyForPrograms] })
    assert.ok(written.length > 500)
    assert.deepEqual(
      written.filter(path => /new (?:Status)?Refusal\(\s*'\w+',\s*['`]/.test(read(path))),
      [],
    )
  })

  it('a value is put in, and counted, by the rules of the language', () => {
    const german = translator('de-DE', () => '{count, plural, one {# Bestellung} other {# Bestellungen}}')
    const orders = '{count, plural, one {# order} other {# orders}}'
    assert.equal(german.t(orders, { count: 1 }), '1 Bestellung')
    assert.equal(german.t(orders, { count: 12_345 }), '12.345 Bestellungen')
    assert.equal(translator('en-US', withoutNote).t('Open [[verb]]'), 'Open')
  })

  it('tags become elements', () => {
    const { parts } = translator('en-US', text => text)
    const bold = (content: unknown[]) => ({ bold: content.join('') })
    assert.deepEqual(parts<object>('Sent to <b>{email}</b>.', { email: 'ada@example.com', b: bold as never }), [
      'Sent to ',
      { bold: 'ada@example.com' },
      '.',
    ])
  })

  it('a reader gets the first of their languages that there is, in their own kind of it', () => {
    assert.equal(languageFor(['fr-CH', 'de-CH', 'en']), 'de')
    assert.equal(languageFor(['DE']), 'de')
    assert.equal(languageFor(['fr']), 'en')
    assert.equal(localeFor('de', ['fr-CH', 'de-CH', 'en']), 'de-CH')
    assert.equal(localeFor('de', ['en-GB']), 'de-DE')
    assert.equal(localeFor('en', ['en-US@posix', 'en-GB']), 'en-GB')
  })
})

/** The messages of all modules that these ones load, at once or later. */
function usedBy(...entries: string[]): Set<string | null> {
  const found = new Set(entries)
  for (const path of found)
    for (const [, to = ''] of read(path).matchAll(/(?:from|import) ?\(?'(\.[^']+\.tsx?)'/g))
      found.add(posix.join(posix.dirname(path), to))
  return new Set(uses.filter(({ path }) => found.has(path)).map(({ text }) => text))
}

/** The words of the editor of books, from the table of their fields and that of findings. */
function wordsOfBooks(): PlacedUse[] {
  const texts = allBookFields.flatMap(({ label, empty, states, choices, otherLabel }) => [
    ...[label, empty, states?.on, states?.off, otherLabel?.label],
    ...Object.values(choices ?? {}),
  ])
  return [...texts, ...Object.values(adjustableFindings).map(({ label }) => label)].flatMap(text =>
    text === undefined ? [] : [{ text, values: [], line: 0, path: 'web/pages/staff/operatorData/BookFields.tsx' }],
  )
}

/** Of statuses, events and simulations. */
function labels(): string[] {
  const ofStatuses = statusTexts.flatMap(({ label, meaning, simulations }) => [
    ...[label, meaning],
    ...simulations.map(simulation => simulation.label),
  ])
  return [...ofStatuses, ...eventTexts.map(({ words }) => words)]
}

/** What a catalog says about books that papers have in the reader's language: what has an English word. */
function optionsOf(path: string): string[] {
  const { skus }: CatalogFile = JSON.parse(read(path))
  const words = skus.flatMap(({ attributes: { cover, paperType, textColor }, materials }) => [
    ...[cover, paperType, textColor, materials?.pages.stock ?? '', materials?.cover.stock ?? ''],
  ])
  return words.filter(text => /[a-z]{3}/.test(text))
}

/** The names of the values of the operator's data, and values that are words. */
function wordsOfShop(): string[] {
  const keys = new Set(propertiesOf(catalogSchema))
  const collect = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value)) for (const key of Object.keys(value)) if (/^[a-z]/.test(key)) keys.add(key)
    Object.values(value).forEach(collect)
  }
  for (const file of ['catalog', 'shipping', 'holidays', 'tax', 'brand'])
    collect(JSON.parse(read(`operator/${file}.json`)))
  // Others are in no sample, and are only looked for in the code.
  const sources = globSync('src/{catalog,shipping,tax,brand,mail,orders,features}/**/*.ts', { cwd: root })
  const spoken = sources
    .map(read)
    .join()
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  const others = Object.keys(JSON.parse(read('languages/de/texts/shop.json'))).filter(word => spoken.includes(word))
  // The list of all books is never a word: a difference names its book. Codes of findings stay.
  return [...others, ...valueWords, ...[...keys].filter(key => !/^(skus|zones)$|_/.test(key)).map(fieldText)]
}

/** What schemas expect of values, for people. */
function expectedTexts(): string[] {
  return globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap(path =>
    Array.from(read(path).matchAll(/'x-expected': '(.+?)'[,\s]/g), ([, text]) => text!),
  )
}

/** The names of all properties of a schema. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(propertiesOf)]
}

// biome-ignore lint/suspicious/noExplicitAny: any kind of syntax node
function markLiterals(node: any, starts: Set<number>): void {
  if (node?.type === 'ConditionalExpression')
    for (const branch of [node.consequent, node.alternate]) markLiterals(branch, starts)
  else if (node !== undefined) starts.add(node.start)
}

/** The literals of several words in a file, with `…` for values; without SQL, which has a tag, and without places. */
function sentencesIn(path: string): string[] {
  const found = new Set<string>()
  const add = (literal: string) => {
    const text = literal.replace(/^…?\/\S* /, '')
    if (/\p{L}{2,}.* \p{L}|\p{L} .*\p{L}{2,}|… \p{L}{2,}|\p{L}{2,} …/u.test(text)) found.add(text)
  }
  const [tagged, messages] = [new Set<number>(), new Set<number>()]
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => void tagged.add(quasi.start),
    // Messages are known by themselves.
    CallExpression: ({ callee, arguments: given }) =>
      void (callee.type === 'Identifier' && functions.includes(callee.name) && markLiterals(given[0], messages)),
    Literal: ({ value, start }) => void (typeof value === 'string' && !messages.has(start) && add(value)),
    TemplateLiteral: ({ quasis, start }) =>
      void (tagged.has(start) || add(quasis.map(({ value }) => value.cooked).join('…'))),
  }).visit(parseSync(path, read(path)).program)
  return [...found]
}

describe('screens', () => {
  it('a screen has no English outside of messages', () => {
    assert.deepEqual(
      screens.flatMap(path =>
        literalsIn(path, read(path)).flatMap(({ text, line }) =>
          noMessages.includes(text) ? [] : [`${path}:${line} ${text}`],
        ),
      ),
      [],
    )
  })
})

/** The values and tags of a message, sorted. */
function namesIn(message: string): string[] {
  const names = (elements: MessageFormatElement[]): string[] =>
    elements.flatMap(element => {
      switch (element.type) {
        case TYPE.literal:
        case TYPE.pound:
          return []
        case TYPE.tag:
          return [element.value, ...names(element.children)]
        case TYPE.select:
        case TYPE.plural:
          return [element.value, ...Object.values(element.options).flatMap(({ value }) => names(value))]
        default:
          return [element.value]
      }
    })
  return [...new Set(names(parse(message)))].sort()
}
