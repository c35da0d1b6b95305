// What happens when the child exceeds its limits, cannot start, or is killed.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Body, flate, flateBomb, writeBook } from '../../../test/corpus/write.ts'
import { openFence } from '../../base/guarded/fence.ts'
import { hideFromChildren } from '../../base/guarded/guard.ts'
import { commandLine, type Limits, root, runChild } from '../../base/guarded/process.ts'
import { silentLog } from '../../base/log.ts'
import { openPreflight, pdfTask, type Reading, usualLimits } from './preflight.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-limits-'))
const { TMPDIR: usualFolder } = process.env
/** Where children store compiled code. */
before(() => {
  process.env.TMPDIR = folder
})
after(() => {
  if (usualFolder === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usualFolder
  rmSync(folder, { recursive: true, force: true })
})

const maxPages = 100
const hasProc = existsSync(`/proc/self/task/${process.pid}/children`)
const small = write('small.pdf', writeBook())
/** 90 MB of lines on each page: some seconds of work. */
const large = write('large.pdf', writeBook({ content: flate('0 0 m '.repeat(15_000_000)) }))
/** 9,000 pictures on each page: more than ten seconds of work. */
const picture: Body = flate(
  Buffer.alloc(4 * 30 * 30),
  '/Type /XObject /Subtype /Image /Width 30 /Height 30 /BitsPerComponent 8 /ColorSpace /DeviceCMYK',
)
const slow = write(
  'slow.pdf',
  writeBook({
    objects: [picture],
    resources: '/XObject << /I 4 0 R >>',
    content: 'q 30 0 0 30 9 9 cm /I Do Q '.repeat(9_000),
  }),
)
/** A gigabyte once PDFium has decompressed it. */
const bomb: Body = { dict: '/Filter /FlateDecode', bytes: flateBomb(1024) }
const huge = write('huge.pdf', writeBook({ catalog: '/Metadata 4 0 R', objects: [bomb] }))

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** A process that writes to it waits forever. */
function openFullPipe(): number {
  const path = join(folder, 'full')
  assert.equal(spawnSync('mkfifo', [path]).status, 0)
  const writer = openSync(path, constants.O_RDWR)
  const filler = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  assert.throws(() => {
    for (;;) writeSync(filler, Buffer.alloc(1))
  }, /EAGAIN/)
  closeSync(filler)
  rmSync(path)
  return writer
}

async function readWithLimits(limits: Partial<Limits>, path: string): Promise<Reading> {
  const preflight = openPreflight(limits)
  try {
    return await preflight.read('acc_1', path, { maxPages })
  } finally {
    await preflight.close()
  }
}

const codesOf = (reading: Reading) =>
  reading.kind === 'refused' ? reading.findings.map(({ code }) => code) : [reading.kind]

describe('the limits of the child that reads a file', () => {
  it('a file that takes too much processor time is too complex', async () => {
    assert.deepEqual(codesOf(await readWithLimits({ cpuSeconds: 1 }, large)), ['file_too_complex'])
  })

  it('a file that takes too much memory is too complex', async () => {
    assert.deepEqual(codesOf(await readWithLimits({ dataBytes: 700_000_000, wallMs: 60_000 }, huge)), [
      'file_too_complex',
    ])
  })

  it('a file whose child waits for itself is too complex, even if the child used little processor time', {
    skip: !hasProc,
  }, async () => {
    const full = openFullPipe()
    const input = openSync(small, 'r')
    // Without compiled code, a child takes seconds to start on a busy machine.
    const limits = { ...usualLimits, wallMs: 12_000 }
    const argument = JSON.stringify({ do: 'read', maxPages })
    const signal = new AbortController().signal
    const { module, length } = pdfTask
    const options = { module, length, cache: null, addons: 'none', fence: null, signal } as const
    assert.deepEqual(await runChild({ argument, input, output: full, limits, ...options }), {
      kind: 'exceeded',
      limit: '12 seconds',
      step: null,
    })
    closeSync(input)
    closeSync(full)
  })

  it('a file is too complex when the answer of its child is too long', async () => {
    assert.deepEqual(codesOf(await readWithLimits({ outputBytes: 100 }, small)), ['file_too_complex'])
  })

  it('a file that stays within all limits is read', async () => {
    assert.deepEqual(codesOf(await readWithLimits({}, small)), ['read'])
  })
})

it('all threads of a child that reads a file have low priority', { skip: !hasProc }, async () => {
  const preflight = openPreflight({ wallMs: 5_000 })
  const reading = preflight.read('acc_1', large, { maxPages })
  let ended = false
  void reading.finally(() => {
    ended = true
  })
  let threads: number[] = []
  while (!ended && threads.length < 4) {
    await new Promise(setImmediate)
    threads = nicenessOfChildren()
  }
  assert.ok(threads.length >= 4 && threads.every(niceness => niceness === 5), threads.join())
  await preflight.close()
})

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return '' // it has ended in the meantime
  }
}

/** The children that are reading a file. */
const readers = (): string[] =>
  textOf(`/proc/self/task/${process.pid}/children`)
    .split(' ')
    .filter(pid => pid !== '' && textOf(`/proc/${pid}/cmdline`).includes('"do":"read"'))

/** The fields of a process or thread after its name, from its state on. */
const statOf = (path: string): number[] => textOf(path).split(') ').at(-1)!.split(' ').map(Number)
const cpuTicksOf = (pid: string): number =>
  (statOf(`/proc/${pid}/stat`)[11] ?? 0) + (statOf(`/proc/${pid}/stat`)[12] ?? 0)
/** Of each thread of the reading children. */
const nicenessOfChildren = (): number[] =>
  readers().flatMap(pid => globSync(`/proc/${pid}/task/*/stat`).map(path => statOf(path)[16]!))

/** Reads the small file, and kills each reader that `mayKill` chooses. */
async function readAndKill(mayKill: (pid: string) => unknown): Promise<Reading> {
  const preflight = openPreflight()
  const reading = preflight.read('acc_1', small, { maxPages })
  let ended = false
  void reading.finally(() => {
    ended = true
  })
  while (!ended) {
    await new Promise(setImmediate)
    for (const pid of readers()) if (mayKill(pid)) process.kill(Number(pid), 'SIGKILL')
  }
  await preflight.close()
  return reading
}

describe('failures that are not the fault of the file', () => {
  it('reading a file is unavailable when the child cannot start', async () => {
    assert.deepEqual(codesOf(await readWithLimits({ dataBytes: 1_000_000 }, small)), ['unavailable'])
  })

  it('reading a file is unavailable when the child got no time to start', async () => {
    assert.deepEqual(codesOf(await readWithLimits({ wallMs: 1 }, small)), ['unavailable'])
  })

  it('reading a file is unavailable when the child got hardly any processor time', { skip: !hasProc }, async () => {
    const preflight = openPreflight({ wallMs: 6_000 })
    const reading = preflight.read('acc_1', slow, { maxPages })
    let ended = false
    void reading.finally(() => {
      ended = true
    })
    // The child is stopped when it has certainly reached the file, long before it has read the file.
    let stopped: string | undefined
    while (!ended && stopped === undefined) {
      await new Promise(setImmediate)
      stopped = readers().find(pid => cpuTicksOf(pid) > 70)
      if (stopped !== undefined) process.kill(Number(stopped), 'SIGSTOP')
    }
    assert.deepEqual(await reading, { kind: 'unavailable', cause: 'the machine is too busy' })
    await preflight.close()
  })

  it('a file whose reader is killed is read again; the kernel of a full machine ends readers first', {
    skip: !hasProc,
  }, async () => {
    const killed = new Set<string>()
    let score = ''
    const reading = await readAndKill(pid => {
      score = textOf(`/proc/${pid}/oom_score_adj`).trim() || score
      return killed.size === 0 && killed.add(pid)
    })
    assert.deepEqual(codesOf(reading), ['read'])
    assert.equal(score, '1000')
  })

  it('reading a file is unavailable, and never refused, when each of its readers is killed', {
    skip: !hasProc,
  }, async () => {
    const killed = new Set<string>()
    const reading = await readAndKill(pid => killed.add(pid))
    assert.equal(killed.size, 3)
    assert.deepEqual(reading, { kind: 'unavailable', cause: 'the child was killed (SIGKILL)' })
  })

  it('running and waiting reads are unavailable when the service closes', async () => {
    const preflight = openPreflight()
    const readings = [preflight.read('acc_1', large, { maxPages }), preflight.read('acc_1', small, { maxPages })]
    await preflight.close()
    assert.deepEqual(
      (await Promise.all(readings)).map(({ kind }) => kind),
      ['unavailable', 'unavailable'],
    )
  })
})

it('reading files leaves only the compiled code of the reader in the temporary folder', () => {
  const [compiled, ...files] = readdirSync(folder).toSorted(
    (a, b) => Number(a.endsWith('.pdf')) - Number(b.endsWith('.pdf')) || a.localeCompare(b),
  )
  assert.match(compiled!, /^octavo-compiled-/)
  assert.deepEqual(files, ['huge.pdf', 'large.pdf', 'slow.pdf', 'small.pdf'])
})

describe('the secret key of the default data directory', () => {
  const dataFolder = mkdtempSync(join(root, 'data-of-a-test-'))
  const secret = join(dataFolder, 'secret.key')
  writeFileSync(secret, 'sesame')
  after(() => rmSync(dataFolder, { recursive: true, force: true }))

  for (const addons of ['none', 'allowed'] as const) {
    it(`a child with addons ${addons} cannot read the secret key`, () => {
      const { module, length } = pdfTask
      const job = { module, length, argument: '', limits: usualLimits, cache: null, addons, fence: null }
      const [command, ...args] = commandLine(job).slice(0, -3)
      const readWith = (path: string) =>
        spawnSync(command!, [...args, '-p', `fs.readFileSync(${JSON.stringify(path)}, 'utf8').length`], { env: {} })
      const denied = readWith(secret)
      assert.match(String(denied.stderr), /ERR_ACCESS_DENIED/)
      assert.equal(denied.status, 1)
      assert.equal(readWith(join(root, 'src/main.ts')).status, 0)
    })
  }

  it('native code behind the fence cannot read the secret key, remove the fence or reach the network', async () => {
    const fence = await openFence(dataFolder, root)
    if (fence === null) return // the next test shows the behavior of such a machine
    const runs = (command: string[]) => {
      const [first, ...rest] = fence(command)
      return spawnSync(first!, rest, { env: {} }).status === 0
    }
    assert.equal(runs(['/bin/cat', join(root, 'src/main.ts')]), true)
    assert.equal(runs(['/bin/cat', secret]), false)
    assert.equal(runs(['/bin/sh', '-c', `umount ${dataFolder}; cat ${secret}`]), false)
    assert.equal(runs(['/bin/cat', `/proc/${process.pid}/environ`]), false)
    assert.equal(runs(['/bin/sh', '-c', 'grep -q : /proc/net/route || grep -q 0 /proc/net/route']), false)
  })

  it('the secret key is hidden while a page is drawn, or the log warns that it is not hidden', async () => {
    const warnings: unknown[] = []
    const log = { ...silentLog, warn: (line: unknown) => void warnings.push(line) }
    const endHiding = hideFromChildren(dataFolder, log)
    const preflight = openPreflight()
    const picture = await preflight.picture('acc_1', small, { page: 1, widthPx: 100, lines: [] })
    await preflight.close()
    endHiding()
    assert.equal(picture.subarray(8, 12).toString(), 'WEBP')
    assert.equal(warnings.length, (await openFence(dataFolder, root)) === null ? 1 : 0)
  })

  it('a folder that contains the service itself cannot be hidden', async () => {
    assert.equal(await openFence(root, root), null)
  })
})
