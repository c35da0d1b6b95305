// What a start prints for people. The log, which is for machines, goes its own way.

import type { Config } from './config/config.ts'
import type { Demo } from './demo.ts'

export function welcome(url: string, config: Config, demo: Demo | null): string {
  const lines = [
    '',
    `  Octavo is ready at ${url}`,
    '',
    `    API reference   ${url}/docs`,
    `    OpenAPI         ${url}/openapi.json`,
    `    Data            ${config.databaseUrl === null ? config.dataDir : 'PostgreSQL (DATABASE_URL)'}`,
    ...(config.manualClock ? [`    Clock           moved by hand: POST ${url}/_clock {"advance":"PT2H"}`] : []),
    '',
  ]
  if (demo !== null) lines.push(...demoLines(url, config, demo))
  return lines.join('\n')
}

function demoLines(url: string, config: Config, { accounts, staff, printer }: Demo): string[] {
  const rows = [
    ...accounts.map(({ name, enterprise, user }) => [`${name} (${enterprise ? 'enterprise' : 'charged'})`, user]),
    ['Support staff', staff],
    ['Printer', printer],
  ] as [string, { email: string; password: string }][]
  const [first] = accounts
  return [
    '  This is a demo: nothing is printed and no money moves. Sign-ins (POST /auth/sign-in/email):',
    '',
    ...rows.map(([who, { email, password }]) => `    ${who.padEnd(38)}${email.padEnd(30)}${password}`),
    '',
    `  Keys and webhook secrets are in ${config.dataDir}/demo.json. Place a sandbox order:`,
    '',
    curl(url, first!),
    '',
  ]
}

/** A command that can be pasted into a shell as it stands. */
export function curl(url: string, { sandbox, products }: Demo['accounts'][number]): string {
  const order = {
    shippingClassification: 'standard',
    destination: {
      name: 'Ada Reader',
      address1: '1 Main Street',
      city: 'Rochester',
      state: 'NY',
      postal: '14604',
      country: 'US',
    },
    orderItems: [
      {
        sku: products[0]!.sku,
        quantity: 2,
        product: { coverUrl: 'https://files.example/cover.pdf', gutsUrl: 'https://files.example/pages.pdf' },
      },
    ],
  }
  return [
    `curl ${url}/orders/create \\`,
    `  -H 'Authorization: ${sandbox.authorization}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(order)}'`,
  ].join('\n')
}
