import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { databasesOfForm } from '../../../test/support/databases.ts'
import { recordErrors } from '../../../test/support/errors.ts'
import { later, manualClock } from '../../base/clock.ts'
import { type DatedRates, packagedRates } from '../../tax/publishedTaxes.ts'
import { tableTaxes } from '../../tax/taxTable.ts'
import { type OperatorContent, type ParsedContent, parseContent } from './content.ts'
import { minNoticeMs, openOperatorVersions } from './operatorVersions.ts'
import { openRateEditions } from './rateEditions.ts'
import { insertVersion } from './versionStore.ts'

const read = (file: string) => JSON.parse(readFileSync(`operator/${file}`, 'utf8'))
const sample: OperatorContent = {
  catalog: read('catalog.json'),
  shipping: read('shipping.json'),
  holidays: read('holidays.json'),
  tax: read('tax.json'),
}
const start = new Date('2026-03-02T12:00:00Z')

const bookTo = (state: string) => ({
  from: { country: 'US', state: 'NY' },
  to: { country: 'CA', state },
  itemsCents: 0,
  fulfillmentCents: 0,
  shippingCents: 10_000,
  isExempt: false,
})

function complete({ taxRules, ...data }: ParsedContent, ratesAt: (at: Date) => DatedRates) {
  const taxes = tableTaxes(taxRules, ratesAt)
  return { ...data, taxes, finalTaxes: taxes }
}

for (const { name, fresh } of databasesOfForm)
  describe(`versions of the operator data on ${name}`, () => {
    const scene = async (t: TestContext) => {
      const { database, drop } = await fresh()
      t.after(drop)
      const clock = manualClock(start)
      const { errors, log } = recordErrors()
      const open = (changes: { maxOpenedBytes?: number; complete?: typeof complete } = {}) =>
        openOperatorVersions({ db: database.db, clock, log, complete, ...changes }, sample)
      const publish = (version: number, content: OperatorContent, effectiveAt: Date) =>
        insertVersion(database.db, { version, content, author: 'test', reason: null, createdAt: start, effectiveAt })
      /** As the first process of another release does. */
      const store = (release: string, rates: DatedRates) =>
        openRateEditions({ db: database.db, clock, noticeMs: minNoticeMs }, { release, rates })
      return { errors, open, publish, store }
    }

    it('another process uses a published version from its time of effect, and orders still find the older version', async t => {
      const world = await scene(t)
      const [mine, other] = [await world.open(), await world.open()]
      const takesEffect = later(start, minNoticeMs)
      assert.equal(await world.publish(2, sample, takesEffect), true)
      await other.refresh()
      assert.equal(other.at(start).version, 1)
      assert.equal(other.at(takesEffect).version, 2)
      assert.equal(other.byNumber(1).version, 1)
      assert.equal(mine.at(takesEffect).version, 1, 'this process has not read it yet')
      assert.throws(() => mine.byNumber(2), /has not read version 2/)
      mine.close()
      other.close()
    })

    it('orders find any of many versions, of which few are kept as objects', async t => {
      const world = await scene(t)
      const versions = await world.open({ maxOpenedBytes: 3 * JSON.stringify(sample).length })
      const named = (name: string) => ({ ...sample, brand: { name } })
      for (let version = 2; version <= 8; version++) await world.publish(version, named(`Press ${version}`), start)
      await versions.refresh()
      for (const version of [8, 2, 5, 1, 7, 3, 2])
        assert.deepEqual(
          [versions.byNumber(version).version, versions.byNumber(version).brand.name],
          [version, version === 1 ? 'Octavo' : `Press ${version}`],
        )
      assert.equal(versions.byNumber(8), versions.at(start))
      assert.deepEqual(await versions.contentOf(4), named('Press 4'))
      assert.deepEqual([versions.find(9), await versions.contentOf(9), versions.newest()], [null, null, 8])
      versions.close()
    })

    it('versions of other installations are found by their numbers below zero, and are never in effect', async t => {
      const world = await scene(t)
      const versions = await world.open()
      for (const version of [-1, -2]) await world.publish(version, { ...sample, brand: { name: `${version}` } }, start)
      await world.publish(2, sample, later(start, minNoticeMs))
      await versions.refresh()
      assert.deepEqual([versions.byNumber(-1).brand.name, versions.byNumber(-2).brand.name], ['-1', '-2'])
      assert.deepEqual([versions.newest(), versions.list().length, versions.at(start).version], [2, 2, 1])
      assert.equal(versions.find(-3), null)
      versions.close()
    })

    it('a process reads the newest four versions before their first use', async t => {
      const world = await scene(t)
      ;(await world.open()).close()
      for (let version = 2; version <= 6; version++) await world.publish(version, sample, start)
      let read = 0
      const versions = await world.open({
        complete: (...parts) => {
          read++
          return complete(...parts)
        },
      })
      for (const version of [3, 4, 5, 6]) versions.byNumber(version)
      assert.equal(read, 4)
      versions.byNumber(2)
      assert.equal(read, 5)
      versions.close()
    })

    it('an order is taxed by the rates of its day, and a later edition of the rates changes no order before it', async t => {
      const { open, store } = await scene(t)
      const versions = await open()
      const nova = (at: Date, { taxes } = versions.byNumber(1)) =>
        taxes.quote([{ ...bookTo('NS'), at }])[0]!.byJurisdiction.map(({ rate }) => rate)
      assert.deepEqual(nova(new Date('2025-03-31T23:00:00Z')), [0.15])
      assert.deepEqual(nova(start), [0.14], 'although the version is the same')

      const corrected = structuredClone(packagedRates.rates)
      corrected.CA.states!.NS = { rate: 0.07, type: 'hst' }
      await store('99.0.0', corrected)
      const after = later(start, minNoticeMs)
      await versions.refresh()
      assert.deepEqual([nova(start), nova(after)], [[0.14], [0.12]])
      versions.close()

      await store('98.0.0', packagedRates.rates)
      const older = await open()
      assert.deepEqual(nova(later(after, minNoticeMs), older.byNumber(1)), [0.12], 'after a rollback')
      older.close()
    })

    it('a number is published once', async t => {
      const world = await scene(t)
      ;(await world.open()).close()
      const publish = () => world.publish(2, sample, start)
      assert.deepEqual((await Promise.all([publish(), publish()])).toSorted(), [false, true])
    })

    it('a process that cannot read a version keeps the version before it, and logs an error', async t => {
      const world = await scene(t)
      const versions = await world.open()
      await world.publish(2, { ...sample, catalog: { skus: 'of a later release' } }, start)
      await versions.refresh()
      assert.equal(versions.at(start).version, 1)
      assert.deepEqual(
        world.errors.map(({ message }) => message),
        ["this process cannot read a version of the operator's data"],
      )
      versions.close()
    })
  })

it('the mistakes of all parts of the operator data are listed together, each with the name of its file', () => {
  const broken = { ...sample, catalog: {}, tax: { ...(sample.tax as object), rates: 'none' } }
  assert.throws(() => parseContent(broken, start), /catalog\.json .*\n.*tax\.json \/rates/s)
})
