// A newcomer with a clock: from a sandbox key to a verified OrderShipped webhook, in each language. curl, TypeScript
// and Python run the quickstart as it is printed; PHP and Go run the programs of bench/lab/newcomers, which were made
// with the pages and the API document alone. Each runs three times; the table has the median.
//
//     node --import ./test/compiled.ts bench/lab/newcomers.ts

import { spawn } from 'node:child_process'
import { systemClock } from '../../src/base/clock.ts'
import { type Language, snippetFolder, snippetsOf } from '../../test/support/snippets.ts'
import { startWorld } from '../../test/support/world.ts'

const rounds = 3
const maxMs = 120_000
const root = new URL('../..', import.meta.url)
const quickstart = new URL('docs/guides/quickstart.md', root)
const programOf = (name: string) => new URL(`bench/lab/newcomers/${name}`, root).pathname

await using world = await startWorld({ clock: systemClock })
const url = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
const env = { OCTAVO_URL: url, OCTAVO_AUTHORIZATION: world.charged.sandbox.authorization }
using folder = snippetFolder()

const ofQuickstart = (language: Language) => () =>
  folder.run('quickstart', language, snippetsOf(quickstart, language), env)
const newcomers: [name: string, run: () => Promise<string>][] = [
  ['curl', ofQuickstart('sh')],
  ['TypeScript', ofQuickstart('ts')],
  ['Python', ofQuickstart('python')],
  ['PHP', () => printedBy('php', [programOf('newcomer.php')])],
  ['Go', () => printedBy('go', ['run', programOf('newcomer.go')])],
]

process.stdout.write('| language | first run | median |\n|---|---|---|\n')
for (const [name, run] of newcomers) {
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const printed = await run()
    if (!printed.includes('OrderShipped')) throw new Error(`${name} saw no OrderShipped: ${printed}`)
    seconds.push((performance.now() - began) / 1000)
  }
  const [first = 0] = seconds
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
  process.stdout.write(`| ${name} | ${first.toFixed(1)} s | ${median.toFixed(1)} s |\n`)
}

async function printedBy(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...env, NO_PROXY: '*' }, timeout: maxMs })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => printed.push(text))
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${printed.join('')}`)
  return printed.join('')
}
