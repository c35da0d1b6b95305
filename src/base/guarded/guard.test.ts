import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { maxChildren } from './guard.ts'
import { commandLine, compile, root, runChild } from './process.ts'

const gibibyte = 1024 ** 3

for (const [memory, cores, children] of [
  [64, 16, 16],
  [2, 8, 3],
  [0.9, 4, 1],
  [0.25, 4, 1],
] as const)
  it(`${memory} GiB of memory and ${cores} cores run ${children} children at once`, () => {
    assert.equal(maxChildren(memory * gibibyte, cores), children)
  })

it('a child finds all code compiled that the first child compiled', async t => {
  const cache = mkdtempSync(join(tmpdir(), 'octavo-compiled-'))
  t.after(() => rmSync(cache, { recursive: true }))
  const limits = {
    wallMs: 30_000,
    cpuSeconds: 20,
    firstCpuMs: 20_000,
    stepCpuMs: 20_000,
    dataBytes: gibibyte,
    heapMegabytes: 256,
    outputBytes: 1000,
  }
  const module = new URL('../files/spreadsheetTask.ts', import.meta.url)
  const task = { module, addons: 'none', length: 'short', limits } as const
  assert.equal(await compile(task, cache), cache)
  const compiled = readdirSync(cache, { recursive: true })
  assert.ok(compiled.length > 5)
  // Only a child that writes to a file may write compiled code.
  const job = { ...task, argument: '{}', output: 1, cache, fence: null }
  const [command, ...args] = commandLine(job)
  const { stdout } = spawnSync(command!, args, { env: { NODE_COMPILE_CACHE: cache }, cwd: root, input: 'a,b\n1,2\n' })
  assert.match(String(stdout), /\[2,2,\["1","2"\]\]$/)
  assert.deepEqual(readdirSync(cache, { recursive: true }), compiled)
})

/** A task that works for 600 ms twice, and announces step 7 before each of these parts, or only before the first. */
function busyTask(isAnnounced: boolean): URL {
  const code = `export function run(_, { announce }) {
    for (const part of [1, 2]) {
      if (part === 1 || ${isAnnounced}) announce(7)
      const start = process.cpuUsage()
      for (let used = process.cpuUsage(start); used.user + used.system < 600_000; used = process.cpuUsage(start));
    }
    return Buffer.from('done')
  }`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}

it('each announcement of a step begins its limit anew, also of the same step', {
  skip: !existsSync('/proc/self/statm'),
}, async () => {
  const limits = { wallMs: 60_000, cpuSeconds: 20, firstCpuMs: 20_000, stepCpuMs: 1_000, heapMegabytes: 256 }
  const job = {
    argument: '{}',
    input: Buffer.alloc(0),
    limits: { ...limits, dataBytes: gibibyte, outputBytes: 1000 },
    cache: null,
    addons: 'none',
    length: 'short',
    fence: null,
    signal: new AbortController().signal,
  } as const
  const [twice, once] = await Promise.all(
    [true, false].map(isAnnounced => runChild({ ...job, module: busyTask(isAnnounced) })),
  )
  assert.equal(twice!.kind, 'answered')
  assert.deepEqual(once, { kind: 'exceeded', limit: '1 seconds of processor time', step: 7 })
})
