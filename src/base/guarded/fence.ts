// A fence around the children that draw pictures: their libraries are native code, which Node's permissions do not
// limit.
// Where the machine has unshare and setpriv (util-linux) and lets this user make namespaces, such a child has no
// network, cannot look into the service's process, and sees nothing in the data directory, whose secret key would open
// all secrets.

import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** Puts a command behind the fence. */
export type Fence = (command: string[]) => string[]

const shellFile = '/bin/sh'
/** `$0` is the folder. The command has no privileges left to take the empty file system away again. */
const script =
  'mount -t tmpfs -o ro,size=4k,mode=0 tmpfs "$0" && exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"'

/** A fence that hides `folder`. Null when this machine allows no fence, or when the folder contains the program. */
export async function openFence(folder: string, program: string): Promise<Fence | null> {
  const hidden = realpathSync(folder)
  if (process.platform !== 'linux' || `${program}${sep}`.startsWith(`${hidden}${sep}`)) return null
  const fence: Fence = command => [
    'unshare',
    '--user',
    '--map-root-user',
    '--mount',
    '--net',
    '--',
    shellFile,
    '-c',
    script,
    hidden,
    ...command,
  ]
  const [command, ...args] = fence([shellFile, '-c', '[ ! -r "$0" ]', hidden])
  const probe = spawn(command!, args, { stdio: 'ignore', env: {} })
  const isEffective = await new Promise(resolve => {
    probe.on('error', () => resolve(false))
    probe.on('close', code => resolve(code === 0))
  })
  return isEffective ? fence : null
}
