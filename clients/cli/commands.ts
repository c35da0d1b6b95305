// The commands. Each makes calls of the client and shows the result.

import { readFileSync } from 'node:fs'
import type {
  Check,
  NewWebhookEndpoint,
  Order,
  OrderChange,
  Outcome,
  TestType,
  WebhookEndpoint,
} from '../typescript/index.ts'
import { accountCommands } from './accountCommands.ts'
import { type Command, countOf, durationOf, need, text } from './command.ts'
import { exitStatus, Failure } from './failures.ts'
import { listen, pause } from './listen.ts'
import { fileUrl, orderWithFiles, upload } from './localFiles.ts'
import { address } from './login.ts'
import { serveMcp } from './mcp.ts'
import { orderLine, orderText } from './orderText.ts'
import { proofCommands } from './proofs.ts'
import type { Session } from './session.ts'
import { trigger, triggers } from './trigger.ts'

const finals = ['SHIPPED', 'CANCELLED', 'FAILED', 'REJECTED']
const watchEveryMs = 1000

export const commands: Record<string, Command> = {
  'orders create': {
    usage: '[--file order.json] [--pages <book.pdf>] [--cover <cover.pdf>]',
    says: 'Place an order, whose JSON may name files of this machine; without --file, it is read from the standard input',
    options: { file: text, pages: text, cover: text },
    async run(session, given) {
      const order = await orderWithFiles(session, readJson(given.options.file), given)
      given.output.show(await session.octavo.orders.create(order), orderLine)
    },
  },
  'orders get': {
    words: ['customerOrderId'],
    says: 'Show an order; with --json, every field',
    async run({ octavo }, { words, output }) {
      output.show(await octavo.orders.get(words[0]!), orderText)
    },
  },
  'orders list': {
    usage: '[--status SHIPPED,…] [--limit 20]',
    says: 'List orders, newest first',
    options: { status: text, limit: text },
    async run({ octavo }, { options, output }) {
      const status = typeof options.status === 'string' ? (options.status.split(',') as Order['status'][]) : undefined
      let left = options.limit === undefined ? 20 : countOf(options.limit, '--limit')
      for await (const order of octavo.orders.list(status === undefined ? {} : { status })) {
        if (left-- <= 0) break
        output.show(order, orderLine)
      }
    },
  },
  'orders cancel': {
    words: ['customerOrderId'],
    says: 'Cancel an order',
    async run({ octavo }, { words, output }) {
      output.show(await octavo.orders.cancel(words[0]!), orderLine)
    },
  },
  'orders change': {
    words: ['customerOrderId'],
    usage: '[--class rush] [--file change.json] [--preview]',
    says: 'Change the shipping class of an order, or its destination, which the JSON of the file has',
    options: { class: text, file: text, preview: { type: 'boolean' } },
    async run({ octavo }, { words, options, output }) {
      const wanted = options.file === undefined ? {} : (readJson(options.file) as OrderChange)
      if (options.class !== undefined) wanted.shippingClassification = String(options.class)
      output.show(await octavo.orders.change(words[0]!, wanted, { preview: options.preview === true }), orderLine)
    },
  },
  'orders watch': {
    words: ['customerOrderId'],
    says: 'Show the events of an order as they come, until it is final',
    async run({ octavo }, { words, output, signal }) {
      const customerOrderId = words[0]!
      for (let seen = 0; !signal.aborted; await pause(watchEveryMs, signal)) {
        const { status } = await octavo.orders.get(customerOrderId)
        const events = await octavo.orders.events(customerOrderId)
        for (const { type, sequence, timestamp } of events.slice(seen)) {
          output.event({ type, customerOrderId, sequence, timestamp })
        }
        seen = events.length
        if (finals.includes(status)) return
      }
    },
  },
  'files check': {
    words: ['book.pdf'],
    usage: '[--cover <cover.pdf>] --sku <sku> [--pages <count>]',
    says: 'Check print files of this machine or at addresses; the exit status is 1 if an order with them would fail',
    options: { cover: text, sku: text, pages: text },
    async run(session, given) {
      const { words, options, output } = given
      const sku = need(options.sku, '--sku')
      const count = options.pages === undefined ? {} : { pageCount: countOf(options.pages, '--pages') }
      const gutsUrl = await fileUrl(session, words[0]!, given)
      const cover =
        options.cover === undefined ? {} : { coverUrl: await fileUrl(session, String(options.cover), given) }
      const check = await session.octavo.files.check({ sku, gutsUrl, ...cover, ...count })
      const passed = check.passed === true
      output.show(check, ({ findings }) => [...findings.map(findingLine), verdictLine(passed)].join('\n'))
      if (!passed) process.exitCode = exitStatus.refused
    },
  },
  'files upload': {
    words: ['file.pdf'],
    says: 'Store a print file, and show its address for orders; an upload that was interrupted continues where it stopped',
    async run(session, given) {
      const url = await fileUrl(session, given.words[0]!, given)
      given.output.show({ fileUrl: url }, one => one.fileUrl)
    },
  },
  'products list': {
    says: 'List the products that can be ordered',
    async run({ octavo }, { output }) {
      for await (const product of octavo.products.list()) {
        output.show(
          product,
          ({ sku, name, pageCount }) => `${sku}  ${name}${pageCount === null ? '' : `, ${pageCount} pages`}`,
        )
      }
    },
  },
  'products upload': {
    words: ['sku'],
    usage: '[--pages <file.pdf>] [--cover <file.pdf>] [--also-in-production]',
    says: 'Upload files that orders of the product use; the exit status is 1 if an order with them would fail',
    options: { pages: text, cover: text, 'also-in-production': { type: 'boolean' } },
    async run(session, given) {
      const { octavo } = session
      const { words, options, output } = given
      const sku = words[0]!
      const parts = [
        ['guts', options.pages],
        ['cover', options.cover],
      ] as const
      if (parts.every(([, path]) => path === undefined)) need(undefined, '--pages or --cover')
      const alsoInProduction = options['also-in-production'] === true
      for (const [part, path] of parts) {
        if (typeof path !== 'string') continue
        await octavo.products.useUpload(sku, part, await upload(session, path, given), { alsoInProduction })
      }
      const product = await octavo.products.files(sku)
      const findings = product.files.flatMap(file => file.findings)
      const passed = findings.every(({ severity }) => severity !== 'error')
      output.show({ ...product, passed }, () => [...findings.map(findingLine), verdictLine(passed)].join('\n'))
      if (!passed) process.exitCode = exitStatus.refused
    },
  },
  'events tail': {
    usage: '[--since <time>]',
    says: 'Show the events of all orders as they come',
    options: { since: text },
    async run({ octavo }, { options, output, signal }) {
      const since = options.since === undefined ? undefined : instantOf(String(options.since))
      let page = await octavo.events(since === undefined ? { cursor: 'latest' } : { since })
      while (!signal.aborted) {
        for (const { eventId, type, sequence, timestamp, data } of page.events) {
          output.event({ eventId, type, customerOrderId: data.customerOrderId, sequence, timestamp })
        }
        if (page.events.length === 0) await pause(watchEveryMs, signal)
        if (!signal.aborted) page = await octavo.events({ cursor: page.nextCursor })
      }
    },
  },
  listen: {
    usage: '--forward-to <http://localhost:4000/hook> [--secret whsec_…]',
    says: 'Send each event, signed, to a program on this machine',
    options: { 'forward-to': text, secret: text },
    async run(session, { options, output, signal }) {
      const forwardTo = address(need(options['forward-to'], '--forward-to'))
      const given = options.secret ?? process.env.OCTAVO_WEBHOOK_SECRET
      const secret = need(given ?? (await session.octavo.sandbox.secret()) ?? undefined, '--secret')
      await listen(session, { forwardTo, secret, output, signal })
    },
  },
  trigger: {
    words: ['event'],
    usage: '[--sku <sku>]',
    says: `Make a sandbox order that comes to the event: ${triggers.join(', ')}`,
    options: { sku: text },
    async run({ octavo }, { words, options, output }) {
      output.show(await trigger(octavo, words[0]!, options.sku as string | undefined), orderLine)
    },
  },
  'sandbox advance': {
    words: ['duration'],
    says: 'Let time pass for the orders of the sandbox, such as 2h or 3d',
    async run({ octavo }, { words, output }) {
      output.show(await octavo.sandbox.fastForward(durationOf(words[0]!)), ({ by }) => `Moved by ${by}.`)
    },
  },
  'sandbox simulate': {
    words: ['customerOrderId', 'outcome'],
    says: 'Simulate what the bank, the printer, support or the carrier does to an order',
    async run({ octavo }, { words, output }) {
      output.show(await octavo.sandbox.simulate(words[0]!, words[1] as Outcome), orderLine)
    },
  },
  'sandbox pace': {
    words: ['duration | off'],
    says: 'Let orders of the sandbox be paid, printed and shipped by themselves, each step after a duration such as 5s',
    async run({ octavo }, { words, output }) {
      const pace = words[0] === 'off' ? null : durationOf(words[0]!)
      await octavo.sandbox.setPace(pace)
      const { payments } = await octavo.sandbox.setPayments(pace === null ? 'manual' : 'automatic')
      output.show({ payments, pace }, () =>
        pace === null ? 'Orders wait for simulations.' : `Orders continue by themselves, each step after ${pace}.`,
      )
    },
  },
  'sandbox empty': {
    says: 'Delete every order of the sandbox',
    async run({ octavo }, { output }) {
      output.show(await octavo.sandbox.empty(), ({ deleted }) => `Deleted ${deleted} orders.`)
    },
  },
  mcp: {
    usage: '[--allow-production]',
    says: 'Serve a language model on standard input and output (Model Context Protocol); with a sandbox key, unless allowed',
    options: { 'allow-production': { type: 'boolean' } },
    run: (session, { options, signal }) =>
      serveMcp(session, options['allow-production'] === true, {
        input: process.stdin,
        output: process.stdout,
        signal,
      }),
  },
  ...proofCommands,
  ...accountCommands,
  'endpoints list': {
    says: 'List the addresses that get the webhooks of every order',
    async run({ octavo }, { output }) {
      for (const endpoint of await octavo.webhookEndpoints.list()) output.show(endpoint, endpointLine)
    },
  },
  'endpoints create': {
    words: ['address'],
    usage: '[--events OrderShipped,…]',
    says: 'Add an address, and show the secret of its signatures once; without --events, it gets all of them',
    options: { events: text },
    async run({ octavo }, { words, options, output }) {
      const created = await octavo.webhookEndpoints.create({
        url: address(words[0]!),
        ...(typeof options.events === 'string' ? { events: options.events.split(',') as EventType[] } : {}),
      })
      output.show(created, one => `${endpointLine(one)}\nsecret: ${one.secret}`)
    },
  },
  'endpoints enable': switchEndpoint(true),
  'endpoints disable': switchEndpoint(false),
  'endpoints delete': {
    words: ['endpointId'],
    says: 'Delete an address; it gets no more webhooks',
    async run({ octavo }, { words, output }) {
      const endpointId = words[0]!
      await octavo.webhookEndpoints.delete(endpointId)
      output.show({ endpointId, deleted: true }, () => `${endpointId} is deleted.`)
    },
  },
  'endpoints rotate': {
    words: ['endpointId'],
    says: 'Replace the secret of an address, and show the new one once; the old one works for 24 more hours',
    async run({ octavo }, { words, output }) {
      const endpointId = words[0]!
      const secret = await octavo.webhookEndpoints.rotateSecret(endpointId)
      if (secret === null) {
        const sentence = `${endpointId} has a new secret, but the service could not show it: ask its operator.`
        throw new Failure(sentence, exitStatus.unknown)
      }
      output.show({ endpointId, secret }, one => one.secret)
      output.note('The old secret works for 24 more hours.')
    },
  },
  'endpoints test': {
    words: ['endpointId'],
    usage: '[--event OrderShipped]',
    says: 'Send an address a test event, or a sample of an event; the exit status is 1 if it does not accept it',
    options: { event: text },
    async run({ octavo }, { words, options, output }) {
      const type = options.event as TestType | undefined
      const sent = await octavo.deliveries.test({ endpointId: words[0]!, ...(type === undefined ? {} : { type }) })
      output.show(sent, testLine)
      if (sent.answer.failure !== null) process.exitCode = exitStatus.refused
    },
  },
  resend: {
    words: ['deliveryId | customerOrderId'],
    says: 'Send a webhook again, or the last one of an order',
    async run({ octavo }, { words, output }) {
      const name = words[0]!
      const deliveryId = name.startsWith('evt_')
        ? name
        : (await octavo.deliveries.list({ customerOrderId: name })).at(0)?.deliveryId
      if (deliveryId === undefined) throw new Failure(`Order ${name} has no webhooks.`, exitStatus.refused)
      output.show(await octavo.deliveries.resend(deliveryId), one => `${one.deliveryId} is sent again.`)
    },
  },
}

type EventType = NonNullable<NewWebhookEndpoint['events']>[number]

function switchEndpoint(enabled: boolean): Command {
  return {
    words: ['endpointId'],
    says: enabled ? 'Send webhooks to an address again' : 'Send an address no more webhooks until it is enabled',
    async run({ octavo }, { words, output }) {
      output.show(await octavo.webhookEndpoints.update(words[0]!, { enabled }), endpointLine)
    },
  }
}

const endpointLine = ({ endpointId, url, events, enabled }: WebhookEndpoint) =>
  `${endpointId}  ${url}  ${events === null ? 'all events' : events.join(', ')}${enabled ? '' : ', disabled'}`

type SentTest = Awaited<ReturnType<Session['octavo']['deliveries']['test']>>
const testLine = ({ deliveryId, request, answer }: SentTest) => {
  const { failure, responseStatus, durationMs } = answer
  const outcome = failure === null ? 'accepted' : `not accepted (${failure})`
  return `${deliveryId}  ${request.url}  ${responseStatus ?? 'no response'}, ${durationMs} ms, ${outcome}`
}

export const findingLine = ({ severity, file, pages, message, fix, place }: Check['findings'][number]) =>
  `${severity}: ${file}${pages === null ? '' : `, pages ${pages}`}: ${message} ${fix}${placeText(place)}`

/** Rounded to a hundredth of an inch. */
function placeText(place: Check['findings'][number]['place']): string {
  if (place === undefined) return ''
  const [x, y, width, height] = [place.x, place.y, place.width, place.height].map(inches => inches.toFixed(2))
  return ` (Page ${place.page}: ${width} × ${height} in, ${x} in from the left and ${y} in from the bottom.)`
}

const verdictLine = (passed: boolean) =>
  passed ? 'An order with these files would pass.' : 'An order with these files would fail.'

function readJson(file: string | boolean | undefined): unknown {
  try {
    return JSON.parse(readFileSync(typeof file === 'string' ? file : 0, 'utf8'))
  } catch (thrown) {
    throw new Failure(`The order cannot be read: ${(thrown as Error).message}`, exitStatus.usage)
  }
}

function instantOf(value: string): Date {
  const instant = new Date(value)
  if (!Number.isNaN(instant.getTime())) return instant
  throw new Failure(`--since is a time such as 2026-03-01T12:00:00Z, and not ${value}.`, exitStatus.usage)
}
