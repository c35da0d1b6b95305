import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { operator } from '../../../test/support/orderRules.ts'
import {
  acceptedMessage,
  accountId,
  cancel,
  clock,
  database,
  jobOf,
  newPrintingOrder,
  onBothDatabases,
  passTime,
  receive,
  refusedAs,
  sendMessage,
  shippedMessage,
  transactor,
  wokenTasks,
} from '../../../test/support/printingScene.ts'
import { day, hour, minute } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import type { CrashPoint } from '../../base/running/crash.ts'
import type { Carrier } from '../../carriers/carrier.ts'
import type { Label } from '../../carriers/labelStore.ts'
import { simulatedCarrier } from '../../carriers/simulated/simulatedCarrier.ts'
import { readSales } from '../../carriers/simulated/simulatedCarrierStore.ts'
import type { Order } from '../../orders/order.ts'
import type { MessageContent, PrintJob } from '../../printer/printer.ts'
import { audit } from '../audit/audit.ts'
import { deleteOrders } from '../privacy/deleteOrders.ts'
import { buyLabel, buyLabels, type LabelDeps, labelFile, readParcels, voidLabel } from './labels.ts'

class Killed extends Error {}

onBothDatabases('labels of the press desk', () => {
  let street2 = ''
  let order: Order
  let job: PrintJob
  let calls: string[] = []
  beforeEach(async () => {
    street2 = ''
    calls = []
    order = await newPrintingOrder()
    job = await jobOf(order)
  })

  /** The sample carrier, whose recipients live at the test address. */
  const carrier = (): Carrier => {
    const real = simulatedCarrier({ db: database.db, newId: transactor.newId, clock })
    return {
      ...real,
      rate: shipment => {
        calls.push('rate')
        return real.rate({ ...shipment, to: { ...shipment.to, street2 } })
      },
      buy: request => {
        calls.push('buy')
        return real.buy(request)
      },
    }
  }
  const depsOf = (dieAt: CrashPoint | null = null): LabelDeps => ({
    ...{ transactor, clock, log: silentLog, carrierOf: () => carrier() },
    crash: point => {
      if (point === dieAt) throw new Killed(point)
    },
    boxes: () => operator.shipping.boxes,
    maxTransitDays: () => 6,
  })
  const request: Parameters<typeof buyLabel>[2] = {
    parcel: 1,
    box: null,
    copies: null,
    weightOz: null,
    acceptWeight: false,
  }
  const second = { parcel: 2, box: 'Small carton', weightOz: 12 }
  const buy = (part: Partial<typeof request> = {}, deps = depsOf()) =>
    buyLabel(deps, job, { ...request, ...part }, 'desk')
  const labels = async () => (await readParcels(depsOf(), job)).labels
  const sweep = (deps = depsOf()) => buyLabels(deps)(clock())
  const salesOf = async ({ labelId }: Label) =>
    (await readSales(database.db)).filter(({ reference }) => reference === labelId).length
  const tell = (content: MessageContent) => receive({ jobId: job.jobId, content, actor: 'printer' })
  /** The postings of labels of the order, as [name, cents of the cost]. */
  const costs = async () => {
    const { rows } = await sql<{ name: string; cents: number }>`
      select split_part(posting_id, '/', 3) as name, amount_cents as cents
      from ledger_entries
      where order_id = ${order.orderId} and ledger_account = 'shipping_cost'
      order by at, name`.execute(database.db)
    return rows.map(({ name, cents }) => [name, cents])
  }
  const findings = async () => (await audit(database.db, clock())).filter(({ rule }) => /label|shipment/.test(rule))

  it('a parcel is bought in its box, at its computed weight, by the cheapest service that keeps the class', async () => {
    const { plan, carrier } = await readParcels(depsOf(), job)
    assert.equal(carrier, 'simulated')
    assert.deepEqual(
      plan?.map(({ parcel, box, copies }) => [parcel, box.name, copies]),
      [[1, 'Book mailer', [2]]],
    )
    const label = await buy()
    assert.deepEqual(
      [label.status, label.box, label.service, label.carrier, label.jobId],
      ['bought', 'Book mailer', 'Ground', 'Simulated Post', job.jobId],
    )
    assert.match(label.trackingNumber!, /^SIM\d{15}$/)
    assert.ok(Math.abs(label.weightOz - plan![0]!.ounces) < 0.1 && label.costCents! > 0)
    assert.deepEqual(await findings(), [])
  })

  it('repeating a purchase, and two people at once, buy one label', async () => {
    const bought = await Promise.all([buy(), buy(), buy()])
    const again = await buy()
    assert.equal(new Set([...bought, again].map(({ labelId }) => labelId)).size, 1)
    assert.equal(calls.filter(call => call === 'buy').length, 1)
  })

  it('a scale that shows a missing copy stops the label, unless a person has looked', async () => {
    const { plan } = await readParcels(depsOf(), job)
    const weightOz = plan![0]!.ounces - 6
    await assert.rejects(buy({ weightOz }), refusedAs('wrong_state'))
    await assert.rejects(buy({ weightOz: plan![0]!.weight.min - 0.1 }), refusedAs('wrong_state'))
    for (const { min, max } of plan!.map(({ weight }) => weight))
      assert.deepEqual([min, max], [Number(min.toFixed(1)), Number(max.toFixed(1))])
    assert.deepEqual([await labels(), calls], [[], []])
    const right = await buy({ weightOz: plan![0]!.ounces + 0.3 })
    assert.equal(right.status, 'bought')
    await voidLabel(depsOf(), job, right.labelId, 'desk')
    assert.equal((await buy({ weightOz, acceptWeight: true })).weightOz, weightOz)
  })

  it('a parcel that was not planned is weighed, and may have any weight', async () => {
    await assert.rejects(buy({ ...second, weightOz: null }), refusedAs('wrong_state'))
    assert.deepEqual(await labels(), [])
    assert.deepEqual([(await buy(second)).status, (await buy(second)).weightOz], ['bought', 12])
  })

  it('the rest of the books is planned again when a person packed other books', async () => {
    await assert.rejects(buy({ copies: [3] }), refusedAs('wrong_state'))
    await assert.rejects(buy({ copies: [0] }), refusedAs('wrong_state'))
    await assert.rejects(buy({ copies: [1, 1] }), refusedAs('wrong_state'))
    const first = await buy({ copies: [1] })
    assert.deepEqual([first.copies, first.box], [[1], 'Book mailer'])
    assert.deepEqual((await buy()).labelId, first.labelId)
    const planOf = async () =>
      (await readParcels(depsOf(), job)).plan?.map(({ parcel, box, copies }) => [parcel, box.name, copies])
    assert.deepEqual(await planOf(), [
      [1, 'Book mailer', [1]],
      [2, 'Book mailer', [1]],
    ])
    const other = await buy({ parcel: 2, box: 'Small carton' })
    assert.ok(Math.abs(other.weightOz - first.weightOz) < 20, 'the weight of one copy')
    assert.deepEqual([other.copies, (await planOf())?.at(-1)], [[1], [2, 'Small carton', [1]]])
    await assert.rejects(buy({ parcel: 3, box: 'Small carton', copies: [1] }), refusedAs('wrong_state'))
    await voidLabel(depsOf(), job, first.labelId, 'desk')
    assert.deepEqual(await planOf(), [
      [1, 'Book mailer', [1]],
      [2, 'Small carton', [1]],
    ])
  })

  it('two people who pack the same book at once buy one label with it', async () => {
    const outcomes = await Promise.allSettled([
      buy({ copies: [2] }),
      buy({ parcel: 2, box: 'Book mailer', copies: [2] }),
    ])
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  it('a person may choose another box, but none that the operator does not have', async () => {
    const label = await buy({ box: 'Small carton' })
    assert.deepEqual([label.box, label.lengthIn], ['Small carton', 12.25])
    await assert.rejects(buy({ parcel: 2, box: 'Coffin' }), refusedAs('wrong_state'))
    await assert.rejects(buy({ parcel: 9 }), refusedAs('wrong_state'))
  })

  it('without a carrier, and for a job that is over, no label is bought', async () => {
    await assert.rejects(buy({}, { ...depsOf(), carrierOf: () => null }), refusedAs('wrong_state'))
    order = await newPrintingOrder()
    job = await jobOf(order)
    await sendMessage(order, shippedMessage)
    await assert.rejects(buy(), refusedAs('wrong_state'))
    assert.deepEqual(await labels(), [])
  })

  it('a refused address fails the label with the words of the carrier, and another may be bought', async () => {
    street2 = 'SIM REFUSED'
    const failed = await buy()
    assert.deepEqual([failed.status, failed.problem], ['failed', 'The address was not found.'])
    street2 = ''
    const bought = await buy()
    assert.equal(bought.status, 'bought')
    assert.notEqual(bought.labelId, failed.labelId)
  })

  it('no service for the parcel, and a refused purchase, fail the label', async () => {
    street2 = 'SIM NO SERVICE'
    assert.match((await buy()).problem!, /No service/)
    street2 = 'SIM PURCHASE REFUSED'
    assert.match((await buy()).problem!, /too large/)
  })

  for (const address of ['SIM LOST ANSWER', 'SIM LOST REQUEST'])
    it(`a purchase without an answer is asked for again and buys one label (${address})`, async () => {
      street2 = address
      const label = await buy()
      assert.deepEqual([label.status, label.costCents], ['requested', null])
      passTime(minute)
      await sweep()
      const [found] = await labels()
      assert.deepEqual([found?.status, found?.labelId], ['bought', label.labelId])
      assert.deepEqual([await salesOf(label), calls.filter(call => call === 'rate').length], [1, 1])
    })

  it('a carrier that is down is asked again until it answers', async () => {
    street2 = 'SIM DOWN'
    assert.equal((await buy()).status, 'requested')
    for (let i = 0; i < 3; i++) {
      passTime(hour)
      await sweep()
    }
    assert.match((await labels())[0]!.problem!, /did not answer/)
    street2 = ''
    passTime(hour)
    await sweep()
    assert.equal((await labels())[0]!.status, 'bought')
  })

  for (const point of ['label:claimed', 'label:rated', 'label:called'] as const)
    it(`a worker that dies at ${point} leaves a label that is bought once`, async () => {
      await assert.rejects(buy({}, depsOf(point)), Killed)
      assert.equal(await sweep(), 0)
      passTime(3 * minute)
      await sweep()
      const [label] = await labels()
      assert.deepEqual([label!.status, await salesOf(label!)], ['bought', 1])
      assert.deepEqual(await costs(), [['labeled', label!.costCents]])
      assert.deepEqual(await findings(), [])
    })

  it('a slow worker whose label another has bought changes nothing', async () => {
    const slow: LabelDeps = {
      ...depsOf(),
      carrierOf: () => ({
        ...carrier(),
        async buy(request) {
          const outcome = await carrier().buy(request)
          passTime(3 * minute)
          await sweep()
          return { ...outcome, kind: 'refused', code: 'refused', message: 'late' }
        },
      }),
    }
    assert.equal((await buy({}, slow)).status, 'bought')
  })

  it('a label is given back at once, and its parcel may have another', async () => {
    const label = await buy()
    const voided = await voidLabel(depsOf(), job, label.labelId, 'desk')
    assert.deepEqual([voided.status, voided.costCents], ['voided', label.costCents])
    assert.equal((await voidLabel(depsOf(), job, label.labelId, 'desk')).status, 'voided')
    assert.notEqual((await buy()).labelId, label.labelId)
    await assert.rejects(voidLabel(depsOf(), job, 'lbl_unknown', 'desk'), refusedAs('not_found'))
  })

  it('a refund that the carrier decides later is asked for until it is decided', async () => {
    street2 = 'SIM VOID LATER'
    const label = await buy()
    assert.equal((await voidLabel(depsOf(), job, label.labelId, 'desk')).status, 'void_requested')
    assert.deepEqual(await costs(), [['labeled', label.costCents]])
    passTime(day + hour)
    await sweep()
    assert.equal((await labels())[0]!.status, 'voided')
    assert.deepEqual(await costs(), [
      ['labeled', label.costCents],
      ['voided', -label.costCents!],
    ])
    assert.deepEqual(await findings(), [])
  })

  it('a worker that dies while it gives a label back leaves one posting of its cost and one of its return', async () => {
    const { labelId, costCents } = await buy()
    await assert.rejects(voidLabel(depsOf('label:called'), job, labelId, 'desk'), Killed)
    passTime(3 * minute)
    await sweep()
    await sweep()
    assert.deepEqual(await costs(), [
      ['labeled', costCents],
      ['voided', -costCents!],
    ])
    assert.deepEqual(await findings(), [])
  })

  it('a label that the carrier does not take back is not refunded, says why, and its parcel gets another', async () => {
    street2 = 'SIM VOID REFUSED'
    const label = await buy()
    const kept = await voidLabel(depsOf(), job, label.labelId, 'desk')
    assert.deepEqual([kept.status, kept.problem], ['not_refunded', 'The label can no longer be given back.'])
    assert.equal(kept.costCents, label.costCents)
    assert.deepEqual(await costs(), [['labeled', label.costCents]])
    const next = await buy()
    assert.deepEqual([next.status, next.labelId === label.labelId], ['bought', false])
    assert.equal((await buy()).labelId, next.labelId)
  })

  for (const [decision, status] of [
    ['made', 'voided'],
    ['refused', 'not_refunded'],
  ] as const)
    it(`while a carrier decides about a refund, its parcel gets another label, and the refund may be ${decision}`, async () => {
      street2 = 'SIM VOID LATER'
      const label = await buy()
      assert.equal((await voidLabel(depsOf(), job, label.labelId, 'desk')).status, 'void_requested')
      const next = await buy()
      assert.deepEqual([next.status, next.labelId === label.labelId], ['bought', false])
      assert.equal((await buy()).labelId, next.labelId)
      passTime(day + hour)
      const refusing: Carrier['void'] = async () => ({ kind: 'refused', code: 'refused', message: 'It was used.' })
      const deciding = decision === 'made' ? {} : { void: refusing }
      await sweep({ ...depsOf(), carrierOf: () => ({ ...carrier(), ...deciding }) })
      assert.deepEqual(
        (await labels()).map(one => [one.labelId, one.status]),
        [
          [label.labelId, status],
          [next.labelId, 'bought'],
        ],
      )
    })

  it('a purchase without an answer is withdrawn: given back if it was made, and else nothing', async () => {
    street2 = 'SIM LOST ANSWER'
    const lost = await buy()
    assert.equal((await voidLabel(depsOf(), job, lost.labelId, 'desk')).status, 'void_requested')
    passTime(3 * minute)
    await sweep()
    const [found] = await labels()
    assert.deepEqual([found?.status, found?.trackingNumber !== null], ['voided', true])
    street2 = 'SIM DOWN'
    const never = await buy({ parcel: 1 })
    await voidLabel(depsOf(), job, never.labelId, 'desk')
    passTime(3 * minute)
    await sweep()
    assert.deepEqual((await labels()).find(({ labelId }) => labelId === never.labelId)?.status, 'failed')
    assert.deepEqual(await findings(), [])
  })

  for (const [address, status, sales] of [
    ['SIM DOWN', 'failed', 0],
    ['SIM LOST REQUEST', 'failed', 0],
    ['SIM LOST ANSWER', 'voided', 1],
  ] as const)
    it(`a label without an answer is not bought after its job has ended (${address})`, async () => {
      street2 = address
      const label = await buy()
      assert.equal(label.status, 'requested')
      await sql`update print_jobs set status = 'CANCELLED' where job_id = ${job.jobId}`.execute(database.db)
      calls = []
      street2 = ''
      passTime(hour)
      await sweep()
      const [ended] = await labels()
      assert.deepEqual([ended?.status, await salesOf(label), calls], [status, sales, []])
    })

  it('a label that is among the parcels of its job stays bought, however its number was typed, and no other', async () => {
    const [used, unused] = [await buy(), await buy(second)]
    street2 = 'SIM DOWN'
    const asked = await buy({ ...second, parcel: 3 })
    const trackingNumber = used.trackingNumber!.toLowerCase().replace('sim', 'sim ')
    const packages = [{ trackingNumber, altTrackingNumber: '', trackingUrl: '' }]
    await tell({ ...shippedMessage, shipments: [{ masterTrackingNumber: 'M1', carrier: '', packages }] })
    assert.ok(wokenTasks.includes('buy_labels'))
    assert.deepEqual(await findings(), [])
    street2 = ''
    passTime(3 * minute)
    await sweep()
    assert.deepEqual(
      (await labels()).map(({ labelId, status }) => [labelId, status]),
      [
        [used.labelId, 'bought'],
        [unused.labelId, 'voided'],
        [asked.labelId, 'failed'],
      ],
    )
    assert.deepEqual(await findings(), [])
  })

  const reason = 'broken'
  for (const [ending, messages] of [
    ['refused', [{ kind: 'refused', reason }]],
    ['stopped by a problem', [acceptedMessage, { kind: 'problem', reason }]],
    ['shipped with another number', [shippedMessage]],
  ] as const)
    it(`the label of a job that is ${ending} is given back`, async () => {
      const label = await buy()
      for (const message of messages) await tell(message)
      assert.equal((await labels())[0]?.status, 'void_requested')
      passTime(3 * minute)
      await sweep()
      const [ended] = await labels()
      assert.deepEqual([ended?.status, ended?.costCents], ['voided', label.costCents])
      assert.deepEqual(await findings(), [])
    })

  it('the label of a job whose cancellation is accepted is given back, and is never bought again', async () => {
    street2 = 'SIM VOID REFUSED'
    await buy()
    await cancel(order)
    await tell({ kind: 'cancellation', decision: 'accept', reason })
    passTime(3 * minute)
    await sweep()
    assert.equal((await labels())[0]?.status, 'not_refunded')
    assert.deepEqual(await findings(), [])
  })

  for (const kind of ['packages', 'shipped'] as const)
    it(`a reported label is not given back, and one that was given back is not reported (${kind})`, async () => {
      street2 = 'SIM VOID LATER'
      const [used, deciding] = [await buy(), await buy(second)]
      await voidLabel(depsOf(), job, deciding.labelId, 'desk')
      street2 = ''
      const voided = await buy(second)
      assert.equal((await voidLabel(depsOf(), job, voided.labelId, 'desk')).status, 'voided')
      const report = ({ trackingNumber }: Label) => {
        const packages = [{ trackingNumber: trackingNumber!, altTrackingNumber: '', trackingUrl: '' }]
        return tell({ kind, shipments: [{ masterTrackingNumber: '', carrier: '', packages }], shippingCents: null })
      }
      await assert.rejects(report(deciding), refusedAs('wrong_state'))
      await assert.rejects(report(voided), refusedAs('wrong_state'))
      street2 = 'SIM VOID REFUSED'
      const kept = await buy(second)
      assert.equal((await voidLabel(depsOf(), job, kept.labelId, 'desk')).status, 'not_refunded')
      await assert.rejects(report(kept), refusedAs('wrong_state'))
      await report(used)
      await assert.rejects(voidLabel(depsOf(), job, used.labelId, 'desk'), refusedAs('wrong_state'))
      assert.equal((await labels())[0]?.status, 'bought')
    })

  it('a label that is withdrawn just before its purchase is not bought', async () => {
    const { db } = database
    await sql`
      create function withdraw() returns trigger language plpgsql as
      'begin new.status := ''void_requested''; new.attempts := new.attempts + 1; return new; end'`.execute(db)
    await sql`
      create trigger withdraw before update of shipment_ref on shipping_labels
      for each row execute function withdraw()`.execute(db)
    try {
      assert.equal((await buy()).status, 'void_requested')
    } finally {
      await sql`drop function withdraw cascade`.execute(db)
    }
    passTime(hour)
    await sweep()
    assert.deepEqual([calls, (await labels())[0]?.status], [['rate'], 'failed'])
  })

  it('a file is fetched once, and a file that cannot be read can be asked for again', async () => {
    const label = await buy()
    const pdf = await labelFile(depsOf(), job, label.labelId, 'PDF')
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    const without: LabelDeps = { ...depsOf(), carrierOf: () => null }
    assert.deepEqual(await labelFile(without, job, label.labelId, 'PDF'), pdf)
    await assert.rejects(labelFile(without, job, label.labelId, 'ZPL'), refusedAs('wrong_state'))
    street2 = 'SIM UNREADABLE'
    const bad = await buy(second)
    await assert.rejects(labelFile(depsOf(), job, bad.labelId, 'PDF'), refusedAs('overloaded'))
  })

  it('a file that arrives after the recipient was erased is not kept', async () => {
    const label = await buy()
    const slow: LabelDeps = {
      ...depsOf(),
      carrierOf: () => ({
        ...carrier(),
        async fetchLabel(wanted) {
          await sql`
            update orders set recipient_erased_at = ${clock()} where order_id = ${job.orderId}`.execute(database.db)
          return carrier().fetchLabel(wanted)
        },
      }),
    }
    await assert.rejects(labelFile(slow, job, label.labelId, 'PDF'), refusedAs('recipient_forgotten'))
    const { rows } = await sql`select from label_files where label_id = ${label.labelId}`.execute(database.db)
    assert.equal(rows.length, 0)
  })

  it('the audit finds a shipment with two labels, a label of a job that no printer has, and one that nobody uses', async () => {
    const label = await buy()
    const other = await buy(second)
    const { db } = database
    await sql`
      update shipping_labels set shipment_ref = ${label.shipmentRef}
      where account_id = ${accountId} and label_id = ${other.labelId}`.execute(db)
    await sql`
      update print_jobs set offered_at = null, status = 'SHIPPED' where job_id = ${job.jobId}`.execute(db)
    assert.deepEqual((await findings()).map(({ rule }) => rule).sort(), [
      'a bought label of an ended job is among its parcels',
      'a label belongs to a job that its printer has',
      'a shipment of a carrier has one label',
    ])
  })

  it('the labels of a deleted order are deleted with it', async () => {
    const label = await buy()
    await labelFile(depsOf(), job, label.labelId, 'ZPL')
    await database.db.transaction().execute(tx => deleteOrders(tx, [job]))
    assert.deepEqual(await labels(), [])
  })
})
