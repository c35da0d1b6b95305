// A cluster of Citus on this machine: PostgreSQL servers of Debian with the extension, built from its public source. The
// first node takes the sessions, and each node has schemas. All of them end with `stop`.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../test/support/ports.ts'
import { databaseUser } from './patroni.ts'

const postgresBin = '/usr/lib/postgresql/15/bin'
const extension = '/usr/lib/postgresql/15/lib/citus.so'
const host = '127.0.0.1'
const database = 'octavo'
const pollMs = 100
const maxStartMs = 60_000

/** Nothing here survives a power cut. */
const settings = {
  shared_preload_libraries: 'citus',
  listen_addresses: host,
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  max_prepared_transactions: '400',
  max_worker_processes: '40',
  // A schema moves by logical replication, while its rows change.
  wal_level: 'logical',
  max_replication_slots: '100',
  max_wal_senders: '100',
  max_logical_replication_workers: '20',
  // Sessions between nodes have the settings of their server, and not those of the client.
  timezone: 'UTC',
  'citus.node_conninfo': 'sslmode=disable',
  // Octavo's triggers look at no other rows than those of their schema.
  'citus.enable_unsafe_triggers': 'on',
  'citus.enable_stat_counters': 'on',
  'citus.enable_statistics_collection': 'off',
}

type Node = { port: number; server: ChildProcess }

export type CitusCluster = {
  /** Its data and logs. */
  folder: string
  /** The address of the first node. */
  url: string
  ports(): number[]
  /** Runs a statement on the first node. */
  ask<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Starts another node, which has no schema yet; answers its port. */
  addNode(): Promise<number>
  stop(options?: { keepLogs: boolean }): Promise<void>
}

/** Builds and installs the extension from a git repository of its source, unless it is installed. */
export function installCitus(repository: string | undefined, tag: string): void {
  if (existsSync(extension)) return
  if (repository === undefined) throw new Error('Citus is not installed: name a git repository of it with --source.')
  const folder = mkdtempSync(join(tmpdir(), 'octavo-citus-'))
  const run = (command: string) => execFileSync('bash', ['-ec', command], { cwd: folder, stdio: 'inherit' })
  run(`git --git-dir="$(git -C '${repository}' rev-parse --absolute-git-dir)" archive '${tag}' | tar x`)
  // PostgreSQL 15.20 declares a function that Citus defines for all versions before 16.
  run(`sed -i 's/^have_createdb_privilege(void)/citus_&/' src/include/pg_version_compat.h`)
  run(`PG_CONFIG=${postgresBin}/pg_config ./configure --quiet --without-libcurl`)
  for (const target of ['extension', 'install-extension']) run(`nice make --silent with_llvm=no ${target}`)
  rmSync(folder, { recursive: true })
}

export async function startCitus(nodeCount: number): Promise<CitusCluster> {
  const user = databaseUser()
  const folder = mkdtempSync(join(tmpdir(), 'octavo-lab-'))
  chownSync(folder, user.uid, user.gid)
  const nodes: Node[] = []

  async function startNode(): Promise<Node> {
    const port = await freePort()
    const data = join(folder, `node${nodes.length + 1}`)
    const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']
    const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, user.uid, user.gid)
    execFileSync(join(postgresBin, 'initdb'), ['-D', data, ...flags, ...locale], { ...user, stdio: 'ignore' })
    const lines = { ...settings, port, unix_socket_directories: folder }
    const text = Object.entries(lines).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(data, 'postgresql.conf'), text.join(''))
    const output = openSync(join(folder, `node${nodes.length + 1}.log`), 'a')
    const server = spawn(join(postgresBin, 'postgres'), ['-D', data], { stdio: ['ignore', output, output], ...user })
    const node = { port, server }
    nodes.push(node)
    await answering(node)
    await query(urlOf(port, 'postgres'), `create database ${database}`)
    await query(urlOf(port), 'create extension citus')
    await query(urlOf(port), 'create extension pg_trgm')
    return node
  }

  async function answering({ port, server }: Node): Promise<void> {
    const until = performance.now() + maxStartMs
    for (;;) {
      try {
        await query(urlOf(port, 'postgres'), 'select')
        return
      } catch (error) {
        if (server.exitCode !== null || performance.now() > until)
          throw new Error(`A node does not start. The logs are in ${folder}.`, { cause: error })
        await delay(pollMs)
      }
    }
  }

  const cluster: CitusCluster = {
    folder,
    get url() {
      return urlOf(nodes[0]!.port)
    },
    ports: () => nodes.map(({ port }) => port),
    ask: (text, values) => query(cluster.url, text, values),
    async addNode() {
      const { port } = await startNode()
      await cluster.ask('select citus_add_node($1, $2)', [host, port])
      return port
    },
    async stop({ keepLogs } = { keepLogs: false }) {
      for (const { server } of nodes)
        if (server.exitCode === null && server.signalCode === null) {
          server.kill('SIGQUIT')
          await once(server, 'exit')
        }
      if (!keepLogs) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
  try {
    const first = await startNode()
    await cluster.ask('select citus_set_coordinator_host($1, $2)', [host, first.port])
    await cluster.ask(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, [host, first.port])
    while (nodes.length < nodeCount) await cluster.addNode()
  } catch (error) {
    await cluster.stop({ keepLogs: true })
    throw new Error(`The logs are in ${folder}.`, { cause: error })
  }
  return cluster
}

const urlOf = (port: number, name = database): string => `postgresql://postgres@${host}:${port}/${name}`

async function query<Row>(connectionString: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
