// A histogram that costs two additions per sample. prom-client looks up the series by the text of its labels for each
// sample, which took a quarter of the time in which Fastify answers a constant (3.5 of 14 µs); here the caller holds
// the series. It is registered with prom-client, which collects and writes it like its own.

import type { Metric, Registry } from 'prom-client'

/** Seconds; larger samples count only in +Inf. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type Labels = Record<string, string | number>
type Value = { metricName: string; labels: Labels; value: number }

export type Series = { observe(seconds: number): void }

/** Registers a histogram of seconds and returns a function that makes a series, once for each set of labels. */
export function durationHistogram(registry: Registry, name: string, help: string): (labels: Labels) => Series {
  const series: { values(): Value[]; clear(): void }[] = []
  const histogram = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: series.flatMap(one => one.values()),
    }),
    reset() {
      for (const one of series) one.clear()
    },
  }
  registry.registerMetric(histogram as unknown as Metric) // prom-client uses nothing more of its class

  return labels => {
    const counts = new Array<number>(bounds.length + 1).fill(0)
    let sum = 0
    series.push({
      values() {
        const values: Value[] = []
        let count = 0
        for (const [i, one] of counts.entries()) {
          count += one
          values.push({ metricName: `${name}_bucket`, labels: { le: bounds[i] ?? '+Inf', ...labels }, value: count })
        }
        values.push(
          { metricName: `${name}_sum`, labels, value: sum },
          { metricName: `${name}_count`, labels, value: count },
        )
        return values
      },
      clear() {
        counts.fill(0)
        sum = 0
      },
    })
    return {
      observe(seconds) {
        let i = 0
        while (i < bounds.length && seconds > bounds[i]!) i++
        counts[i]!++
        sum += seconds
      },
    }
  }
}
