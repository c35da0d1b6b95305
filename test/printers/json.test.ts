import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hour, instant, systemClock } from '../../src/base/clock.ts'
import { newWebhookSecret } from '../../src/base/secrets/ids.ts'
import { contract, sampleJob } from '../../src/printer/contract.ts'
import { jsonPrinter, jsonSettingsMistakes } from '../../src/printer/json/json.ts'
import { translate } from '../../src/printer/json/translations.ts'
import { openPrinterClient } from '../../src/printer/printerClient.ts'
import type { Manner, PressOrder } from './jsonPress.ts'
import { type Outside, startOutside } from './outside.ts'

const secret = newWebhookSecret()
const clock = systemClock

contract('a printer of its own system, JSON', async () => {
  const press = await startOutside<PressOrder>('jsonPress', [secret])
  const client = openPrinterClient()
  return {
    printer: jsonPrinter({ url: press.url, secret }, { client, clock }),
    decide: decision => press.tell({ do: 'behave', manner: decision === 'accept' ? 'accepts' : 'is too late' }),
    end: () => Promise.all([press.kill(), client.close()]).then(() => {}),
  }
})

describe('a printer with a system of its own', () => {
  const client = openPrinterClient(2000)
  let press: Outside<PressOrder>
  const printer = (settings = {}) => jsonPrinter({ url: press.url, secret, ...settings }, { client, clock })
  const behave = (manner: Manner) => press.tell({ do: 'behave', manner })
  before(async () => {
    press = await startOutside<PressOrder>('jsonPress', [secret])
  })
  after(() => Promise.all([press.kill(), client.close()]))

  it('a JSON printer gets the whole ticket, and its acceptance brings the prices of an enterprise job', async () => {
    const answer = await printer().submit(sampleJob({ jobId: 'job_a', enterprise: true }))
    assert.deepEqual(answer, {
      kind: 'answered',
      messages: [
        {
          messageId: 'm1',
          sentAt: instant('2026-03-02T15:00:00Z'),
          content: { kind: 'accepted', itemsCents: 10050, taxesCents: 704 },
        },
      ],
    })
  })

  const troubles = [
    ['refuses', { kind: 'answered', refused: 'We have no cream paper.' }],
    ['is busy', { kind: 'unavailable', cause: 'http_429', reached: 'no' }],
    ['fails after taking', { kind: 'unavailable', cause: 'http_500', reached: 'unknown' }],
    ['answers nonsense', { kind: 'unavailable', cause: 'answer_unreadable', reached: 'unknown' }],
    ['wants a redirect', { kind: 'unavailable', cause: 'http_307', reached: 'unknown' }],
  ] as const
  for (const [manner, expected] of troubles) {
    it(`a JSON printer that ${manner} is understood`, async () => {
      await behave(manner)
      const answer = await printer().submit(sampleJob({ jobId: `job_${manner.replaceAll(' ', '')}` }))
      await behave('accepts')
      if ('refused' in expected) {
        assert.ok(answer.kind === 'answered')
        assert.deepEqual(answer.messages[0]!.content, { kind: 'refused', reason: expected.refused })
      } else assert.deepEqual(answer, expected)
    })
  }

  it('a JSON printer whose address does not answer was certainly not reached', async () => {
    const answer = await printer({ url: 'http://127.0.0.1:9' }).submit(sampleJob())
    assert.deepEqual(answer, { kind: 'unavailable', cause: 'ECONNREFUSED', reached: 'no' })
  })

  it('a JSON printer that has another secret accepts nothing', async () => {
    const answer = await printer({ secret: newWebhookSecret() }).submit(sampleJob())
    assert.deepEqual(answer, { kind: 'unavailable', cause: 'http_401', reached: 'no' })
  })

  it('a JSON printer that knows only the old secret is understood during a rotation', async () => {
    const answer = await printer({ secret: newWebhookSecret(), previousSecret: secret }).submit(sampleJob())
    assert.equal(answer.kind, 'answered')
  })

  it('a JSON printer that has lost a job gets it again when it is asked for news', async () => {
    const job = sampleJob({ jobId: 'job_lost', submittedAt: clock() })
    await printer().submit(job)
    await press.tell({ do: 'forget', jobId: 'job_lost' })
    assert.equal((await printer().fetchUpdates(job)).kind, 'answered')
    const jobs = (await press.tell({ do: 'jobs' })) as Record<string, { submissions: number }>
    assert.equal(jobs.job_lost?.submissions, 1)
  })

  it('a JSON printer is asked about each open job every six hours, and lists the jobs that it has open', async () => {
    const now = clock()
    assert.equal(printer().nextUpdateAt(sampleJob(), now)!.getTime() - now.getTime(), 6 * hour)
    const known = Object.keys((await press.tell({ do: 'jobs' })) as object)
    assert.ok(known.length > 2, 'more than a page')
    assert.deepEqual(await printer().listJobs(), { open: known, ended: [] })
    await behave('lists without end')
    assert.equal(await printer().listJobs(), null)
    await behave('accepts')
    assert.equal(await printer({ url: 'http://127.0.0.1:9' }).listJobs(), null)
  })
})

describe('what a printer says in JSON', () => {
  const shipments = [{ carrier: 'UPS', packages: [{ trackingNumber: '1Z' }] }]
  const cases: [type: string, data: object, message: object | RegExp][] = [
    ['job.received', {}, { kind: 'received' }],
    ['job.accepted', {}, { kind: 'accepted', itemsCents: null, taxesCents: null }],
    ['job.accepted', { itemsTotal: 0, taxesTotal: 0 }, { kind: 'accepted', itemsCents: 0, taxesCents: 0 }],
    ['job.accepted', { itemsTotal: 1.005 }, /itemsTotal: got 1.005, expected dollars with at most two decimals/],
    ['job.refused', { reason: 'busy' }, { kind: 'refused', reason: 'busy' }],
    ['job.refused', {}, /\/data\/reason: got nothing, expected a value/],
    ['job.printed', {}, { kind: 'printed' }],
    ['job.delayed', { until: '2026-03-09' }, { kind: 'delayed', until: '2026-03-09', reason: '' }],
    ['job.delayed', { until: '2026-02-30' }, /expected a day that exists/],
    ['job.delayed', { until: '0000-01-01' }, /expected a day that exists/],
    [
      'job.shipped',
      { shipments, shippingTotal: 4.99 },
      {
        kind: 'shipped',
        shippingCents: 499,
        shipments: [
          {
            masterTrackingNumber: '',
            carrier: 'UPS',
            packages: [{ trackingNumber: '1Z', altTrackingNumber: '', trackingUrl: '' }],
          },
        ],
      },
    ],
    ['job.shipped', { shipments: [{ packages: [{ trackingUrl: 'javascript:alert(1)' }] }] }, /trackingUrl/],
    ['job.cancellation', { decision: 'accept' }, { kind: 'cancellation', decision: 'accept', reason: '' }],
    ['job.cancellation', { decision: 'perhaps' }, /\/data\/decision/],
    ['job.problem', { reason: 'the press broke' }, { kind: 'problem', reason: 'the press broke' }],
    ['job.flown', {}, /\/type: got "job.flown", expected one of job.received/],
  ]
  for (const [type, data, expected] of cases) {
    const outcome = expected instanceof RegExp ? `is refused: ${expected.source}` : 'is understood'
    it(`the JSON message ${type} ${JSON.stringify(data)} ${outcome}`, () => {
      const read = translate('evt_1', { type, timestamp: '2026-03-02T15:00:00Z', data: { jobId: 'job_1', ...data } })
      if (expected instanceof RegExp) assert.match('problems' in read ? read.problems.join() : '', expected)
      else assert.deepEqual('message' in read && read.message.content, expected)
    })
  }
})

describe('the settings of such a printer', () => {
  it('the settings of a JSON printer are an address and a secret, and each mistake is reported', () => {
    assert.deepEqual(jsonSettingsMistakes({ url: 'https://press.example/octavo', secret }), [])
    assert.equal(jsonSettingsMistakes({ url: 'ftp://press.example', secret: 'whsec_short' }).length, 2)
    assert.equal(jsonSettingsMistakes({ url: 'https://press.example/?key=1', secret, previousSecret: 7 }).length, 2)
  })
})
