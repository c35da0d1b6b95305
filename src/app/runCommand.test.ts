import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freshPostgres } from '../../test/support/postgres.ts'
import { freshHome } from '../../test/support/service.ts'
import { silentLog } from '../base/log.ts'
import { loadConfig, sampleOperatorDir } from '../config/config.ts'
import { createApp } from './app.ts'
import { helpFor, runCommand } from './runCommand.ts'

type Environment = Record<string, string>

const runHere = (words: string[], env: Environment) => runCommand(loadConfig(words, env), silentLog)
const newSecretKey = () => randomBytes(32).toString('base64')

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-command-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('an unknown command, or one with too few or too many words, is answered by the list of commands', async t => {
  const env = { DATA_DIR: folderOf(t) }
  for (const words of [['make-coffee'], ['constructor'], ['__proto__'], ['create-account', 'A'], ['audit', 'all']]) {
    const { code, stdout, stderr } = await runHere(words, env)
    assert.deepEqual([code, stdout], [2, ''], words.join(' '))
    assert.match(stderr, /^Unknown command.*create-admin EMAIL/s)
  }
})

test('help is asked for by its name, or by an option beside any command', () => {
  for (const words of [['help'], ['create-admin', '--help'], ['-h']])
    assert.match(helpFor(words)!.stdout, /^npm start -- \[--role .*create-admin EMAIL/s)
  assert.equal(helpFor(['create-admin', 'help']), null)
})

test("a check of the operator's data fails with its mistakes, and touches no database", async t => {
  const folder = folderOf(t)
  const [dataDir, operatorDir] = [join(folder, 'data'), join(folder, 'operator')]
  cpSync(sampleOperatorDir, operatorDir, { recursive: true })
  for (const name of ['catalog.json', 'tax.json']) writeFileSync(join(operatorDir, name), '{"about": 1}')
  const { code, stdout } = await runHere(['operator-data', 'check', operatorDir], { DATA_DIR: dataDir })
  assert.equal(code, 1)
  assert.ok(JSON.parse(stdout).mistakes.length > 5)
  assert.equal((await runHere(['operator-data', 'check'], { DATA_DIR: dataDir })).code, 0)
  assert.equal(existsSync(join(dataDir, 'db')), false)
})

test('another secret key than the database was made with stops every command, until it is adopted', async t => {
  const home = await freshHome('PGlite')
  t.after(home.remove)
  const env = { DATA_DIR: home.dataDir }
  const withNewKey = { ...env, SECRET_KEY: newSecretKey() }
  await assert.rejects(
    runHere(['audit'], withNewKey),
    /^Error: SECRET_KEY is not the one .*npm start -- adopt-secret-key/,
  )
  assert.equal((await runHere(['adopt-secret-key'], withNewKey)).code, 0)
  assert.equal((await runHere(['audit'], withNewKey)).code, 0)
  await assert.rejects(runHere(['audit'], env), /^Error: SECRET_KEY is not the one/)
})

test('an administrator is created once', async t => {
  const home = await freshHome('PGlite')
  t.after(home.remove)
  const create = (email: string) => runHere(['create-admin', email], { DATA_DIR: home.dataDir })
  assert.equal((await create('Ann@example.com')).code, 0)
  const again = await create('ann@example.com')
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.match(again.stderr, /ann@example\.com already has a sign-in/)
})

test('a second process on the database with a storage of its own does not start, until the storage is adopted', async t => {
  const { databaseUrl, drop } = await freshPostgres()
  t.after(drop)
  const env = { SECRET_KEY: newSecretKey(), DATABASE_URL: databaseUrl }
  const open = (dataDir: string) => createApp(loadConfig([], { ...env, DATA_DIR: dataDir }), silentLog)
  const [dataDir, apart] = [folderOf(t), folderOf(t)]
  const first = await open(dataDir)
  await first.checkStorage()
  const second = await open(apart)
  await assert.rejects(
    second.checkStorage(),
    /the storage of print files is not the storage that this database has used/,
  )
  assert.equal((await runHere(['adopt-storage'], { ...env, DATA_DIR: apart })).code, 0)
  await second.checkStorage()
  await Promise.all([first.close(), second.close()])
})
