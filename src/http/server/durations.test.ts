import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Histogram, Registry } from 'prom-client'
import { durationHistogram } from './durations.ts'

const help = 'Time that something took'
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const samples = fc.array(
  fc.record({
    route: fc.constantFrom('/orders', '/a "quoted"\\ \n path'),
    status: fc.constantFrom(200, 404),
    seconds: fc.oneof(fc.constantFrom(0, ...buckets), fc.double({ min: 0, max: 60, noNaN: true })),
  }),
)

describe('a histogram of durations', () => {
  it('a histogram of durations has the same text as a histogram of prom-client with the same samples', async () => {
    await fc.assert(
      fc.asyncProperty(samples, async taken => {
        const expected = new Registry()
        const theirs = new Histogram({
          name: 'took',
          help,
          labelNames: ['route', 'status'],
          buckets,
          registers: [expected],
        })
        const registry = new Registry()
        const seriesOf = durationHistogram(registry, 'took', help)
        const series = new Map<string, ReturnType<typeof seriesOf>>()
        for (const { seconds, ...labels } of taken) {
          theirs.observe(labels, seconds)
          const name = JSON.stringify(labels)
          if (!series.has(name)) series.set(name, seriesOf(labels))
          series.get(name)!.observe(seconds)
        }
        assert.equal(await registry.metrics(), await expected.metrics())
        registry.resetMetrics()
        assert.doesNotMatch(await registry.metrics(), /_count\{.*\} [^0]/)
      }),
    )
  })
})
