// The first day of an operator, as docs/operating.md prints it: its commands run in the archive of a release, with the
// packages of production alone, without what nothing loads of them. The long form runs all commands in an empty folder,
// as a user without rights, and downloads the packages; the short form takes the packages from the checkout.

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { releaseArchive, releaseName } from '../scripts/release.ts'
import { commands, configCommands } from '../src/app/commands.ts'
import { compiledFolder } from './compiled.ts'
import { isLongForm } from './support/longForm.ts'
import { freePort } from './support/ports.ts'
import { files, orderBody } from './support/world.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const nobody = 65_534
const maxPackageMb = 230

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

/** A folder with a home and the archive of a release, which belong to the user who runs the commands. */
async function newcomer(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-first-day-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const home = join(folder, 'home')
  mkdirSync(home)
  writeFileSync(join(folder, `${releaseName}.tar.gz`), await releaseArchive())
  const user = process.getuid?.() === 0 && isLongForm ? { uid: nobody, gid: nobody } : {}
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder])
  return { home, folder, checkout: join(folder, releaseName), user }
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
  const script = lines.with(-1, `exec ${lines.at(-1)}`) // otherwise a signal ends the shell before the service
  const child = spawn('sh', ['-ec', script.join('\n')], { cwd, env, ...user, detached: true })
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
  }
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
    kill,
  }
}

/** Words of a line of a shell; a comment ends it. */
const wordsOf = (line: string) =>
  [...line.replace(/\s+#.*/, '').matchAll(/(["'])(.*?)\1|(\S+)/g)].map(([, , quoted, word]) => quoted ?? word!)

describe('the first day', () => {
  it('needs the archive of a release and the packages of production, and no variable of the reader', () => {
    assert.ok(firstDay.length > 5, firstDay.join('\n'))
    assert.deepEqual(firstDay.slice(0, 2), [`tar -xzf ${releaseName}.tar.gz && cd ${releaseName}`, 'npm ci --omit=dev'])
    assert.equal(firstDay.at(-1), 'npm start')
  })

  it('leads from packages of production to a service that takes orders and checks books', {
    skip: isLongForm,
  }, async t => {
    const { folder, checkout, ...newcomers } = await newcomer(t)
    execFileSync('sh', ['-ec', firstDay[0]!], { cwd: folder })
    productionPackages(checkout)
    symlinkSync(join(root, 'dist'), join(checkout, 'dist'))
    execFileSync(process.execPath, [join(checkout, 'scripts', 'slim.ts')])
    const lines = firstDay.filter(line =>
      /^(cp|export|npm start -- (operator-data|create-account)|npm start$)/.test(line),
    )
    assert.equal(lines.length, 5)
    await useInstallation(t, lines, { ...newcomers, checkout, cwd: checkout, compiled: compiledFolder })
  })

  it('leads from an empty folder to such a service, without any right', { skip: !isLongForm }, async t => {
    const { folder, ...newcomers } = await newcomer(t)
    await useInstallation(t, firstDay, { ...newcomers, cwd: folder })
  })
})

/** The packages of production of this checkout, as `npm prune --omit=dev` leaves them. Their files are not copied. */
function productionPackages(checkout: string): void {
  const list = 'node_modules/.package-lock.json'
  const installed: { packages: Record<string, { dev?: true }> } = JSON.parse(read(list))
  const packages = Object.entries(installed.packages).filter(([, { dev }]) => !dev)
  const paths = packages.map(([path]) => path).filter(path => existsSync(join(root, path)))
  // A package in another one comes with it.
  const top = paths.filter(path => !paths.includes(path.slice(0, path.lastIndexOf('/node_modules/'))))
  const copy = ['--archive', '--link', '--parents', ...top, 'node_modules/.bin', checkout]
  const linked = spawnSync('cp', copy, { cwd: root })
  if (linked.status !== 0) execFileSync('cp', ['--force', '--archive', '--parents', ...copy.slice(3)], { cwd: root }) // another disk
  writeFileSync(join(checkout, list), JSON.stringify({ packages: Object.fromEntries(packages) }))
}

type Newcomer = {
  home: string
  /** Where the lines are typed, and where the service is then. */
  cwd: string
  checkout: string
  user: { uid?: number; gid?: number }
  compiled?: string
}

/** Runs the lines, the last of which starts the service, places an order, and has a book read and drawn. */
async function useInstallation(
  t: TestContext,
  lines: string[],
  { home, cwd, checkout, user, compiled }: Newcomer,
): Promise<void> {
  const port = await freePort()
  const env = {
    ...environment(home),
    PORT: String(port),
    ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }),
  }
  const script = runLines(lines, cwd, env, user)
  t.after(script.kill)
  assert.equal(await Promise.race([script.ended, script.ready]), 'ready', script.printed())
  assert.match(script.printed(), /"mistakes": \[\]/)
  for (const path of ['/staff', '/dashboard', '/press', '/docs', '/health/ready']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    assert.equal(answer.status, 200, path)
  }
  const [, authorization] = /"sandbox": \{\s*"authorization": "(Basic [\w+/=]+)"/.exec(script.printed())!
  const post = async (path: string, body: object) => {
    const headers = { authorization: authorization!, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return [answer.status, ((await answer.json()) as { status?: string }).status]
  }
  const book = { sku: 'NOVEL', name: 'A novel', manufacturingSku: 'PB-0600X0900-BW-60W', pageCount: 120, ...files }
  assert.equal((await post('/products', book))[0], 201)
  assert.deepEqual(await post('/orders/create', orderBody()), [201, 'RECEIVED'])
  script.stop()
  assert.equal(await script.ended, 0, script.printed())
  mkdirSync(join(checkout, 'bench', 'lab'), { recursive: true })
  cpSync(join(root, 'bench', 'lab', 'readBook.ts'), join(checkout, 'bench', 'lab', 'readBook.ts'))
  execFileSync(join(checkout, 'node_modules', '.bin', 'node'), ['bench/lab/readBook.ts'], {
    cwd: checkout,
    env,
    ...user,
  })
  const packageMb = bytesOf(join(checkout, 'node_modules')) / 1_000_000
  assert.ok(packageMb < maxPackageMb, `${packageMb} MB of packages`)
}

const bytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

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

it('an installation keeps all licenses, and what a package of the owner may load, and a repeated run changes nothing', t => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-slim-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
  const versionOf = (name: string) => packages[`node_modules/${name}`]!.version
  const installed = {
    'node_modules/plugin': { version: '1.0.0', dependencies: { svgo: '*' } },
    'node_modules/@cantoo/pdf-lib': { version: versionOf('@cantoo/pdf-lib') },
    'node_modules/hucre': { version: versionOf('hucre') },
    'node_modules/pdfjs-dist': { version: versionOf('pdfjs-dist') },
    'node_modules/pgpass': { version: versionOf('pgpass') },
    'node_modules/stripe': { version: versionOf('stripe') },
    'node_modules/svgo': { version: versionOf('svgo'), dependencies: { stripe: '*' } },
    'node_modules/sharp': { version: versionOf('sharp'), os: ['!linux', '!darwin', '!win32'] },
    'node_modules/zod': { version: '0.0.1' },
  }
  const files = [
    'THIRD-PARTY.md',
    'node_modules/.package-lock.json',
    ...['docs/plan', 'index.d.ts', 'index.js'].map(file => `node_modules/plugin/${file}`),
    ...['LICENSE.md', 'README.md', 'build/pdf.mjs', 'build/pdf.min.mjs', 'build/pdf.min.mjs.map', 'docs/a/b'].map(
      file => `node_modules/pdfjs-dist/${file}`,
    ),
    ...['LICENSE', 'README.md', 'dist/THIRD-PARTY-LICENSES.md'].map(file => `node_modules/hucre/${file}`),
    ...['LICENSE.md', 'src/a/LICENSE', 'src/a/part', 'src/b/part'].map(file => `node_modules/@cantoo/pdf-lib/${file}`),
    ...['CHANGELOG.md', 'README.md', 'docs/plan'].map(file => `node_modules/pgpass/${file}`),
    'node_modules/sharp/LICENSE',
    'node_modules/sharp/index.js',
    'node_modules/stripe/cjs/stripe.js',
    'node_modules/zod/src/index.ts',
  ]
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  cpSync(join(root, 'THIRD-PARTY.md'), join(folder, 'THIRD-PARTY.md'))
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  cpSync(join(root, 'scripts', 'slim.ts'), join(folder, 'scripts', 'slim.ts'))
  const removed = [
    'node_modules/pdfjs-dist/README.md',
    'node_modules/pdfjs-dist/build/pdf.mjs',
    'node_modules/pdfjs-dist/build/pdf.min.mjs.map',
    'node_modules/pdfjs-dist/docs/a/b',
    'node_modules/hucre/README.md',
    'node_modules/@cantoo/pdf-lib/src/a/part',
    'node_modules/@cantoo/pdf-lib/src/b/part',
    'node_modules/pgpass/CHANGELOG.md',
    'node_modules/pgpass/docs/plan',
    'node_modules/sharp/LICENSE',
    'node_modules/sharp/index.js',
  ]
  for (let run = 1; run <= 2; run++) {
    execFileSync(process.execPath, [join(folder, 'scripts', 'slim.ts')])
    const gone = files.filter(file => !existsSync(join(folder, file)))
    assert.deepEqual(gone, removed)
  }
})

it('where an image has only the manifests yet, all files of packages stay', t => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-manifests-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
  const postinstall = () => spawnSync('npm', ['run', '-s', 'postinstall'], { cwd: folder, encoding: 'utf8' })
  const without = postinstall()
  assert.equal(without.status, 0, without.stderr)
  assert.match(without.stdout, /Files that nothing loads stay in node_modules\./)
  const kept = join(folder, 'node_modules', 'stripe', 'cjs', 'stripe.js')
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, '')
  const { packages } = JSON.parse(read('package-lock.json'))
  const installed = { 'node_modules/stripe': packages['node_modules/stripe'] }
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  cpSync(join(root, 'scripts', 'slim.ts'), join(folder, 'scripts', 'slim.ts'))
  const withoutList = spawnSync(process.execPath, [join(folder, 'scripts', 'slim.ts')], { encoding: 'utf8' })
  assert.equal(withoutList.status, 0, withoutList.stderr)
  assert.ok(existsSync(kept))
})
