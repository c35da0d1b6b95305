import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { alerts } from '../../scripts/monitoring.ts'
import { countOutcomes } from './metrics.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The values of each label, by the name of the metric. */
async function labelsOf(metrics: Registry) {
  const served = await metrics.getMetricsAsJSON()
  return served.map(({ name, values }) => {
    const labels = values.flatMap(value => Object.entries(value.labels))
    const valuesOf = (label: string) => [...new Set(labels.flatMap(([key, value]) => (key === label ? [value] : [])))]
    return [name, Object.fromEntries([...new Set(labels.map(([key]) => key))].map(key => [key, valuesOf(key)]))]
  })
}

test('every outcome is exported at 0 before it first happens, and docs/operating.md names them all', async () => {
  const metrics = new Registry()
  countOutcomes(metrics)
  for (const { name, values } of await metrics.getMetricsAsJSON())
    assert.deepEqual([...new Set(values.map(({ value }) => value))], [0], name)
  const rows = read('docs/operating.md').matchAll(/^\| `(octavo_\w+_total)` \| (`(?:outcome|step)`: .*?) \|$/gm)
  const documented = [...rows].map(([, name, cell = '']) => {
    const labels = cell.split('; ').filter(part => part.startsWith('`'))
    return [
      name,
      Object.fromEntries(
        labels.map(part => {
          const [label = '', values = ''] = part.split(': ')
          return [label.slice(1, -1), values.split(', ').map(value => value.replace(/ \(.*\)/, ''))]
        }),
      ),
    ]
  })
  assert.deepEqual(documented, await labelsOf(metrics))
})

test('an outcome is counted from 0 on', async () => {
  const metrics = new Registry()
  const count = countOutcomes(metrics)
  count.webhook('delivered')
  count.printStep('ask', 'answered')
  count.audit('passed', 3)
  const text = await metrics.metrics()
  for (const line of [
    'octavo_webhook_attempts_total{outcome="delivered"} 1',
    'octavo_webhook_attempts_total{outcome="gone"} 0',
    'octavo_print_steps_total{step="ask",outcome="answered"} 1',
    'octavo_audit_rules_total{outcome="passed"} 3',
  ])
    assert.ok(text.includes(`${line}\n`), line)
})

test('bench/lab/alarms.yml has each alarm fire', () => {
  const fired = new Set(
    [...read('bench/lab/alarms.yml').matchAll(/alertname: (\w+)\n +exp_alerts:/g)].map(([, name]) => name),
  )
  assert.deepEqual(
    alerts.map(({ name }) => name).filter(name => !fired.has(name)),
    [],
  )
})
