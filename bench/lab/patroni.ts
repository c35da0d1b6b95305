// Three PostgreSQL servers that Patroni keeps: one primary, whose commits wait for a synchronous standby. etcd holds
// who leads, and HAProxy gives them one address. All of them run on this machine, and end with `stop`.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../test/support/ports.ts'

const postgresBin = '/usr/lib/postgresql/15/bin'
const password = 'lab'
const host = '127.0.0.1'
const pollMs = 100
/** A server that lost the lead may have to copy the new primary. */
const maxWaitMs = 180_000
/** A standby that has not started by then is copied anew, as a person would with `patronictl reinit`. */
const maxStartMs = 20_000

type Member = { name: string; role: string; state: string }
type Node = {
  name: string
  folder: string
  port: number
  restPort: number
  patroni: ChildProcess
}

export type PatroniCluster = {
  /** Its data and logs. */
  folder: string
  /** What Patroni says about each server. */
  members(): Promise<Member[]>
  /** How many standbys did not start again, and were copied anew. */
  reinitialized(): number
  /** The address at HAProxy, which leads to the primary. */
  url(database: string): string
  /** Hands the lead over in order. */
  switchOver(): Promise<void>
  /** kill -9 of the primary's PostgreSQL. Its Patroni lives, and gives up the lead. */
  killServer(): Promise<void>
  /** kill -9 of the primary's PostgreSQL and Patroni. The lead ends by its lease. */
  killMachine(): Promise<void>
  /** Starts what was killed, and waits for one primary and two standbys, one of them synchronous. */
  whole(): Promise<void>
  stop(options?: { keepLogs: boolean }): Promise<void>
}

export async function startPatroni(): Promise<PatroniCluster> {
  const user = databaseUser()
  const folder = mkdtempSync(join(tmpdir(), 'octavo-lab-'))
  chownSync(folder, user.uid, user.gid)
  const run = (name: string, command: string, args: string[]): ChildProcess => {
    const output = openSync(join(folder, `${name}.log`), 'a')
    return spawn(command, args, { stdio: ['ignore', output, output], cwd: folder, ...user })
  }

  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const etcd = run('etcd', 'etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--initial-cluster', `default=http://${host}:${peerPort}`],
    ...['--listen-client-urls', `http://${host}:${etcdPort}`, '--advertise-client-urls', `http://${host}:${etcdPort}`],
    ...['--listen-peer-urls', `http://${host}:${peerPort}`],
    ...['--initial-advertise-peer-urls', `http://${host}:${peerPort}`],
  ])

  const startNode = (node: Omit<Node, 'patroni'>): Node => ({
    ...node,
    patroni: run(node.name, 'patroni', [join(node.folder, 'patroni.json')]),
  })
  const nodes: Node[] = []
  for (const name of ['one', 'two', 'three']) {
    const node = { name, folder: join(folder, name), port: await freePort(), restPort: await freePort() }
    mkdirSync(node.folder, { mode: 0o700 })
    writeFileSync(join(node.folder, 'patroni.json'), JSON.stringify(settingsOf(node, etcdPort)))
    for (const path of [node.folder, join(node.folder, 'patroni.json')]) chownSync(path, user.uid, user.gid)
    nodes.push(startNode(node))
  }
  writeFileSync(join(folder, 'haproxy.cfg'), proxySettings(nodes, proxyPort))
  const proxy = run('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])

  let reinitialized = 0
  async function members(): Promise<Member[]> {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://${host}:${restPort}/cluster`).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  async function primary(): Promise<Node> {
    const leader = (await members()).find(({ role }) => role === 'leader')
    const node = nodes.find(({ name }) => name === leader?.name)
    if (node === undefined) throw new Error('no server leads')
    return node
  }
  async function whole(): Promise<void> {
    const asked = performance.now()
    const copied = new Set<string>()
    for (;;) {
      const all = await members()
      const ready = all.filter(({ state }) => state === 'running' || state === 'streaming')
      const roles = ready.map(({ role }) => role).toSorted()
      if (roles.join() === 'leader,replica,sync_standby') return
      const waited = performance.now() - asked
      if (waited > maxWaitMs) throw new Error(`The cluster is not whole: ${JSON.stringify(all)}`)
      for (const { name, state } of waited > maxStartMs ? all : []) {
        if (state !== 'starting' || copied.has(name)) continue
        copied.add(name)
        reinitialized++
        const { restPort } = nodes.find(node => node.name === name)!
        await fetch(`http://${host}:${restPort}/reinitialize`, { method: 'POST', body: '{"force":true}' })
      }
      await delay(pollMs)
    }
  }

  const cluster: PatroniCluster = {
    folder,
    members,
    reinitialized: () => reinitialized,
    url: database => `postgresql://postgres:${password}@${host}:${proxyPort}/${database}`,
    async switchOver() {
      const until = performance.now() + maxWaitMs
      for (;;) {
        const { name, restPort } = await primary()
        const body = JSON.stringify({ leader: name })
        const answer = await fetch(`http://${host}:${restPort}/switchover`, { method: 'POST', body })
        if (answer.ok) return
        // A standby is not synchronous at once.
        if (performance.now() > until) throw new Error(`Patroni did not switch over: ${await answer.text()}`)
        await delay(pollMs)
      }
    },
    async killServer() {
      process.kill(postmasterOf(await primary()), 'SIGKILL')
    },
    async killMachine() {
      const node = await primary()
      const postmaster = postmasterOf(node)
      node.patroni.kill('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await once(node.patroni, 'exit')
    },
    async whole() {
      for (const [i, node] of nodes.entries())
        if (node.patroni.exitCode !== null || node.patroni.signalCode !== null) nodes[i] = startNode(node)
      await whole()
    },
    async stop({ keepLogs } = { keepLogs: false }) {
      // In order, Patroni stops its PostgreSQL, which waits for its standbys.
      for (const { patroni } of nodes) patroni.kill('SIGKILL')
      for (const node of nodes) kill(() => postmasterOf(node))
      for (const child of [proxy, etcd]) child.kill('SIGKILL')
      await delay(pollMs)
      if (!keepLogs) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
  try {
    await whole()
  } catch (error) {
    await cluster.stop({ keepLogs: true })
    throw new Error(`The logs are in ${folder}.`, { cause: error })
  }
  return cluster
}

/** PostgreSQL refuses to run as root. */
export function databaseUser(): { uid: number; gid: number } {
  if (process.getuid!() !== 0) return { uid: process.getuid!(), gid: process.getgid!() }
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function kill(pid: () => number): void {
  try {
    process.kill(pid(), 'SIGKILL')
  } catch {} // ended, or never started
}

const postmasterOf = ({ folder }: Node): number =>
  Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Patroni reads YAML, which includes JSON. Seconds. */
const settingsOf = ({ name, folder, port, restPort }: Omit<Node, 'patroni'>, etcdPort: number) => ({
  scope: 'octavo',
  name,
  restapi: { listen: `${host}:${restPort}`, connect_address: `${host}:${restPort}` },
  etcd3: { host: `${host}:${etcdPort}` },
  bootstrap: {
    dcs: {
      ttl: 20, // Patroni's minimum
      loop_wait: 1,
      retry_timeout: 3,
      master_start_timeout: 0,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { 'locale-provider': 'icu' }, { 'icu-locale': 'en-US' }, 'data-checksums'],
    pg_hba: [`host all all ${host}/32 scram-sha-256`, `host replication replicator ${host}/32 scram-sha-256`],
  },
  postgresql: {
    listen: `${host}:${port}`,
    connect_address: `${host}:${port}`,
    data_dir: join(folder, 'data'),
    bin_dir: postgresBin,
    pgpass: join(folder, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres', password },
      replication: { username: 'replicator', password },
    },
    basebackup: [{ checkpoint: 'fast' }], // else a copy waits for the next one, up to five minutes
    parameters: { unix_socket_directories: folder },
  },
})

/** Only the primary answers 200 at `/primary` of its Patroni. */
const proxySettings = (nodes: Node[], port: number): string => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind ${host}:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, restPort }) => `  server ${name} ${host}:${port} check port ${restPort}`).join('\n')}
`
