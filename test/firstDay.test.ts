// The first day of an operator, as docs/operating.md prints it: its commands run in a copy of the checkout. The long
// form runs all of them in an empty folder, as a user without rights, and downloads the packages; the short form runs
// the commands that need no packages of their own.

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { commands, configCommands } from '../src/app/commands.ts'
import { compiledFolder } from './compiled.ts'
import { isLongForm } from './support/longForm.ts'
import { freePort } from './support/ports.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const installs = /^npm ci /
const nobody = 65_534

/** The lines of the indented block below a heading. */
function blockBelow(page: string, heading: string): string[] {
  const [, section = ''] = page.split(`\n${heading}\n`)
  const [block = ''] = /(?:^ {4}.*\n)+/m.exec(section) ?? []
  return block
    .trimEnd()
    .split('\n')
    .map(line => line.slice(4))
}

const firstDay = blockBelow(read('docs/operating.md'), '## The first day')

/** A folder with a home and the files of the last commit, all of which belong to the user who runs the commands. */
function newcomer(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-first-day-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [home, checkout] = [join(folder, 'home'), join(folder, 'octavo')]
  for (const made of [home, checkout]) mkdirSync(made)
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C ${checkout}`], { cwd: root })
  const user = process.getuid?.() === 0 && isLongForm ? { uid: nobody, gid: nobody } : {}
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder])
  return { home, checkout, user }
}

/** The variables that lead to the registry of packages, and the programs of the system alone. */
function environment(home: string): Record<string, string> {
  const network = Object.entries(process.env).filter(([name]) =>
    /^(\w+_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i.test(name),
  )
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'))
  return { ...(Object.fromEntries(network) as Record<string, string>), HOME: home, PATH: path.join(delimiter) }
}

/** Starts the lines as one script, whose last line may be a service. */
function runLines(lines: string[], cwd: string, env: Record<string, string>, user: { uid?: number; gid?: number }) {
  const child = spawn('sh', ['-ec', lines.join('\n')], { cwd, env, ...user, detached: true })
  const kill = () => process.kill(-child.pid!, 'SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill)
    return code as number | null
  })
  const ready = Promise.withResolvers<'ready'>()
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      printed += text
      if (printed.includes('"msg":"Octavo is ready"')) ready.resolve('ready')
    })
  return {
    ended,
    ready: ready.promise,
    printed: () => printed,
    stop: () => process.kill(-child.pid!, 'SIGTERM'),
  }
}

/** Words of a line of a shell; a comment ends it. */
const wordsOf = (line: string) =>
  [...line.replace(/\s+#.*/, '').matchAll(/(["'])(.*?)\1|(\S+)/g)].map(([, , quoted, word]) => quoted ?? word!)

describe('the first day', () => {
  it('installs the packages that build the screens, and is complete without a variable of the reader', () => {
    assert.ok(firstDay.length > 5, firstDay.join('\n'))
    const install = firstDay.findIndex(line => installs.test(line))
    assert.match(firstDay[install]!, /^npm ci --include=dev && npm prune --omit=dev && npm run postinstall$/)
    assert.equal(firstDay.at(-1), 'npm start')
  })

  it('checks the sample in the folder that the block copies it to', { skip: isLongForm }, async t => {
    const { home, checkout, user } = newcomer(t)
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
    const lines = firstDay.filter(line => /^(cp|export|npm start -- operator-data)/.test(line))
    assert.equal(lines.length, 3)
    const script = runLines(lines, checkout, { ...environment(home), NODE_COMPILE_CACHE: compiledFolder }, user)
    assert.equal(await script.ended, 0, script.printed())
    assert.match(script.printed(), /"mistakes": \[\]/)
  })

  it('leads from an empty folder to a service with its screens, without any right', { skip: !isLongForm }, async t => {
    const { home, checkout, user } = newcomer(t)
    const port = await freePort()
    const script = runLines(firstDay, checkout, { ...environment(home), PORT: String(port) }, user)
    assert.equal(await Promise.race([script.ended, script.ready]), 'ready', script.printed())
    for (const path of ['/staff', '/dashboard', '/press', '/docs', '/health/ready']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      assert.equal(answer.status, 200, path)
    }
    script.stop()
    assert.equal(await script.ended, 0, script.printed())
  })
})

it('every command that the pages print exists, and takes as many words as are printed', () => {
  const known = { ...commands, ...configCommands }
  const printed = globSync('docs/**/*.md', { cwd: root }).flatMap(page =>
    [...read(page).matchAll(/^ {4}.*?(?:npm start --|src\/main\.ts|octavo octavo) ([a-z].*)$/gm)].map(
      ([, words = '']) => wordsOf(words),
    ),
  )
  assert.ok(printed.length > 10, String(printed.length))
  for (const words of printed) {
    const name = [words.slice(0, 2).join(' '), words[0]!].find(candidate => Object.hasOwn(known, candidate))
    assert.ok(name !== undefined, words.join(' '))
    const { arguments: required, optional = 0 } = known[name]!
    const given = words.length - name.split(' ').length
    assert.ok(given >= required && given <= required + optional, words.join(' '))
  }
})

it('without development packages the screens stay as they are, or one sentence says what builds them', t => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-screens-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'scripts', 'screens.ts'), join(folder, 'scripts', 'screens.ts'))
  const build = () => spawnSync(process.execPath, [join(folder, 'scripts', 'screens.ts')], { encoding: 'utf8' })
  const without = build()
  assert.equal(without.status, 1)
  assert.match(
    without.stderr,
    /^The screens [^\n]* run npm ci --include=dev && npm prune --omit=dev && npm run postinstall\.\n$/,
  )
  mkdirSync(join(folder, 'web', 'dist'), { recursive: true })
  writeFileSync(join(folder, 'web', 'dist', 'staff.html'), '')
  assert.equal(build().status, 0)
})
