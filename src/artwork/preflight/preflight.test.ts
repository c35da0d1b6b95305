// What happens when the child exceeds its limits, cannot start, or is killed.

import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type Body, flate, flateBomb, writeBook } from '../../../test/corpus/write.ts'
import { openPreflight, type Reading } from './preflight.ts'
import type { Limits } from './process.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-limits-'))
/** Where children store compiled code. */
process.env.TMPDIR = folder
after(() => rmSync(folder, { recursive: true, force: true }))

const mostPages = 100
const hasProc = existsSync(`/proc/self/task/${process.pid}/children`)
const small = write('small.pdf', writeBook())
/** 90 MB of lines on each page: some seconds of work. */
const large = write('large.pdf', writeBook({ content: flate('0 0 m '.repeat(15_000_000)) }))
/** A gigabyte once PDFium has decompressed it. */
const bomb: Body = { dict: '/Filter /FlateDecode', bytes: flateBomb(1024) }
const huge = write('huge.pdf', writeBook({ catalog: '/Metadata 4 0 R', objects: [bomb] }))

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

async function readUnder(limits: Partial<Limits>, path: string): Promise<Reading> {
  const preflight = openPreflight({ processes: 1, limits })
  try {
    return await preflight.read(path, { mostPages })
  } finally {
    await preflight.close()
  }
}

const codesOf = (reading: Reading) =>
  reading.kind === 'refused' ? reading.findings.map(({ code }) => code) : [reading.kind]

describe('a file that', () => {
  it('takes too much processor time is too complex', async () => {
    assert.deepEqual(codesOf(await readUnder({ cpuSeconds: 1 }, large)), ['file_too_complex'])
  })

  it('takes too much memory is too complex', async () => {
    assert.deepEqual(codesOf(await readUnder({ dataBytes: 700_000_000 }, huge)), ['file_too_complex'])
  })

  it('gives an answer that is too long is too complex', async () => {
    assert.deepEqual(codesOf(await readUnder({ outputBytes: 100 }, small)), ['file_too_complex'])
  })

  it('stays within all limits is read', async () => {
    assert.deepEqual(codesOf(await readUnder({}, small)), ['read'])
  })
})

it('reading has low priority, on all of its threads', { skip: !hasProc }, async () => {
  const preflight = openPreflight({ processes: 1, limits: { wallMs: 5_000 } })
  const reading = preflight.read(large, { mostPages })
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

describe('it is our own fault when', () => {
  it('the child cannot start', async () => {
    assert.deepEqual(codesOf(await readUnder({ dataBytes: 1_000_000 }, small)), ['unavailable'])
  })

  it('the child got no time to start', async () => {
    assert.deepEqual(codesOf(await readUnder({ wallMs: 1 }, small)), ['unavailable'])
  })

  it('the child got hardly any processor time', { skip: !hasProc }, async () => {
    const preflight = openPreflight({ processes: 1, limits: { wallMs: 6_000 } })
    const reading = preflight.read(large, { mostPages })
    let ended = false
    void reading.finally(() => {
      ended = true
    })
    // Once it has surely reached the file, but long before it is done with it, it is stopped.
    let stopped: string | undefined
    while (!ended && stopped === undefined) {
      await new Promise(setImmediate)
      stopped = readers().find(pid => cpuTicksOf(pid) > 70)
      if (stopped !== undefined) process.kill(Number(stopped), 'SIGSTOP')
    }
    assert.deepEqual(await reading, { kind: 'unavailable', cause: 'the machine is too busy' })
    await preflight.close()
  })

  it('the service closes, which also ends waiting reads', async () => {
    const preflight = openPreflight({ processes: 1 })
    const readings = [preflight.read(large, { mostPages }), preflight.read(small, { mostPages })]
    await preflight.close()
    assert.deepEqual(
      (await Promise.all(readings)).map(({ kind }) => kind),
      ['unavailable', 'unavailable'],
    )
  })
})

it('nothing is left behind', () => {
  assert.deepEqual(readdirSync(folder).toSorted(), ['huge.pdf', 'large.pdf', 'small.pdf'])
})
