import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { maxChildren } from './guard.ts'
import { commandLine, compile, root } from './process.ts'

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
