#!/usr/bin/env node
// The command line: `npx octavo <command>`. It reads the arguments, runs the command, and ends with an exit status that
// says what went wrong (failures.ts).

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Command, need, type Options, type Values } from './command.ts'
import { commandOf, firstWords, noCommand } from './commandNames.ts'
import { commands } from './commands.ts'
import { completion, shells } from './completion.ts'
import { cliVersion, exitStatus, Failure, failureOf, interfaceVersion } from './failures.ts'
import { address, deleteLogin, type Login, readLogin, storeLogin } from './login.ts'
import { type Output, openOutput } from './output.ts'
import { openSession, refuseSkewedClock, type Session } from './session.ts'

/** The commands that need no login. */
const others: Record<string, Omit<Command, 'run'>> = {
  login: {
    usage: '--url <address>',
    says: 'Store the address and the Authorization value, which is read from OCTAVO_AUTHORIZATION or the standard input',
    options: { url: { type: 'string' } },
  },
  logout: { says: 'Delete the stored login' },
  version: { says: 'Show the version of the command line and of the interface that it is written for' },
  completion: { words: ['shell'], says: `Print the completion of a shell: ${shells.join(', ')}` },
  help: { usage: '[command]', says: 'Explain the commands that begin with a word, or all' },
}
const all: Record<string, Omit<Command, 'run'>> = { ...commands, ...others }
const names = Object.keys(all)

function usageOf(name: string): string {
  const { words = [], usage = '' } = all[name]!
  return ['octavo', name, ...words.map(word => `<${word}>`), usage].filter(Boolean).join(' ')
}

function help([first, second]: string[]): string {
  const asked = [first, second].filter(Boolean).join(' ')
  const shown = names.filter(name => asked === '' || `${name} `.startsWith(`${asked} `))
  if (shown.length === 0) throw noCommand(first!, second, names)
  const groups = [...new Set(shown.map(groupOf))].map(group => {
    const members = shown.filter(name => groupOf(name) === group)
    return [group, ...members.map(name => `  ${usageOf(name)}\n      ${all[name]!.says}`)].join('\n')
  })
  return `octavo <command> [--json]\n\n${groups.join('\n\n')}\n\nExit status: 0 done, 1 refused, 2 wrong usage, 3 wrong key, 4 no network, 5 too many requests, 6 unknown outcome, 7 wrong clock, 8 older service, 130 stopped.`
}

/** Commands of one word stand together, at the end. */
const groupOf = (name: string) => (name.includes(' ') ? firstWords([name])[0]! : 'other commands')

function logout(output: Output): void {
  output.show({ file: deleteLogin() }, ({ file }) =>
    file === null ? 'No login was stored.' : `Logged out; ${file} is deleted.`,
  )
}

async function login(session: Session, output: Output): Promise<void> {
  await session.octavo.products.list().next()
  refuseSkewedClock(session)
  output.show({ file: storeLogin(session.login) }, ({ file }) => `Logged in; stored in ${file}.`)
}

async function run(given: string[]): Promise<void> {
  const args = given.filter(arg => arg !== '--json')
  const output = openOutput(args.length < given.length)
  const showVersion = () =>
    output.show({ version: cliVersion, interface: interfaceVersion }, one => `octavo ${one.version} (${one.interface})`)
  const showHelp = (words: string[]) => output.show({ help: help(words) }, one => one.help)
  if (args.includes('--help')) return showHelp(args.filter(arg => !arg.startsWith('-')))
  if (args[0] === '--version') return showVersion()
  const { name, rest } = commandOf(args, names)
  if (name === 'help') return showHelp(rest)
  const { words, values } = read(rest, name)
  if (name === 'version') return showVersion()
  if (name === 'logout') return logout(output)
  if (name === 'completion') return void process.stdout.write(`${completion(words[0]!, names)}\n`)
  const session = openSession(name === 'login' ? newLogin(values) : readLogin())
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  try {
    if (name === 'login') return await login(session, output)
    await commands[name]!.run(session, { words, options: values, output, signal: stopped.signal })
  } catch (thrown) {
    throw failureOf(thrown, session.service)
  }
}

/** The value is never an argument: other people of the machine could read it. */
function newLogin({ url }: Values): Login {
  const authorization = process.env.OCTAVO_AUTHORIZATION ?? readFileSync(0, 'utf8')
  return { url: address(need(url, '--url')), authorization: authorization.trim() }
}

/** The words and options of a command. Nothing that it does not know is ignored. */
function read(args: string[], name: string): { words: string[]; values: Values } {
  const { words: needed = [], options = {} } = all[name]!
  const { values, positionals } = parse(args, options)
  const extra = positionals[needed.length]
  if (extra !== undefined) {
    throw new Failure(`${extra} is not expected here: the command is ${usageOf(name)}.`, exitStatus.usage)
  }
  for (const [i, word] of needed.entries()) need(positionals[i], word)
  return { words: positionals, values }
}

function parse(args: string[], options: Options): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true }) as { values: Values; positionals: string[] }
  } catch (thrown) {
    throw new Failure(mistakeOf(thrown as Error & { code?: string }), exitStatus.usage)
  }
}

/** The mistake in an option. The platform's message has the names of options in quotation marks. */
function mistakeOf({ code, message }: { code?: string; message: string }): string {
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1] ?? 'An option'
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${option} here: octavo help lists them.`
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `${option} needs a value that does not begin with a dash.`
  return message
}

try {
  await run(process.argv.slice(2))
} catch (thrown) {
  const { message, exit } = failureOf(thrown, { url: 'The service' })
  process.stderr.write(`octavo: ${message}\n`)
  process.exitCode = exit
}
