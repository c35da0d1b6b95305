// The text that a start prints for people. In production nothing is printed: stdout has only the JSON lines of the log.

import type { Config } from '../config/config.ts'
import { exampleOrder } from '../http/objects/newOrder.ts'
import type { Demo } from './demo.ts'

export function welcome(url: string, config: Config, demo: Demo | null, now: Date): string {
  return [
    '',
    `  Octavo is ready at ${url}`,
    '',
    `    Customers       ${url}/dashboard`,
    `    Staff           ${url}/staff`,
    `    Press desk      ${url}/press`,
    `    Documentation   ${url}/docs`,
    `    OpenAPI         ${url}/openapi.json`,
    `    Data            ${config.databaseUrl === null ? config.dataDir : 'PostgreSQL (DATABASE_URL)'}`,
    ...(config.manualClock ? clockLines(url, now) : []),
    '',
    ...(demo === null ? unknownDataLines(config) : demoLines(url, config, demo)),
    '  Stop it with Ctrl-C.',
    '',
  ].join('\n')
}

const clockLines = (url: string, now: Date): string[] => [
  `    Clock           manual, now at ${now.toISOString()}. To move it by two hours:`,
  `                    curl ${url}/_clock -H 'Content-Type: application/json' -d '{"advance":"PT2H"}'`,
]

const unknownDataLines = ({ dataDir }: Config): string[] => [
  `  The data was not made by this demo (or ${dataDir}/demo.json was lost), so its passwords and keys are not known`,
  '  here. `npm start -- create-admin EMAIL` gives you a way in.',
  '',
]

function demoLines(url: string, { dataDir }: Config, { accounts, staff, printer }: Demo): string[] {
  const rows = [
    ...accounts.map(({ name, enterprise, user }) => [`${name} (${enterprise ? 'enterprise' : 'charged'})`, user]),
    ['Support staff', staff],
    ['Printer', printer],
  ] as [string, { email: string; password: string }][]
  const [first] = accounts
  return [
    '  This is a demo: nothing is printed and no money moves. Sign-ins, for the browser:',
    '',
    ...rows.map(([label, { email, password }]) => `    ${label.padEnd(38)}${email.padEnd(30)}${password}`),
    '',
    `  API keys and webhook secrets are in ${dataDir}/demo.json. To place a sandbox order, paste this into a terminal:`,
    '',
    curl(url, first!),
    '',
  ]
}

/** A command to paste into a shell. */
function curl(url: string, { sandbox, products }: Demo['accounts'][number]): string {
  const { sku, manufacturingSku, pageCount } = products[0]!
  // The sample artwork passes the file checks.
  const sample = `${url}/templates/published/${manufacturingSku}`
  const product = {
    coverUrl: `${sample}/cover/sample?pageCount=${pageCount}`,
    gutsUrl: `${sample}/pages/sample?pageCount=${pageCount}`,
  }
  const orderItems = exampleOrder.orderItems.map(item => ({ ...item, sku, product }))
  return [
    `curl ${url}/orders/create \\`,
    `  -H 'Authorization: ${sandbox.authorization}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify({ ...exampleOrder, orderItems })}'`,
  ].join('\n')
}
