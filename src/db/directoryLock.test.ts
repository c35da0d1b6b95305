import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { lockDirectory } from './directoryLock.ts'

let root: string
before(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'octavo-lock-')))
})
after(() => rmSync(root, { recursive: true, force: true }))

test('a second process is refused, and the message names the folder and the first process', async t => {
  const folder = join(root, 'named')
  const first = lockInProcess(t, folder)
  assert.equal(await first.outcome, 'locked')
  assert.throws(() => lockDirectory(folder), {
    message: new RegExp(`data directory ${folder} is in use by another process \\(pid ${first.child.pid}\\)`),
  })
  await kill(first.child)
})

test('a lock whose process was kill is free at once', async t => {
  const folder = join(root, 'killed')
  for (let round = 0; round < 3; round++) {
    const { child, outcome } = lockInProcess(t, folder)
    assert.equal(await outcome, 'locked')
    await kill(child)
    lockDirectory(folder).release()
  }
})

test('of several processes that try at once after a kill, exactly one gets the lock', async t => {
  const folder = join(root, 'contended')
  const first = lockInProcess(t, folder)
  assert.equal(await first.outcome, 'locked')
  await kill(first.child)

  const contenders = [1, 2, 3, 4].map(() => lockInProcess(t, folder))
  const words = await Promise.all(contenders.map(({ outcome }) => outcome))
  assert.deepEqual(words.sort(), ['locked', 'refused', 'refused', 'refused'])
  await Promise.all(contenders.map(({ child }) => kill(child)))
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

/** A process that tries to take the lock, reports the outcome, and stays until it is kill. */
function lockInProcess(t: TestContext, folder: string): { child: ChildProcess; outcome: Promise<string> } {
  const script = `
    import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, 'directoryLock.ts'))}
    try { lockDirectory(process.argv[1]); console.log('locked') } catch { console.log('refused') }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return { child, outcome: once(child.stdout!, 'data').then(([data]) => String(data).trim()) }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
