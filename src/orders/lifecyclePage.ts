// docs/order-life.md, generated from the lifecycle table so that the two cannot differ.

import { lifecycle, statuses } from './lifecycle.ts'

export function orderLifePage(): string {
  const cell = (text: string | null) => text ?? '–'
  return `# The life of an order

Written by \`npm run docs\` from \`src/orders/lifecycle.ts\`; change the table, not this page.

\`\`\`mermaid
stateDiagram-v2
${lifecycle.map(edge => `  ${edge.from === 'new' ? '[*]' : edge.from} --> ${edge.to}: ${edge.on}`).join('\n')}
\`\`\`

## Statuses

| status | meaning | final | the customer can cancel |
|---|---|---|---|
${Object.entries(statuses)
  .map(
    ([name, { meaning, final, cancellable }]) =>
      `| ${name} | ${meaning} | ${final ? 'yes' : ''} | ${cancellable ? 'yes' : ''} |`,
  )
  .join('\n')}

## Dates

\`estimatedShipDate\` and the delivery window are the current expectation. They are set when the order is placed, set anew
when it is handed to the printer (\`hold_ended\`, \`resumed\`, \`rerouted\`), and follow the printer when it announces another
day (\`delayed\`). They are null once an order is CANCELLED, FAILED or REJECTED: what is never made is never shipped.
\`promisedShipDate\` is the estimate of the first hand-over, and does not change.

## Steps

| from | on | to | webhook | wakes |
|---|---|---|---|---|
${lifecycle.map(({ from, on, to, tells, does }) => `| ${from} | ${on} | ${to} | ${cell(tells)} | ${does.join(', ') || '–'} |`).join('\n')}
`
}
