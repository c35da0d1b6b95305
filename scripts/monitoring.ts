// Alarms and dashboards from one table: Prometheus's rules, Grafana's dashboard, and the list of alarms in
// docs/operating.md. `npm run docs` writes them, and a test finds a metric that the service does not have.

import { withSection } from './section.ts'

type Alert = {
  name: string
  expression: string
  /** For how long the expression holds before the alarm, as Prometheus writes it. */
  lasting: string
  severity: 'critical' | 'warning'
  /** The trouble, as a sentence. */
  summary: string
}

export const alerts: Alert[] = [
  {
    name: 'OctavoIsDown',
    expression: 'up{job="octavo"} == 0',
    lasting: '1m',
    severity: 'critical',
    summary: 'A process does not answer.',
  },
  {
    name: 'OctavoWorkIsLate',
    expression: 'max by (what) (octavo_late_seconds) > 900',
    lasting: '5m',
    severity: 'critical',
    summary: 'Background work is more than 15 minutes late.',
  },
  {
    name: 'OctavoOrdersWaitForAPerson',
    expression: 'max(octavo_orders{status="EXCEPTION"}) > 0',
    lasting: '1h',
    severity: 'warning',
    summary: 'Orders in EXCEPTION have waited for a person for an hour.',
  },
  {
    name: 'OctavoMailWaits',
    expression: 'max(octavo_waiting{what="refused email"}) > 0',
    lasting: '15m',
    severity: 'warning',
    summary: 'Emails wait that the mail server did not accept.',
  },
  {
    name: 'OctavoStorageIsDown',
    expression: 'min(octavo_storage_up) == 0',
    lasting: '5m',
    severity: 'critical',
    summary: 'Print files can be neither stored nor read.',
  },
  {
    name: 'OctavoDiskIsNearlyFull',
    expression: 'octavo_data_dir_free_bytes < 5e9',
    lasting: '5m',
    severity: 'warning',
    summary: 'The disk of DATA_DIR has less than 5 GB left.',
  },
  {
    name: 'OctavoDatabaseIsSlow',
    expression: 'octavo_database_connections{state="waiting"} > 0',
    lasting: '5m',
    severity: 'warning',
    summary: 'Work waits for a connection: the database is too slow for the load.',
  },
  {
    name: 'OctavoStandbyIsNotRead',
    expression: 'octavo_standby_age_seconds > 60',
    lasting: '5m',
    severity: 'warning',
    summary: 'The standby is out of reach or far behind: the database answers its reads.',
  },
  {
    name: 'OctavoProcessIsOverloaded',
    expression: 'nodejs_eventloop_lag_p99_seconds{job="octavo"} > 0.5',
    lasting: '5m',
    severity: 'warning',
    summary: 'The process is overloaded.',
  },
  {
    name: 'OctavoChargesAreUnknown',
    expression:
      'sum(increase(octavo_charge_calls_total{outcome="unknown"}[30m])) > 1 unless sum(increase(octavo_charge_calls_total{outcome!="unknown"}[30m])) > 0',
    lasting: '5m',
    severity: 'critical',
    summary: 'The payment provider does not answer.',
  },
  {
    name: 'OctavoPrinterIsUnavailable',
    expression:
      'sum(increase(octavo_print_steps_total{outcome="unavailable"}[30m])) > 1 unless sum(increase(octavo_print_steps_total{outcome="answered"}[30m])) > 0',
    lasting: '5m',
    severity: 'critical',
    summary: 'The printers do not answer.',
  },
  {
    name: 'OctavoDataIsUnsound',
    // The second part is for a process whose first audit ends before Prometheus reads its metrics for the first time.
    expression:
      'increase(octavo_audit_rules_total{outcome=~"broken|not_checked"}[2h]) > 0 or (octavo_audit_rules_total{outcome=~"broken|not_checked"} > 0 unless octavo_audit_rules_total offset 2h)',
    lasting: '0m',
    severity: 'critical',
    summary: 'The hourly audit found stored data that breaks a rule, or could not check a rule.',
  },
]

type Panel = { title: string; unit: string; series: { expression: string; legend: string }[] }

const rate = (metric: string, label: string): Panel['series'] => [
  { expression: `sum by (${label}) (rate(${metric}[5m])) * 60`, legend: `{{${label}}}` },
]
const httpSeconds = (share: number) =>
  `histogram_quantile(${share}, sum by (le) (rate(octavo_http_request_seconds_bucket[5m])))`

export const panels: Panel[] = [
  {
    title: 'Requests a second, by status',
    unit: 'reqps',
    series: [{ expression: 'sum by (status) (rate(octavo_http_request_seconds_count[5m]))', legend: '{{status}}' }],
  },
  {
    title: 'Duration of requests',
    unit: 's',
    series: [
      { expression: httpSeconds(0.5), legend: 'half of them' },
      { expression: httpSeconds(0.99), legend: '99 of 100' },
    ],
  },
  {
    title: 'How late the oldest work is',
    unit: 's',
    series: [{ expression: 'max by (what) (octavo_late_seconds)', legend: '{{what}}' }],
  },
  {
    title: 'Work that is due',
    unit: 'short',
    series: [{ expression: 'max by (what) (octavo_waiting)', legend: '{{what}}' }],
  },
  {
    title: 'Open orders, by status',
    unit: 'short',
    series: [{ expression: 'max by (status) (octavo_orders)', legend: '{{status}}' }],
  },
  {
    title: 'Webhook attempts a minute, by outcome',
    unit: 'short',
    series: rate('octavo_webhook_attempts_total', 'outcome'),
  },
  { title: 'Charges a minute, by outcome', unit: 'short', series: rate('octavo_charge_calls_total', 'outcome') },
  { title: 'Refunds a minute, by outcome', unit: 'short', series: rate('octavo_refund_calls_total', 'outcome') },
  {
    title: 'Calls to printers a minute, by outcome',
    unit: 'short',
    series: rate('octavo_print_steps_total', 'outcome'),
  },
  { title: 'Rows handled a minute, by task', unit: 'short', series: rate('octavo_task_rows_total', 'task') },
  {
    title: 'Size of the database',
    unit: 'bytes',
    series: [{ expression: 'max(octavo_database_bytes)', legend: 'database' }],
  },
  {
    title: 'Connections to the database',
    unit: 'short',
    series: [{ expression: 'sum by (state) (octavo_database_connections)', legend: '{{state}}' }],
  },
  {
    title: 'Free disk of DATA_DIR',
    unit: 'bytes',
    series: [{ expression: 'octavo_data_dir_free_bytes', legend: '{{instance}}' }],
  },
  {
    title: 'Processor time, of one core',
    unit: 'percentunit',
    series: [{ expression: 'rate(process_cpu_seconds_total{job="octavo"}[5m])', legend: '{{instance}}' }],
  },
  {
    title: 'Memory',
    unit: 'bytes',
    series: [{ expression: 'process_resident_memory_bytes{job="octavo"}', legend: '{{instance}}' }],
  },
  {
    title: 'Delay of the event loop, 99 of 100',
    unit: 's',
    series: [{ expression: 'nodejs_eventloop_lag_p99_seconds{job="octavo"}', legend: '{{instance}}' }],
  },
]

export const alertsFile = new URL('../deploy/prometheus/alerts.yml', import.meta.url)
export const dashboardFile = new URL('../deploy/grafana/octavo.json', import.meta.url)
export const operatingFile = new URL('../docs/operating.md', import.meta.url)

/** JSON strings are YAML strings. */
export const alertsText = (): string =>
  [
    '# Generated by `npm run docs` from scripts/monitoring.ts.',
    'groups:',
    '  - name: octavo',
    '    rules:',
    ...alerts.flatMap(({ name, expression, lasting, severity, summary }) => [
      `      - alert: ${name}`,
      `        expr: ${JSON.stringify(expression)}`,
      `        for: ${lasting}`,
      `        labels: { severity: ${severity} }`,
      `        annotations: { summary: ${JSON.stringify(summary)} }`,
    ]),
    '',
  ].join('\n')

const columns = 2
const panelHeight = 8
const panelWidth = 24 / columns

export const dashboardText = (): string =>
  `${JSON.stringify(
    {
      title: 'Octavo',
      uid: 'octavo',
      schemaVersion: 39,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      panels: panels.map(({ title, unit, series }, i) => ({
        id: i + 1,
        type: 'timeseries',
        title,
        datasource: { type: 'prometheus', uid: 'prometheus' },
        gridPos: {
          x: (i % columns) * panelWidth,
          y: Math.floor(i / columns) * panelHeight,
          w: panelWidth,
          h: panelHeight,
        },
        fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
        targets: series.map(({ expression, legend }, k) => ({
          refId: String.fromCharCode('A'.charCodeAt(0) + k),
          expr: expression,
          legendFormat: legend,
        })),
      })),
    },
    null,
    2,
  )}\n`

const alarms = { start: '<!-- alarms: npm run docs -->\n', end: '<!-- end of alarms -->\n' }

/** docs/operating.md with the list of alarms. */
export function operatingText(): string {
  const rows = alerts.map(
    ({ name, expression, lasting, summary }) =>
      `| \`${name}\` | ${summary} | \`${expression.replaceAll('|', '\\|')}\` | ${lasting} |`,
  )
  return withSection(
    operatingFile,
    alarms,
    `| alarm | what is wrong | when | lasting |\n|---|---|---|---|\n${rows.join('\n')}\n`,
  )
}
