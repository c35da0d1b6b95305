import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { instant, systemClock } from '../../src/base/clock.ts'
import { contract, sampleJob } from '../../src/printer/contract.ts'
import type { Answer, MessageContent } from '../../src/printer/printer.ts'
import { openPrinterClient } from '../../src/printer/printerClient.ts'
import { documentOf, printTalkPrinter, printTalkSettingsMistakes } from '../../src/printer/printtalk/printtalk.ts'
import { xjdfOf } from '../../src/printer/printtalk/xjdf.ts'
import { children, descendants, type Element, parseRoot, xmlOf, xmlText } from '../../src/printer/printtalk/xml.ts'
import { strangeLine, strangeText } from '../support/strangeTexts.ts'
import { type Outside, startOutside } from './outside.ts'
import type { PrintTalkOrder } from './printTalk.ts'
import { shapeMistakes } from './printTalkShape.ts'

const settings = {
  identity: 'OCTAVO',
  sharedSecret: 'what-octavo-says-to-it',
  printerIdentity: 'https://press.example/XJDF',
  printerSharedSecret: 'what-the-press-says-back',
}
const clock = systemClock
const start = () =>
  startOutside<PrintTalkOrder>('printTalk', [
    settings.printerIdentity,
    settings.printerSharedSecret,
    settings.identity,
    settings.sharedSecret,
  ])

for (const numbers of ['numbered', 'without numbers'] as const) {
  contract(`PrintTalk, its documents ${numbers}`, async () => {
    const press = await start()
    await press.tell({ do: 'number', documents: numbers === 'numbered' })
    const client = openPrinterClient()
    return {
      printer: printTalkPrinter({ ...settings, url: press.url }, { client, clock }),
      decide: decision => press.tell({ do: 'behave', manner: decision === 'accept' ? 'confirms' : 'is too late' }),
      end: () => Promise.all([press.kill(), client.close()]).then(() => {}),
    }
  })
}

describe('a printer that speaks PrintTalk', () => {
  const client = openPrinterClient(2000)
  let press: Outside<PrintTalkOrder>
  const printer = (changes = {}) => printTalkPrinter({ ...settings, url: press.url, ...changes }, { client, clock })
  const behave = (manner: Extract<PrintTalkOrder, { do: 'behave' }>['manner']) => press.tell({ do: 'behave', manner })
  before(async () => {
    press = await start()
  })
  after(() => Promise.all([press.kill(), client.close()]))

  it('a PrintTalk printer gets valid XML for any texts of the order', () => {
    const xml = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
    const sample = sampleJob()
    const anyJob = fc.record({ text: strangeText(200), name: strangeLine(100) }).map(({ text, name }) => {
      const cover = { url: `https://files.example/${encodeURI(text.toWellFormed())}?${name}`, sha256: null }
      const destination = { ...sample.ticket.destination, name: text, company: text, address1: text, city: text }
      const item = { ...sample.ticket.items[0]!, sku: name, itemDescription: text, files: { cover, guts: null } }
      return { ...sample, ticket: { ...sample.ticket, customerOrderId: name, destination, items: [item] } }
    })
    /** XML knows one end of a line, and the parser keeps no spaces around a value. */
    const asRead = (text: string) => xmlText(text).replaceAll(/\r\n?/g, '\n').trim()
    const property = fc.property(anyJob, job => {
      const object = { PurchaseOrder: xjdfOf(job, {}) }
      const document = documentOf({ ...settings, url: '' }, { id: 'ORDER.job_1', object, at: clock() })
      assert.match(document, xml)
      assert.deepEqual(shapeMistakes(document), ['PurchaseOrder needs Expires'])
      const [person] = descendants(parseRoot(document), 'Person')
      const { customerOrderId, destination } = job.ticket
      assert.equal(person!['@FamilyName'], asRead(destination.name))
      assert.equal(descendants(parseRoot(document), 'XJDF')[0]!['@DescriptiveName'], asRead(customerOrderId))
    })
    fc.assert(property, { numRuns: 200 })
  })

  it('a PrintTalk printer gets the slip of the customer, and only the return address as sender of a blind parcel', () => {
    const sample = sampleJob()
    const returnAddress = { ...sample.ticket.destination, name: 'Shop' }
    const slip = { message: 'Thanks', giftMessage: 'Enjoy!', returnAddress, url: 'https://print.example/press/slips/1' }
    const documentFor = (blind: boolean) => {
      const shipFrom = blind ? returnAddress : sample.ticket.shipFrom!
      const ticket = { ...sample.ticket, shipFrom, packingSlip: { ...slip, blind } }
      return parseRoot(xmlOf(xjdfOf({ ...sample, ticket }, {}, '')))!
    }
    const sendersOf = (document: Element) =>
      descendants(document, 'Resource').flatMap(resource => {
        const [part] = children(resource, 'Part')
        const [person] = descendants(resource, 'Person')
        return person === undefined ? [] : [[part!['@ContactType'], person['@FamilyName']]]
      })
    const named = documentFor(false)
    assert.deepEqual(sendersOf(named), [
      ['Delivery', 'Ann Reader'],
      ['SenderAlias', 'Shop'],
      ['Sender', 'Octavo Press'],
    ])
    const blind = documentFor(true)
    assert.deepEqual(sendersOf(blind).slice(1), [['SenderAlias', 'Shop']])
    assert.doesNotMatch(JSON.stringify(blind), /Octavo/)
    const [delivery] = descendants(blind, 'DeliveryParams')
    assert.deepEqual(children(delivery, 'FileSpec'), [
      { '@MimeType': 'application/pdf', '@ResourceUsage': 'PackingSlip', '@URL': slip.url },
    ])
    const comments = descendants(blind, 'Comment').map(one => [one['@Type'], one['#text']])
    assert.deepEqual(comments.slice(-2), [
      ['PackingSlipMessage', 'Thanks'],
      ['GiftMessage', 'Enjoy!'],
    ])
    const isBlind = (document: Element) =>
      descendants(document, 'GeneralID').find(one => one['@IDUsage'] === 'BlindShipping')!['@IDValue']
    assert.deepEqual([named, blind].map(isBlind), ['false', 'true'])
  })

  it('a PrintTalk printer gets a well-formed purchase order whose book binds a cover and a body, with the files of each', async () => {
    const sample = sampleJob({ jobId: 'job_book' })
    const files = {
      cover: { url: 'https://files.example/c.pdf?a=1&b=2', sha256: 'ab'.repeat(32) },
      guts: { url: 'https://files.example/g.pdf', sha256: null },
    }
    const items = [{ ...sample.ticket.items[0]!, itemDescription: 'A <b>bold</b> & "quoted" \u0001novel', files }]
    await printer().submit({ ...sample, ticket: { ...sample.ticket, items } })
    const text = String(await press.tell({ do: 'last' }))
    const [document] = children(parseRoot(text), 'PrintTalk')
    assert.ok(document !== undefined)
    assert.match(text, /<PrintTalk xmlns="http:\/\/www.printtalk.org\/schema_20"/)
    const products = descendants(document, 'Product')
    assert.deepEqual(
      products.map(one => [one['@ID'], one['@IsRoot'], one['@ProductType']]),
      [
        ['BOOK1', 'true', 'Book'],
        ['BOOK1-COVER', 'false', 'Cover'],
        ['BOOK1-BODY', 'false', 'Body'],
      ],
    )
    assert.deepEqual(descendants(document, 'BindingIntent'), [
      {
        '@BindingOrder': 'Gathering',
        '@BindingSide': 'Left',
        '@BindingType': 'SoftCover',
        '@ChildRefs': 'BOOK1-COVER BOOK1-BODY',
      },
    ])
    assert.deepEqual(
      descendants(document, 'LayoutIntent').map(one => [one['@FinishedDimensions'], one['@Pages'], one['@Bleed']]),
      [
        ['432 648 39.6', undefined, undefined],
        ['903.6 648 0', '1', '9'],
        ['432 648 39.6', '200', '9'],
      ],
    )
    assert.deepEqual(
      descendants(document, 'FileSpec').map(one => one['@URL']),
      [files.cover.url, files.guts.url],
    )
    assert.equal(descendants(document, 'Comment')[0]?.['#text'], 'A <b>bold</b> & "quoted" novel')
  })

  for (const [kind, send] of [
    ['PurchaseOrder', (to: ReturnType<typeof printer>) => to.submit(sampleJob({ jobId: 'job_shape' }))],
    [
      'Cancellation',
      (to: ReturnType<typeof printer>) =>
        to.requestCancellation(sampleJob({ jobId: 'job_shape', submittedAt: clock() })),
    ],
    ['OrderStatusRequest', (to: ReturnType<typeof printer>) => to.fetchUpdates(sampleJob({ jobId: 'job_shape' }))],
  ] as const) {
    it(`a PrintTalk printer gets a ${kind} whose envelope is valid by the schema of PrintTalk`, async () => {
      await send(printer())
      const document = String(await press.tell({ do: 'last' }))
      assert.match(document, new RegExp(`<${kind}`))
      assert.deepEqual(shapeMistakes(document), [])
      const misplaced = document.replace(/(<Sender>.*<\/Sender>)(\s*<To>.*<\/To>)/s, '$2$1')
      const [mistake] = shapeMistakes(misplaced.replace('timestamp=', 'Timestamp='))
      assert.match(mistake!, /PrintTalk needs timestamp/)
      assert.match(shapeMistakes(misplaced).join(), /Header holds From To Sender/)
    })
  }

  it('a PrintTalk printer gets the color of a paper, the side that is not coated, and the thickness of the body', () => {
    const job = sampleJob()
    const [item] = job.ticket.items
    const { papers } = item!.book
    const book = {
      ...item!.book,
      papers: {
        pages: { ...papers.pages!, color: 'cream' as const, thicknessInches: 0.005 },
        cover: { ...papers.cover!, backCoating: 'none' as const },
      },
    }
    const ticket = { ...job.ticket, items: [{ ...item!, book }] }
    const root = children(parseRoot(xmlOf(xjdfOf({ ...job, ticket }, {}, ''))), 'XJDF')[0]!
    assert.deepEqual(
      descendants(root, 'MediaIntent').map(one => [one['@Coating'], one['@BackCoating'], one['@MediaColor']]),
      [
        ['Gloss', 'None', undefined],
        ['None', undefined, 'Ivory'],
      ],
    )
    assert.equal(descendants(root, 'LayoutIntent').at(-1)!['@FinishedDimensions'], '432 648 36')
  })

  it('a PrintTalk printer gets the jacket, endpapers and spine of a hard cover, and the holes of a coil', () => {
    const job = sampleJob()
    const [item] = job.ticket.items
    const rootOf = (book: Partial<NonNullable<typeof item>['book']>) => {
      const ticket = { ...job.ticket, items: [{ ...item!, book: { ...item!.book, ...book } }] }
      return children(parseRoot(xmlOf(xjdfOf({ ...job, ticket }, {}, ''))), 'XJDF')[0]!
    }
    const hard = rootOf({
      binding: 'hard',
      board: { widthInches: 6.125, heightInches: 9.25, thicknessInches: 0.08 },
      finishedCover: { widthInches: 20.5, heightInches: 9.25 },
      spineInches: 0.75,
      flapInches: 3.25,
      flapFoldInches: 0.25,
      endpapers: '80 lb white',
      spineShape: 'round',
    })
    assert.deepEqual(descendants(hard, 'HardCoverBinding'), [
      {
        '@EndSheets': 'true',
        '@Jacket': 'Loose',
        '@JacketFoldingWidth': '234',
        '@Thickness': '5.76',
        '@TightBacking': 'Round',
      },
    ])
    assert.deepEqual(
      descendants(hard, 'Product').map(product => product['@ProductType']),
      ['Book', 'Jacket', 'Body', 'CoverBoard'],
    )
    // The closed book is as wide as a board and its hinge: without the flaps and their folds.
    assert.equal(descendants(hard, 'LayoutIntent')[0]!['@FinishedDimensions'], '459 666 54')
    const coil = rootOf({ binding: 'coil', spineInches: 0, punchInches: 0.27 })
    assert.equal(descendants(coil, 'BindingIntent')[0]!['@BindingType'], 'CoilBinding')
    const hebrew = rootOf({ bindingEdge: 'right' })
    assert.equal(descendants(hebrew, 'BindingIntent')[0]!['@BindingSide'], 'Right')
    const ids = (root: Element) => descendants(root, 'GeneralID').map(id => `${id['@IDUsage']} ${id['@IDValue']}`)
    assert.ok(ids(coil).includes('PunchPoints 19.44'))
    assert.ok(ids(hard).includes('FlapFoldPoints 18') && ids(hard).includes('Endpapers 80 lb white'))
  })

  it('a PrintTalk printer confirms an enterprise job with its prices', async () => {
    assert.deepEqual(contentOf(await printer().submit(sampleJob({ jobId: 'job_a', enterprise: true }))), {
      kind: 'accepted',
      itemsCents: 10050,
      taxesCents: 704,
    })
  })

  it('a PrintTalk printer may refuse, and says why', async () => {
    await behave('refuses')
    const answer = await printer().submit(sampleJob({ jobId: 'job_r' }))
    await behave('confirms')
    assert.deepEqual(contentOf(answer), { kind: 'refused', reason: 'WrongProduct: no crème & no écru' })
  })

  it('a PrintTalk printer may answer without a decision', async () => {
    await behave('says nothing')
    assert.deepEqual(await printer().submit(sampleJob({ jobId: 'job_n' })), { kind: 'answered', messages: [] })
    await behave('confirms')
  })

  it('a PrintTalk printer whose response is not PrintTalk, or refuses the identity, is tried again', async () => {
    await behave('answers HTML')
    assert.deepEqual(await printer().submit(sampleJob({ jobId: 'job_h' })), {
      kind: 'unavailable',
      cause: 'answer_unreadable',
      reached: 'unknown',
    })
    await behave('confirms')
    assert.deepEqual(await printer({ sharedSecret: 'another-one-that-is-wrong' }).submit(sampleJob()), {
      kind: 'unavailable',
      cause: 'http_401',
      reached: 'no',
    })
  })

  it('a PrintTalk printer is asked about each open job, and gets lost jobs again', async () => {
    const job = sampleJob({ jobId: 'job_open', submittedAt: clock() })
    await printer().submit(job)
    assert.equal(await printer().readJobState!(job), 'open')
    await press.tell({ do: 'forget', jobId: 'job_open' })
    assert.equal(await printer().readJobState!(job), 'unknown')
    assert.equal(contentOf(await printer().fetchUpdates(job))?.kind, 'accepted')
    await printer().requestCancellation(job)
    assert.equal(await printer().readJobState!(job), 'over')
    assert.equal(
      await printer({ milestones: { PrePressCompleted: 'shipped' } }).readJobState!({ ...job, jobId: 'job_book' }),
      'over',
    )
    await behave('answers HTML')
    assert.equal(await printer().readJobState!(job), null)
    await behave('confirms')
  })

  it('a PrintTalk printer grants the cancellation of a job that it has lost', async () => {
    const job = sampleJob({ jobId: 'job_gone', submittedAt: clock() })
    await printer().submit(job)
    await press.tell({ do: 'forget', jobId: 'job_gone' })
    assert.deepEqual(contentOf(await printer().requestCancellation(job)), {
      kind: 'cancellation',
      decision: 'accept',
      reason: 'the printer does not know the order',
    })
  })

  it('a PrintTalk printer refuses to cancel a printed job', async () => {
    const job = sampleJob({ jobId: 'job_late' })
    await printer().submit(job)
    await behave('is too late')
    const answer = await printer().requestCancellation({ ...job, submittedAt: clock() })
    await behave('confirms')
    assert.deepEqual(contentOf(answer), { kind: 'cancellation', decision: 'refuse', reason: 'Milestone: printed' })
  })
})

describe('a PrintTalk document of a printer', () => {
  const inbox = printTalkPrinter({ ...settings, url: 'http://127.0.0.1:9' }, { client: openPrinterClient(), clock })
  const document = (request: string, secret: string = settings.printerSharedSecret) => `<?xml version="1.0"?>
    <p:PrintTalk xmlns:p="http://www.printtalk.org/schema_2_0" xmlns:x="http://www.CIP4.org/JDFSchema_2_0" timestamp="2026-03-03T10:00:00Z">
      <p:Header><p:From><p:Credential domain="URL"><p:Identity>${settings.printerIdentity}</p:Identity>
        <p:SharedSecret>${secret}</p:SharedSecret></p:Credential></p:From></p:Header>${request}</p:PrintTalk>`
  const open = (received: ReturnType<typeof inbox.receive>) =>
    received.kind === 'unopened' ? received.open() : received
  const post = (body: string) => open(inbox.receive({ headers: {}, body: Buffer.from(body), now: clock() }))
  const authorizationWith = (secret: string) =>
    `Basic ${Buffer.from(`${settings.printerIdentity}:${secret}`).toString('base64')}`
  const status = (milestone: string, more = '', severity = 'Event') =>
    `<p:Request BusinessID="B-1"><p:OrderStatusResponse JobIDRef="job_1"><x:AuditPool><x:AuditNotification>
       <x:Notification Class="${severity}"><x:Comment>because</x:Comment><x:Milestone MilestoneType="${milestone}"/></x:Notification>
     </x:AuditNotification></x:AuditPool>${more}</p:OrderStatusResponse></p:Request>`
  const parcel = (trackingNumber: string) => ({ trackingNumber, altTrackingNumber: '', trackingUrl: '' })
  const shipments = [{ masterTrackingNumber: '', carrier: '', packages: [parcel('1Z1'), parcel('1Z2')] }]
  const tracking = '<x:DeliveryParams TrackingID="1Z1 1Z2"/>'

  const cases: [name: string, request: string, message: MessageContent | 'empty' | 'unreadable'][] = [
    ['a milestone of receipt', status('OrderReceived'), { kind: 'received' }],
    ['a milestone of printing', status('PostPressCompleted'), { kind: 'printed' }],
    [
      'a delay',
      status('Delayed', '<x:DeliveryParams Required="2026-03-12T16:00:00Z"/>'),
      { kind: 'delayed', until: '2026-03-12', reason: 'because' },
    ],
    [
      'a delay to a day that does not exist',
      status('Delayed', '<x:DeliveryParams Required="2026-02-30T16:00:00Z"/>'),
      'empty',
    ],
    ['a part that left', status('PartiallyShipped', tracking), { kind: 'packages', shipments }],
    [
      'shipping, with its price',
      status('Shipped', `${tracking}<p:Pricing><p:Price PriceType="Shipping" Price="4.99"/></p:Pricing>`),
      { kind: 'shipped', shipments, shippingCents: 499, reason: 'because' },
    ],
    [
      'parcels whose numbers stand in lines',
      status('PartiallyShipped', '<x:DeliveryParams TrackingID="1Z1&#10;1Z2&#xD;&#xA;"/>'),
      { kind: 'packages', shipments },
    ],
    [
      'shipping in another currency',
      status(
        'Shipped',
        `${tracking}<p:Pricing Currency="CAD"><p:Price PriceType="Shipping" Price="4.99"/></p:Pricing>`,
      ),
      {
        kind: 'shipped',
        shipments,
        shippingCents: null,
        notTaken: 'they are in CAD, and only USD is accepted',
        reason: 'because',
      },
    ],
    ['an error', status('Whatever', '', 'Error'), { kind: 'problem', reason: 'because' }],
    ['a milestone that means nothing here', status('PlateMade'), 'empty'],
    ['a milestone with the name of a built-in thing', status('constructor'), 'empty'],
    ['a milestone with the name of another', status('__proto__'), 'empty'],
    [
      'a refusal to cancel',
      '<p:Request BusinessID="B-2" BusinessRefID="job_1.cancel.5"><p:Refusal Reason="Milestone"/></p:Request>',
      { kind: 'cancellation', decision: 'refuse', reason: 'Milestone' },
    ],
    [
      'a refusal to cancel for a reason that nobody knows',
      '<p:Request BusinessID="B-2" BusinessRefID="job_1.cancel.5"><p:Refusal Reason="Other" ReasonDetails="Unknown"/></p:Request>',
      { kind: 'cancellation', decision: 'refuse', reason: 'Other: Unknown' },
    ],
    [
      'an answer to somebody else',
      '<p:Request BusinessID="B-2" BusinessRefID="PO-7"><p:Confirmation/></p:Request>',
      'unreadable',
    ],
    ['an invoice', '<p:Request BusinessID="B-2"><p:Invoice/></p:Request>', 'unreadable'],
  ]
  for (const [name, request, expected] of cases) {
    it(`a PrintTalk document of a printer with ${name} is ${typeof expected === 'string' ? expected : `taken for ${expected.kind}`}`, () => {
      const received = post(document(request))
      if (typeof expected === 'string') return assert.equal(received.kind, expected)
      assert.ok(received.kind === 'messages')
      assert.deepEqual(received.messages[0]!.message.content, expected)
      assert.deepEqual(received.messages[0]!.message.sentAt, instant('2026-03-03T10:00:00Z'))
    })
  }

  it('a PrintTalk document of a printer without the secret of the printer is not believed, wherever it stands', () => {
    assert.equal(post(document(status('Shipped'), 'a guess of mine')).kind, 'unauthenticated')
    const withHeader = (secret: string) => {
      const body = Buffer.from(document(status('Shipped', tracking), 'a guess of mine'))
      return open(inbox.receive({ headers: { authorization: authorizationWith(secret) }, body, now: clock() })).kind
    }
    assert.equal(withHeader('a guess of mine'), 'unauthenticated')
    assert.equal(withHeader(settings.printerSharedSecret), 'messages')
  })

  it('a PrintTalk document of a printer that brings a document type, too many levels, or no XML at all is not read', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">]><PrintTalk>&lol;</PrintTalk>`
    const deep = `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`
    for (const body of [bomb, deep, '', 'hello', '<a><b></a>']) assert.equal(post(body).kind === 'messages', false)
    const received = post(bomb)
    assert.ok(received.kind === 'unauthenticated')
    assert.equal(received.reply.status, 401)
    const headers = { authorization: authorizationWith(settings.printerSharedSecret) }
    const strange = Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><PrintTalk/>')
    for (const [body, why] of [
      [Buffer.from(bomb), /not acceptable XML/],
      [strange, /the encoding Shift_JIS;/],
    ] as const) {
      const answer = inbox.receive({ headers, body, now: clock() })
      assert.ok(answer.kind === 'unreadable')
      assert.match(answer.reply.body, why)
    }
  })

  it('a PrintTalk document of an unknown sender is not read beyond its header, however large it is', () => {
    const large = '<a b="c">d</a>'.repeat(70_000)
    const beganMs = performance.now()
    assert.equal(post(document(large, 'a guess of mine')).kind, 'unauthenticated')
    assert.equal(post(`<PrintTalk>${large}</PrintTalk>`).kind, 'unauthenticated')
    const strangerMs = performance.now() - beganMs
    const begunMs = performance.now()
    assert.equal(post(document(large)).kind, 'unreadable')
    assert.ok(strangerMs < (performance.now() - begunMs) / 5, `${strangerMs} ms`)
  })

  it('the body of a PrintTalk document is parsed only when it is needed', () => {
    const body = Buffer.from(document(status('Shipped', tracking)))
    assert.equal(inbox.receive({ headers: {}, body, now: clock() }).kind, 'unopened')
  })
})

describe('the settings of such a printer', () => {
  it('the settings of a PrintTalk printer are checked, and a secret is not shown', () => {
    const good = { ...settings, url: 'https://press.example/printtalk' }
    assert.deepEqual(printTalkSettingsMistakes({ ...good, milestones: { InTheOven: 'printed' } }), [])
    const [problem, ...others] = printTalkSettingsMistakes({ ...good, sharedSecret: 'short' })
    assert.equal(others.length, 0)
    assert.ok(problem!.path === '/sharedSecret' && !String(problem!.text).includes('"short"'))
    assert.equal(printTalkSettingsMistakes({ ...good, milestones: { InTheOven: 'baked' } }).length > 0, true)
  })
})

const contentOf = (answer: Answer): MessageContent | undefined =>
  answer.kind === 'answered' ? answer.messages[0]?.content : undefined
