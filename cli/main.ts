#!/usr/bin/env node
// The command line: `npx octavo <command>`. Every command makes calls of the client, shows the result, and ends with an
// exit status that says what went wrong (failures.ts).

import { openAsBlob, readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Check, NewOrder, NewWebhookEndpoint, Order, WebhookEndpoint } from '../client/index.ts'
import { exitStatus, Failure, failureOf } from './failures.ts'
import { listen, pause } from './listen.ts'
import { type Login, readLogin, storeLogin } from './login.ts'
import { serveMcp } from './mcp.ts'
import { type Output, openOutput } from './output.ts'
import { openSession, refuseSkewedClock, type Session } from './session.ts'
import { trigger, triggers } from './trigger.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Given = {
  names: string[]
  options: Record<string, string | boolean | undefined>
  output: Output
  signal: AbortSignal
}
type Command = { usage: string; says: string; options?: Options; run(session: Session, given: Given): Promise<void> }

const text = { type: 'string' } as const
const finals = ['SHIPPED', 'CANCELLED', 'FAILED', 'REJECTED']
const watchEveryMs = 1000

const commands: Record<string, Command> = {
  'orders create': {
    usage: '[--file order.json]',
    says: 'Place an order; without --file, its JSON is read from the standard input',
    options: { file: text },
    async run({ octavo }, { options, output }) {
      output.show(await octavo.orders.create(readJson(options.file) as NewOrder), orderLine)
    },
  },
  'orders get': {
    usage: '<customerOrderId>',
    says: 'Show an order',
    async run({ octavo }, { names, output }) {
      output.show(await octavo.orders.get(need(names[0], 'customerOrderId')), one => JSON.stringify(one, null, 2))
    },
  },
  'orders list': {
    usage: '[--status SHIPPED,…] [--limit 20]',
    says: 'List orders, newest first',
    options: { status: text, limit: text },
    async run({ octavo }, { options, output }) {
      const status = typeof options.status === 'string' ? (options.status.split(',') as Order['status'][]) : undefined
      let left = Number(options.limit ?? 20)
      for await (const order of octavo.orders.list(status === undefined ? {} : { status })) {
        if (left-- <= 0) break
        output.show(order, orderLine)
      }
    },
  },
  'orders cancel': {
    usage: '<customerOrderId>',
    says: 'Cancel an order',
    async run({ octavo }, { names, output }) {
      output.show(await octavo.orders.cancel(need(names[0], 'customerOrderId')), orderLine)
    },
  },
  'orders watch': {
    usage: '<customerOrderId>',
    says: 'Show the events of an order as they come, until it is final',
    async run({ octavo }, { names, output, signal }) {
      const customerOrderId = need(names[0], 'customerOrderId')
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
    usage: '<pages address> [--cover <address>] --sku <sku> [--pages <count>]',
    says: 'Check print files at their addresses; the exit status is 1 if an order with them would fail',
    options: { cover: text, sku: text, pages: text },
    async run({ octavo }, { names, options, output }) {
      const gutsUrl = address(need(names[0], 'pages address'))
      const check = await octavo.files.check({
        sku: need(options.sku, '--sku'),
        gutsUrl,
        ...(options.cover === undefined ? {} : { coverUrl: address(String(options.cover)) }),
        ...(options.pages === undefined ? {} : { pageCount: Number(options.pages) }),
      })
      const passed = check.passed === true
      output.show(check, ({ findings }) => [...findings.map(findingLine), verdictLine(passed)].join('\n'))
      if (!passed) process.exitCode = exitStatus.refused
    },
  },
  products: {
    usage: '',
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
    usage: '<sku> [--pages <file.pdf>] [--cover <file.pdf>] [--also-in-production]',
    says: 'Upload files that orders of the product use; the exit status is 1 if an order with them would fail',
    options: { pages: text, cover: text, 'also-in-production': { type: 'boolean' } },
    async run({ octavo }, { names, options, output }) {
      const sku = need(names[0], 'sku')
      const given = [
        ['guts', options.pages],
        ['cover', options.cover],
      ] as const
      if (given.every(([, path]) => path === undefined)) need(undefined, '--pages or --cover')
      for (const [part, path] of given) {
        if (typeof path !== 'string') continue
        const pdf = await readPdf(path)
        output.note(`Uploading ${path} (${sizeOf(pdf)})`)
        await octavo.products.uploadFile(sku, part, pdf, { alsoInProduction: options['also-in-production'] === true })
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
      const since = options.since === undefined ? undefined : new Date(String(options.since))
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
    usage: '<event> [--sku <sku>]',
    says: `Make a sandbox order that comes to the event: ${triggers.join(', ')}`,
    options: { sku: text },
    async run({ octavo }, { names, options, output }) {
      output.show(await trigger(octavo, need(names[0], 'event'), options.sku as string | undefined), orderLine)
    },
  },
  'sandbox advance': {
    usage: '<2h | 3d | PT2H>',
    says: 'Let time pass for the orders of the sandbox',
    async run({ octavo }, { names, output }) {
      output.show(
        await octavo.sandbox.fastForward(durationOf(need(names[0], 'duration'))),
        ({ by }) => `Moved by ${by}.`,
      )
    },
  },
  'sandbox simulate': {
    usage: '<customerOrderId> <outcome>',
    says: 'Simulate what the bank, the printer or support does to an order',
    async run({ octavo }, { names, output }) {
      const [customerOrderId, outcome] = [need(names[0], 'customerOrderId'), need(names[1], 'outcome')]
      output.show(await octavo.sandbox.simulate(customerOrderId, outcome as never), orderLine)
    },
  },
  'sandbox empty': {
    usage: '',
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
  endpoints: {
    usage: '',
    says: 'List the addresses that get the webhooks of every order',
    async run({ octavo }, { output }) {
      for (const endpoint of await octavo.webhookEndpoints.list()) output.show(endpoint, endpointLine)
    },
  },
  'endpoints create': {
    usage: '<address> [--events OrderShipped,…]',
    says: 'Add an address, and show the secret of its signatures once; without --events, it gets all of them',
    options: { events: text },
    async run({ octavo }, { names, options, output }) {
      const created = await octavo.webhookEndpoints.create({
        url: address(need(names[0], 'address')),
        ...(typeof options.events === 'string' ? { events: options.events.split(',') as EventType[] } : {}),
      })
      output.show(created, one => `${endpointLine(one)}\nsecret: ${one.secret}`)
    },
  },
  'endpoints enable': switchEndpoint(true),
  'endpoints disable': switchEndpoint(false),
  'endpoints delete': {
    usage: '<endpointId>',
    says: 'Delete an address; it gets no more webhooks',
    async run({ octavo }, { names, output }) {
      const endpointId = need(names[0], 'endpointId')
      await octavo.webhookEndpoints.delete(endpointId)
      output.show({ endpointId, deleted: true }, () => `${endpointId} is deleted.`)
    },
  },
  'endpoints rotate': {
    usage: '<endpointId>',
    says: 'Replace the secret of an address, and show the new one once',
    async run({ octavo }, { names, output }) {
      const endpointId = need(names[0], 'endpointId')
      output.show({ endpointId, secret: await octavo.webhookEndpoints.rotateSecret(endpointId) }, ({ secret }) =>
        String(secret),
      )
    },
  },
  resend: {
    usage: '<deliveryId | customerOrderId>',
    says: 'Send a webhook again, or the last one of an order',
    async run({ octavo }, { names, output }) {
      const name = need(names[0], 'deliveryId or customerOrderId')
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
    usage: '<endpointId>',
    says: enabled ? 'Send webhooks to an address again' : 'Send an address no more webhooks until it is enabled',
    async run({ octavo }, { names, output }) {
      output.show(await octavo.webhookEndpoints.update(need(names[0], 'endpointId'), { enabled }), endpointLine)
    },
  }
}

const endpointLine = ({ endpointId, url, events, enabled }: WebhookEndpoint) =>
  `${endpointId}  ${url}  ${events === null ? 'all events' : events.join(', ')}${enabled ? '' : ', disabled'}`

const findingLine = ({ severity, file, pages, message, fix }: Check['findings'][number]) =>
  `${severity}: ${file}${pages === null ? '' : `, pages ${pages}`}: ${message} ${fix}`

const verdictLine = (passed: boolean) =>
  passed ? 'An order with these files would pass.' : 'An order with these files would fail.'

const orderLine = ({ customerOrderId, status, errors }: Order) =>
  [`${customerOrderId}  ${status}`, ...errors.map(({ code, detail }) => `  ${code}: ${detail}`)].join('\n')

function help(): string {
  const rows = Object.entries({
    login: { usage: '--url <address>', says: loginSays },
    ...commands,
    completion: completing,
  })
  const lines = rows.map(([name, { usage, says }]) => `  octavo ${`${name} ${usage}`.trim()}\n      ${says}`)
  return `octavo <command> [--json]\n\n${lines.join('\n')}\n\nExit status: 0 done, 1 refused, 2 wrong usage, 3 wrong key, 4 no network, 5 too many requests, 6 unknown outcome, 7 wrong clock.`
}

const loginSays =
  'Store the address and the Authorization value, which is read from OCTAVO_AUTHORIZATION or the standard input'
const completing = { usage: 'bash | zsh | fish', says: 'Print the completion of a shell' }

/** The value is never an argument: other people of the machine could read it. */
async function login(given: Record<string, string | boolean | undefined>, output: Output): Promise<void> {
  const url = address(need(given.url, '--url'))
  const authorization = (process.env.OCTAVO_AUTHORIZATION ?? readFileSync(0, 'utf8')).trim()
  const session = openSession({ url, authorization } satisfies Login)
  await session.octavo.products.list().next()
  refuseSkewedClock(session)
  output.show({ file: storeLogin(session.login) }, ({ file }) => `Logged in; stored in ${file}.`)
}

function completion(shell: string | undefined): string {
  const first = [...new Set(['login', 'completion', ...Object.keys(commands).map(name => name.split(' ')[0]!)])]
  const after = first.flatMap(name => {
    const seconds = Object.keys(commands).flatMap(one =>
      one.startsWith(`${name} `) ? [one.slice(name.length + 1)] : [],
    )
    return seconds.length === 0 ? [] : [[name, name === 'trigger' ? triggers : seconds] as const]
  })
  const rows = [...after, ['trigger', triggers] as const]
  if (shell === 'fish') {
    const beginning = `complete -c octavo -f -n __fish_use_subcommand -a '${first.join(' ')}'`
    return [
      beginning,
      ...rows.map(
        ([name, words]) => `complete -c octavo -f -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`,
      ),
    ].join('\n')
  }
  if (shell !== 'bash' && shell !== 'zsh') throw new Failure('Choose a shell: bash, zsh or fish.', exitStatus.usage)
  const cases = rows.map(([name, words]) => `    ${name}) words='${words.join(' ')}' ;;`).join('\n')
  const bash = `_octavo() {\n  local words='${first.join(' ')}'\n  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in\n${cases}\n    *) words='' ;;\n  esac\n  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))\n}\ncomplete -F _octavo octavo`
  return shell === 'zsh' ? `autoload -U bashcompinit && bashcompinit\n${bash}` : bash
}

function need(value: string | boolean | undefined, name: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new Failure(`Say which ${name}: octavo help lists the commands.`, exitStatus.usage)
}

function address(value: string): string {
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) return value
  throw new Failure(`${value} is not an http or https address.`, exitStatus.usage)
}

const sizeOf = ({ size }: Blob): string =>
  size < 1_000_000 ? `${Math.ceil(size / 1000)} kB` : `${Math.ceil(size / 1_000_000)} MB`

/** Reads it from the disk as it is sent. */
async function readPdf(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (thrown) {
    throw new Failure(`The file ${path} cannot be read: ${(thrown as Error).message}`, exitStatus.usage)
  }
}

function readJson(file: string | boolean | undefined): unknown {
  try {
    return JSON.parse(readFileSync(typeof file === 'string' ? file : 0, 'utf8'))
  } catch (thrown) {
    throw new Failure(`The order cannot be read: ${(thrown as Error).message}`, exitStatus.usage)
  }
}

/** `2d` as an ISO 8601 duration. */
function durationOf(given: string): string {
  const [, count, unit] = /^(\d+)([dhm])$/.exec(given) ?? []
  return count === undefined ? given : unit === 'd' ? `P${count}D` : `PT${count}${unit!.toUpperCase()}`
}

async function run(args: string[]): Promise<void> {
  const [first = 'help', second = ''] = args
  const output = openOutput(args.includes('--json'))
  if (first === 'help' || first === '--help') return output.show({ help: help() }, one => one.help)
  if (first === 'completion') return void process.stdout.write(`${completion(second)}\n`)
  const isPair = `${first} ${second}` in commands
  const name = isPair ? `${first} ${second}` : first
  const command = commands[name]
  if (command === undefined && name !== 'login') {
    throw new Failure(
      `There is no command ${[first, second].join(' ').trim()}: octavo help lists them.`,
      exitStatus.usage,
    )
  }
  const { values, positionals } = read(args.slice(isPair ? 2 : 1), command?.options ?? { url: text })
  if (command === undefined) return login(values, output)
  const session = openSession(readLogin())
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  try {
    await command.run(session, { names: positionals, options: values, output, signal: stopped.signal })
  } catch (thrown) {
    throw failureOf(thrown, session.login.url)
  }
}

function read(args: string[], options: Options) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (thrown) {
    throw new Failure((thrown as Error).message, exitStatus.usage)
  }
}

try {
  await run(process.argv.slice(2))
} catch (thrown) {
  const { message, exit } = failureOf(thrown, process.env.OCTAVO_URL ?? 'the service')
  process.stderr.write(`octavo: ${message}\n`)
  process.exitCode = exit
}
