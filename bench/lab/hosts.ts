// Hosts on one machine: each has a network of its own (a namespace with one cable to a bridge) and a share of the
// processor (a control group). Needs root and iproute2.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { killChild } from '../../test/support/killChild.ts'

const bridge = 'octavo0'
const subnet = '10.77.0'
/** Of this machine, on the bridge. */
export const bridgeAddress = `${subnet}.1`
const periodMicroseconds = 100_000
const lookMs = 100

export type Host = {
  name: string
  address: string
  /** Starts a program on the host. */
  run(command: string, args: string[], env: Record<string, string>): ChildProcess
  /** The cable is pulled: the programs go on, and reach nobody. */
  unplug(): void
  plugIn(): void
  /** Of its programs, and of those that they started. */
  processes(): number[]
  /** kill -9 of all programs. */
  kill(): Promise<void>
}

/** Hosts that each have this share of one core. */
export function startHosts(count: number, share: number): { hosts: Host[]; stop(): Promise<void> } {
  const stacked = new AsyncDisposableStack()
  ip('link', 'add', bridge, 'type', 'bridge')
  stacked.defer(() => ip('link', 'del', bridge))
  ip('addr', 'add', `${bridgeAddress}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const hosts = Array.from({ length: count }, (_, i) =>
    startHost(`octavo${i + 1}`, `${subnet}.${i + 11}`, share, stacked),
  )
  return { hosts, stop: () => stacked.disposeAsync() }
}

function startHost(name: string, address: string, share: number, stacked: AsyncDisposableStack): Host {
  const cable = `${name}-cable`
  ip('netns', 'add', name)
  stacked.defer(() => ip('netns', 'del', name))
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', cable, 'master', bridge, 'up')
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['eth0', 'lo']) ip('-n', name, 'link', 'set', device, 'up')
  const group = makeGroup(name, share)
  const children = new Set<ChildProcess>()
  const kill = async () => {
    await Promise.all([...children].map(killChild))
    children.clear()
  }
  stacked.defer(async () => {
    await kill()
    await removeGroup(group)
  })
  return {
    name,
    address,
    run(command, args, env) {
      // Inside the namespace, the folders of the control groups are others.
      const script = 'echo $$ > "$0" && exec ip netns exec "$@"'
      const child = spawn('sh', ['-c', script, join(group, 'cgroup.procs'), name, command, ...args], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      children.add(child)
      return child
    },
    unplug: () => ip('link', 'set', cable, 'down'),
    plugIn: () => ip('link', 'set', cable, 'up'),
    processes: () => readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number),
    kill,
  }
}

/** Readers of files end a moment after their service. */
async function removeGroup(group: string): Promise<void> {
  for (;;) {
    if (readFileSync(join(group, 'cgroup.procs'), 'utf8') === '') return rmdirSync(group)
    await delay(lookMs)
  }
}

/** The folder of a new control group with this share of one core. */
function makeGroup(name: string, share: number): string {
  const root = '/sys/fs/cgroup'
  const quota = String(Math.round(share * periodMicroseconds))
  const isUnified = existsSync(join(root, 'cgroup.controllers'))
  const group = join(root, isUnified ? '' : 'cpu', name)
  if (isUnified && !readFileSync(join(root, 'cgroup.subtree_control'), 'utf8').includes('cpu'))
    writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu')
  mkdirSync(group)
  if (isUnified) writeFileSync(join(group, 'cpu.max'), `${quota} ${periodMicroseconds}`)
  else {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodMicroseconds))
    writeFileSync(join(group, 'cpu.cfs_quota_us'), quota)
  }
  return group
}

const ip = (...args: string[]): void => void execFileSync('ip', args)
