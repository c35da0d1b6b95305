import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { instant, systemClock } from '../../src/base/clock.ts'
import { contract, sampleJob } from '../../src/printer/contract.ts'
import type { Answer, MessageContent } from '../../src/printer/printer.ts'
import { openPrinterClient } from '../../src/printer/printerClient.ts'
import { siteFlowPrinter, siteFlowSettingsMistakes } from '../../src/printer/siteflow/siteflow.ts'
import { type Outside, startOutside } from './outside.ts'
import type { SiteFlowOrder } from './siteFlow.ts'

const settings = {
  token: 'token-1',
  secret: 'secret-1',
  sourceAccount: 'octavo',
  destination: 'acme.press',
  postbackToken: 'a-token-of-enough-characters',
  carriers: { standard: { code: 'usps', service: 'ground' } },
}
const clock = systemClock
type SentOrder = {
  orderData: { extraData: object; shipments: { returnAddress: { name: string }; attachments: object[] }[] }
}
const start = () => startOutside<SiteFlowOrder>('siteFlow', [settings.token, settings.secret, settings.sourceAccount])

contract('HP Site Flow', async () => {
  const outside = await start()
  const client = openPrinterClient()
  return {
    printer: siteFlowPrinter({ ...settings, url: `${outside.url}/api` }, { client, clock }),
    decide: decision => outside.tell({ do: 'behave', manner: decision === 'accept' ? 'works' : 'is in production' }),
    end: () => Promise.all([outside.kill(), client.close()]).then(() => {}),
  }
})

describe('HP Site Flow', () => {
  const client = openPrinterClient(2000)
  let outside: Outside<SiteFlowOrder>
  const printer = (changes = {}) =>
    siteFlowPrinter({ ...settings, url: `${outside.url}/api`, ...changes }, { client, clock })
  before(async () => {
    outside = await start()
  })
  after(() => Promise.all([outside.kill(), client.close()]))

  it('HP Site Flow gets a book as an item with a cover and a text, in millimetres, under the number of the job', async () => {
    const sample = sampleJob({ jobId: 'job_book' })
    const [item] = sample.ticket.items
    const files = {
      cover: { url: 'https://f.example/c.pdf', sha256: null },
      guts: { url: 'https://f.example/g.pdf', sha256: null },
    }
    const job = { ...sample, ticket: { ...sample.ticket, items: [{ ...item!, files }] } }
    await printer({ preflightProfiles: { cover: 'Covers' } }).submit(job)
    const { job_book } = (await outside.tell({ do: 'orders' })) as Record<string, { order: never }>
    assert.deepEqual(job_book!.order, {
      destination: { name: 'acme.press' },
      orderData: {
        sourceOrderId: 'job_book',
        purchaseOrderNumber: 'C-1',
        items: [
          {
            sku: 'PB-6X9',
            sourceItemId: 'job_book-1',
            barcode: 'job_book-1',
            description: 'Trade paperback',
            quantity: 30,
            binding: 'perfect',
            shipmentIndex: 0,
            unitPrice: 19.99,
            unitWeight: 290,
            extraData: { sku: 'NOVEL' },
            components: [
              {
                code: 'cover',
                path: 'https://f.example/c.pdf',
                fetch: true,
                barcode: 'job_book-1',
                preflight: true,
                preflightProfile: 'Covers',
                paper: '10 pt C1S',
                weight: 236,
                pages: 1,
                colour: { side1: '4', side2: '0' },
                finish: { side1: 'gloss', side2: 'none' },
                width: 325.12,
                height: 234.95,
                attributes: {
                  size: '6 x 9 in',
                  finishedWidth: 318.77,
                  finishedHeight: 228.6,
                  bleed: 3.18,
                  spine: 13.97,
                  coating: 'gloss',
                  printStandard: 'GRACoL2006_Coated1',
                  cover: 'paperback',
                },
              },
              {
                code: 'text',
                path: 'https://f.example/g.pdf',
                fetch: true,
                barcode: 'job_book-1',
                paper: '60 lb uncoated cream',
                weight: 89,
                pages: 200,
                colour: { side1: '1', side2: '1' },
                width: 158.75,
                height: 234.95,
                attributes: {
                  size: '6 x 9 in',
                  finishedWidth: 152.4,
                  finishedHeight: 228.6,
                  bleed: 3.18,
                  spine: 13.97,
                  coating: 'none',
                  paperType: '60 lb uncoated cream',
                },
              },
            ],
          },
        ],
        shipments: [
          {
            shipmentIndex: 0,
            shipTo: {
              name: 'Ann Reader',
              companyName: '',
              address1: '1 Main St',
              address2: '',
              town: 'Salem',
              state: 'OR',
              postcode: '97301',
              isoCountry: 'US',
              phone: '',
              email: '',
            },
            returnAddress: {
              name: 'Octavo Press',
              companyName: '',
              address1: '100 Printers Row',
              address2: '',
              town: 'Rochester',
              state: 'NY',
              postcode: '14604',
              isoCountry: 'US',
              phone: '',
              email: '',
            },
            carrier: { code: 'usps', service: 'ground' },
            canShipEarly: true,
            shipByDate: '2026-03-06',
          },
        ],
      },
    })
  })

  it('HP Site Flow gets the slip of the customer as an insert, with its texts, and only the return address as sender', async () => {
    const sample = sampleJob({ jobId: 'job_slip' })
    const returnAddress = { ...sample.ticket.destination, name: 'Shop' }
    const url = 'https://print.example/press/slips/1'
    const packingSlip = { blind: true, message: null, giftMessage: 'Enjoy!', returnAddress, url }
    const ticket = { ...sample.ticket, shipFrom: returnAddress, packingSlip }
    await printer({ returnAddress: false }).submit({ ...sample, ticket })
    const { job_slip } = (await outside.tell({ do: 'orders' })) as Record<string, { order: SentOrder }>
    const { extraData, shipments } = job_slip!.order.orderData
    assert.deepEqual(extraData, { blindShipping: true, giftMessage: 'Enjoy!' })
    assert.equal(shipments[0]!.returnAddress.name, 'Shop')
    assert.deepEqual(shipments[0]!.attachments, [
      { path: url, type: 'insert', contentType: 'application/pdf', fetch: true },
    ])
    assert.doesNotMatch(JSON.stringify(job_slip), /Octavo/)
  })

  it('HP Site Flow has a job once though the answer to its submission was lost', async () => {
    const job = sampleJob({ jobId: 'job_lost' })
    await outside.tell({ do: 'behave', manner: 'loses the answer' })
    assert.deepEqual(only(await printer().submit(job)), { kind: 'unavailable', reached: 'unknown' })
    await outside.tell({ do: 'behave', manner: 'works' })
    assert.deepEqual(await printer().submit(job), { kind: 'answered', messages: [] })
  })

  it('HP Site Flow refuses a job with an unknown SKU and names the mistake', async () => {
    const sample = sampleJob({ jobId: 'job_strange' })
    const items = [{ ...sample.ticket.items[0]!, manufacturingSku: 'what?' }]
    const answer = await printer().submit({ ...sample, ticket: { ...sample.ticket, items } })
    assert.deepEqual(contentOf(answer), { kind: 'refused', reason: 'orderData.items[0].sku: SKU what? not found' })
  })

  it('HP Site Flow gets a job whose prices the printer sets', async () => {
    const job = sampleJob({ jobId: 'job_enterprise', enterprise: true })
    assert.deepEqual(await printer().submit(job), { kind: 'answered', messages: [] })
    assert.ok('job_enterprise' in ((await outside.tell({ do: 'orders' })) as object))
  })

  it('HP Site Flow is told to leave its own brand off a blind parcel', async () => {
    const sample = sampleJob({ jobId: 'job_blind' })
    const packingSlip = { blind: true, message: null, giftMessage: null, returnAddress: sample.ticket.destination }
    await printer().submit({ ...sample, ticket: { ...sample.ticket, packingSlip } })
    const orders = (await outside.tell({ do: 'orders' })) as Record<string, { order: { orderData: never } }>
    const { shipments } = orders.job_blind!.order.orderData as { shipments: { pspBranding?: boolean }[] }
    assert.deepEqual(
      shipments.map(({ pspBranding }) => pspBranding),
      [false],
    )
  })

  it('HP Site Flow gets customs data, and the carrier for the class and country of the order', async () => {
    const sample = sampleJob({ jobId: 'job_customs' })
    const customs = {
      terms: 'DAP' as const,
      contentType: 'merchandise' as const,
      originCountry: 'US',
      currency: 'USD' as const,
      value: '599.70',
      weightGrams: 8700,
      lines: [
        {
          description: 'A novel',
          hsCode: '4901.99',
          quantity: 30,
          unitValue: '19.99',
          value: '599.70',
          weightGrams: 8700,
        },
      ],
    }
    const destination = { ...sample.ticket.destination, country: 'ca' }
    const carriers = { ...settings.carriers, 'standard-CA': { alias: 'canada' } }
    await printer({ carriers }).submit({ ...sample, ticket: { ...sample.ticket, destination, customs } })
    const orders = (await outside.tell({ do: 'orders' })) as Record<string, { order: { orderData: never } }>
    const { extraData, items, shipments } = orders.job_customs!.order.orderData as {
      extraData: unknown
      items: { description: string; unitPrice: number; extraData: unknown }[]
      shipments: { carrier: unknown }[]
    }
    assert.deepEqual(extraData, {
      customsTerms: 'DAP',
      customsContentType: 'merchandise',
      customsCurrency: 'USD',
      customsValue: 599.7,
      customsWeightGrams: 8700,
      countryOfOrigin: 'US',
    })
    assert.deepEqual(items[0]?.extraData, { sku: 'NOVEL', hsCode: '4901.99' })
    assert.deepEqual([items[0]?.description, items[0]?.unitPrice], ['A novel', 19.99])
    assert.deepEqual(shipments[0]?.carrier, { alias: 'canada' })
  })

  it('an HP Site Flow that is down, or does not know the token, has accepted nothing', async () => {
    await outside.tell({ do: 'behave', manner: 'is down' })
    assert.deepEqual(only(await printer().submit(sampleJob({ jobId: 'job_down' }))), {
      kind: 'unavailable',
      reached: 'no',
    })
    await outside.tell({ do: 'behave', manner: 'works' })
    assert.deepEqual(only(await printer({ secret: 'wrong' }).submit(sampleJob())), {
      kind: 'unavailable',
      reached: 'no',
    })
  })

  it('HP Site Flow lists the jobs that it has open, page by page, and nothing that Octavo did not send', async () => {
    const count = 120
    for (let i = 0; i < count; i++) await printer().submit(sampleJob({ jobId: `job_list${i}` }))
    await printer().requestCancellation(sampleJob({ jobId: 'job_list0' }))
    const listed = await printer().listJobs!()
    assert.deepEqual(
      listed?.open.filter(jobId => jobId.startsWith('job_list')),
      Array.from({ length: count - 1 }, (_, i) => `job_list${i + 1}`),
    )
    assert.deepEqual(listed?.ended, [{ jobId: 'job_list0', listedAs: 'cancelled' }])
    assert.ok(!(await printer({ closedStatuses: ['PrintReady'] }).listJobs!())?.open.includes('job_list1'))
    await outside.tell({ do: 'behave', manner: 'is down' })
    assert.equal(await printer().listJobs!(), null)
    await outside.tell({ do: 'behave', manner: 'works' })
  })

  it('an HP Site Flow that lost an order gets it again when it is asked about it', async () => {
    const job = sampleJob({ jobId: 'job_forgotten', submittedAt: clock() })
    assert.deepEqual(await printer().fetchUpdates(job), { kind: 'answered', messages: [] })
    assert.ok('job_forgotten' in ((await outside.tell({ do: 'orders' })) as object))
  })

  it('an HP Site Flow that already prints refuses to cancel, and says so', async () => {
    const job = sampleJob({ jobId: 'job_printing' })
    await printer().submit(job)
    await outside.tell({ do: 'behave', manner: 'is in production' })
    const answer = await printer().requestCancellation(job)
    await outside.tell({ do: 'behave', manner: 'works' })
    assert.deepEqual(contentOf(answer), {
      kind: 'cancellation',
      decision: 'refuse',
      reason: 'The order is being printed',
    })
  })
})

describe('a postback of HP Site Flow', () => {
  const inbox = siteFlowPrinter({ ...settings, url: 'http://127.0.0.1:9/api' }, { client: openPrinterClient(), clock })
  const post = (body: unknown, token: string = settings.postbackToken) =>
    inbox.receive({ headers: { 'x-octavo-token': token }, body: Buffer.from(JSON.stringify(body)), now: clock() })
  const at = { timestamp: '2026-03-03T10:00:00Z', sourceOrderId: 'job_1' }
  const shipped = { ...at, status: 'shipped', carrier: 'USPS', trackingNumber: '9400', trackingUrl: '' }

  const cases: [body: object, message: MessageContent | 'empty' | 'unreadable'][] = [
    [{ ...at, status: 'received' }, { kind: 'received' }],
    [
      { ...at, status: 'printready' },
      { kind: 'accepted', itemsCents: null, taxesCents: null },
    ],
    [{ ...at, status: 'printed' }, 'empty'],
    [
      { ...at, status: 'cancelled' },
      { kind: 'cancellation', decision: 'accept', reason: '' },
    ],
    [
      { ...at, status: 'errored', reason: 'fonts' },
      { kind: 'problem', reason: 'fonts' },
    ],
    [
      shipped,
      {
        kind: 'shipped',
        shipments: [
          {
            masterTrackingNumber: '',
            carrier: 'USPS',
            packages: [{ trackingNumber: '9400', altTrackingNumber: '', trackingUrl: '' }],
          },
        ],
        shippingCents: null,
      },
    ],
    [{ ...at, status: 'flown' }, 'unreadable'],
    [{ ...shipped, trackingUrl: 'javascript:alert(1)' }, 'unreadable'],
    [{ ...at, timestamp: 'yesterday', status: 'received' }, 'unreadable'],
  ]
  for (const [body, expected] of cases) {
    it(`a postback of HP Site Flow ${JSON.stringify(body)} means ${JSON.stringify(expected)}`, () => {
      const received = post(body)
      if (typeof expected === 'string') return assert.equal(received.kind, expected)
      assert.ok(received.kind === 'messages')
      assert.deepEqual(received.messages[0]!.message.content, expected)
      assert.deepEqual(received.messages[0]!.message.sentAt, instant(at.timestamp))
    })
  }

  it('a repeated postback of HP Site Flow has the same id, and another postback has another id', () => {
    const idOf = (body: object) => {
      const received = post(body)
      return received.kind === 'messages' ? received.messages[0]!.message.messageId : ''
    }
    assert.equal(idOf(shipped), idOf({ ...shipped }))
    assert.notEqual(idOf(shipped), idOf({ ...shipped, trackingNumber: '9401' }))
  })

  it('a postback of HP Site Flow without the right token is not believed', () => {
    assert.equal(post(shipped, 'wrong').kind, 'unauthenticated')
  })

  it('the answer to a postback of HP Site Flow has its result', () => {
    const received = post(shipped)
    assert.ok(received.kind === 'messages')
    const statusOf = (result: Parameters<typeof received.replyTo>[0][number]) => received.replyTo([result]).status
    assert.equal(statusOf({ verdict: 'applied', why: null, incomplete: false }), 200)
    assert.equal(statusOf({ verdict: 'contradicts', why: 'no', incomplete: false }), 409)
    assert.equal(statusOf(null), 404)
  })
})

describe('the settings of such a printer', () => {
  it('the settings of HP Site Flow are checked, and a secret is not shown', () => {
    assert.deepEqual(siteFlowSettingsMistakes({ ...settings, url: 'https://x.example/api' }), [])
    for (const url of ['https://x.example/%zz', 'https://[/api'])
      assert.deepEqual(
        siteFlowSettingsMistakes({ ...settings, url }).map(({ path }) => path),
        ['/url'],
      )
    const [problem, ...others] = siteFlowSettingsMistakes({
      ...settings,
      url: 'https://x.example/api',
      postbackToken: 'short',
    })
    assert.equal(others.length, 0)
    assert.ok(problem!.path === '/postbackToken' && !String(problem!.text).includes('short'))
  })
})

function only(answer: Answer) {
  return answer.kind === 'unavailable' ? { kind: answer.kind, reached: answer.reached } : answer
}

const contentOf = (answer: Answer): MessageContent | undefined =>
  answer.kind === 'answered' ? answer.messages[0]?.content : undefined
