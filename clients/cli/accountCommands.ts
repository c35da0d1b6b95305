// The commands about the account of a key: its owner, its dashboard, and its money.

import { spawn } from 'node:child_process'
import type { Account, Charge } from '../typescript/index.ts'
import { type Command, countOf, text } from './command.ts'
import { exitStatus, Failure } from './failures.ts'

export const accountCommands: Record<string, Command> = {
  whoami: {
    says: 'Show the account, the mode and the scopes of the key, and how much of the limit is used',
    async run({ octavo, service }, { output }) {
      output.show({ url: service.url, ...(await octavo.account()) }, accountLines)
    },
  },
  open: {
    usage: '[--order <customerOrderId>]',
    says: 'Open the dashboard, or the page of an order, in the browser, and print its address',
    options: { order: text },
    async run({ octavo, service }, { options, output }) {
      const { mode } = await octavo.account()
      const page = typeof options.order === 'string' ? `/orders/${encodeURIComponent(options.order)}` : ''
      const url = new URL(`/dashboard/${mode}${page}`, service.url).href
      output.show({ url }, one => one.url)
      openInBrowser(url)
    },
  },
  'billing due': {
    says: 'Show the amount that waits for the next charge; with a production key',
    async run({ octavo }, { output }) {
      output.show({ amount: await octavo.billing.due(), currency: 'USD' }, ({ amount }) => dollars(amount))
    },
  },
  'billing charges': {
    usage: '[--limit 20]',
    says: 'List charges, newest first; with a production key',
    options: { limit: text },
    async run({ octavo }, { options, output }) {
      let left = options.limit === undefined ? 20 : countOf(options.limit, '--limit')
      for await (const charge of octavo.billing.charges()) {
        if (left-- <= 0) break
        output.show(charge, chargeLine)
      }
    },
  },
  'webhooks secret': {
    says: 'Show the secret that signs the webhooks of the sandbox',
    async run({ octavo }, { output }) {
      const secret = await octavo.sandbox.secret()
      if (secret === null) throw new Failure('The service has lost the secret: ask its operator.', exitStatus.refused)
      output.show({ secret }, one => one.secret)
    },
  },
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`

function accountLines({ name, mode, url, key, limit }: Account & { url: string }): string {
  const ends = key.expiresAt === null ? '' : `, until ${key.expiresAt}`
  return [
    `${name}, ${mode}, at ${url}`,
    `key ${key.label}: ${key.scopes?.join(', ') ?? 'all scopes'}${ends}`,
    `${limit.received} of ${limit.ordersPer24Hours} orders received in 24 hours, ${limit.queued} queued`,
  ].join('\n')
}

const chargeLine = ({ date, chargeId, amount, status, orderCount, invoiceNumber }: Charge) =>
  [
    `${date}  ${chargeId}  ${dollars(amount)}  ${status}`,
    `${orderCount} order${orderCount === 1 ? '' : 's'}`,
    ...(invoiceNumber === null ? [] : [`invoice ${invoiceNumber}`]),
  ].join('  ')

/** Without a browser, nothing happens: the address is printed anyway. `OCTAVO_BROWSER` names another program. */
function openInBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }
  const opener = process.env.OCTAVO_BROWSER ?? openers[process.platform] ?? 'xdg-open'
  spawn(opener, [url], { detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}
