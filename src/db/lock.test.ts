import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { lockDirectory } from './lock.ts'

let root: string
before(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'octavo-lock-')))
})
after(() => rmSync(root, { recursive: true, force: true }))

test('a second process is refused, and the message names the folder and the first process', async t => {
  const folder = join(root, 'named')
  const first = taker(t, folder)
  assert.equal(await first.word, 'locked')
  assert.throws(() => lockDirectory(folder), {
    message: new RegExp(`data directory ${folder} is in use by another process \\(pid ${first.child.pid}\\)`),
  })
  await killed(first.child)
})

test('a lock whose process was killed is free at once', async t => {
  const folder = join(root, 'killed')
  for (let round = 0; round < 3; round++) {
    const { child, word } = taker(t, folder)
    assert.equal(await word, 'locked')
    await killed(child)
    lockDirectory(folder).release()
  }
})

test('of several processes that try at once after a kill, one wins', async t => {
  const folder = join(root, 'raced')
  const first = taker(t, folder)
  assert.equal(await first.word, 'locked')
  await killed(first.child)

  const takers = [1, 2, 3, 4].map(() => taker(t, folder))
  const words = await Promise.all(takers.map(({ word }) => word))
  assert.deepEqual(words.sort(), ['locked', 'refused', 'refused', 'refused'])
  await Promise.all(takers.map(({ child }) => killed(child)))
})

test('one process cannot take a lock twice, but can take it again after releasing it', () => {
  const folder = join(root, 'twice')
  const lock = lockDirectory(folder)
  assert.throws(() => lockDirectory(folder), /in use/)
  lock.release()
  lockDirectory(folder).release()
})

test('a folder with a very long path can be locked', () => {
  const folder = join(root, ...Array.from({ length: 5 }, () => 'long'.repeat(20)))
  const lock = lockDirectory(folder)
  assert.throws(() => lockDirectory(folder), /in use/)
  lock.release()
})

/** A process that tries to take the lock, reports the outcome, and stays until it is killed. */
function taker(t: TestContext, folder: string): { child: ChildProcess; word: Promise<string> } {
  const script = `
    import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
    try { lockDirectory(process.argv[1]); console.log('locked') } catch { console.log('refused') }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return { child, word: once(child.stdout!, 'data').then(([data]) => String(data).trim()) }
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
